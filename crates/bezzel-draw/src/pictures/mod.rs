//! The pictures: plain data in, a scene out.

pub mod board;
mod board_edges;
mod board_regions;
mod board_text;
pub mod density;
pub mod graph;
pub mod levels;
pub mod plot;
pub mod sheet;
mod squares;
pub mod stack;
pub mod trace;
pub mod tree;
