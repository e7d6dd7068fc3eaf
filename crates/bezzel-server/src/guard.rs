//! Access control: the Host and Origin of every request, and the token where one is required.
//!
//! On loopback anyone on the machine may send requests, but pages of other sites may not: a foreign
//! `Origin` is refused, and so is a `Host` that is not a name of this machine (a site may point its
//! own name to 127.0.0.1). On any other address every request must send the token, and a client
//! that sends wrong ones has to wait longer and longer.

use crate::app::App;
use crate::error::ApiError;
use crate::guesses::Guesses;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

/// Name of the cookie that carries the token.
const COOKIE: &str = "bezzel-token";

/// The address a request comes from.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The rules of access.
pub struct Guard {
    loopback: bool,
    token: Option<String>,
    guesses: Guesses,
}

impl Guard {
    pub fn new(host: IpAddr, token: Option<String>) -> Guard {
        Guard { loopback: host.is_loopback(), token, guesses: Guesses::default() }
    }

    fn check_host(&self, host: &str) -> Result<(), ApiError> {
        let name = without_port(host);
        let local = name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        if local || !self.loopback {
            return Ok(());
        }
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "wrong-host",
            format!("this server is not called {name}"),
            "use localhost or 127.0.0.1",
        ))
    }

    fn check_origin(host: &str, headers: &HeaderMap, path: &str) -> Result<(), ApiError> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let foreign_origin = text("origin").is_some_and(|origin| {
            let own = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            own.is_none_or(|own| !own.eq_ignore_ascii_case(host))
        });
        // Pictures and forms of other sites send no Origin, but browsers say where the request
        // comes from.
        let foreign_site = path.starts_with("/api/")
            && text("sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site));
        if !foreign_origin && !foreign_site {
            return Ok(());
        }
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            "the request came from a page of another site",
            "open the page of this server itself",
        ))
    }

    fn is_token(&self, shown: &str) -> bool {
        // Digests are compared, so that the time it takes reveals nothing about the token.
        let known = self.token.as_ref().map(|token| Sha256::digest(token.as_bytes()));
        known == Some(Sha256::digest(shown.as_bytes()))
    }

    /// The tokens in the headers of a request.
    fn tokens(headers: &HeaderMap) -> Vec<String> {
        let values = |name: &str| {
            headers.get_all(name).iter().filter_map(|v| v.to_str().ok()).collect::<Vec<_>>()
        };
        let bearer = values("authorization");
        let bearer = bearer.iter().filter_map(|value| value.strip_prefix("Bearer "));
        let cookies = values("cookie");
        let cookies = cookies
            .iter()
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        bearer.chain(cookies).map(|shown| shown.trim().to_owned()).collect()
    }

    /// Whether a request is admitted, or gets a cookie for the token in its address.
    fn admit(&self, request: &Request) -> Result<Admitted, ApiError> {
        if self.token.is_none() {
            return Ok(Admitted::Pass);
        }
        let in_headers = Guard::tokens(request.headers());
        let in_address = token_in(request.uri()).filter(|_| request.method() == Method::GET);
        if in_headers.is_empty() && in_address.is_none() {
            return Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "token-needed",
                "this server requires its token",
                "send 'Authorization: Bearer TOKEN', or open the address it printed",
            ));
        }
        // Without an address all guesses are treated as coming from one client.
        let unknown = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let from = request.extensions().get::<Peer>().map_or(unknown, |peer| peer.0);
        let now = Instant::now();
        if let Some(pause) = self.guesses.pause(from, now) {
            return Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-guesses",
                "too many wrong tokens came from this address",
                format!("wait {} seconds, then send the right one", pause.as_secs() + 1),
            ));
        }
        if in_headers.iter().any(|shown| self.is_token(shown)) {
            self.guesses.right(from);
            return Ok(Admitted::Pass);
        }
        if let Some(shown) = in_address.filter(|shown| self.is_token(shown)) {
            self.guesses.right(from);
            return Ok(Admitted::Welcome(shown));
        }
        let shown = in_headers.first().or(token_in(request.uri()).as_ref()).cloned();
        self.guesses.wrong(from, Sha256::digest(shown.unwrap_or_default().as_bytes()).into(), now);
        Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "wrong-token",
            "this is not the token of this server",
            "open the address it printed when it started",
        ))
    }
}

/// `example.org` of `example.org:80`, `::1` of `[::1]:80`.
fn without_port(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

/// The checks, which come before anything else.
pub async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let guard = &app.guard;
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let admitted = guard
        .check_host(host)
        .and_then(|()| Guard::check_origin(host, headers, request.uri().path()));
    if let Err(error) = admitted {
        return error.into_response();
    }
    match guard.admit(&request) {
        Ok(Admitted::Pass) => next.run(request).await,
        Ok(Admitted::Welcome(token)) => welcome(request.uri(), &token),
        Err(error) => error.into_response(),
    }
}

/// How a request is admitted.
enum Admitted {
    /// It is passed on.
    Pass,
    /// The token in its address is right and becomes a cookie.
    Welcome(String),
}

/// The token in a query.
fn token_in(uri: &Uri) -> Option<String> {
    let pairs = uri.query()?.split('&');
    pairs.filter_map(|pair| pair.strip_prefix("token=")).map(str::to_owned).next()
}

/// Sets the token as a cookie and removes it from the address.
fn welcome(uri: &Uri, token: &str) -> Response {
    let rest: Vec<&str> = (uri.query().unwrap_or_default().split('&'))
        .filter(|pair| !pair.starts_with("token=") && !pair.is_empty())
        .collect();
    // Exactly one slash in front, so that the address is always on this server.
    let mut target = format!("/{}", uri.path().trim_start_matches('/'));
    if !rest.is_empty() {
        target.push('?');
        target.push_str(&rest.join("&"));
    }
    let mut response = Redirect::to(&target).into_response();
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_hosts_on_loopback() {
        let guard = Guard::new("127.0.0.1".parse().unwrap(), None);
        for host in ["localhost", "localhost:1848", "127.0.0.1:1848", "[::1]:1848", "LocalHost:1"] {
            assert!(guard.check_host(host).is_ok(), "{host}");
        }
        for host in ["", "evil.example", "evil.example:1848", "localhost.evil.example", "10.0.0.1"]
        {
            assert!(guard.check_host(host).is_err(), "{host}");
        }
        let wide = Guard::new("0.0.0.0".parse().unwrap(), Some("x".to_owned()));
        assert!(wide.check_host("box.example:1848").is_ok());
    }

    #[test]
    fn an_origin_must_be_the_host_itself() {
        let check = |name: &'static str, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_static(value));
            Guard::check_origin("localhost:1848", &headers, "/api/v1/health").is_ok()
        };
        assert!(check("origin", "http://localhost:1848"));
        for origin in ["http://evil.example", "null", "http://localhost:9999", "file://"] {
            assert!(!check("origin", origin), "{origin}");
        }
        assert!(check("sec-fetch-site", "same-origin") && check("sec-fetch-site", "none"));
        assert!(!check("sec-fetch-site", "cross-site") && !check("sec-fetch-site", "same-site"));
    }

    #[test]
    fn the_token_is_removed_from_the_address() {
        let uri: Uri = "//evil.example/?a=1&token=abc&b=2".parse().unwrap();
        assert_eq!(token_in(&uri).as_deref(), Some("abc"));
        let response = welcome(&uri, "abc");
        assert_eq!(response.headers()[header::LOCATION], "/evil.example/?a=1&b=2");
    }
}
