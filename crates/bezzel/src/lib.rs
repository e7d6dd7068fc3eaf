//! The N-Queens problem as a library: one request, one answer and one function for every verb.
//!
//! ```
//! use bezzel::{Control, Problem, SolveRequest, solve};
//!
//! let answer = solve(&SolveRequest::new(Problem::queens(8)), &Control::new())?;
//! assert_eq!(answer.solution.as_deref(), Some("0,4,7,5,2,6,1,3"));
//! # Ok::<(), bezzel::Error>(())
//! ```
//!
//! The fields of a request have the names of the command line's options and of the server's JSON.
//! An answer is plain data that serialises to one versioned document, the same from every front. A
//! [`Control`] stops a computation and receives its progress. An [`Error`] says what is wrong, why,
//! and what to do instead, as facts that each front words itself.
//!
//! A verb is a function from its request to its answer that takes a control. What cannot be sent as
//! JSON is an argument of its own: the ledger of a job that a request starts, counts or verifies,
//! a stream, a sink for solutions. The other functions are these:
//!
//! | not a verb | why |
//! |---|---|
//! | `algorithms`, `catalogue`, `known`, `job_units` | look something up: nothing to stop |
//! | `job_plan`, `job_open` | the two steps of `job_start`, for ledgers named by their plan |
//! | `job_run_on`, `job_verify_on` | `job_run` and `job_verify` with workers of the caller |
//! | `record`, `record_part` | `trace` into memory, to be browsed in any order |
//! | `motions` | the symmetries of a problem, which `symmetry` and `draw` use |
//! | `spectrum`, `conjecture_5_2`, `conjecture_5_3`, `guldal_matrix` | values that the papers use |
//! | `extension`, `read_json`, `misread` | names of files and words for fronts |
//!
//! `reproduce` is a verb of `bezzel-papers`.
//!
//! The library decides which engine or algorithm does the work. It never prints, reads arguments
//! or knows HTTP, and touches only files it is given.

mod algorithm;
mod algorithms;
mod catalogue;
mod check;
mod colour;
mod compare;
mod construct;
mod control;
mod count;
mod deadline;
mod density;
mod divide;
mod doctor;
mod document;
mod draw;
mod error;
mod estimate;
mod export;
mod extreme;
mod forecast;
mod import;
mod job;
#[cfg(unix)]
mod judge;
mod known;
mod limits;
mod list;
mod model;
mod puzzle;
mod read;
pub mod registry;
mod sample;
mod solve;
mod space;
mod squares;
mod stack;
mod stoppable;
mod symmetry;
mod trace;
mod troubles;
mod workers;

