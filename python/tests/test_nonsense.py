"""Nonsense in every place of every function gives one line, never a panic or an exception of another kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bezzel
import bezzel.cluster
from bezzel import errors


class Odd:
    """Something that no argument may be."""

    def __repr__(self) -> str:
        return "Odd()"


#: Values that are wrong nearly everywhere.
NONSENSE: list[Any] = [
    Odd(),
    -1,
    10**40,
    10**5000,
    1.5,
    float("nan"),
    "",
    "☃",
    "a\0b",
    "0,0 " * 50,
    b"8",
    [],
    [Odd()],
    [-1],
    {"a": Odd()},
    (1, 2, 3),
    (-1, 10**30),
    print,
]

#: Arguments with which each function does something small.
SMALL: dict[str, dict[str, Any]] = {
    "algorithms": {},
    "ask": {"n": 4, "question": "domination"},
    "check": {"placement": "1,3,0,2"},
    "chromatic": {"n": 4},
    "classes": {"n": 5},
    "closed_form": {"n": 2},
    "colours": {"n": 4, "number": 5},
    "compare": {"n": 4, "algorithms": "wirth", "visits": 1000},
    "construct": {"n": 8},
    "count": {"n": 5},
    "disjoint": {"n": 4, "number": 2},
    "divide": {"n": 5},
    "draw": {"picture": "board", "n": 4},
    "estimate": {"n": 4, "descents": 2},
    "export": {"n": 2, "format": "cnf"},
    "forecast": {"n": 5},
    "fundamental": {"n": 5},
    "import_answer": {"n": 1, "format": "cnf", "answer": "s SATISFIABLE\nv 1 0\n"},
    "max_disjoint": {"n": 4},
    "modular": {"n": 4, "dimension": 2, "exists": True},
    "puzzle": {"n": 6},
    "reproduce": {"paper": "tutorial", "item": "nodes", "quick": True},
    "sample": {"n": 5},
    "solutions": {"n": 4},
    "solve": {"n": 4},
    "space_count": {"n": 3, "dimension": 3},
    "space_table": {"sides": [3], "dimensions": [2]},
    "squares": {"n": 5},
    "stack": {"n": 5},
    "stack_count": {"n": 5},
    "stacks": {"n": 5},
    "symmetry": {"placement": "1,3,0,2"},
    "trace": {"n": 4, "algorithm": "backtracking", "steps": 5},
}

#: Functions without arguments.
PLAIN = {"catalogue", "engines", "papers"}


def places(function: Callable[..., object]) -> Iterator[str]:
    """The arguments of a function by name, and one that it does not have if it takes any."""
    for name, parameter in inspect.signature(function).parameters.items():
        yield "oddity" if parameter.kind is parameter.VAR_KEYWORD else name


def is_refused_well(call: Callable[[], object]) -> bool:
    """Whether a call is refused; how must be right."""
    try:
        call()
    except bezzel.Error as error:
        text = str(error)
        assert text and "\n" not in text and "defect" not in text, text
        assert "argument '" not in text and "--" not in text, text
        return True
    return False


def test_every_function_has_its_line() -> None:
    functions = {name for name in bezzel.__all__ if inspect.isfunction(getattr(bezzel, name))}
    assert functions == set(SMALL) | PLAIN


@pytest.mark.parametrize("name", SMALL)
def test_nonsense_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A text is a good name for a file.
    monkeypatch.chdir(tmp_path)
    function = getattr(bezzel, name)
    function(**SMALL[name])
    for place in places(function):
        refused = [is_refused_well(lambda: function(**{**SMALL[name], place: one})) for one in NONSENSE]
        # Flags take what is true or false; everything else refuses something.
        assert refused[0] or place in FLAGS, place


#: Arguments that are only true or false.
FLAGS = {
    "all",
    "approximate",
    "exact",
    "exists",
    "fit",
    "force",
    "fundamental",
    "linear",
    "nontrivial",
    "printed",
    "quick",
    "deep",
    "verify",
    "without_guessing",
}


def methods() -> list[tuple[str, Callable[[Any], object]]]:
    """Methods of the package's objects, each of one argument."""
    queens = bezzel.Placement("1,3,0,2")
    trace = bezzel.trace(4, "backtracking")
    board = bezzel.Board(4)
    return [
        ("Problem", bezzel.Problem),
        ("Problem.from_document", bezzel.Problem.from_document),
        ("Problem.rule", lambda odd: bezzel.Problem(4, rule=odd)),
        ("Problem.torus", lambda odd: bezzel.Problem(4, torus=odd)),
        ("Problem.dimension", lambda odd: bezzel.Problem(4, dimension=odd)),
        ("Problem.given", lambda odd: bezzel.Problem(4, given=odd)),
        ("Problem.blocked", lambda odd: bezzel.Problem(4, blocked=odd)),
        ("Problem.regions", lambda odd: bezzel.Problem(4, regions=odd)),
        ("Placement", bezzel.Placement),
        ("Placement.n", lambda odd: bezzel.Placement("1,3,0,2", odd)),
        ("Placement.problem", lambda odd: bezzel.Placement("1,3,0,2", problem=odd)),
        ("Placement.notation", lambda odd: bezzel.Placement("1,3,0,2", notation=odd)),
        ("Placement.of_squares", lambda odd: bezzel.Placement.of_squares(odd, queens.problem)),
        ("place", queens.place),
        ("remove", queens.remove),
        ("image", queens.image),
        ("write", queens.write),
        ("Board", bezzel.Board),
        ("Board.queens", lambda odd: bezzel.Board(4, odd)),
        ("Board.place", board.place),
        ("Board.remove", board.remove),
        ("queens", trace.queens),
        ("counts", trace.counts),
        ("frame", trace.frame),
        ("seek", trace.seek),
        ("forward", trace.forward),
        ("back", trace.back),
        ("find", trace.find),
        ("find.start", lambda odd: trace.find("place", start=odd)),
        ("tree", trace.tree),
        ("tree.depth", lambda odd: trace.tree(depth=odd)),
        ("animate", trace.animate),
        ("animate.format", lambda odd: trace.animate(1, 2, format=odd)),
        ("Job", bezzel.Job),
        ("Job.open", lambda odd: bezzel.Job.open("new.ledger", odd)),
        ("Job.create", lambda odd: bezzel.Job.create(odd, 5)),
        ("Job.read", lambda odd: bezzel.Job.read("other.ledger", odd)),
        ("Job.merge", lambda odd: bezzel.Job.merge("job.ledger", odd)),
        ("Job.salvage", lambda odd: bezzel.Job.salvage(odd, "saved.ledger")),
        ("Job.run.units", lambda odd: bezzel.Job("job.ledger").run(units=odd)),
        ("Job.run.share", lambda odd: bezzel.Job("job.ledger").run(share=odd)),
        ("Job.run.threads", lambda odd: bezzel.Job("job.ledger").run(threads=odd)),
        ("Job.status", lambda odd: bezzel.Job("job.ledger").status(workers=odd)),
        ("Job.verify", lambda odd: bezzel.Job("job.ledger").verify(sample=odd)),
        ("Job.discard", lambda odd: bezzel.Job("job.ledger").discard(odd)),
        ("Job.split", lambda odd: bezzel.Job("job.ledger").split(odd, "share.ledger")),
        ("Job.export", lambda odd: bezzel.Job("job.ledger").export(odd)),
        ("cluster.run", bezzel.cluster.run),
        ("cluster.verify", bezzel.cluster.verify),
    ]


