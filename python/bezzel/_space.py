"""Queens in several dimensions: totals, tables, closed forms, and modular queens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _core
from ._answer import Answer
from ._core import Problem
from ._count import MaybeAtLeast, Total, count
from ._options import Board, File, file_or_none, group, listed, options, problem, whole
from ._progress import ProgressSink, sink
from .errors import Unfinished


def space_count(
    n: int,
    dimension: int,
    *,
    rule: str | None = None,
    nontrivial: bool = False,
    engine: str | None = None,
    verify: bool = False,
    ledger: File | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    progress: ProgressSink = None,
) -> Total | MaybeAtLeast:
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
        verify=verify,
        ledger=ledger,
        threads=threads,
        device=device,
        simd=simd,
        time=time,
        progress=progress,
    )


class SpaceTotal(Answer):
    """Q(n, d), beside what Barr and Rao printed."""

    n: int
    d: int
    total: int
    nontrivial: int
    printed: int | None
    agreement: str


class SpaceTable(Answer):
    """Totals for several sides and dimensions, and what they say about the conjectures."""

    entries: list[SpaceTotal]
    conjectures: list[dict[str, Any]]
    stopped: str | None


def space_table(
    sides: Iterable[int],
    dimensions: Iterable[int] | None = None,
    *,
    threads: int | None = None,
    time: float | None = None,
    progress: ProgressSink = None,
) -> SpaceTable:
    """The totals Q(n, d) of Barr and Rao's table, for several sides and dimensions: by default 2 to 8.

    >>> import bezzel
    >>> [one.total for one in bezzel.space_table([4], [2, 3]).entries]
    [2, 7196]
    """
    request = options(sides=listed("sides", sides))
    if dimensions is not None:
        request["dimensions"] = listed("dimensions", dimensions)
    group(request, "workers", threads=threads)
    group(request, "limits", time=time)
    return SpaceTable(_core.ask("space-table", None, request, sink(progress)))


class ClosedForm(Answer):
    """Q(n, d) for every d, as a sum of powers."""

    n: int
    formula: str
    terms: list[dict[str, Any]]
    provenance: dict[str, Any]


def closed_form(
    n: int,
    *,
    ledger: File | None = None,
    threads: int | None = None,
    time: float | None = None,
    progress: ProgressSink = None,
) -> ClosedForm:
    """A formula for Q(n, d), the number of solutions of side n in every dimension d.

    >>> import bezzel
    >>> bezzel.closed_form(3).formula
    '27^m - 2*21^m + 17^m - 15^m + 2*11^m - 9^m'
    """
    request = options(sides=[whole("n", n)], ledger=file_or_none("ledger", ledger))
    group(request, "workers", threads=threads)
    group(request, "limits", time=time)
    answer = _core.ask("closed-form", None, request, sink(progress)).read()
    if not answer["sides"]:
        raise Unfinished(f"the count was stopped: {answer['stopped']}")
    return ClosedForm(answer["sides"][0])


class Modular(Answer):
    """What is known about modular queens on one board."""

    problem: Problem
    exists: str | None
    why: str | None
    linear: int | None
    slopes: list[int] | None
    maximum: int | None
    maximum_at_least: int | None
    queens: list[list[int]] | None


def modular(
    n: Board,
    dimension: int | None = None,
    *,
    exists: bool = False,
    linear: bool = False,
    maximum: bool = False,
    rule: str = "hyperplane",
    visits: int | None = None,
    progress: ProgressSink = None,
) -> Modular:
    """Modular queens (rule hyperplane): whether a complete solution exists, or how many are linear.

    With maximum, the most queens that fit anywhere on the board, under this or another rule.

    >>> import bezzel
    >>> bezzel.modular(7, 2, linear=True).linear
    28
    >>> bezzel.modular(3, 3, maximum=True, rule="queen").maximum
    4
    """
    about = n if isinstance(n, Problem) else problem(n, False, dimension, rule)
    request = options(exists=exists, linear=linear, maximum=maximum, visits=visits)
    answer = _core.ask("modular", about, request, sink(progress)).read()
    return Modular(answer["answers"][0])
