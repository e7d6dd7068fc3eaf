//! Random requests: of the form a schema asks for, with occasional errors.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Texts that are wrong in nearly every field.
const JUNK: &[&str] = &[
    "",
    " ",
    "\0",
    "NaN",
    "-1",
    "1e999",
    "99999999999999999999",
    "♛\u{202e}💥é",
    "../../x",
    "/etc/passwd",
    "..\\..\\x",
    "%2e%2e%2f",
    "<script>",
    "'; drop table units; #",
    "[[0,0]]",
    "4294967295,4294967296",
    "8/8/8",
    "0x10",
];

/// Sizes of boards: four valid ones, then invalid ones.
const SIZES: &[&str] = &[
    "4",
    "5",
    "6",
    "8",
    "0",
    "1",
    "2",
    "3x5",
    "5x3",
    "5x8",
    "3^3",
    "2^4",
    "1x1000000000",
    "8x100000000",
    "8x4000000000",
    "1000000000",
    "4000000000",
    "28^7",
    "3^20",
    "2^31",
    "1^4000000000",
    "99999999999999999999",
    "-8",
    "8.5",
    "x",
    "4^",
    "^3",
    "8x",
    "1e9",
    "٣",
    "0^0",
];

/// Random numbers that are the same at every run.
pub struct Dice(SplitMix64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(SplitMix64::seed_from_u64(seed))
    }

    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// The generator of requests.
pub struct Nonsense {
    /// The OpenAPI document.
    pub document: Value,
    /// Valid words, by the field or parameter they belong to.
    pub words: BTreeMap<&'static str, Vec<String>>,
    pub dice: Dice,
}

impl Nonsense {
    fn number(&mut self) -> Value {
        let small = self.dice.below(10);
        match self.dice.below(30) {
            0 => json!(-1),
            1 => json!(u64::MAX),
            2 => json!(i64::MIN),
            3 => json!(1e308),
            4 => json!(-1e-308),
            5 => json!(0.5),
            6 => json!(u32::MAX),
            _ => json!(small),
        }
    }

    fn text(&mut self, field: &str) -> String {
        let known = self.words.get(field).cloned().unwrap_or_default();
        match self.dice.below(20) {
            0 => (*self.dice.one(JUNK)).to_owned(),
            1 => "♛x,".repeat(self.dice.below(5_000)),
            2 => (*self.dice.one(SIZES)).to_owned(),
            _ if known.is_empty() => (*self.dice.one(JUNK)).to_owned(),
            _ => self.dice.one(&known).clone(),
        }
    }

    fn absurd(&mut self) -> Value {
        match self.dice.below(9) {
            0 => Value::Null,
            1 => json!(true),
            2 => self.number(),
            3 => json!([]),
            4 => json!({}),
            5 => json!({ "version": 1, "problem": null }),
            6 => (0..60).fold(json!(0), |inner, _| json!([inner])),
            7 => json!(vec![self.number(); 500]),
            _ => json!(self.text("")),
        }
    }

    fn squares(&mut self) -> Value {
        let count = self.dice.below(3);
        (0..count).map(|_| json!([self.number(), self.number()])).collect()
    }

    fn problem(&mut self) -> Value {
        let sizes = if self.dice.chance(70) { &SIZES[..4] } else { SIZES };
        let mut problem = json!({ "version": 1, "size": self.dice.one(sizes) });
        for name in ["given", "blocked"] {
            if self.dice.chance(20) {
                problem[name] = self.squares();
            }
        }
        for (name, words) in
            [("topology", ["plane", "torus", "ball"]), ("rule", ["queen", "hyperplane", "rook"])]
        {
            if self.dice.chance(15) {
                problem[name] = json!(self.dice.one(&words));
            }
        }
        if self.dice.chance(6) {
            let name = *self.dice.one(&["version", "size", "given", "blocked", "unknown"]);
            problem[name] = self.absurd();
        }
        problem
    }

