"""How many solutions there are: all, up to symmetry, by symmetry, or by the first row's column."""

from __future__ import annotations

from typing import Any, TypeAlias

from . import _core
from ._answer import Answer
from ._options import Board, File, Setting, Squares, algorithm as with_settings, file_or_none
from ._options import group, options, problem
from ._progress import ProgressSink, sink
from .errors import Unfinished


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


#: `AtLeast` if a limit was reached. It is `Any`, so that type checkers let a count without limits be
#: used as the number that it is.
MaybeAtLeast: TypeAlias = Any


class Classes(Answer):
    """Fundamental solutions by their symmetry. A torus has only `by_images`."""

    asymmetric: int
    half_turn: int
    quarter_turn: int
    all_symmetries: int

    @property
    def by_images(self) -> dict[int, int]:
        """How many fundamental solutions have this many images."""
        if "torus" in self.document:
            return {int(one["images"]): int(one["classes"]) for one in self.document["torus"]}
        numbers = (self.asymmetric, self.half_turn, self.quarter_turn, self.all_symmetries)
        return dict(zip((8, 4, 2, 1), numbers))

    @property
    def fundamental(self) -> int:
        """All fundamental solutions."""
        return sum(self.by_images.values())

    @property
    def total(self) -> int:
        """All solutions."""
        return sum(images * number for images, number in self.by_images.items())


def result(number: int | None, at_least: int | None, counted: Counted) -> Total | MaybeAtLeast:
    """A total, or what is known of it."""
    if number is None:
        return AtLeast(at_least or 0, counted.because or "unfinished", counted)
    total = Total(number)
    total.counted = counted
    return total


def count(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    engine: str | None = None,
    algorithm: str | None = None,
    with_: str | None = None,
    nontrivial: bool = False,
    verify: bool = False,
    ledger: File | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    visits: int | None = None,
    solutions: int | None = None,
    memory: int | None = None,
    progress: ProgressSink = None,
    **settings: Setting,
) -> Total | MaybeAtLeast:
    """Counts all solutions, by the fastest engine unless another is chosen.

    With a ledger every finished unit is kept in that file, and a stopped count is resumed. A
    count that reaches a limit gives `AtLeast`, which is not a number.

    >>> import bezzel
    >>> bezzel.count(12)
    14200
    >>> bezzel.count(8, torus=True), bezzel.count(8, given=[(0, 3)])
    (0, 18)
    >>> bezzel.count(10, algorithm="backtracking", visits=1000)
    AtLeast(16, because='visits')
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(
        engine=engine, algorithm=algorithm, nontrivial=nontrivial, verify=verify, **{"with": with_}
    )
    group(request, "workers", threads=threads, device=device, simd=simd)
    group(request, "limits", time=time, visits=visits, solutions=solutions, memory=memory)
    with_settings(request, settings)
    total, document = _core.count(about, request, file_or_none("ledger", ledger), sink(progress))
    counted = Counted(document)
    return result(total, None if total is not None else counted.at_least, counted)


def fundamental(
    n: Board,
    *,
    torus: bool = False,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    engine: str | None = None,
    algorithm: str | None = None,
    verify: bool = False,
    ledger: File | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    visits: int | None = None,
    memory: int | None = None,
    progress: ProgressSink = None,
    **settings: Setting,
) -> Total | MaybeAtLeast:
    """Counts the solutions up to symmetry.

    >>> import bezzel
    >>> bezzel.fundamental(8), bezzel.fundamental(12)
    (12, 1787)
    """
    about = problem(n, torus, None, None, given, blocked, regions)
    request = options(engine=engine, algorithm=algorithm, verify=verify, fundamental=True)
    group(request, "workers", threads=threads, device=device, simd=simd)
    group(request, "limits", time=time, visits=visits, memory=memory)
    with_settings(request, settings)
    _, document = _core.count(about, request, file_or_none("ledger", ledger), sink(progress))
    counted = Counted(document)
    return result(counted.fundamental, counted.fundamental_at_least, counted)


def classes(
    n: Board,
    *,
    torus: bool = False,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    engine: str | None = None,
    verify: bool = False,
    ledger: File | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    progress: ProgressSink = None,
) -> Classes:
    """Counts the fundamental solutions by their symmetry.

    >>> import bezzel
    >>> found = bezzel.classes(12)
    >>> found.asymmetric, found.half_turn, found.quarter_turn
    (1765, 18, 4)
    >>> found.total
    14200
    """
    about = problem(n, torus, None, None, given, blocked, regions)
    request = options(engine=engine, verify=verify, classes=True)
    group(request, "workers", threads=threads, device=device, simd=simd)
    group(request, "limits", time=time)
    _, document = _core.count(about, request, file_or_none("ledger", ledger), sink(progress))
    counted = document.read()
    if "torus_classes" in counted:
        return Classes({"torus": counted["torus_classes"]})
    if "classes" not in counted:
        raise Unfinished(f"the count did not end: it reached a limit ({counted['because']})")
    return Classes(counted["classes"])


class ColumnTotal(Answer):
    """The solutions whose first row has its queen in one column."""

    column: int
    total: int
    provenance: dict[str, Any]


class Divided(Answer):
    """The solutions by the column of the first row's queen."""

    problem: _core.Problem
    columns: list[ColumnTotal]
    total: int | None
    stopped: str | None


def divide(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    engine: str | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    visits: int | None = None,
    memory: int | None = None,
    progress: ProgressSink = None,
    **settings: Setting,
) -> Divided:
    """Counts the solutions for each column of the first row's queen.

    >>> import bezzel
    >>> [one.total for one in bezzel.divide(8).columns]
    [4, 8, 16, 18, 18, 16, 8, 4]
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(engine=engine, algorithm=algorithm)
    group(request, "workers", threads=threads, device=device, simd=simd)
    group(request, "limits", time=time, visits=visits, memory=memory)
    with_settings(request, settings)
    return Divided(_core.ask("divide", about, request, sink(progress)))
