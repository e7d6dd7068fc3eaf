//! The registry: every algorithm, one file and one line each.

use crate::{Algorithm, SearchError, nearest};
use bezzel_board::Instead;

/// Declares the modules and lists their algorithms, so that an algorithm is added with one line.
macro_rules! registry {
    ($($file:ident :: $algorithm:ident),* $(,)?) => {
        $(pub mod $file;)*
        /// Every algorithm, in teaching order.
        pub static ALL: &[&dyn Algorithm] = &[$(&$file::$algorithm),*];
    };
}

registry! {
    brute_force::BruteForce,
    trial_and_error::TrialAndError,
    permutations::Permutations,
    gunther::Gunther,
    backtracking::Backtracking,
    state_space::StateSpace,
    wirth::Wirth,
    rohl_1::RohlI,
    rohl_2::RohlII,
    guldal::Guldal,
    nilsson::Nilsson,
    forward_checking::ForwardChecking,
    min_remaining_values::MinRemainingValues,
    arc_consistency::ArcConsistency,
    all_different::AllDifferent,
    bitmask::Bitmask,
    dancing_links::DancingLinks,
    barr_rao::BarrRao,
    generate_and_test::GenerateAndTest,
    naur::Naur,
    topor::Topor,
    nondeterministic::Nondeterministic,
    las_vegas::LasVegas,
    las_vegas_backtracking::LasVegasBacktracking,
    qs1::Qs1,
    qs2::Qs2,
    qs3::Qs3,
    qs4::Qs4,
    min_conflicts::MinConflicts,
    iterative_repair::IterativeRepair,
    simulated_annealing::SimulatedAnnealing,
    genetic::Genetic,
    ant_colony::AntColony,
    quantum_differential_evolution::QuantumDifferentialEvolution,
    takefuji::Takefuji,
    abramson_yung::AbramsonYung,
    pauls::Pauls,
    hoffman_loessi_moore::HoffmanLoessiMoore,
    falkowski_schmitz::FalkowskiSchmitz,
    reichling::Reichling,
    bernhardsson::Bernhardsson,
    erbas_tanik::ErbasTanik,
    magic_square::FromMagicSquare,
}

/// The algorithm with this id.
pub fn find(id: &str) -> Result<&'static dyn Algorithm, SearchError> {
    if let Some(found) = ALL.iter().find(|algorithm| algorithm.info().id == id) {
        return Ok(*found);
    }
    if let Some(builder) = crate::stacks::find(id) {
        return Err(SearchError::Unsupported {
            algorithm: builder.info().id,
            what: "one board: it builds stacks".to_owned(),
            instead: Instead::ask("stack", "does this"),
        });
    }
    let known = ALL.iter().chain(crate::stacks::ALL).map(|algorithm| algorithm.info().id);
    let nearest = nearest(id, known);
    Err(SearchError::UnknownAlgorithm { id: id.to_owned(), nearest })
}
