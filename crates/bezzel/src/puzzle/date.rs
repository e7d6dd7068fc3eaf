//! The calendar: a day as written, and its weekday, for the puzzle of the day.

use crate::Error;
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    year: u32,
    month: u32,
    day: u32,
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// Days of a month; none if there is no such month.
fn length(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

/// `2026-11-16`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Day {
    /// Reads `2026-11-16`, or `today`, the day in UTC.
    pub fn read(text: &str) -> Result<Day, Error> {
        if text == "today" {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            return Ok(Day::after_1970((since.as_secs() / 86_400) as u32));
        }
        let wrong = || {
            Error::bad(format!("'{text}' is not a date"))
                .advice("write year, month and day as 2026-11-16, or today")
        };
        let parts: Vec<&str> = text.split('-').collect();
        let &[year, month, day] = &parts[..] else { return Err(wrong()) };
        let number = |part: &str, digits: usize| {
            let is_plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| part.parse::<u32>().ok()).flatten()
        };
        let (Some(year), Some(month), Some(day)) =
            (number(year, 4), number(month, 2), number(day, 2))
        else {
            return Err(wrong());
        };
        if !(1..=length(year, month)).contains(&day) {
            return Err(wrong());
        }
        Ok(Day { year, month, day })
    }

    /// The day this many days after 1970-01-01.
    fn after_1970(days: u32) -> Day {
        let (mut year, mut left) = (1970, days);
        while left >= 365 + u32::from(is_leap(year)) {
            left -= 365 + u32::from(is_leap(year));
            year += 1;
        }
        let mut month = 1;
        while left >= length(year, month) {
            left -= length(year, month);
            month += 1;
        }
        Day { year, month, day: left + 1 }
    }

    /// `20261116`: a number for each day.
    pub fn number(self) -> u64 {
        u64::from((self.year * 100 + self.month) * 100 + self.day)
    }

    /// Days since Monday (Sakamoto's method).
    pub fn weekday(self) -> u32 {
        const SHIFT: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        // January and February belong to the year before; 400 years later it is the same weekday.
        let year = self.year + 400 - u32::from(self.month < 3);
        let shift = SHIFT[self.month as usize - 1];
        let since_sunday = (year + year / 4 - year / 100 + year / 400 + shift + self.day) % 7;
        (since_sunday + 6) % 7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_and_have_weekdays() {
        for (text, weekday) in [
            ("2026-11-16", 0),
            ("2000-02-29", 1),
            ("1848-09-01", 4),
            ("2024-02-29", 3),
            ("2025-12-31", 2),
            ("0000-01-01", 5),
        ] {
            assert_eq!(Day::read(text).unwrap().weekday(), weekday, "{text}");
        }
        assert_eq!(Day::read("2026-11-16").unwrap().number(), 20_261_116);
        for text in
            ["2023-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "Today", "2026-11-1x", ""]
        {
            assert!(Day::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn days_since_1970_are_dates() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (19_723, "2024-01-01"),
            (20_088, "2024-12-31"),
            (20_773, "2026-11-16"),
        ] {
            assert_eq!(Day::after_1970(days).to_string(), expected);
        }
        assert!(Day::read("today").unwrap().number() > 20_261_100);
    }
}
