//! Listening, connections with their limits, and a clean shutdown.

use crate::api;
use crate::app::App;
use crate::book;
use crate::config::Config;
use crate::connection::{self, Patient};
use crate::guard::{self, Guard, Peer};
use crate::page;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long unfinished answers may take once the server is shutting down.
const GRACE: Duration = Duration::from_secs(5);

/// Why the server could not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}; {}", remedy(error))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: std::io::Error,
    },
    /// The data folder cannot be used.
    #[error("the data folder {}: {error}; choose another", folder.display())]
    Data {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The token cannot be sent in a header, or is too easy to guess.
    #[error("a token consists of at least {least} letters, digits, '-' and '_'")]
    Token {
        /// The fewest characters it may have.
        least: usize,
    },
    /// The system gave no random numbers for a token.
    #[error("no random token could be created: {0}; choose one")]
    Random(std::io::Error),
}

/// What to do about an address that cannot be used.
fn remedy(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::AddrNotAvailable => {
            "the host is an address of this machine, or 0.0.0.0 for all of them"
        }
        std::io::ErrorKind::PermissionDenied => "choose a port of 1024 or more",
        _ => "choose another port, or 0 for a free one",
    }
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    address: SocketAddr,
    token: Option<String>,
}

impl Server {
    /// Opens the data folder and the port.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        // Other machines have time to guess, so the token must be long.
        let least = if config.host.is_loopback() { 8 } else { 16 };
        let token = match &config.token {
            Some(token) if is_token(token, least) => Some(token.clone()),
            Some(_) => return Err(ServeError::Token { least }),
            None if config.host.is_loopback() => None,
            None => Some(random_token().map_err(ServeError::Random)?),
        };
        let address = SocketAddr::new(config.host, config.port);
        let refused = |error| ServeError::Listen { address, error };
        let listener = connection::listen(address).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let app = App::new(&config, Guard::new(config.host, token.clone()))?;
        Ok(Server { listener, app, address, token })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser, with the token if one is required.
    #[must_use]
    pub fn url(&self) -> String {
        match self.address.ip() {
            ip if ip.is_unspecified() => self.url_at(Ipv4Addr::LOCALHOST.into()),
            ip => self.url_at(ip),
        }
    }

    /// The addresses for other machines, if it listens on all addresses of this one.
    #[must_use]
    pub fn urls_outside(&self) -> Vec<String> {
        let host = self.address.ip();
        if !host.is_unspecified() {
            return Vec::new();
        }
        let ips = if_addrs::get_if_addrs().unwrap_or_default().into_iter().map(|one| one.ip());
        // Link-local IPv6 addresses mean nothing without the name of the interface.
        let reached = |ip: &IpAddr| match ip {
            IpAddr::V4(ip) => !ip.is_loopback(),
            IpAddr::V6(ip) => host.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
        };
        ips.filter(reached).map(|ip| self.url_at(ip)).collect()
    }

    fn url_at(&self, ip: IpAddr) -> String {
        let address = SocketAddr::new(ip, self.address.port());
        match &self.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Answers until `end` completes, then finishes what is being answered (for some seconds),
    /// stops the rest and closes the ledgers.
    pub async fn run(self, end: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Server { listener, app, address, .. } = self;
        tracing::info!(%address, "listening");
        // Planning what is in the ledgers may take a while, and no request has to wait for it.
        let started = Arc::clone(&app);
        tokio::spawn(async move {
            if let Err(error) = api::look_at_jobs(&started).await {
                tracing::warn!(?error, "the jobs could not be looked at");
            }
        });
        let watched = Arc::clone(&app);
        let watch = tokio::spawn(async move { watched.watch_memory().await });
        let service = routes(&app);
        let patience = Duration::from_secs(app.limits.reader_seconds);
        let graceful = GracefulShutdown::new();
        let mut end = std::pin::pin!(end);
        loop {
            let accepted = tokio::select! {
                () = &mut end => break,
                accepted = accept(&listener, &app.room, patience) => accepted,
            };
            let (stream, permit) = accepted;
            let peer = stream.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |it| it.ip());
            let inner = TowerToHyperService::new(service.clone());
            let service = service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(Peer(peer));
                inner.call(request)
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(Duration::from_secs(app.limits.header_seconds))
                .max_headers(64)
                .serve_connection(TokioIo::new(Patient::new(stream, patience)), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // A client that breaks the connection is not worth a message.
                let _ = connection.await;
                drop(permit);
            });
        }
        drop(listener);
        tracing::info!("ending");
        // Streams end at once, unfinished answers get some time.
        let _ = app.ending.send(true);
        let finished = tokio::time::timeout(GRACE, graceful.shutdown()).await.is_ok();
        watch.abort();
        app.jobs.stop().await;
        tracing::info!(finished, "ended");
        Ok(())
    }
}

/// The next connection, once there is room for it.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
    patience: Duration,
) -> (TcpStream, OwnedSemaphorePermit) {
    loop {
        // Only this function takes permits, so the room found here is still there when a client
        // connects.
        drop(room.acquire().await);
        match listener.accept().await {
            Ok((stream, _)) => {
                // A connection that ended at once cannot be prepared; its task will notice.
                let _ = connection::prepare(&stream, patience);
                let permit = Arc::clone(room).try_acquire_owned();
                return (stream, permit.expect("there is room"));
            }
            // Most likely too many open files, which is temporary.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .nest("/api/v1", api::router())
        .route("/book", get(book::enter))
        .route("/book/", get(book::enter))
        .route("/book/{*path}", get(book::serve))
        .fallback(page::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::check))
        .layer(middleware::from_fn(finish))
        .with_state(Arc::clone(app))
}

/// Headers of every answer, and a line in the log about it.
async fn finish(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let (status, micros) = (response.status().as_u16(), started.elapsed().as_micros() as u64);
    tracing::debug!(%method, path, status, micros, "answered");
    response
}

fn is_token(text: &str, least: usize) -> bool {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    text.len() >= least && text.bytes().all(good)
}

/// 128 random bits from the system.
fn random_token() -> std::io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
