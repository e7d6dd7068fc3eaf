"""How many solutions there are: exactly, up to symmetry, in space, or about."""

from __future__ import annotations

from os import PathLike
from typing import Any, overload

from . import _core
from ._answer import Answer
from ._options import Board, Setting, Squares, algorithm as with_settings, group, options, problem
from ._progress import Watcher, sink
from .errors import BadRequest


class Counted(Answer):
    """The number of solutions of one problem, and how it was obtained."""

    problem: _core.Problem
    total: int | None
    nontrivial: int | None
    fundamental: int | None
    at_least: int | None
    fundamental_at_least: int | None
    because: str | None
    provenance: dict[str, Any]


class Total(int):
    """A total: a number that knows how it was obtained.

    >>> import bezzel
    >>> total = bezzel.count(8)
    >>> total + 1
    93
    >>> total.counted.provenance["engine"]
    'enumerate'
    """

    counted: Counted

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)


class AtLeast:
    """The result of an unfinished count: a lower bound, never a total."""

    def __init__(self, number: int, because: str, counted: Counted) -> None:
        #: There are this many solutions or more.
        self.number = number
        #: Which limit was reached.
        self.because = because
        self.counted = counted

    def __repr__(self) -> str:
        return f"AtLeast({self.number}, because={self.because!r})"


class Classes(Answer):
    """Fundamental solutions by their symmetry."""

    asymmetric: int
    half_turn: int
    quarter_turn: int
    all_symmetries: int

    @property
    def fundamental(self) -> int:
        """All fundamental solutions."""
        return self.asymmetric + self.half_turn + self.quarter_turn + self.all_symmetries

    @property
    def total(self) -> int:
        """All solutions."""
        whole = 8 * self.asymmetric + 4 * self.half_turn
        return whole + 2 * self.quarter_turn + self.all_symmetries


def _run(
    about: _core.Problem,
    request: dict[str, Any],
    ledger: str | PathLike[str] | None,
    progress: Watcher,
) -> tuple[int | None, Counted]:
    total, document = _core.count(about, request, ledger, sink(progress))
    return total, Counted(document)


def _unfinished(counted: Counted, number: int | None = None) -> AtLeast:
    number = counted.at_least if number is None else number
    return AtLeast(number or 0, counted.because or "unfinished", counted)


@overload
def count(
    n: Board,
    *,
    torus: bool = ...,
    dimension: int | None = ...,
    rule: str | None = ...,
    given: Squares | None = ...,
    blocked: Squares | None = ...,
    engine: str | None = ...,
    algorithm: str | None = ...,
    with_: str | None = ...,
    nontrivial: bool = ...,
    verify: bool = ...,
    ledger: str | PathLike[str] | None = ...,
    threads: int | None = ...,
    device: str | None = ...,
    simd: str | None = ...,
    time: None = ...,
    visits: None = ...,
    solutions: None = ...,
    memory: int | None = ...,
    progress: Watcher = ...,
    **settings: Setting,
) -> Total: ...


@overload
def count(
    n: Board,
    *,
    torus: bool = ...,
    dimension: int | None = ...,
    rule: str | None = ...,
    given: Squares | None = ...,
    blocked: Squares | None = ...,
    engine: str | None = ...,
    algorithm: str | None = ...,
    with_: str | None = ...,
    nontrivial: bool = ...,
    verify: bool = ...,
    ledger: str | PathLike[str] | None = ...,
    threads: int | None = ...,
    device: str | None = ...,
    simd: str | None = ...,
    time: float | None = ...,
    visits: int | None = ...,
    solutions: int | None = ...,
    memory: int | None = ...,
    progress: Watcher = ...,
    **settings: Setting,
) -> Total | AtLeast: ...


