//! The proof checker with forged proofs: none is accepted for a satisfiable formula.
//!
//! Formulas of up to six variables are refuted by trying all assignments, which gives a valid
//! proof; then clauses are removed until the formula is satisfiable, and the proof is mutated.
//! Everything the checker accepts is verified by a reader and a truth table that exist only in this
//! file.

use bezzel_models::lrat;
use bezzel_testkit::mutate::Mutator;
use std::fmt::Write;

type Clause = Vec<i32>;

/// Mutants of proofs for satisfiable formulas: a share in every run, a million with `BEZZEL_DEEP`.
fn mutants() -> usize {
    if std::env::var_os("BEZZEL_DEEP").is_some() { 1_000_000 } else { 30_000 }
}

/// Whether some assignment satisfies all clauses.
fn satisfiable(clauses: &[Clause], variables: u32) -> bool {
    let holds = |truth: u32, literal: i32| {
        (truth >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0)
    };
    let satisfies =
        |truth: u32| clauses.iter().all(|clause| clause.iter().any(|&l| holds(truth, l)));
    (0..1 << variables).any(satisfies)
}

fn formula_text(clauses: &[Clause], variables: u32) -> String {
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        for literal in clause {
            write!(text, "{literal} ").unwrap();
        }
        text.push_str("0\n");
    }
    text
}

/// The formula in a text, read differently from the checker: all words after the header, with the
/// variables renumbered from 1. `None` if it is not a formula.
fn formula_of(text: &str) -> Option<(Vec<Clause>, u32)> {
    let lines = text.lines().filter(|line| line.split_whitespace().next() != Some("c"));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let variables: u32 = words.get(2)?.parse().ok()?;
    let numbers: Option<Vec<i32>> = words.get(4..)?.iter().map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|all| all.last().is_none_or(|&last| last == 0))?;
    let mut clauses: Vec<Clause> = numbers.split(|&n| n == 0).map(<[i32]>::to_vec).collect();
    clauses.pop();
    let mut known: Vec<u32> = clauses.iter().flatten().map(|l| l.unsigned_abs()).collect();
    known.sort_unstable();
    known.dedup();
    for literal in clauses.iter_mut().flatten() {
        let place = known.binary_search(&literal.unsigned_abs()).ok()?;
        *literal = (place as i32 + 1) * literal.signum();
    }
    known.last().is_none_or(|&last| last <= variables).then_some((clauses, known.len() as u32))
}

/// A formula that cannot be satisfied, with its proof.
struct Refuted {
    clauses: Vec<Clause>,
    variables: u32,
    proof: String,
}

impl Refuted {
    /// Random clauses until they cannot be satisfied, and a proof by splitting on every variable.
    fn random(mutator: &mut Mutator) -> Refuted {
        let variables = 2 + mutator.below(5) as u32;
        let mut clauses: Vec<Clause> = Vec::new();
        while satisfiable(&clauses, variables) {
            let mut clause = Clause::new();
            for variable in 1..=variables as i32 {
                match mutator.below(4) {
                    0 => clause.push(variable),
                    1 => clause.push(-variable),
                    _ => {}
                }
            }
            if !clause.is_empty() {
                clauses.push(clause);
            }
        }
        let mut proof = String::new();
        let mut all = clauses.clone();
        let last = refute(&mut Clause::new(), variables, &mut all, &mut proof);
        // A formula in which the empty clause is found by the last split has it in its proof.
        assert!(all[last - 1].is_empty());
        Refuted { clauses, variables, proof }
    }

    /// The same with clauses removed until it is satisfiable. The numbers in the proof stay the
    /// same, so that many of its steps still hold.
    fn weakened(&self, mutator: &mut Mutator) -> Vec<Clause> {
        let mut clauses = self.clauses.clone();
        while !satisfiable(&clauses, self.variables) {
            let place = mutator.below(clauses.len());
            // A tautology in place of a clause.
            clauses[place] = vec![1, -1];
        }
        clauses
    }
}

