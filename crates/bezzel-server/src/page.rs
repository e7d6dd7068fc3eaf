//! The page, built into the program: files of `web/dist`, compressed if the build compressed them.

use crate::error::ApiError;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

/// The contents of `web/dist` when the program was built, or a note on how to build it.
#[derive(RustEmbed)]
#[folder = "$BEZZEL_PAGE"]
struct Files;

/// Everything is loaded from this server, and inline scripts are not allowed.
pub const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; \
     connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The one path that pages of other sites may show in a frame. The page opens a view there that
/// plays a run and has no control that changes anything on the server, so that tricking a user into
/// a click does no harm.
const FRAMED: &str = "/embed";

/// Serves a file, or the page itself for its own addresses.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let hint = "the API is under /api/v1; GET /api/v1/openapi.json lists all paths";
        return ApiError::missing("unknown-path", "there is no such path", hint).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = if path.is_empty() { "index.html" } else { path };
    if let Some(response) = file(path, &headers) {
        return response;
    }
    // A path that looks like a file but does not exist is an error; everything else is an address
    // inside the page.
    let last = path.rsplit('/').next().unwrap_or(path);
    if path.starts_with("assets/") || last.contains('.') || path.contains("..") {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    }
    let mut page =
        file("index.html", &headers).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response());
    // Compared as it was sent, as the page does: //embed shows the whole page.
    if uri.path() == FRAMED {
        let policy = POLICY.replace("; frame-ancestors 'none'", "");
        let policy = HeaderValue::from_str(&policy).expect("it is plain text");
        page.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    page
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = Files::get(path)?;
    let (chosen, coding) = [("br", "br"), ("gz", "gzip")]
        .into_iter()
        .filter(|(_, coding)| accepts(headers, coding))
        .find_map(|(ending, coding)| Some((Files::get(&format!("{path}.{ending}"))?, Some(coding))))
        .unwrap_or((plain, None));
    let tag = format!("\"{}\"", hex(&chosen.metadata.sha256_hash()));
    let mut response = match is_known(headers, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(chosen.data).into_response(),
    };
    let answer = response.headers_mut();
    let mut set = |name, text: &str| {
        if let Ok(value) = HeaderValue::from_str(text) {
            answer.insert(name, value);
        }
    };
    set(header::CONTENT_TYPE, kind(path));
    // Files under assets/ have their digest in their name and never change; all others are
    // revalidated.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    set(header::CACHE_CONTROL, cache);
    set(header::ETAG, &tag);
    set(header::VARY, "accept-encoding");
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    if let Some(coding) = coding {
        set(header::CONTENT_ENCODING, coding);
    }
    Some(response)
}

/// The values of a header that is a list.
fn values(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether the client accepts a coding: by its name, otherwise by `*`, and not with a weight of 0.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let weight = |asked: &str| {
        values(headers, header::ACCEPT_ENCODING).find_map(|value| {
            let (name, weight) = value.split_once(';').unwrap_or((value, "q=1"));
            let weight = weight.trim().trim_start_matches(['q', 'Q']).strip_prefix('=');
            let weight = weight.and_then(|weight| weight.trim().parse::<f32>().ok());
            name.trim().eq_ignore_ascii_case(asked).then_some(weight.unwrap_or(0.0))
        })
    };
    weight(coding).or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

/// Whether the client has this content already.
pub fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    values(headers, header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// The tag of content that was not there when the program was built.
pub fn tag(bytes: &[u8]) -> String {
    format!("\"{}\"", hex(&Sha256::digest(bytes).into()))
}

fn hex(digest: &[u8; 32]) -> String {
    digest[..12].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The content type by file extension; browsers are told not to guess.
pub fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" | "py" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_those_the_client_accepts() {
        let accepts = |line: &'static str, coding: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(line));
            accepts(&headers, coding)
        };
        for line in ["br", "gzip, br", "gzip;q=1, BR ; q=0.1", "*", "gzip;q=0, *;q=0.5", "br;q=1.0"]
        {
            assert!(accepts(line, "br"), "{line}");
        }
        for line in ["", "gzip", "br;q=0", "br;q=0.000", "*;q=0", "br;q=0, *", "brotli", "br;q=x"] {
            assert!(!accepts(line, "br"), "{line}");
        }
        assert!(!super::accepts(&HeaderMap::new(), "br"));
    }
}
