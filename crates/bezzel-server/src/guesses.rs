//! Wrong tokens by address: after a few, all tokens from that address are ignored for a while.
//!
//! The pause doubles with every further guess, up to a minute, and is forgotten an hour after the
//! last one. The right token is also ignored during a pause: otherwise guessing would continue at
//! full speed. Repeating the same wrong token does not count as a new guess: a page left open from
//! an earlier run of the server sends its old token with every request.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Wrong tokens without a pause, to allow for typing errors.
const FREE: u32 = 5;

/// The longest pause.
const LONGEST: Duration = Duration::from_secs(60);

/// An address is forgotten after this time without a guess.
const FORGET: Duration = Duration::from_secs(3600);

/// Most addresses that are remembered; the one with the oldest guess is dropped first.
const MOST: usize = 10_000;

/// What is known about an address.
struct Record {
    wrong: u32,
    last: Instant,
    /// The digest of the last token.
    shown: [u8; 32],
}

impl Record {
    /// How long after the last guess the next token is checked.
    fn pause(&self) -> Duration {
        match self.wrong.checked_sub(FREE) {
            None => Duration::ZERO,
            Some(more) => Duration::from_secs(1 << more.min(6)).min(LONGEST),
        }
    }
}

/// Addresses that have sent wrong tokens.
#[derive(Default)]
pub struct Guesses(Mutex<HashMap<IpAddr, Record>>);

impl Guesses {
    /// How long tokens from this address are still ignored; `None` if they are checked now.
    pub fn pause(&self, from: IpAddr, now: Instant) -> Option<Duration> {
        let records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let record = records.get(&network(from))?;
        let left = record.pause().saturating_sub(now.saturating_duration_since(record.last));
        (!left.is_zero()).then_some(left)
    }

    /// Records a wrong token with this digest from this address.
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

    /// Records the right token from this address: earlier wrong ones were mistakes.
    pub fn right(&self, from: IpAddr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&network(from));
    }
}

/// An IPv6 address stands for its network, because one machine has 2^64 addresses.
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
            // Each of them any number of times.
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
            assert_eq!(guesses.pause(guesser, now), None, "the pause ends");
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(guesses.pause(other, now), None);
        guesses.right(guesser);
        guesses.wrong(guesser, [1; 32], now);
        assert_eq!(guesses.pause(guesser, now), None);
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address_and_memory_is_limited() {
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
