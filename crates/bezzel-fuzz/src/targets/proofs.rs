//! Formulas with proofs. Input is a formula, a line `proof`, and a proof.

use bezzel_models::lrat;

/// A formula that is satisfied with all variables true.
const SATISFIABLE: &[u8] = b"p cnf 3 4\n1 -2 0\n2 -3 0\n-1 3 0\n1 2 3 0\n";

/// The proof is checked for its own formula and for one that no proof can refute.
pub fn proofs(input: &[u8]) {
    let line = b"proof\n";
    let place = input.windows(line.len()).position(|window| window == line);
    let (formula, proof) = match place {
        Some(place) => (&input[..place], &input[place + line.len()..]),
        None => (input, input),
    };
    let _ = lrat::check(formula, proof);
    let refuted = lrat::check(SATISFIABLE, proof);
    assert!(refuted.is_err(), "a satisfiable formula is refuted by {proof:?}");
}
