//! The page's types for the API match the OpenAPI document.
//!
//! `BEZZEL_UPDATE=1 cargo test -p bezzel-server --test main typescript` writes them instead of comparing
//! them. Descriptions are left out, so that a changed comment makes nothing stale. A schema without
//! a type is an error, because the page could not check its use.

use serde_json::{Map, Value};
use std::fmt::Write;
use std::fs;

const PLACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/documents.ts");

const HEAD: &str = "\
// Requests and answers of the server's API. Generated from its OpenAPI document by
// `BEZZEL_UPDATE=1 cargo test -p bezzel-server --test main typescript`; do not edit.
";

#[test]
fn the_pages_types_match_the_document() {
    let document = serde_json::to_value(bezzel_server::openapi()).unwrap();
    let written = module(document["components"]["schemas"].as_object().unwrap());
    if std::env::var_os("BEZZEL_UPDATE").is_some() {
        fs::write(PLACE, written).unwrap();
    } else {
        let kept = fs::read_to_string(PLACE).unwrap();
        assert!(
            kept == written,
            "web/src/lib/documents.ts is stale; renew it with BEZZEL_UPDATE=1"
        );
    }
}

fn module(schemas: &Map<String, Value>) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in schemas {
        text.push('\n');
        // An object becomes an interface, so that editors and error messages show its name.
        if schema["properties"].is_object() && schema["allOf"].is_null() {
            writeln!(text, "export interface {name} {}", object(schema, name, "")).unwrap();
        } else {
            writeln!(text, "export type {name} = {};", form(schema, name, "")).unwrap();
        }
    }
    text
}

/// A schema as a type; `at` says where it is in the document.
fn form(schema: &Value, at: &str, indent: &str) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap().to_owned();
    }
    for (key, sign) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            return joined(parts, sign, at, indent);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(quoted).collect();
        return words.join(" | ");
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => panic!("{at} says nothing about its value: {schema}"),
    };
    let kinds: Vec<String> = kinds.iter().map(|kind| plain(kind, schema, at, indent)).collect();
    kinds.join(" | ")
}

fn joined(parts: &[Value], sign: &str, at: &str, indent: &str) -> String {
    let mut parts: Vec<String> = parts
        .iter()
        .map(|part| match form(part, at, indent) {
            form if sign == " & " && form.contains(" | ") => format!("({form})"),
            form => form,
        })
        .collect();
    // `null` comes last, as in other optional fields.
    parts.sort_by_key(|part| part == "null");
    parts.join(sign)
}

/// A word in single quotes, as the page's code uses them.
fn quoted(word: &Value) -> String {
    match word.as_str() {
        Some(word) => format!("'{}'", word.replace('\\', "\\\\").replace('\'', "\\'")),
        None => word.to_string(),
    }
}

fn plain(kind: &str, schema: &Value, at: &str, indent: &str) -> String {
    match kind {
        "null" => "null".to_owned(),
        "string" => "string".to_owned(),
        "boolean" => "boolean".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "array" => array(schema, at, indent),
        "object" if schema["properties"].is_object() => object(schema, at, indent),
        "object" if schema["additionalProperties"].is_object() => {
            format!("Record<string, {}>", form(&schema["additionalProperties"], at, indent))
        }
        _ => panic!("{at} says nothing about its value: {schema}"),
    }
}

fn array(schema: &Value, at: &str, indent: &str) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| form(item, at, indent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = form(&schema["items"], at, indent);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => {
            format!("[{}]", vec![item; least as usize].join(", "))
        }
        _ if item.contains(" | ") || item.contains(" & ") => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, at: &str, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = "{\n".to_owned();
    for (name, field) in schema["properties"].as_object().unwrap() {
        let sign = if required.contains(&name.as_str()) { "" } else { "?" };
        let is_word = name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        let key = if is_word { name.clone() } else { format!("'{name}'") };
        let form = form(field, &format!("{at}.{name}"), &deeper);
        writeln!(text, "{deeper}{key}{sign}: {form};").unwrap();
    }
    text + indent + "}"
}
