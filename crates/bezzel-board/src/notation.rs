//! placeholder
/// placeholder
#[derive(Debug)]
pub enum Notation {}
