//! Every target.

mod answers;
mod board;
mod book;
mod differential;
mod ledgers;
mod proofs;
mod requests;
mod words;

use crate::Target;

/// Every target.
pub static TARGETS: &[Target] = &[
    Target {
        name: "notations",
        about: "placements in every notation",
        share: 2_000,
        run: board::notations,
    },
    Target {
        name: "problems",
        about: "problems as words and as JSON",
        share: 20_000,
        run: board::problems,
    },
    Target {
        name: "words",
        about: "algorithms with settings, sizes, shares, tables of levels, streams of columns",
        share: 4_000,
        run: words::words,
    },
    Target {
        name: "requests",
        about: "the request of every verb as JSON; small ones are answered",
        share: 300,
        run: requests::requests,
    },
    Target {
        name: "traces",
        about: "requests for traces, recorded and looked at anywhere",
        share: 300,
        run: requests::traces,
    },
    Target {
        name: "ledgers",
        about: "ledgers as files; none shows a wrong total",
        share: 40,
        run: ledgers::files,
    },
    Target {
        name: "imports",
        about: "ledgers as lines of JSON; none shows a wrong total",
        share: 60,
        run: ledgers::lines,
    },
    Target {
        name: "answers",
        about: "answers of solvers in every format; none passes that is no solution",
        share: 1_000,
        run: answers::answers,
    },
    Target {
        name: "proofs",
        about: "formulas and proofs; no satisfiable formula is refuted",
        share: 4_000,
        run: proofs::proofs,
    },
    Target {
        name: "book",
        about: "generated lines and the table of contents of the book",
        share: 60,
        run: book::book,
    },
    Target {
        name: "engines",
        about: "random problems through every engine and every algorithm",
        share: 20,
        run: differential::engines,
    },
    Target {
        name: "models",
        about: "random problems through every back-end, and their solutions through every format",
        share: 20,
        run: differential::models,
    },
];
