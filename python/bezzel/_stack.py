"""Stacks: n solutions that together cover the board."""

from __future__ import annotations

from typing import Any

from . import _core
from ._answer import Answer
from ._options import File, file_or_none, flag, group, options, whole
from ._progress import ProgressSink, sink
from .errors import Unfinished


class Stack(Answer):
    """A stack: which floor each square belongs to."""

    levels: list[list[int]]
    floors: list[str]
    toroidal: bool
    slope: int | None
    attacking_pairs: int

    def _repr_svg_(self) -> str:
        return self._drawn("stack")

    def _drawn(self, kind: str) -> str:
        columns = [[int(column) for column in floor.split(",")] for floor in self.floors]
        _, svg, _ = _core.draw({"picture": {"kind": kind, "floors": columns}}, None)
        return svg.decode()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        table = self._drawn("levels")
        html = f"<div>{table}{self._repr_svg_()}</div>"
        return {"text/plain": repr(self), "image/svg+xml": self._repr_svg_(), "text/html": html}


class StackCount(Answer):
    """The number of stacks of a side."""

    n: int
    unordered: int | None
    ordered: int | None
    fundamental: int | None
    unordered_at_least: int | None
    because: str | None


class Disjoint(Answer):
    """Solutions that share no square: the most there are, or as many as asked."""

    n: int
    max_disjoint: int | None
    solutions: list[str]


def stack(
    n: int, *, torus: bool = False, time: float | None = None, memory: int | None = None
) -> Stack | None:
    """One stack of side n, by the fastest known method; `None` if there is none.

    With torus every floor is a solution of the torus.

    >>> import bezzel
    >>> for row in bezzel.stack(5).levels:
    ...     print(row)
    [0, 1, 2, 3, 4]
    [3, 4, 0, 1, 2]
    [1, 2, 3, 4, 0]
    [4, 0, 1, 2, 3]
    [2, 3, 4, 0, 1]
    >>> bezzel.stack(8) is None
    True
    """
    request = options(n=n, torus=flag("torus", torus))
    group(request, "limits", time=time, memory=memory)
    answer = _core.ask("stack", None, request, None).read()
    if answer["conclusion"] == "unknown":
        raise Unfinished(f"no stack was found, which proves nothing: {answer['how']}")
    return None if answer["stack"] is None else Stack(answer["stack"])


def stacks(
    n: int, *, torus: bool = False, time: float | None = None, memory: int | None = None
) -> list[Stack]:
    """Every stack of side n; with torus those whose floors are all solutions of the torus.

    >>> import bezzel
    >>> len(bezzel.stacks(7))
    4
    """
    request = options(n=n, torus=flag("torus", torus))
    group(request, "limits", time=time, memory=memory)
    answer = _core.ask("stacks", None, request, None).read()
    if answer["stopped"]:
        raise Unfinished(f"the search was stopped: {answer['stopped']}")
    return [Stack(one) for one in answer["stacks"]]


def stack_count(
    n: int,
    *,
    verify: bool = False,
    ledger: File | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    memory: int | None = None,
    progress: ProgressSink = None,
) -> StackCount:
    """How many stacks of side n there are: as sets of floors, in every order, up to symmetry.

    >>> import bezzel
    >>> found = bezzel.stack_count(7)
    >>> found.unordered, found.ordered
    (4, 20160)
    """
    file = file_or_none("ledger", ledger)
    request = options(sides=[whole("n", n)], verify=verify, ledger=file)
    group(request, "workers", threads=threads, device=device, simd=simd)
    group(request, "limits", time=time, memory=memory)
    answer = _core.ask("stack-count", None, request, sink(progress)).read()
    return StackCount(answer["counts"][0])


def max_disjoint(n: int, *, time: float | None = None, memory: int | None = None) -> Disjoint:
    """The most solutions of side n that share no square.

    >>> import bezzel
    >>> bezzel.max_disjoint(6).max_disjoint
    4
    """
    return _disjoint(options(sides=[whole("n", n)]), time, memory)


def disjoint(
    n: int, number: int, *, time: float | None = None, memory: int | None = None
) -> Disjoint:
    """This many solutions of side n that share no square; no solutions if it is proven that
    there are not so many.

    >>> import bezzel
    >>> bezzel.disjoint(4, 2).solutions
    ['1,3,0,2', '2,0,3,1']
    >>> bezzel.disjoint(6, 5).solutions
    []
    """
    request = options(sides=[whole("n", n)], number=whole("number", number))
    return _disjoint(request, time, memory)


def _disjoint(request: dict[str, Any], time: float | None, memory: int | None) -> Disjoint:
    group(request, "limits", time=time, memory=memory)
    answer = _core.ask("disjoint", None, request, None).read()
    if not answer["sides"]:
        raise Unfinished(answer["unknown"] or f"the search was stopped: {answer['stopped']}")
    return Disjoint(answer["sides"][0])
