//! What the checker accepts and what it rejects, line by line.

use super::*;
use std::path::Path;

/// All four clauses over two variables.
const FORMULA: &str = "c small\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

fn checked(proof: &str) -> Result<Checked, String> {
    check(FORMULA.as_bytes(), proof.as_bytes()).map_err(|error| error.to_string())
}

fn refused(formula: &str, proof: &str, word: &str) {
    let error = check(formula.as_bytes(), proof.as_bytes()).unwrap_err().to_string();
    assert!(error.contains(word), "{formula:?}, {proof:?}: {error}");
}

#[test]
fn a_proof_is_accepted_and_every_broken_one_is_not() {
    let proof = "c by hand\n5 1 0 1 2 0\n\n5 d 1 2 0\n6 0 5 3 4 0\n";
    assert_eq!(checked(proof), Ok(Checked { clauses: 4, steps: 2 }));
    for (proof, word) in [
        ("", "ends before the empty clause"),
        ("5 1 0 1 2 0\n", "ends before the empty clause"),
        ("5 0 1 2 3 4 0\n", "line 1: clause 1 has several literals left"),
        ("5 1 0 1 0\n", "do not lead to a contradiction"),
        ("5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", "line 3: there is no clause 3"),
        ("5 1 0 -1 2 0\n", "not checked here"),
        ("5 1 0 1 2\n", "does not end with 0"),
        ("5 1\n", "end with 0"),
        ("5 1 0 1 2 0 7\n", "'7' after the end"),
        ("5 x 0 1 0\n", "'x' is not a literal"),
        ("five 1 0 1 0\n", "not a clause number"),
        ("0 1 0 1 2 0\n", "numbered from 1"),
        ("4 1 0 1 2 0\n", "a clause 4 already"),
        ("5 d 1\n", "does not end with 0"),
        ("5 d 9 0\n", "ends before the empty clause"),
        ("5 d 18446744073709551616 0\n", "not a clause number"),
    ] {
        refused(FORMULA, proof, word);
    }
}

/// The smallest 64-bit number is its own negation in wrapping arithmetic: a clause made of it once
/// counted as both true and false, and refuted anything.
#[test]
fn a_literal_out_of_range_refutes_nothing() {
    let formula = "p cnf 2 1\n1 2 0\n";
    let least = i64::MIN;
    refused(formula, &format!("2 {least} 0 1 0\n"), "out of range");
    refused(formula, &format!("2 {least} {least} 0 1 0\n3 0 2 0\n"), "out of range");
    refused(&format!("p cnf 2 1\n{least} 0\n"), "2 0 1 0\n", "formula, line 2: literal");
    for word in ["3", "-3", "2147483648", "-2147483649", "9223372036854775807", "-0", "00"] {
        refused(formula, &format!("2 {word} 0 1 0\n"), "out of range");
    }
    for word in ["+1", "--1", "-", "1.0", "１"] {
        refused(formula, &format!("2 {word} 0 1 0\n"), "is not a literal");
    }
    // The largest possible variable is accepted.
    let most = i32::MAX;
    let formula = format!("p cnf {most} 2\n{most} 0\n-{most} 0\n");
    assert!(check(formula.as_bytes(), "3 0 1 2 0\n".as_bytes()).is_ok());
}

#[test]
fn a_formula_must_match_its_header() {
    let proof = "3 0 1 2 0\n";
    assert!(check("p cnf 1 2\n1\n0 -1 0\n".as_bytes(), proof.as_bytes()).is_ok());
    for (formula, word) in [
        ("", "no line 'p cnf"),
        ("1 0 -1 0\n", "expected 'p cnf"),
        ("p cnf 1\n1 0 -1 0\n", "expected 'p cnf"),
        ("p cnf 1 2 3\n1 0 -1 0\n", "expected 'p cnf"),
        ("p cnf 2147483648 2\n1 0 -1 0\n", "not a number of variables"),
        ("p cnf -1 2\n1 0 -1 0\n", "not a number of variables"),
        ("p cnf 1 two\n1 0 -1 0\n", "not a number of clauses"),
        ("p cnf 1 3\n1 0 -1 0\n", "it has 2 clauses, its header promises 3"),
        ("p cnf 1 1\n1 0 -1 0\n", "it has 2 clauses, its header promises 1"),
        ("p cnf 1 2\n1 0 -1 0\n1\n", "cut short"),
        ("p cnf 1 2\np cnf 1 2\n1 0 -1 0\n", "'p' is not a literal"),
        ("p cnf 1 2\n1 0 -2 0\n", "line 2: literal -2 is out of range"),
    ] {
        refused(formula, proof, word);
    }
}

#[test]
fn binary_or_endless_input_is_refused() {
    let binary = check(FORMULA.as_bytes(), [b'a', 0xff, 0x80].as_slice()).unwrap_err();
    assert!(binary.to_string().contains("proof, line 1: this is not text"), "{binary}");
    let endless = check(io::BufReader::new(io::repeat(b' ')), b"".as_slice());
    let endless = endless.unwrap_err().to_string();
    assert!(endless.contains("formula, line 1: the line has no end"), "{endless}");
}

/// Code shared with a proof writer could have the same error in both.
#[test]
fn the_checker_uses_nothing_but_the_standard_library_and_itself() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lrat");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|_| !path.ends_with("tests.rs")) {
            for foreign in ["crate::", "bezzel_", "super::super"] {
                assert!(!line.contains(foreign), "{}: {line}", path.display());
            }
        }
        files += 1;
    }
    assert!(files >= 5, "the checker has moved");
}
