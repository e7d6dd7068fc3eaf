//! Animated SVG: one group for each moment, shown in turn without scripts.

use super::svg;
use crate::animation::Animation;
use std::fmt::Write;

/// The animation as an SVG document.
#[must_use]
pub fn write(animation: &Animation) -> String {
    let mut body = String::new();
    svg::items(&mut body, &animation.base.items, 0);
    let total: u64 = animation.moments.iter().map(|moment| u64::from(moment.millis)).sum();
    let mut at = 0;
    for (place, moment) in animation.moments.iter().enumerate() {
        let share = |millis: u64| (millis as f64 / total as f64 * 1e6).round() / 1e6;
        let (from, to) = (share(at), share(at + u64::from(moment.millis)));
        at += u64::from(moment.millis);
        // Values apply from their key time on; the first must be 0, and no other may be 0.
        let (values, times) = if place == 0 {
            ("inline;none", format!("0;{to}"))
        } else if place + 1 == animation.moments.len() {
            ("none;inline", format!("0;{from}"))
        } else {
            ("none;inline;none", format!("0;{from};{to}"))
        };
        // A viewer without animation shows the last frame.
        let shown = if place + 1 == animation.moments.len() { "inline" } else { "none" };
        let _ = write!(body, "<g display=\"{shown}\">");
        if animation.moments.len() > 1 {
            let _ = write!(
                body,
                "<animate attributeName=\"display\" calcMode=\"discrete\" dur=\"{total}ms\" \
                 repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/>"
            );
        }
        body.push('\n');
        svg::items(&mut body, &moment.items, 1);
        body.push_str("</g>\n");
    }
    svg::document(&animation.base, &body)
}