    /// What a schema asks for under a name.
    fn value(&mut self, field: &str, schema: &Value) -> Value {
        if self.dice.chance(3) {
            return self.absurd();
        }
        if let Some(reference) = schema["$ref"].as_str() {
            if reference.ends_with("/Problem") {
                return self.problem();
            }
            let target = self.document.pointer(reference.trim_start_matches('#'));
            let target = target.expect("the document is whole").clone();
            return self.value(field, &target);
        }
        if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            let choice = self.dice.one(choices).clone();
            return self.value(field, &choice);
        }
        if let Some(words) = schema["enum"].as_array() {
            return self.dice.one(words).clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.dice.one(kinds).clone(),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("string") => json!(self.text(field)),
            Some("integer" | "number") => self.number(),
            Some("boolean") => json!(self.dice.chance(50)),
            Some("array") => {
                let (items, least) = (schema["items"].clone(), schema["minItems"].as_u64());
                let count = least.map_or_else(|| self.dice.below(4), |least| least as usize);
                (0..count).map(|_| self.value(field, &items)).collect()
            }
            Some("object") => self.object(schema),
            Some("null") => Value::Null,
            _ => self.absurd(),
        }
    }

    fn object(&mut self, schema: &Value) -> Value {
        let mut object = Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            let needed = required.iter().any(|required| required == name);
            if self.dice.chance(if needed { 99 } else { 25 }) {
                let value = self.value(name, part);
                object.insert(name.clone(), value);
            }
        }
        let open = &schema["additionalProperties"];
        if open.is_object() && self.dice.chance(30) || self.dice.chance(2) {
            object.insert(self.text("setting"), self.value("", open));
        }
        Value::Object(object)
    }

    /// A value with one or two parts replaced.
    fn spoil(&mut self, field: &str, value: &mut Value) {
        if self.dice.chance(5) {
            *value = match self.dice.below(4) {
                0 => self.number(),
                1 => json!(self.text(field)),
                2 => self.problem(),
                _ => self.absurd(),
            };
        }
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.spoil(field, item)),
            Value::Object(object) => {
                object.retain(|_, _| !self.dice.chance(2));
                object.iter_mut().for_each(|(name, part)| self.spoil(name, part));
            }
            _ => {}
        }
    }

    /// A body as it is sent, mostly JSON: a valid one with errors, or a random one.
    pub fn body(&mut self, schema: &Value, good: &[Value]) -> Vec<u8> {
        let body = match self.dice.chance(30) || good.is_empty() {
            true => self.value("", schema),
            false => {
                let mut body = self.dice.one(good).clone();
                self.spoil("", &mut body);
                body
            }
        };
        let text = body.to_string();
        let middle = text.chars().count() / 2;
        let spoiled = match self.dice.below(80) {
            0 => String::new(),
            1 => text.chars().take(middle).collect(),
            2 => format!("{text}]"),
            3 => format!("\u{feff}{text}"),
            4 => text.replacen('{', "{\"problem\":{},\"problem\":1,", 1),
            5 => text.replacen('{', "{\"unknown\":[],", 1),
            6 => text.replacen(":1", ":1e999", 1),
            7 => text.replacen(":1", ":NaN", 1),
            8 => text.replace('"', "'"),
            9 => format!("{}{text}", "[".repeat(50_000)),
            10 => return [text.as_bytes(), b"\xff\xfe"].concat(),
            _ => text,
        };
        spoiled.into_bytes()
    }

    /// A path with its variable parts and its query.
    pub fn address(&mut self, path: &str, parameters: &[Value]) -> String {
        let (mut address, mut query) = (path.to_owned(), Vec::new());
        for parameter in parameters {
            let name = parameter["name"].as_str().expect("a name");
            let field = match name {
                "id" if path.starts_with("/jobs") => "job",
                "id" => "trace",
                name => name,
            };
            let value = match self.value(field, &parameter["schema"]) {
                Value::String(text) => text,
                other => other.to_string(),
            };
            // Bounded, because clients limit the length of addresses.
            let value: String =
                value.bytes().take(2_000).map(|byte| format!("%{byte:02x}")).collect();
            if parameter["in"] == "path" {
                address = address.replace(&format!("{{{name}}}"), &value);
            } else if parameter["required"] == true || self.dice.chance(50) {
                query.push(format!("{name}={value}"));
            }
        }
        if self.dice.chance(4) {
            query.extend(query.clone());
            query.push("unknown=1".to_owned());
        }
        format!("{address}?{}", query.join("&"))
    }
}
