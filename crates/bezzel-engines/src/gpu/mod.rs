//! Graphics cards: which there are, and what workers need of them.
//!
//! Nothing of CUDA is needed to build or run the program; its driver and its compiler are loaded
//! where they are present.

mod cache;
pub(crate) mod card;
mod compile;
mod nvidia;

pub(crate) use card::{Address, Card, Shape};
pub use nvidia::{Found, Silent};

/// What this machine has for counting on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Available {
    /// The version of CUDA that the driver speaks, if there is a driver.
    pub driver: Option<(i32, i32)>,
    /// The driver's own version, where the system says it.
    pub driver_version: Option<String>,
    /// The version of the compiler, if it is there.
    pub compiler: Option<(i32, i32)>,
    /// The cards.
    pub cards: Vec<Found>,
    /// Cards that cannot be looked at; the others count without them.
    pub silent: Vec<Silent>,
    /// What is missing or wrong, in words; nothing if units can be counted on a card.
    pub missing: Option<String>,
}

/// Looks for cards.
#[must_use]
pub fn available() -> Available {
    let mut found = Available {
        driver: None,
        driver_version: None,
        compiler: compile::version(),
        cards: Vec::new(),
        silent: Vec::new(),
        missing: None,
    };
    if !nvidia::has_driver() {
        found.missing = Some("no NVIDIA driver: the library libcuda is not here".to_owned());
        return found;
    }
    let said = std::fs::read_to_string("/proc/driver/nvidia/version").ok();
    found.driver_version = said.as_deref().and_then(version_in);
    found.driver = nvidia::driver_version().ok().map(|v| (v / 1000, v % 1000 / 10));
    match nvidia::cards() {
        Ok((cards, silent)) => (found.cards, found.silent) = (cards, silent),
        Err(why) => found.missing = Some(format!("the driver says: {why}")),
    }
    if found.missing.is_none() && found.cards.is_empty() {
        let first = found.silent.first();
        found.missing = Some(first.map_or_else(|| "no card".to_owned(), Silent::to_string));
    }
    if found.missing.is_none() && found.compiler.is_none() {
        found.missing =
            Some("the library libnvrtc, which compiles for the card, is not here".to_owned());
    }
    found
}

/// The first word of a text that is numbers and dots.
fn version_in(text: &str) -> Option<String> {
    let is_version = |word: &&str| {
        word.contains('.') && word.split('.').all(|number| number.parse::<u32>().is_ok())
    };
    text.split_whitespace().find(is_version).map(str::to_owned)
}

/// Kernels for one kind of card.
pub(crate) struct Image {
    capability: (i32, i32),
    code: Vec<u8>,
}

impl Image {
    /// Kernels for a card: compiled for it, or kept from the last time.
    pub fn new(source: &str, card: &Found) -> Result<Image, String> {
        let words = [
            source,
            &card.name,
            &compile::options(card.capability).join(" "),
            &format!("{:?} {:?}", nvidia::driver_version(), compile::version()),
        ];
        let code = cache::kept_or(cache::folder().as_deref(), &words, || {
            compile::compile(source, card.capability)
        })?;
        Ok(Image { capability: card.capability, code })
    }

    /// Can this card run it?
    pub fn fits(&self, card: &Found) -> bool {
        self.capability == card.capability
    }
}

/// Opens a card; also returns how much of its memory is free.
pub(crate) fn open(
    card: &Found,
    image: &Image,
    kernels: &[&str],
) -> Result<(Box<dyn Card>, usize), String> {
    let opened = nvidia::Nvidia::open(card, image, kernels)?;
    let free = opened.free()?;
    Ok((Box::new(opened), free))
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn the_drivers_version_is_found_in_what_it_says() {
        let closed =
            "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Fri Oct 10\nGCC 12.2.0";
        let open =
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  575.57  Release Build (dvs)";
        assert_eq!(version_in(closed).as_deref(), Some("580.159.04"));
        assert_eq!(version_in(open).as_deref(), Some("575.57"));
        for none in ["", "NVRM version: unknown.", "12 5. .7"] {
            assert_eq!(version_in(none), None, "{none}");
        }
    }
}