pub use algorithm::{SettingValue, SettingValues};
pub use algorithms::{AlgorithmsAnswer, AlgorithmsRequest, algorithms};
pub use bezzel_board::{
    BoardError, Conflict, Excluded, Explain, Instead, Motion, Notation, NotationError, Placement,
    Problem, Regions, Rule, Size, Square, Stack, Stop, Symmetry, Topology,
};
pub use bezzel_engines::Spectrum;
pub use bezzel_jobs::{
    Disk, Entry, Links, Place, Progress as UnitsProgress, RealDisk, Share, panicked, printable,
    shown,
};
pub use bezzel_models::solve::Backends;
pub use bezzel_search::construct::{Format as StreamFormat, MOST_QUEENS};
pub use bezzel_search::{
    Card, CardBoards, CardSetting, Frame, Memory, Production, Reason, SettingKind, Stacking, Step,
    StopReason, Work, nearest,
};
pub use catalogue::{
    BackendCard, CatalogueAnswer, DefinitionCard, EngineCard, FormatCard, catalogue,
};
pub use check::{
    CheckAnswer, CheckProofAnswer, CheckProofRequest, CheckRequest, CheckStreamAnswer,
    CheckStreamRequest, CheckedDefinition, ColumnSource, DefinitionRelation, check, check_proof,
    check_stream,
};
pub use colour::{ColourAnswer, ColourRequest, Refutation, colour};
pub use compare::{
    Best, CompareAnswer, CompareRequest, CompareRun, CompareSample, Distribution, Distributions,
    ExactSuccess, Fit, Goal, Goals, Law, LeftOut, Measure, PerSolution, compare,
};
pub use construct::{ConstructAnswer, ConstructRequest, Magic, QueenRun, construct};
pub use control::{Control, Note, Progress};
pub use count::{
    ClassCounts, CountAnswer, CountRequest, Counted, EngineRun, How, Provenance, TorusClassCount,
    count, spectrum,
};
pub use density::Density;
pub use divide::{DivideAnswer, DivideColumn, DivideRequest, divide};
pub use doctor::{DoctorAnswer, DoctorRequest, Finding, doctor};
pub use document::{Decimal, Schema, Whole};
pub use draw::{
    BoardNumbers, BoardPicture, DensityPicture, DrawAnswer, DrawRequest, FloorsPicture,
    GalleryPicture, GraphPicture, OrbitPicture, PictureFormat, PictureRequest, PlotLine,
    PlotMeasure, PlotNumbers, PlotPicture, TracePicture, TreePicture, TreeShown, draw,
};
pub use error::{Error, ErrorKind};
pub use estimate::{
    EstimateAnswer, EstimateLimit, EstimateMethod, EstimateRequest, EstimateWalks, Estimated,
    EstimatedMean, estimate,
};
pub use export::{ExportAnswer, ExportRequest, export, extension};
pub use extreme::{ExtremeAnswer, ExtremeRequest, Question, extreme};
pub use forecast::{ForecastAnswer, ForecastRequest, Outlook, forecast};
pub use import::{Asked, ImportAnswer, ImportRequest, Imported, import};
pub use job::{
    CountedUnit, CountedUnits, FailedUnit, JobAnswer, JobCounter, JobCoverage, JobDiscardRequest,
    JobExportAnswer, JobExportRequest, JobHire, JobImportRequest, JobMergeAnswer, JobMergeRequest,
    JobMismatch, JobPauseRequest, JobPlan, JobProvenance, JobRunRequest, JobSalvageAnswer,
    JobSalvageRequest, JobSplitRequest, JobStartRequest, JobState, JobStatusRequest, JobStretch,
    JobUnit, JobUnits, JobUnitsAnswer, JobUnpauseRequest, JobVerifyAnswer, JobVerifyRequest,
    job_discard, job_export, job_import, job_merge, job_open, job_pause, job_plan, job_run,
    job_run_on, job_salvage, job_split, job_start, job_status, job_units, job_unpause, job_verify,
    job_verify_on,
};
#[cfg(unix)]
pub use judge::{JudgeAnswer, JudgeRequest, JudgedSide, judge};
pub use known::{KnownAnswer, KnownRequest, KnownSequence, KnownTerm, known};
pub use limits::RunLimits;
pub use list::{ListAnswer, ListRequest, ListedSolution, list};
pub use puzzle::{
    Puzzle, PuzzleAnswer, PuzzleInferences, PuzzleKind, PuzzleLevel, PuzzleRequest, puzzle,
};
pub use read::{misread, read_json};
pub use sample::{
    SampleAnswer, SampleOrder, SampleRequest, SampleWalks, SampledSolution, Uniform, sample,
};
pub use solve::{Conclusion, SolveAnswer, SolveRequest, WrittenProof, solve};
pub use space::{
    ClosedForm, ClosedFormAnswer, ClosedFormRequest, ClosedFormTerm, Conjecture, Counterexample,
    Exists, ModularAnswer, ModularFinding, ModularRequest, SpaceTableAnswer, SpaceTableRequest,
    TableAgreement, TableEntry, closed_form, conjecture_5_2, conjecture_5_3, modular, space_table,
};
pub use squares::{SquaresAnswer, SquaresRequest, squares};
pub use stack::{
    DisjointAnswer, DisjointRequest, DisjointSide, MemoryRead, StackAnswer, StackCountAnswer,
    StackCountRequest, StackCounted, StackRequest, StackTable, StacksAnswer, StacksRequest,
    disjoint, stack, stack_count, stacks,
};
pub use symmetry::{
    FundamentalList, FundamentalSolution, Image, PlacementClass, SymmetryAnswer, SymmetryRequest,
    motions, symmetry,
};
pub use trace::{
    Branch, Branches, Bucket, DensityCut, Direction, FoundStep, MatrixEntry, NodeState, Overview,
    PausedRun, RecordedPart, Recording, RecordingSummary, StepCounts, StepKind, TraceAnswer,
    TraceEnd, TraceEvent, TraceItem, TraceMoment, TracePage, TraceRequest, TraceStart, TraceStep,
    TreeCut, TreeDensity, TreeNode, TreeView, guldal_matrix, record, record_part, trace,
};
pub use troubles::Trouble;
pub use workers::{MOST_THREADS, Workers};

/// The example of the README, which is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
