//! A server of the program, and its documents without what differs from run to run.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The server as a process that ends when this is dropped.
pub struct Server {
    process: Child,
    url: String,
}

impl Server {
    pub fn start(data: &Path) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bezzel"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut url = String::new();
        let mut lines = BufReader::new(process.stdout.take().expect("piped"));
        lines.read_line(&mut url).expect("the address is printed");
        Server { process, url: url.trim().trim_end_matches('/').to_owned() }
    }

    /// The text of an answer that must be a success.
    pub fn answer(&self, path: &str, body: Option<&Value>) -> String {
        let (is_success, text) = self.send(path, body);
        assert!(is_success, "{path}: {text}");
        text
    }

    /// The error of a request that must be refused.
    pub fn refusal(&self, path: &str, body: &Value) -> Value {
        let (is_success, text) = self.send(path, Some(body));
        assert!(!is_success, "{path}: {text}");
        let refusal: Value = serde_json::from_str(&text).expect("JSON");
        refusal["error"].clone()
    }

    /// Whether a request succeeds, and the text of its answer.
    fn send(&self, path: &str, body: Option<&Value>) -> (bool, String) {
        let url = format!("{}/api/v1{path}", self.url);
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let sent = match body {
            None => agent.get(url).call(),
            Some(body) => agent.post(url).content_type("application/json").send(body.to_string()),
        };
        let mut answer = sent.expect("an answer");
        let text = answer.body_mut().read_to_string().expect("text");
        (answer.status().is_success(), text)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The documents of a text: one, or one in each line.
pub fn documents(form: &str, text: &str) -> Vec<Value> {
    let read = |text: &str| {
        let mut document: Value = serde_json::from_str(text).expect("JSON");
        forget_times(&mut document);
        document
    };
    if form == "--json" { vec![read(text)] } else { text.lines().map(read).collect() }
}

/// Removes what differs from run to run.
fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("seconds");
            fields.remove("start_up");
            if fields.get("measure").is_some_and(|measure| measure == "seconds") {
                fields.clear();
            }
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_times),
        _ => {}
    }
}
