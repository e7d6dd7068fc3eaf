//! A real server on a free port, and a client.

use bezzel_server::{Config, Server};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// How long anything may take before it counts as stuck, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server in this process.
pub struct Running {
    pub address: SocketAddr,
    pub folder: TempDir,
    agent: ureq::Agent,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    pub fn start() -> Running {
        Running::with(|_| ())
    }

    /// A server with other limits, address or token.
    pub fn with(change: impl FnOnce(&mut Config)) -> Running {
        Running::on(tempfile::tempdir().expect("a folder"), change)
    }

    /// A server on a folder that may have been used before.
    pub fn on(folder: TempDir, change: impl FnOnce(&mut Config)) -> Running {
        let mut config = Config { port: 0, ..Config::local(folder.path().to_path_buf()) };
        change(&mut config);
        let (end, ended) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                let server = Server::bind(config).await.expect("a free port");
                tell.send(server.address()).expect("the test waits");
                let end = async {
                    let _ = ended.await;
                };
                server.run(end).await.expect("a clean end");
            });
        });
        let address = told.recv().expect("the server starts");
        // A new connection for each request: a kept one may be closed just when it is used again.
        let agent = agent_with(0);
        Running { address, folder, agent, end: Some(end), thread: Some(thread) }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}/api/v1{path}", self.address)
    }

    pub fn get(&self, path: &str) -> (u16, Value) {
        read(self.agent.get(self.url(path)).call())
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_text(path, &body.to_string())
    }

    pub fn post_text(&self, path: &str, body: &str) -> (u16, Value) {
        let request = self.agent.post(self.url(path)).content_type("application/json");
        read(request.send(body))
    }

    pub fn delete(&self, path: &str) -> u16 {
        self.agent.delete(self.url(path)).call().expect("an answer").status().as_u16()
    }

    /// An answer that must be a success.
    pub fn ok(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// A successful answer to a POST.
    pub fn made(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.post(path, body);
        assert!((200..300).contains(&status), "{path}: {answer}");
        answer
    }

    /// Waits until the answer is as expected.
    pub fn until(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let answer = self.ok(path);
            if wanted(&answer) {
                return answer;
            }
            assert_ne!(answer["state"], "failed", "{path}: {answer}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends raw bytes and returns everything that comes back.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("the server listens");
        let mut answer = Vec::new();
        // After a reset by the server nothing more comes.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Ends the server; its folder stays.
    pub fn stop(mut self) -> TempDir {
        self.end();
        let unused = tempfile::tempdir().expect("a folder");
        std::mem::replace(&mut self.folder, unused)
    }

    fn end(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends well");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

/// A client that also reads errors, and keeps its connections.
pub fn agent() -> ureq::Agent {
    agent_with(4)
}

fn agent_with(kept: usize) -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let config = config.max_idle_connections(kept).timeout_global(Some(PATIENCE));
    config.build().new_agent()
}

fn read(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> (u16, Value) {
    let mut answer = answer.expect("an answer");
    let status = answer.status().as_u16();
    let text = answer.body_mut().with_config().limit(1 << 30).read_to_string().expect("a text");
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// The problem of this many queens.
pub fn queens(n: u32) -> Value {
    serde_json::json!({ "version": 1, "size": n.to_string() })
}

/// The code of an error.
pub fn code(answer: &Value) -> &str {
    let error = &answer["error"];
    assert!(error["message"].is_string() && error["hint"].is_string(), "{answer}");
    error["code"].as_str().expect("a refusal has a code")
}

/// The status of a raw answer.
pub fn code_of(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// A request as it is sent.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    format!("{text}Content-Length: {}\r\n\r\n{body}", body.len())
}

/// The status of the answer to a raw request.
pub fn status_of(server: &Running, request: &str) -> u16 {
    code_of(&server.raw(request))
}
