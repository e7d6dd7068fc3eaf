//! An animation: a page that stays and frames that change.

use crate::scene::{Item, Scene};

/// A page with moments that follow one another and start again.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// What every moment has in common, behind.
    pub base: Scene,
    /// The moments.
    pub moments: Vec<Moment>,
}

/// What is in front of the page for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Back to front.
    pub items: Vec<Item>,
    /// How long, in milliseconds.
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
