//! Where the server listens, where it keeps its files, and its limits.

use bezzel::{Backends, Disk, Memory, RealDisk};
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use utoipa::ToSchema;

/// The year of Max Bezzel's problem.
pub const PORT: u16 = 1848;

/// How to serve.
#[derive(Clone)]
pub struct Config {
    /// Address to listen on.
    pub host: IpAddr,
    /// Port to listen on; 0 chooses a free one.
    pub port: u16,
    /// The only folder that is read and written.
    pub data: PathBuf,
    /// The token that every request must send. If none is given, a random one is used on any
    /// address other than loopback.
    pub token: Option<String>,
    /// The limits on requests.
    pub limits: Limits,
    /// The built-in solvers; the program that starts the server may have linked more than those in
    /// Rust.
    pub backends: Backends,
    /// The file system; tests use one that fails.
    pub disk: Arc<dyn Disk>,
}

impl Config {
    /// Loopback, the usual port, the usual limits, the solvers that are written in Rust.
    #[must_use]
    pub fn local(data: PathBuf) -> Config {
        let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (limits, backends) = (Limits::default(), Backends::own());
        let disk = Arc::new(RealDisk);
        Config { host, port: PORT, data, token: None, limits, backends, disk }
    }
}

/// `$XDG_DATA_HOME/bezzel` or `~/.local/share/bezzel`; none if there is no home folder.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    folder("XDG_DATA_HOME")
        .or_else(|| Some(folder("HOME")?.join(".local/share")))
        .map(|base| base.join("bezzel"))
}

/// Limits on each request, and on all together. Shown by `GET /api/v1/health`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Limits {
    /// Most rows of a board that is traced.
    pub trace_rows: u32,
    /// Steps of a trace if the request names none.
    pub trace_steps: u32,
    /// Most steps of a trace.
    pub trace_steps_most: u32,
    /// Most bytes of one trace.
    pub trace_bytes: usize,
    /// Most seconds one trace is computed.
    pub trace_seconds: u64,
    /// Most bytes of all traces kept; the least recently used are dropped first.
    pub store_bytes: usize,
    /// Most events in one page of a trace.
    pub page_events: u32,
    /// Most sections of an overview.
    pub overview_buckets: u32,
    /// Most nodes of a tree shown at once.
    pub tree_nodes: u32,
    /// Most rows of a board that is solved or checked.
    pub solve_rows: u32,
    /// Most seconds of a search for one solution.
    pub solve_seconds: u64,
    /// Most rows of a board that is coloured.
    pub colour_rows: u32,
    /// Most rows of a board on which algorithms are compared.
    pub compare_rows: u32,
    /// Most runs of one comparison.
    pub compare_runs: usize,
    /// Most seconds of one run of a comparison.
    pub compare_seconds: f64,
    /// Most queens written without search; a document of their runs has no limit.
    pub construct_queens: u64,
    /// Most rows of a board that is counted.
    pub count_rows: u32,
    /// Most seconds a request waits for its total; jobs have no time limit.
    pub count_seconds: f64,
    /// Most threads of one count.
    pub count_threads: usize,
    /// Counting jobs that run at the same time; the others wait.
    pub jobs_at_once: usize,
    /// Most jobs kept.
    pub jobs: usize,
    /// Largest side of a stack.
    pub stack_side: u32,
    /// Largest side whose stacks are counted or listed.
    pub stack_count_side: u32,
    /// Most columns of a board whose fundamental solutions are listed.
    pub fundamental_columns: u32,
    /// Most columns of a board that solutions are drawn from.
    pub sample_columns: u32,
    /// Most rows and columns of a board that is exported for other solvers.
    pub model_rows: u32,
    /// Most bytes of memory of the whole server; above it, computations are stopped.
    pub memory_bytes: u64,
    /// Most bytes of a request's body.
    pub body_bytes: usize,
    /// Most seconds a body may take to arrive.
    pub body_seconds: u64,
    /// Most seconds the header of a request may take to arrive, and a connection may be idle.
    pub header_seconds: u64,
    /// Most seconds a client may go without reading a byte of its answer, or make a computation wait
    /// in addition to the time that its bytes take at 64 KiB a second.
    pub reader_seconds: u64,
    /// Most connections at a time.
    pub connections: usize,
    /// Computations that may wait for a thread before the answer is "busy".
    pub waiting: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            trace_rows: 1_000,
            trace_steps: 1_000_000,
            // A tree of more than a million nodes, two steps and a dead end for most of them.
            trace_steps_most: 4_000_000,
            trace_bytes: 192 << 20,
            // A million steps take a second, on a slow and busy machine more than twenty.
            trace_seconds: 60,
            store_bytes: 384 << 20,
            page_events: 2_000,
            overview_buckets: 4_000,
            tree_nodes: 5_000,
            solve_rows: 100_000,
            solve_seconds: 30,
            colour_rows: 20,
            compare_rows: 1_000,
            compare_runs: 2_000,
            compare_seconds: 60.0,
            construct_queens: 10_000_000,
            count_rows: 28,
            count_seconds: 30.0,
            count_threads: cores,
            jobs_at_once: 4,
            jobs: 200,
            stack_side: 200,
            stack_count_side: 12,
            fundamental_columns: 12,
            sample_columns: 16,
            model_rows: 300,
            memory_bytes: Memory::of_machine().most(),
            body_bytes: 4 << 20,
            body_seconds: 10,
            header_seconds: 20,
            reader_seconds: 30,
            connections: 1_024,
            waiting: 256,
        }
    }
}
