//! Mutated texts as examples of broken and hostile input; the same seed gives the same texts.

use bezzel_search::Random;

/// Words that often break readers of numbers.
const TRAPS: [&str; 22] = [
    "0",
    "-0",
    "1",
    "-1",
    "+1",
    "00",
    "1e9",
    "0.5",
    "NaN",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "\u{0}",
    "\u{1b}[31m",
    "é",
    "",
];

/// Makes mutants of texts.
pub struct Mutator(Random);

impl Mutator {
    /// The mutator with this seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Mutator {
        Mutator(Random::seeded(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below_wide(n as u128) as usize
    }

    /// One of these.
    pub fn pick<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> &'t T {
        list[self.below(list.len())]
    }

    /// A few changes anywhere: bytes, pieces, complete words and lines, and pieces of another text.
    pub fn bytes(&mut self, text: &[u8], other: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for _ in 0..=self.below(4) {
            text = match self.below(8) {
                0 => self.change_byte(text),
                1 => self.cut(text),
                2 => self.repeat(text),
                3 => self.insert(text, other),
                4 => self.flip_bit(text),
                _ => self.words(&String::from_utf8_lossy(&text)).into_bytes(),
            };
        }
        text
    }

    /// A change of complete words or lines, which keeps the structure of the text.
    pub fn words(&mut self, text: &str) -> String {
        let mut lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split(' ').collect()).collect();
        if lines.is_empty() {
            return self.trap().to_owned();
        }
        let (line, other) = (self.below(lines.len()), self.below(lines.len()));
        let place = self.below(lines[line].len());
        let known = lines[other][self.below(lines[other].len())];
        let number;
        match self.below(9) {
            0 => lines[line][place] = self.trap(),
            1 => lines[line][place] = known,
            2 => lines[line].insert(place, known),
            3 => {
                lines[line].remove(place);
            }
            4 => lines.swap(line, other),
            5 => lines.insert(line, lines[other].clone()),
            6 => {
                lines.remove(line);
            }
            7 => {
                number = self.near(lines[line][place]);
                lines[line][place] = &number;
            }
            _ => {
                let end = self.below(lines[line].len());
                lines[line].swap(place, end);
            }
        }
        let lines: Vec<String> = lines.into_iter().map(|words| words.join(" ")).collect();
        lines.join("\n") + "\n"
    }

    /// A word that often breaks readers.
    fn trap(&mut self) -> &'static str {
        self.pick(&TRAPS)
    }

    /// A number near this one, or with the opposite sign; words that are not numbers stay.
    fn near(&mut self, word: &str) -> String {
        match word.parse::<i128>() {
            Ok(number) => match self.below(3) {
                0 => (number + 1).to_string(),
                1 => (number - 1).to_string(),
                _ => (-number).to_string(),
            },
            Err(_) => word.to_owned(),
        }
    }

    fn change_byte(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        if !text.is_empty() {
            let place = self.below(text.len());
            text[place] = self.below(256) as u8;
        }
        text
    }

    fn flip_bit(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        if !text.is_empty() {
            let place = self.below(text.len());
            text[place] ^= 1 << self.below(8);
        }
        text
    }

    /// Removes a piece or the end.
    fn cut(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        let start = self.below(text.len() + 1);
        let end = if self.below(2) == 0 { text.len() } else { start + self.below(9) };
        text.drain(start..end.min(text.len()));
        text
    }

    /// Duplicates a piece.
    fn repeat(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        let start = self.below(text.len() + 1);
        let end = (start + self.below(33)).min(text.len());
        let piece = text[start..end].to_vec();
        text.splice(end..end, piece);
        text
    }

    /// Inserts a piece of another text.
    fn insert(&mut self, mut text: Vec<u8>, other: &[u8]) -> Vec<u8> {
        let start = self.below(other.len() + 1);
        let end = (start + self.below(33)).min(other.len());
        let place = self.below(text.len() + 1);
        text.splice(place..place, other[start..end].iter().copied());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_mutants_and_most_are_changed() {
        let mutants = |seed| {
            let mut mutator = Mutator::seeded(seed);
            (0..200).map(|_| mutator.bytes(b"0,4,7\n5 2 6", b"1 3")).collect::<Vec<_>>()
        };
        assert_eq!(mutants(1), mutants(1));
        assert_ne!(mutants(1), mutants(2));
        let changed = mutants(1).iter().filter(|mutant| *mutant != b"0,4,7\n5 2 6").count();
        assert!(changed > 150, "{changed}");
        // Even the empty text has mutants.
        let mut mutator = Mutator::seeded(3);
        assert!((0..50).any(|_| !mutator.bytes(b"", b"").is_empty()));
    }
}
