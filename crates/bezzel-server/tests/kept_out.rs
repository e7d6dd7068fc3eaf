//! Who may ask, and for which paths: other sites, other machines and files of the disk are kept out.

use crate::common::{Running, code_of, queens, request, status_of};
use bezzel_server::{Config, ServeError, Server};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

#[test]
fn path_tricks_do_not_work() {
    let server = Running::start();
    let host = server.address.to_string();
    std::fs::write(server.folder.path().join("secret.txt"), "the secret").unwrap();
    for path in [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../../etc/passwd",
        "/assets/..%5c..%5csecret.txt",
        "//etc/passwd",
        "/secret.txt",
        "/api/v1/jobs/..%2f..%2fsecret.txt",
        "/api/v1/jobs/..%2f..%2f..%2fetc%2fpasswd/units",
        "/api/v1/traces/..%2f..%2fsecret/events",
        "/api/v1/papers/..%2f..%2fetc/passwd",
        "/api/v1/../../secret.txt",
        "/api/v2/health",
        "/%00",
        "/%ff%fe",
    ] {
        let answer = server.raw(&request("GET", path, &[("Host", &host)], ""));
        // A path that is not a file is an address inside the page, which contains nothing from the
        // disk.
        assert!(
            [400, 404].contains(&code_of(&answer)) || answer.contains("<title>"),
            "{path}: {answer}"
        );
        assert!(!answer.contains("root:") && !answer.contains("the secret"), "{path}: {answer}");
    }
    let absolute = request("GET", "http://evil.example/api/v1/health", &[("Host", &host)], "");
    assert!(status_of(&server, &absolute) < 500);
}

#[test]
fn other_sites_and_names_are_kept_out() {
    let server = Running::start();
    let host = server.address.to_string();
    let own = format!("http://{host}");
    let ask = |headers: &[(&str, &str)]| {
        status_of(&server, &request("GET", "/api/v1/health", headers, ""))
    };
    assert_eq!(ask(&[("Host", &host)]), 200);
    assert_eq!(ask(&[("Host", &host), ("Origin", &own)]), 200);
    assert_eq!(ask(&[("Host", "localhost:1")]), 200);
    for origin in ["http://evil.example", "https://evil.example", "null", "http://localhost"] {
        assert_eq!(ask(&[("Host", &host), ("Origin", origin)]), 403, "{origin}");
    }
    for name in ["evil.example", "evil.example:1848", "127.0.0.1.evil.example", "[2001:db8::1]"] {
        assert_eq!(ask(&[("Host", name)]), 403, "{name}");
        let own = format!("http://{name}");
        assert_eq!(ask(&[("Host", name), ("Origin", &own)]), 403, "{name}");
    }
    assert!([400, 403].contains(&ask(&[])), "no host at all");
    assert_eq!(ask(&[("Host", &host), ("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(ask(&[("Host", &host), ("Sec-Fetch-Site", "same-origin")]), 200);
    // A foreign page cannot start anything either.
    let body = json!({ "problem": queens(8) }).to_string();
    let headers =
        [("Host", &*host), ("Origin", "http://evil.example"), ("Content-Type", "application/json")];
    assert_eq!(status_of(&server, &request("POST", "/api/v1/jobs", &headers, &body)), 403);
    assert_eq!(server.ok("/jobs")["jobs"], json!([]));
}

#[test]
fn the_token_is_required_on_other_addresses() {
    let server = Running::with(|config| {
        config.host = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        config.token = Some("sesame-0123456789".to_owned());
    });
    let ask = |path: &str, headers: &[(&str, &str)]| {
        let mut all = vec![("Host", "box.example:1848")];
        all.extend(headers);
        server.raw(&request("GET", path, &all, ""))
    };
    let good = ("Authorization", "Bearer sesame-0123456789");
    assert_eq!(code_of(&ask("/api/v1/health", &[])), 401);
    assert_eq!(code_of(&ask("/", &[])), 401);
    assert_eq!(code_of(&ask("/api/v1/health", &[("Authorization", "Bearer wrong")])), 401);
    assert_eq!(code_of(&ask("/api/v1/health", &[("Cookie", "bezzel-token=")])), 401);
    assert_eq!(code_of(&ask("/?token=wrong", &[])), 401);
    assert_eq!(code_of(&ask("/api/v1/health", &[good])), 200);
    let answer = ask("/learn?n=8&token=sesame-0123456789", &[]);
    assert_eq!(code_of(&answer), 303, "{answer}");
    assert!(answer.contains("location: /learn?n=8\r\n"), "{answer}");
    assert!(answer.contains("HttpOnly") && answer.contains("SameSite=Strict"), "{answer}");
    let cookie = ("Cookie", "other=1; bezzel-token=sesame-0123456789");
    assert_eq!(code_of(&ask("/api/v1/health", &[cookie])), 200);
    assert_eq!(code_of(&ask("/api/v1/health", &[cookie, ("Origin", "http://evil.example")])), 403);
    // Guessing is slowed down: after a few wrong tokens, all tokens from that address are ignored
    // for a while.
    let guess = |number: u32| {
        let shown = format!("Bearer guess-{number:016}");
        code_of(&ask("/api/v1/health", &[("Authorization", &shown)]))
    };
    let codes: Vec<u16> = (0..20).map(guess).collect();
    assert_eq!(codes[0], 401);
    assert!(codes.contains(&429), "{codes:?}");
    // A request without a token is only asked for one.
    assert_eq!(code_of(&ask("/api/v1/health", &[])), 401);
    // The pause ends, and the right token is accepted again.
    while code_of(&ask("/api/v1/health", &[good])) != 200 {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A token that other machines could guess is refused.
#[tokio::test]
async fn short_tokens_are_refused_for_other_machines() {
    let data = tempfile::tempdir().unwrap();
    let bind = |host: &str, token: &str| {
        let mut config = Config::local(data.path().to_owned());
        (config.host, config.port) = (host.parse().unwrap(), 0);
        config.token = Some(token.to_owned());
        Server::bind(config)
    };
    let refused = |result: Result<Server, ServeError>| match result {
        Err(ServeError::Token { least }) => Some(least),
        _ => None,
    };
    assert_eq!(refused(bind("0.0.0.0", "sesame-0").await), Some(16));
    assert_eq!(refused(bind("127.0.0.1", "sesame").await), Some(8));
    assert_eq!(refused(bind("127.0.0.1", "sesame-0").await), None);
    assert_eq!(refused(bind("0.0.0.0", "sesame-0123456789").await), None);
}