/// Adds to the proof a clause that is false under these decisions; its number is returned.
fn refute(
    decided: &mut Clause,
    variables: u32,
    all: &mut Vec<Clause>,
    proof: &mut String,
) -> usize {
    let is_false = |clause: &Clause| clause.iter().all(|l| decided.contains(&-l));
    if let Some(place) = all.iter().position(is_false) {
        return place + 1;
    }
    let variable = decided.len() as i32 + 1;
    assert!(variable <= variables as i32, "some clause is false under every assignment");
    let mut reasons = [0; 2];
    for (reason, literal) in reasons.iter_mut().zip([variable, -variable]) {
        decided.push(literal);
        *reason = refute(decided, variables, all, proof);
        decided.pop();
        // A reason that does not contain this variable holds for both sides.
        if !all[*reason - 1].contains(&-literal) {
            return *reason;
        }
    }
    let both = all[reasons[0] - 1].iter().chain(&all[reasons[1] - 1]);
    let mut clause: Clause = both.copied().filter(|l| l.abs() != variable).collect();
    clause.sort_unstable();
    clause.dedup();
    all.push(clause.clone());
    write!(proof, "{} ", all.len()).unwrap();
    for literal in clause {
        write!(proof, "{literal} ").unwrap();
    }
    writeln!(proof, "0 {} {} 0", reasons[0], reasons[1]).unwrap();
    all.len()
}

fn accepts(formula: &str, proof: &[u8]) -> bool {
    lrat::check(formula.as_bytes(), proof).is_ok()
}

#[test]
fn no_forged_proof_is_accepted() {
    let mut mutator = Mutator::seeded(1848);
    let (mut tried, mut still_true) = (0, 0);
    while tried < mutants() {
        let refuted = Refuted::random(&mut mutator);
        let formula = formula_text(&refuted.clauses, refuted.variables);
        assert!(accepts(&formula, refuted.proof.as_bytes()), "{formula}\n{}", refuted.proof);
        let weaker = refuted.weakened(&mut mutator);
        let weak_formula = formula_text(&weaker, refuted.variables);
        let mut proof = refuted.proof.clone().into_bytes();
        for round in 0..40 {
            assert!(
                !accepts(&weak_formula, &proof),
                "a formula that can be satisfied is refuted:\n{weak_formula}\n{}",
                String::from_utf8_lossy(&proof)
            );
            tried += 1;
            // Mutants of mutants too, occasionally starting again from the original.
            let text = if round % 4 == 0 { refuted.proof.as_bytes() } else { &proof };
            proof = match std::str::from_utf8(text) {
                Ok(text) if round % 2 == 0 => mutator.words(text).into_bytes(),
                _ => mutator.bytes(text, weak_formula.as_bytes()),
            };
            still_true += usize::from(accepts(&formula, &proof));
        }
    }
    // The mutants are close to valid proofs: many still prove the original formula.
    assert!(still_true > tried / 50, "{still_true} of {tried}");
}

/// A mutated formula may be a different formula: accepted ones are read and tested.
#[test]
fn no_mutated_formula_is_refuted_wrongly() {
    let mut mutator = Mutator::seeded(1850);
    let mut accepted = 0;
    for _ in 0..mutants() / 30 {
        let refuted = Refuted::random(&mut mutator);
        let formula = formula_text(&refuted.clauses, refuted.variables);
        for _ in 0..10 {
            let mutant = mutator.bytes(formula.as_bytes(), refuted.proof.as_bytes());
            let Ok(mutant) = String::from_utf8(mutant) else { continue };
            if !accepts(&mutant, refuted.proof.as_bytes()) {
                continue;
            }
            accepted += 1;
            let (clauses, variables) =
                formula_of(&mutant).unwrap_or_else(|| panic!("no formula, but refuted:\n{mutant}"));
            assert!(!satisfiable(&clauses, variables), "wrongly refuted:\n{mutant}");
        }
    }
    assert!(accepted > 100, "{accepted}");
}
