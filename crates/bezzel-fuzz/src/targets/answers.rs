//! What solvers write, in every format.

use bezzel_board::Problem;
use bezzel_models::{Colouring, Encoding, FORMATS, Model, Options, SolverAnswer};
use std::sync::LazyLock;

static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::new(Problem::queens(4)).expect("a small board"));

/// Whatever passes for a solution is one.
pub fn answers(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for format in FORMATS {
        if let Ok(SolverAnswer::Found(placement)) = format.read(&MODEL, Options::default(), &text) {
            assert!(MODEL.problem().is_solution(&placement), "{}: {text:?}", format.id);
        }
        assert!(format.answers(&MODEL, &text) > 0);
        if format.reads_colourings()
            && let Ok(colouring) = Colouring::new(&MODEL, 5, Encoding::default())
        {
            // A colouring is verified before it is returned.
            let _ = format.read_colouring(&colouring, &text);
        }
    }
}
