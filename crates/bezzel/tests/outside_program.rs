//! A program outside the workspace that depends only on this library builds and gives correct
//! answers.

use std::path::Path;
use std::process::Command;

#[test]
fn a_program_outside_the_workspace_needs_only_the_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = root.join("tests/outside-program");
    // The same versions as here, so that nothing has to be downloaded.
    std::fs::copy(root.join("Cargo.lock"), program.join("Cargo.lock")).expect("a lock file");
    let folder = tempfile::tempdir().expect("a folder");
    // The same profile and target folder as here, so that crates compiled before are not compiled again.
    let workspace = std::fs::read_to_string(root.join("Cargo.toml")).expect("the workspace");
    let profile = workspace.find("[profile.dev]").expect("the last part is the profile of tests");
    let config = folder.path().join("profile.toml");
    std::fs::write(&config, &workspace[profile..]).expect("a file");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    // These are compiled again because fewer of their features are enabled here.
    let again = ["bezzel", "bezzel-jobs", "memchr", "microlp", "serde_json", "sprs"];
    let again = again.map(|name| format!("profile.dev.package.{name}.opt-level=0"));
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--manifest-path"])
        .arg(program.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .arg("--config")
        .arg(&config)
        // It only has to work; optimising would take longer than everything else.
        .args(["--config", "profile.dev.opt-level=0"])
        .args(again.iter().flat_map(|setting| ["--config", setting]))
        // Set by the test runner; crates would compile differently with it.
        .env_remove("RUSTC_BOOTSTRAP")
        .arg("--")
        .arg(folder.path().join("8.ledger"))
        .output()
        .expect("cargo starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let lines = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "count 92");
    assert_eq!(lines[1], "list 92 7,3,0,2,5,1,6,4");
    assert!(lines[2].starts_with("trace ") && lines[2].ends_with(" 8 true"), "{}", lines[2]);
    assert_eq!(lines[3], "draw <svg");
    assert!(lines[4].starts_with("job 1 of ") && lines[4].ends_with("total None"), "{}", lines[4]);
    assert_eq!(lines[5], "job resumed 92");
    assert_eq!(lines.len(), 6, "{lines:?}");
}
