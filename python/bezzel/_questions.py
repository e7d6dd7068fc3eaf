"""Questions about a board that are not placements of n pieces, and its colourings."""

from __future__ import annotations

from typing import Any

from . import _core
from ._answer import Answer
from ._core import Placement, Problem
from ._options import Board, File, Squares, file_or_none, flag, group, options, problem
from ._progress import ProgressSink, sink
from .errors import Unfinished


class Extreme(Answer):
    """The smallest or largest number, and what shows it.

    `sets` are the pieces that attack every square, the two armies, or the pieces that cannot be
    completed. If the time was up, `number` is `None` and `at_least` a bound.
    """

    problem: Problem
    question: str
    number: int | None
    at_least: int | None
    sets: list[str]
    refuted: int | None
    stopped: str | None
    by: str

    @property
    def placements(self) -> list[Placement]:
        """The sets as placements on the board."""
        return [Placement(text, problem=self.problem, notation="squares") for text in self.sets]


class Colouring(Answer):
    """A colouring of the squares, with colours from 1, or that there is none."""

    problem: Problem
    colours: int | None
    chromatic_number: int | None
    at_least: int | None
    colouring: list[list[int | None]] | None
    refuted_by: str | None
    by: str


def ask(
    n: Board,
    question: str,
    *,
    torus: bool = False,
    rule: str | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    proof: File | None = None,
    force: bool = False,
    time: float | None = None,
    progress: ProgressSink = None,
) -> Extreme:
    """The fewest pieces that attack every square, the largest armies at peace, and similar questions.

    `question` is `domination`, `independent-domination`, `armies` or `completion`. One bound is shown
    by the sets of the answer, the other by a refutation, which `proof` writes to a file that
    `bezzel check` checks. The SAT solver of the package is written in Rust; that of the program,
    `bezzel solve --ask`, is faster on large boards.

    >>> import bezzel
    >>> found = bezzel.ask(5, "domination")
    >>> found.number, found.refuted, len(found.placements[0])
    (3, 2, 3)
    >>> [len(army) for army in bezzel.ask(5, "armies").placements]
    [4, 4]
    """
    about = problem(n, torus, None, rule, None, blocked, regions)
    request = options(question=question, proof=file_or_none("proof", proof), force=flag("force", force))
    group(request, "limits", time=time)
    return Extreme(_core.ask("extreme", about, request, sink(progress)))


def colours(
    n: Board,
    number: int,
    *,
    torus: bool = False,
    rule: str | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    proof: File | None = None,
    force: bool = False,
    time: float | None = None,
    progress: ProgressSink = None,
) -> Colouring | None:
    """A colouring with this many colours, no two squares on a line the same; `None` if there is none.

    >>> import bezzel
    >>> bezzel.colours(5, 5).colouring[0]
    [1, 2, 3, 4, 5]
    >>> bezzel.colours(6, 6) is None
    True
    """
    about = problem(n, torus, None, rule, None, blocked, regions)
    found = _coloured(about, {"colours": number}, proof, force, time, progress)
    return None if found.colouring is None else found


def chromatic(
    n: Board,
    *,
    torus: bool = False,
    rule: str | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    proof: File | None = None,
    force: bool = False,
    time: float | None = None,
    progress: ProgressSink = None,
) -> Colouring:
    """A colouring with as few colours as possible, and why fewer are not enough.

    >>> import bezzel
    >>> found = bezzel.chromatic(6)
    >>> found.chromatic_number, found.refuted_by
    (7, 'cover')
    """
    about = problem(n, torus, None, rule, None, blocked, regions)
    return _coloured(about, {}, proof, force, time, progress)


def _coloured(
    about: Problem,
    request: dict[str, Any],
    proof: File | None,
    force: bool,
    time: float | None,
    progress: ProgressSink,
) -> Colouring:
    request |= options(proof=file_or_none("proof", proof), force=flag("force", force))
    group(request, "limits", time=time)
    found = Colouring(_core.ask("colour", about, request, sink(progress)))
    if found.document["stopped"] is not None:
        bound = f"at least {found.at_least} are needed" if found.at_least else "nothing is known"
        raise Unfinished(f"no colouring was found: {found.document['stopped']}; {bound}")
    return found
