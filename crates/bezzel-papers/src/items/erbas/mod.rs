//! Erbas, Sarkeshik and Tanik 1992, the survey.

pub(super) mod algorithms;
pub(super) mod claims;
pub(super) mod constructions;
pub(super) mod definitions;
pub(super) mod figures;
pub(super) mod symmetries;
pub(super) mod tables;
pub(super) mod times;
