//! Colours that colour-blind people can distinguish, and their fixed meanings.
//!
//! The palette is Okabe and Ito's (2008). Wherever a colour carries a meaning, a shape, a hatch or
//! a number carries it too.

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

/// Text and outlines.
pub const INK: Color = Color::hex(0x22_26_2b);
/// Secondary text.
pub const MUTED: Color = Color::hex(0x5c_63_6b);
/// Secondary lines.
pub const FAINT: Color = Color::hex(0xd5_d9_de);
/// The page.
pub const PAPER: Color = Color::hex(0xff_ff_ff);
/// Light squares.
pub const LIGHT: Color = Color::hex(0xf7_f4_ec);
/// Dark squares.
pub const DARK: Color = Color::hex(0xd9_de_e4);

/// Okabe and Ito's black.
pub const BLACK: Color = Color::hex(0x00_00_00);
/// Okabe and Ito's orange.
pub const ORANGE: Color = Color::hex(0xe6_9f_00);
/// Okabe and Ito's sky blue.
pub const SKY: Color = Color::hex(0x56_b4_e9);
/// Okabe and Ito's bluish green.
pub const GREEN: Color = Color::hex(0x00_9e_73);
/// Okabe and Ito's yellow.
pub const YELLOW: Color = Color::hex(0xf0_e4_42);
/// Okabe and Ito's blue.
pub const BLUE: Color = Color::hex(0x00_72_b2);
/// Okabe and Ito's vermilion.
pub const VERMILION: Color = Color::hex(0xd5_5e_00);
/// Okabe and Ito's reddish purple.
pub const PURPLE: Color = Color::hex(0xcc_79_a7);

/// Güldal's green: the queen placed last.
pub const ATTACKER: Color = GREEN;
/// Güldal's red: squares the attacker threatens.
pub const THREATENED: Color = VERMILION;
/// Güldal's blue: queens placed before.
pub const OCCUPIED: Color = BLUE;
/// Güldal's black: squares deleted because of earlier queens.
pub const DELETED: Color = Color::hex(0x3a_3f_46);

/// Colours without a meaning, only for distinction, in the order of use.
pub const SERIES: [Color; 7] = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK];

impl Color {
    /// From `0xRRGGBB`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Color {
        Color { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8 }
    }

    /// This colour mixed with white: 1 is the colour itself, 0 is white.
    #[must_use]
    pub fn tint(self, strength: f64) -> Color {
        PAPER.mix(self, strength)
    }

    /// A mixture: 0 is `self`, 1 is `other`.
    #[must_use]
    pub fn mix(self, other: Color, share: f64) -> Color {
        let part = |a: u8, b: u8| {
            (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round().clamp(0.0, 255.0) as u8
        };
        Color { r: part(self.r, other.r), g: part(self.g, other.g), b: part(self.b, other.b) }
    }

    /// Relative luminance from 0 to 1, as the web's contrast rules define it.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// Dark or white, whichever is more readable on this colour.
    #[must_use]
    pub fn text_on(self) -> Color {
        let contrast = |other: Color| {
            let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
            if a > b { a / b } else { b / a }
        };
        if contrast(PAPER) >= contrast(INK) { PAPER } else { INK }
    }

    /// `#rrggbb`.
    #[must_use]
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

/// The colour of a level by its index: the palette, then paler repetitions of it.
#[must_use]
pub fn level(number: usize) -> Color {
    const ROUND: [Color; 8] = [BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW, VERMILION, DELETED];
    let color = ROUND[number % ROUND.len()];
    match number / ROUND.len() % 3 {
        0 => color,
        1 => color.tint(0.55),
        _ => color.mix(BLACK, 0.4),
    }
}
