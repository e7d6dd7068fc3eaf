//! The published algorithms in readable form, each written once and observed through a probe.
//!
//! An algorithm is one file in [`algorithms`] and one line in the [registry](algorithms::ALL). It
//! is generic over a [`Probe`]: with [`Counting`] it compiles to a bare loop, with a [`StepProbe`]
//! it reports every step, so the same code is taught and measured.
//!
//! ```
//! use bezzel_board::Problem;
//! use bezzel_search::{algorithms, Limits, Outcome, Settings};
//!
//! let wirth = algorithms::find("wirth").unwrap();
//! let result = wirth.run(&Problem::queens(8), &Settings::default(), &Limits::none(), &mut ());
//! assert_eq!(result.outcome, Outcome::Exact { total: 92 });
//! assert_eq!(result.work.tests, 15_720);
//! ```

pub mod algorithms;
mod all_different;
mod card;
mod chain;
mod chance;
mod choice;
pub mod construct;
mod descents;
mod domains;
mod error;
mod exact_cover;
mod existence;
mod exponential;
mod fundamental;
mod images;
mod info;
mod limit_density;
mod limits;
mod line_counts;
mod lines;
mod magic;
mod maintained;
mod memory;
mod nearest;
mod outcome;
mod probe;
mod random;
mod replay;
mod search;
mod solves;
pub mod stacks;
mod step;
mod swaps;
mod torus;

pub use card::{Card, CardBoards, CardSetting, SettingKind};
pub use chain::{Chain, Climb, Climber, Draws, Mixing};
pub use chance::{Chance, NoChance};
pub use choice::Choice;
pub use descents::{Descents, Estimate, Mean};
pub use error::SearchError;
pub use exact_cover::{CoverProbe, ExactCover};
pub use existence::Existence;
pub use fundamental::{Fundamental, fundamental};
pub use info::{Boards, Category, Info, SEED, Setting, Settings, Values, restarts};
pub use limit_density::LimitDensity;
pub use limits::Limits;
pub use magic::{Kind, MagicError, MagicSquare};
pub use memory::Memory;
pub use nearest::nearest;
pub use outcome::{Outcome, SearchResult, StopReason, Work};
pub use probe::{Counting, Effort, Probe, StepProbe};
pub use random::Random;
pub use replay::{Frame, Replay};
pub use search::{Algorithm, Search};
pub use solves::solves;
pub use step::{Event, Production, Reason, Stacking, Step};
pub use torus::has_none_on_torus;

/// The example of the README, which is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
