//! The HTTP API of Bezzel and the page it serves.
//!
//! All computation is done by the same libraries as in the command line; this crate adds what a
//! server needs: limits on every request, threads that stop when their client has gone, recorded
//! traces that are read by page and by step, counting jobs on the ledgers of `bezzel-jobs`, and the
//! checks that keep other sites and other machines out.
//!
//! ```no_run
//! # async fn serve() -> Result<(), bezzel_server::ServeError> {
//! use bezzel_server::{Config, Server};
//!
//! let server = Server::bind(Config::local("/tmp/bezzel".into())).await?;
//! println!("{}", server.url());
//! server.run(std::future::pending()).await
//! # }
//! ```

mod api;
mod app;
mod book;
mod config;
mod connection;
mod error;
mod extract;
mod guard;
mod guesses;
mod jobs;
mod lane;
mod page;
mod paused;
mod server;
mod store;
mod stream;

pub use api::openapi;
pub use config::{Config, Limits, PORT, data_folder};
pub use server::{ServeError, Server};
