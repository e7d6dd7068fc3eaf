//! Forged ledgers: wrong content with valid checksums.

use bezzel_board::Stop;
use bezzel_engines::Subtotal;
use bezzel_jobs::{Ledger, Row};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::Path;

/// The ledger with its results changed and all checksums recomputed.
pub fn forge(ledger: &Ledger, file: &Path, change: impl Fn(&mut Vec<Row>)) -> Ledger {
    let mut rows = ledger.rows().unwrap();
    change(&mut rows);
    let rows: Vec<Value> = rows.iter().map(|row| json!(row)).collect();
    import(ledger, file, &[], &rows)
}

/// The ledger with one unit as the sum of these parts, the first of which has the whole subtotal.
pub fn forge_split(ledger: &Ledger, file: &Path, label: &str, into: &[&str]) -> Ledger {
    let mut rows = ledger.rows().unwrap();
    let whole = rows.iter().position(|row| row.label == label).unwrap();
    let whole = rows.remove(whole);
    for (place, part) in into.iter().enumerate() {
        let subtotal = if place == 0 { whole.subtotal.clone() } else { Subtotal::Count(0) };
        rows.push(Row { label: (*part).to_owned(), subtotal, ..whole.clone() });
    }
    let split = json!({ "label": label, "into": into, "program": "0.1.0", "made": 1 });
    let rows: Vec<Value> = rows.iter().map(|row| json!(row)).collect();
    import(ledger, file, &[split], &rows)
}

/// A result.
pub fn row(label: &str, count: u128) -> Row {
    Row {
        label: label.to_owned(),
        subtotal: Subtotal::Count(count),
        program: "0.1.0".to_owned(),
        revision: 1,
        device: "test".to_owned(),
        host: "here".to_owned(),
        micros: 1,
        processor_micros: 1,
        attempt: 1,
        finished: 1,
    }
}

/// An export of these records, with checksums as documented, read back.
fn import(ledger: &Ledger, file: &Path, splits: &[Value], rows: &[Value]) -> Ledger {
    let mut text = Vec::new();
    ledger.export(None, &mut text, &Stop::new()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let digest = ledger.header().digest.as_str();
    let mut lines: Vec<String> = (text.lines())
        .filter(|line| line.contains(r#""line":"job""#) || line.contains(r#""line":"unit""#))
        .map(str::to_owned)
        .collect();
    for split in splits {
        let mut fields = vec!["bezzel split 2".to_owned(), digest.to_owned()];
        fields.extend(["label", "program", "made"].map(|name| plain(&split[name])));
        let into = split["into"].as_array().unwrap();
        fields.push(into.len().to_string());
        fields.extend(into.iter().map(plain));
        lines.push(sealed("split", split, &fields));
    }
    for row in rows {
        let mut fields = vec!["bezzel result 2".to_owned(), digest.to_owned()];
        let names = [
            "label",
            "subtotal",
            "program",
            "revision",
            "device",
            "host",
            "micros",
            "processor_micros",
            "attempt",
            "finished",
        ];
        fields.extend(names.map(|name| plain(&row[name])));
        lines.push(sealed("result", row, &fields));
    }
    let mut text = lines.join("\n") + "\n";
    let end = json!({ "line": "end", "lines": lines.len(), "sha256": hex(text.as_bytes()) });
    text.push_str(&format!("{end}\n"));
    Ledger::import(file, &mut text.as_bytes(), &Stop::new()).unwrap()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn sealed(kind: &str, record: &Value, fields: &[String]) -> String {
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend((field.len() as u64).to_le_bytes());
        bytes.extend(field.as_bytes());
    }
    let mut line = record.clone();
    line["line"] = json!(kind);
    line["checksum"] = json!(hex(&bytes));
    line.to_string()
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