def count(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    engine: str | None = None,
    algorithm: str | None = None,
    with_: str | None = None,
    nontrivial: bool = False,
    verify: bool = False,
    ledger: str | PathLike[str] | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    visits: int | None = None,
    solutions: int | None = None,
    memory: int | None = None,
    progress: Watcher = None,
    **settings: Setting,
) -> Total | AtLeast:
    """Counts all solutions, by the fastest engine unless another is chosen.

    With a ledger every finished unit is kept in that file, and an interrupted count is resumed. A
    count that reaches a limit gives `AtLeast`, which is not a number.

    >>> import bezzel
    >>> bezzel.count(12)
    14200
    >>> bezzel.count(8, torus=True), bezzel.count(8, given=[(0, 3)])
    (0, 18)
    >>> bezzel.count(10, algorithm="backtracking", visits=1000)
    AtLeast(16, because='visits')
    """
    about = problem(n, torus, dimension, rule, given, blocked)
    request = options(
        engine=engine, algorithm=algorithm, nontrivial=nontrivial, verify=verify, **{"with": with_}
    )
    group(request, "workers", threads=threads, device=device, simd=simd)
    group(request, "limits", time=time, visits=visits, solutions=solutions, memory=memory)
    with_settings(request, settings)
    number, counted = _run(about, request, ledger, progress)
    if number is None:
        return _unfinished(counted)
    total = Total(number)
    total.counted = counted
    return total


def fundamental(
    n: Board,
    *,
    blocked: Squares | None = None,
    given: Squares | None = None,
    torus: bool = False,
    engine: str | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    progress: Watcher = None,
    **settings: Setting,
) -> int:
    """Counts the solutions up to symmetry.

    >>> import bezzel
    >>> bezzel.fundamental(8), bezzel.fundamental(12)
    (12, 1787)
    """
    about = problem(n, torus, None, None, given, blocked)
    request = options(engine=engine, algorithm=algorithm, fundamental=True)
    group(request, "workers", threads=threads)
    with_settings(request, settings)
    _, counted = _run(about, request, None, progress)
    if counted.fundamental is None:
        raise BadRequest(f"{algorithm} does not count all solutions of {about}")
    return counted.fundamental


def classes(
    n: Board,
    *,
    engine: str | None = None,
    threads: int | None = None,
    progress: Watcher = None,
) -> Classes:
    """Counts the fundamental solutions by their symmetry.

    >>> import bezzel
    >>> found = bezzel.classes(12)
    >>> found.asymmetric, found.half_turn, found.quarter_turn
    (1765, 18, 4)
    >>> found.total
    14200
    """
    request = options(engine=engine, classes=True)
    group(request, "workers", threads=threads)
    _, counted = _run(problem(n), request, None, progress)
    return Classes(counted.document["classes"])


def space_count(
    n: int,
    dimension: int,
    *,
    rule: str | None = None,
    nontrivial: bool = False,
    engine: str | None = None,
    ledger: str | PathLike[str] | None = None,
    threads: int | None = None,
    time: float | None = None,
    progress: Watcher = None,
) -> Total | AtLeast:
    """Counts the solutions on a board of this side in several dimensions.

    >>> import bezzel
    >>> bezzel.space_count(4, 3)
    7196
    >>> bezzel.space_count(4, 3, nontrivial=True)
    7180
    """
    return count(
        n,
        dimension=dimension,
        rule=rule,
        nontrivial=nontrivial,
        engine=engine,
        ledger=ledger,
        threads=threads,
        time=time,
        progress=progress,
    )


class Mean(Answer):
    """The mean over all descents."""

    about: float
    standard_error: float
    low: float | None
    high: float | None


class Estimate(Answer):
    """Estimates for one problem, not counts."""

    problem: _core.Problem
    descents: int
    arrived: int
    visits: Mean
    solutions: Mean | None


def estimate(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    descents: int | None = None,
    seed: int | None = None,
    time: float | None = None,
) -> Estimate:
    """Estimates the number of solutions and the work of backtracking by random descents.

    >>> import bezzel
    >>> found = bezzel.estimate(8, seed=1).solutions
    >>> abs(found.about - 92) < 4 * found.standard_error
    True
    """
    about = problem(n, torus, dimension, rule, given, blocked)
    request = options(descents=descents, seed=seed, time=time)
    answer = _core.ask("estimate", about, request, None).read()
    if not answer["estimates"]:
        raise BadRequest("the time was over before the first descents; allow more time")
    return Estimate(answer["estimates"][0])
