//! `bezzel serve`: the workstation in the browser.

use crate::args::within;
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel_server::{Config, PORT, ServeError, Server, data_folder};
use clap::{Args, ValueEnum};
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Barrier};
use tokio::signal::unix::{SignalKind, signal};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::{fmt, prelude::*};

/// Open the workstation in the browser
///
/// Serves the page and the API under /api/v1 until Ctrl-C. Only this machine can connect, unless
/// --host says otherwise; then every request needs the token in the printed address.
#[derive(Args)]
pub struct Serve {
    /// Port to listen on; 0 chooses a free one
    #[arg(long, default_value_t = PORT, value_parser = within::<u16>(0..=65_535), allow_negative_numbers = true)]
    port: u16,
    /// Address to listen on: 127.0.0.1, ::1, 0.0.0.0 for all
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Folder for the ledgers of counting jobs (default: bezzel in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Token that every request must send (default: a random one, printed, if --host is not this
    /// machine)
    #[arg(long)]
    token: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Format of the log on standard error; RUST_LOG chooses its contents
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Log {
    /// Lines of text
    Text,
    /// One JSON object per line
    Json,
}

impl Serve {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let config = self.config()?;
        self.start_log();
        ask_for_threads()?;
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(async {
            let server = Server::bind(config).await?;
            let url = server.url();
            writeln!(out, "{url}")?;
            for url in server.urls_outside() {
                writeln!(out, "{url}")?;
            }
            out.flush()?;
            if !server.address().ip().is_loopback() {
                output::note(
                    "other machines can reach this server, and the connection is not encrypted: \
                     anyone who sees the traffic sees the token; use it in a network you trust, or \
                     through 'ssh -L'",
                );
            }
            output::note("Ctrl-C stops the server");
            if self.open {
                open(&url);
            }
            let (mut interrupt, mut terminate) =
                (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
            let end = async {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                tokio::spawn(async move {
                    // A second signal ends the program at once.
                    tokio::select! {
                        _ = interrupt.recv() => {}
                        _ = terminate.recv() => {}
                    }
                    std::process::exit(130);
                });
            };
            server.run(end).await?;
            Ok(())
        })
    }

    fn config(&self) -> Result<Config, Failure> {
        let host = match self.host.as_str() {
            "localhost" => IpAddr::V4(Ipv4Addr::LOCALHOST),
            text => text.parse().map_err(|_| {
                Failure::Usage(format!(
                    "'{text}' is not an address; write 127.0.0.1, ::1, or 0.0.0.0 for all"
                ))
            })?,
        };
        let data = self.data.clone().or_else(data_folder).ok_or_else(|| {
            Failure::Usage("there is no home folder; name a folder with --data".to_owned())
        })?;
        Ok(Config {
            host,
            port: self.port,
            token: self.token.clone(),
            backends: bezzel_solvers::backends(),
            ..Config::local(data)
        })
    }

    fn start_log(&self) {
        let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse().ok());
        let usual = || {
            let others = Targets::new().with_default(LevelFilter::WARN);
            others.with_target("bezzel_server", LevelFilter::INFO)
        };
        let log = tracing_subscriber::registry().with(asked.unwrap_or_else(usual));
        let lines = fmt::layer().with_writer(std::io::stderr);
        match self.log {
            Log::Json => log.with(lines.json()).init(),
            Log::Text => log.with(lines.with_ansi(std::io::stderr().is_terminal())).init(),
        }
    }
}

/// Fails if the system does not allow the threads that the runtime needs: it would panic.
fn ask_for_threads() -> Result<(), Failure> {
    let number = std::thread::available_parallelism().map_or(1, usize::from) + 1;
    let gate = Arc::new(Barrier::new(number + 1));
    let start = |_| {
        let gate = Arc::clone(&gate);
        std::thread::Builder::new().spawn(move || gate.wait())
    };
    let started: Result<Vec<_>, _> = (0..number).map(start).collect();
    match started {
        Ok(_) => {
            gate.wait();
            Ok(())
        }
        // The threads that did start end with the program.
        Err(error) => Err(Failure::Io(format!(
            "the system does not allow {number} threads: {error}; stop other programs, or raise the limit"
        ))),
    }
}

/// Asks the desktop to open an address; without a desktop, the user opens the printed address.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = || Stdio::null();
    let opened = Command::new(program).arg(url).stdout(quiet()).stderr(quiet()).spawn();
    if opened.is_err() {
        output::note("no browser could be opened; open the address yourself");
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        match error {
            ServeError::Token { .. } => Failure::Usage(error.to_string()),
            error => Failure::Io(error.to_string()),
        }
    }
}
