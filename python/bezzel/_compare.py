"""The work of several algorithms on the same problems."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

from . import _core
from ._options import Board, Squares, group, listed, options, problem
from ._progress import ProgressSink, runs

_WORK = ("visits", "tests", "trials", "backtracks", "restarts")


class Comparison(dict[str, list[Any]]):
    """Runs as columns, which pandas and polars take as they are.

    `pandas.DataFrame(comparison)` and `polars.DataFrame(comparison)` are tables of it. `document`
    has everything else: the samples of an experiment, fits, the best values of a setting.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        #: The answer as plain data.
        self.document = document
        rows = document["runs"]
        super().__init__(
            algorithm=[run["algorithm"] for run in rows],
            size=[run["problem"]["size"] for run in rows],
            goal=[run["goal"] for run in rows],
            complete=[run["complete"] for run in rows],
            solutions=[int(run["solutions"]) for run in rows],
            **{name: [run["work"][name] for run in rows] for name in _WORK},
            seconds=[run["seconds"] for run in rows],
        )

    @property
    def fits(self) -> list[dict[str, Any]]:
        """How the work grows with n, if that was asked for."""
        return list(self.document["fits"])

    @property
    def samples(self) -> list[dict[str, Any]]:
        """In an experiment, all runs of one algorithm on one problem together."""
        return list(self.document["samples"])

    @property
    def exact(self) -> list[dict[str, Any]]:
        """The exact probability that one start succeeds, if that was asked for."""
        return list(self.document["exact"])

    def __repr__(self) -> str:
        return f"<comparison: {len(self['algorithm'])} runs>"

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{html.escape(name)}</th>" for name in self)
        lines = (
            "".join(f"<td style='text-align:right'>{_shown(value)}</td>" for value in row)
            for row in zip(*self.values())
        )
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _shown(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return html.escape(str(value))
    return f"{value:,}" if isinstance(value, int) else f"{value:.6f}"


def compare(
    n: Board | Iterable[Board],
    algorithms: str | Iterable[str] | None = None,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    goal: str | None = None,
    seeds: int | None = None,
    vary: str | None = None,
    fit: bool = False,
    exact: bool = False,
    time: float | None = None,
    visits: int | None = None,
    solutions: int | None = None,
    memory: int | None = None,
    progress: ProgressSink = None,
) -> Comparison:
    """Runs algorithms on the same problems, one by one, and measures their work.

    >>> import bezzel
    >>> table = bezzel.compare(8, ["wirth", "bitmask"], goal="all")
    >>> table["algorithm"], table["solutions"], table["visits"]
    (['wirth', 'bitmask'], [92, 92], [2056, 2056])

    `exact` tries every choice of las-vegas or qs1 instead of running it:

    >>> one = bezzel.compare(6, "las-vegas", exact=True).exact[0]
    >>> one["over"], one["under"]
    ('5', '72')
    """
    boards = [n] if isinstance(n, (int, str, tuple, _core.Problem)) else listed("n", n)
    parts = (torus, dimension, rule, given, blocked, regions)
    problems = [problem(board, *parts) for board in boards]
    if isinstance(algorithms, str):
        algorithms = algorithms.split(",")
    names = None if algorithms is None else listed("algorithms", algorithms)
    request = options(algorithms=names, goal=goal, seeds=seeds, vary=vary, fit=fit, exact=exact)
    group(request, "limits", time=time, visits=visits, solutions=solutions, memory=memory)
    return Comparison(_core.compare(problems, request, runs(progress), None).read())
