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
        share: 6_000,
        run: board::notations,
    },
    Target {
        name: "problems",
        about: "problems as words and as JSON",
        share: 60_000,
        run: board::problems,
    },
    Target {
        name: "words",
        about: "algorithms with settings, sizes, shares, tables of levels, streams of columns",
        share: 12_000,
        run: words::words,
    },
    Target {
        name: "requests",
        about: "the request of every verb as JSON; small ones are answered",
        share: 900,
        run: requests::requests,
    },
    Target {
        name: "traces",
        about: "requests for traces, recorded and looked at anywhere",
        share: 900,
        run: requests::traces,
    },
    Target {
        name: "ledgers",
        about: "ledgers as files; none shows a wrong total",
        share: 120,
        run: ledgers::files,
    },
    Target {
        name: "imports",
        about: "ledgers as lines of JSON; none shows a wrong total",
        share: 180,
        run: ledgers::lines,
    },
    Target {
        name: "answers",
        about: "answers of solvers in every format; none passes that is no solution",
        share: 3_000,
        run: answers::answers,
    },
    Target {
        name: "proofs",
        about: "formulas and proofs; no satisfiable formula is refuted",
        share: 12_000,
        run: proofs::proofs,
    },
    Target {
        name: "book",
        about: "generated lines and the table of contents of the book",
        share: 180,
        run: book::book,
    },
    Target {
        name: "engines",
        about: "random problems through every engine and every algorithm",
        share: 60,
        run: differential::engines,
    },
    Target {
        name: "models",
        about: "random problems through every back-end, and their solutions through every format",
        share: 60,
        run: differential::models,
    },
];
