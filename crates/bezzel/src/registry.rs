//! The registries, for fronts that list names in their help and completions before anything is asked.
//!
//! [`catalogue`](crate::catalogue) and [`algorithms`](crate::algorithms) answer with the same as data;
//! they also look for solvers on this machine, which takes too long for every start of a program.

pub use bezzel_engines::{Counted, registry as engines};
pub use bezzel_models::solve::Info as BackendInfo;
pub use bezzel_models::{DEFINITIONS, Encoding, FORMATS, FormatOption, GraphKind};
pub use bezzel_search::{Category, Info, Setting, Values, algorithms, stacks};
