//! The registry: every item, one line each; one file for each paper or for a few of its items.

mod barr;
mod chakiat;
mod claims;
mod criseno;
mod criseno_figures;
mod erbas;
mod tutorial;

use crate::report::Stopped;
use crate::work::ItemRun;

/// Computes an item.
pub(crate) type Compute = fn(&mut ItemRun<'_>) -> Result<(), Stopped>;

/// Every item by its id.
pub(crate) static REGISTRY: &[(&str, Compute)] = &[
    ("erbas/definitions", erbas::definitions::definitions),
    ("erbas/pij", erbas::definitions::pij),
    ("erbas/fig1", erbas::figures::fig1),
    ("erbas/fig2-fig3", erbas::figures::fig2_fig3),
    ("erbas/symmetries", erbas::symmetries::symmetries),
    ("erbas/fig4", erbas::symmetries::fig4),
    ("erbas/table1", erbas::tables::table1),
    ("erbas/table2", erbas::times::table2),
    ("erbas/table3", erbas::tables::table3),
    ("erbas/fig5", erbas::claims::fig5),
    ("erbas/first-solution", erbas::claims::first_solution),
    ("erbas/algorithms", erbas::algorithms::algorithms),
    ("erbas/superqueens", erbas::constructions::superqueens),
    ("erbas/fig6", erbas::constructions::fig6),
    ("erbas/constructions", erbas::constructions::constructions),
    ("erbas/claims", claims::erbas::claims),
    ("barr/table1", barr::table1),
    ("barr/fig1", barr::fig1),
    ("barr/attack-lines", barr::attack_lines),
    ("barr/closed-form", barr::closed_form),
    ("barr/conjecture-5.2", barr::conjecture_5_2),
    ("barr/conjecture-5.3", barr::conjecture_5_3),
    ("barr/nontrivial", barr::nontrivial),
    ("barr/modular", barr::modular),
    ("barr/claims", claims::barr::claims),
    ("chakiat/fig1", chakiat::fig1),
    ("chakiat/fig2", chakiat::fig2),
    ("chakiat/fig3-fig4", chakiat::fig3_fig4),
    ("chakiat/fig5", chakiat::fig5),
    ("chakiat/algorithms", chakiat::algorithms),
    ("chakiat/existence", chakiat::existence),
    ("chakiat/all", chakiat::all),
    ("chakiat/claims", claims::chakiat::claims),
    ("tutorial/nodes", tutorial::nodes),
    ("tutorial/pruned", tutorial::pruned),
    ("tutorial/steps", tutorial::steps),
    ("tutorial/trace", tutorial::trace),
    ("tutorial/heuristics", tutorial::heuristics),
    ("criseno/table1", criseno::table1),
    ("criseno/fig1-fig5", criseno_figures::introduction),
    ("criseno/bruteforce", criseno::bruteforce),
    ("criseno/fig7", criseno_figures::fig7),
    ("criseno/matrix", criseno::matrix),
    ("criseno/table2", criseno::table2),
    ("criseno/fig23-fig24", criseno_figures::fig23_fig24),
    ("criseno/fig25", criseno::fig25),
    ("criseno/claims", criseno::claims),
];
