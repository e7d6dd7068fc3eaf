//! Wrong tokens by where they come from: after a few, none from there is looked at for a while.
//!
//! The pause doubles with every further guess, up to a minute, and is forgotten an hour after the last
//! one. A right token ends it only once it is over: otherwise guesses would go on at full speed. The
//! same wrong token again is no new guess: a page left open from an earlier start of the server shows
//! its old one with every request.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Wrong tokens without a pause: somebody has mistyped theirs.
const FREE: u32 = 5;

/// The longest pause.
const LONGEST: Duration = Duration::from_secs(60);

/// A guesser who has stopped for so long is forgotten.
const FORGET: Duration = Duration::from_secs(3600);

/// Most addresses that are remembered; the one that guessed least lately goes first.
const MOST: usize = 10_000;

/// What is known about an address.
struct Record {
    wrong: u32,
    last: Instant,
    /// The digest of what was shown last.
    shown: [u8; 32],
}

impl Record {
    /// How long after the last guess the next one is looked at.
    fn pause(&self) -> Duration {
        match self.wrong.checked_sub(FREE) {
            None => Duration::ZERO,
            Some(more) => Duration::from_secs(1 << more.min(6)).min(LONGEST),
        }
    }
}

/// Who has guessed.
#[derive(Default)]
pub struct Guesses(Mutex<HashMap<IpAddr, Record>>);

impl Guesses {
    /// How long a token from this address is not looked at; `None` if it is now.
    pub fn pause(&self, from: IpAddr, now: Instant) -> Option<Duration> {
        let records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let record = records.get(&network(from))?;
        let left = record.pause().saturating_sub(now.saturating_duration_since(record.last));
        (!left.is_zero()).then_some(left)
    }

    /// A wrong token with this digest came from this address.
    pub fn wrong(&self, from: IpAddr, shown: [u8; 32], now: Instant) {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if records.len() >= MOST {
            records.retain(|_, record| now.saturating_duration_since(record.last) < FORGET);
        }
        if records.len() >= MOST {
            let oldest = records.iter().min_by_key(|(_, record)| record.last).map(|(&ip, _)| ip);
            oldest.map(|ip| records.remove(&ip));
        }
        let record = records.entry(network(from)).or_insert(Record { wrong: 0, last: now, shown });
        if now.saturating_duration_since(record.last) >= FORGET {
            record.wrong = 0;
        }
        if record.wrong > 0 && record.shown == shown {
            return;
        }
        *record = Record { wrong: record.wrong.saturating_add(1), last: now, shown };
    }

    /// The right token came from this address: what was wrong before was a mistake.
    pub fn right(&self, from: IpAddr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&network(from));
    }
}

/// An address of version 6 stands for its network: one machine has 2^64 of them.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => four.into(),
            None => std::net::Ipv6Addr::from_bits(six.to_bits() >> 64 << 64).into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_slows_down_and_others_do_not_notice() {
        let (guesses, start) = (Guesses::default(), Instant::now());
        let (guesser, other) = ("10.0.0.7".parse().unwrap(), "10.0.0.8".parse().unwrap());
        let mut now = start;
        for number in 1..FREE as u8 {
            // Each of them as often as one likes.
            for _ in 0..100 {
                guesses.wrong(guesser, [number; 32], now);
            }
            assert_eq!(guesses.pause(guesser, now), None);
        }
        let mut pauses = Vec::new();
        for number in 101..110 {
            guesses.wrong(guesser, [number; 32], now);
            let pause = guesses.pause(guesser, now).unwrap();
            pauses.push(pause.as_secs());
            now += pause;
            assert_eq!(guesses.pause(guesser, now), None, "a pause has an end");
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(guesses.pause(other, now), None);
        guesses.right(guesser);
        guesses.wrong(guesser, [1; 32], now);
        assert_eq!(guesses.pause(guesser, now), None);
    }

    #[test]
    fn a_network_of_version_6_is_one_guesser_and_memory_has_an_end() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        for last in 0..10_u8 {
            let one = std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, 1, 0, 0, 0, last.into());
            guesses.wrong(one.into(), [last; 32], now);
        }
        assert!(guesses.pause("2001:db8:0:1::ffff".parse().unwrap(), now).is_some());
        assert_eq!(guesses.pause("2001:db8:0:2::1".parse().unwrap(), now), None);
        for number in 0..MOST as u32 + 100 {
            guesses.wrong(std::net::Ipv4Addr::from_bits(number).into(), [0; 32], now);
        }
        assert!(guesses.0.lock().unwrap().len() <= MOST);
    }
}
