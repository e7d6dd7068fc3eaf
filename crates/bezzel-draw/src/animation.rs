//! An animation: a fixed page and changing frames.

use crate::scene::{Item, Scene};

/// A page with a repeating sequence of moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// The background common to all moments.
    pub base: Scene,
    /// The moments.
    pub moments: Vec<Moment>,
}

/// What is shown in front of the page for some time.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Back to front.
    pub items: Vec<Item>,
    /// Duration in milliseconds.
    pub millis: u32,
}

impl Animation {
    /// One moment as a still picture.
    #[must_use]
    pub fn still(&self, moment: usize) -> Scene {
        let mut scene = self.base.clone();
        if let Some(moment) = self.moments.get(moment) {
            scene.items.extend(moment.items.iter().cloned());
        }
        scene
    }
}