@pytest.mark.parametrize(("name", "method"), methods(), ids=[name for name, _ in methods()])
def test_nonsense_is_refused_by_methods(
    name: str, method: Callable[[Any], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bezzel.Job.create("job.ledger", 6)
    refused = [is_refused_well(lambda: method(one)) for one in NONSENSE]
    assert refused[0], name


def test_what_is_wrong_is_named() -> None:
    table: list[tuple[Callable[[], object], type[bezzel.Error], str]] = [
        (lambda: bezzel.count(8, time="soon"), errors.WrongType, "time must be a number, not str"),  # type: ignore[arg-type]
        (lambda: bezzel.count(8, threads=1.5), errors.WrongType, "threads must be a whole number, not float"),  # type: ignore[arg-type]
        (lambda: bezzel.count(8, engine=3), errors.WrongType, "engine must be a text, not int"),  # type: ignore[arg-type]
        (
            lambda: bezzel.count([]),  # type: ignore[arg-type]
            errors.WrongType,
            "n must be a number, a text such as '5x8' or a pair of rows and columns, not list",
        ),
        (
            lambda: bezzel.solve(8, given=5),  # type: ignore[arg-type]
            errors.WrongType,
            "given must be pairs of row and column from 0, or a text such as '0,3 2,5', not int",
        ),
        (lambda: bezzel.count(8, ledger=5), errors.WrongType, "ledger must be the name of a file, not int"),  # type: ignore[arg-type]
        (
            lambda: bezzel.count(8, progress=5),  # type: ignore[arg-type]
            errors.WrongType,
            "progress must be a function, True or False, not int",
        ),
        (
            lambda: bezzel.compare(4, goal="some"),
            errors.UnknownName,
            "goal cannot be 'some'; it is one of all, first, both",
        ),
    ]
    for call, kind, text in table:
        with pytest.raises(kind) as raised:
            call()
        assert str(raised.value) == text
    assert issubclass(errors.WrongType, TypeError) and issubclass(errors.Unfinished, TimeoutError)
