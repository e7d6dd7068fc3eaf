//! Every package in the lock file is used and has a licence that deny.toml allows.

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The list `allow` of deny.toml, the one place where licences are named.
fn allowed() -> Vec<Licensee> {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("the file is there");
    let (_, list) = text.split_once("allow = [").expect("a list of licences");
    let (list, _) = list.split_once(']').expect("the list ends");
    let names = list.split(',').map(|name| name.trim().trim_matches('"'));
    names.filter(|name| !name.is_empty()).map(|name| Licensee::parse(name).expect(name)).collect()
}

/// Whether one of the licences a package offers is among these.
fn may_be_used(licence: &str, allowed: &[Licensee]) -> bool {
    // Old packages write a slash for OR.
    let expression = Expression::parse_mode(licence, ParseMode::LAX);
    expression.is_ok_and(|expression| {
        expression.evaluate(|asked| allowed.iter().any(|licence| licence.satisfies(asked)))
    })
}

/// What cargo prints.
fn cargo(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(words)
        .args(["--locked", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_package_is_used() {
    let words = "tree --workspace --all-features --target all --edges all --prefix none";
    let tree = cargo(&words.split(' ').collect::<Vec<_>>());
    let first_two = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let used: BTreeSet<String> = tree.lines().map(first_two).collect();
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("the file is there");
    let packages = lock.split("[[package]]").skip(1).map(|package| {
        let value = |key: &str| package.split(&format!("{key} = \"")).nth(1)?.split('"').next();
        format!("{} v{}", value("\nname").expect("a name"), value("\nversion").expect("a version"))
    });
    let packages: Vec<String> = packages.collect();
    let deny = std::fs::read_to_string(root().join("deny.toml")).expect("the file is there");
    let banned = deny.split("\ndeny = [").nth(1).and_then(|list| list.split("\n]").next());
    let banned: Vec<&str> = banned
        .expect("a list")
        .split("crate = \"")
        .skip(1)
        .filter_map(|it| it.split('"').next())
        .collect();
    assert!(banned.contains(&"cmake"), "{banned:?}");
    for package in &packages {
        let name = package.split(' ').next().expect("a name");
        assert!(!banned.contains(&name), "deny.toml bans {package}");
    }
    let unused = packages.iter().filter(|package| !used.contains(*package));
    let unused: Vec<String> = unused.map(|package| package.split(' ').take(1).collect()).collect();
    // Optional packages that a feature of another one names as "embedded-io?/alloc" are locked in any case.
    assert_eq!(unused, ["embedded-io", "embedded-io", "valuable", "zlib-rs"]);
}

#[test]
fn every_package_has_a_permissive_licence() {
    let metadata = cargo(&["metadata", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("one JSON document");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 100, "only {} packages", packages.len());
    let allowed = allowed();
    let refused: Vec<String> = (packages.iter())
        .filter(|package| !may_be_used(package["license"].as_str().unwrap_or(""), &allowed))
        .map(|package| format!("{} has the licence {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn other_licences_are_noticed() {
    let allowed = allowed();
    for licence in ["GPL-3.0-only", "AGPL-3.0", "MIT AND GPL-2.0", "", "Proprietary"] {
        assert!(!may_be_used(licence, &allowed), "{licence}");
    }
    for licence in ["MIT", "MIT/Apache-2.0", "GPL-2.0 OR MIT", "(MIT OR Apache-2.0) AND ISC"] {
        assert!(may_be_used(licence, &allowed), "{licence}");
    }
}
