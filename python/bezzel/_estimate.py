"""About how many solutions, how long a count would take, and which squares solutions use."""

from __future__ import annotations

from . import _core
from ._answer import Answer
from ._options import Board, Squares, group, options, problem
from ._progress import ProgressSink, sink
from .errors import Unfinished


class Mean(Answer):
    """A mean over all descents or climbs."""

    about: float
    standard_error: float
    low: float | None
    high: float | None


class Estimate(Answer):
    """Estimates for one problem, not counts."""

    problem: _core.Problem
    method: str
    descents: int | None
    arrived: int | None
    visits: Mean | None
    solutions: Mean | None
    logarithm: Mean | None
    constant: Mean | None


def estimate(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    method: str | None = None,
    descents: int | None = None,
    sweeps: int | None = None,
    seed: int | None = None,
    time: float | None = None,
) -> Estimate:
    """Estimates the number of solutions and the work of backtracking by random descents.

    Boards too large for descents, up to 2000 queens, are estimated by random walks.

    >>> import bezzel
    >>> found = bezzel.estimate(8, seed=1).solutions
    >>> abs(found.about - 92) < 4 * found.standard_error
    True
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(method=method, descents=descents, sweeps=sweeps, seed=seed, time=time)
    answer = _core.ask("estimate", about, request, None).read()
    if not answer["estimates"]:
        raise Unfinished("the time was over before the first descents; allow more time")
    return Estimate(answer["estimates"][0])


class Forecast(Answer):
    """How long a count would take on this machine."""

    problem: _core.Problem
    engine: str
    units: int
    threads: int
    seconds: float
    outlook: str
    theorem: str | None


def forecast(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    engine: str | None = None,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
) -> Forecast:
    """How long a count would take on this machine, from its plan; nothing is counted.

    >>> import bezzel
    >>> bezzel.forecast(12).outlook
    'short'
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(engine=engine)
    group(request, "workers", threads=threads, device=device, simd=simd)
    return Forecast(_core.ask("forecast", about, request, None))


class UsedSquares(Answer):
    """How many solutions have a queen on each square."""

    problem: _core.Problem
    looked_at: int
    total: int | None
    seed: int | None
    squares: list[list[int]]
    stopped: str | None


def squares(
    n: Board,
    *,
    torus: bool = False,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    number: int | None = None,
    seed: int | None = None,
    approximate: bool = False,
    threads: int | None = None,
    device: str | None = None,
    simd: str | None = None,
    time: float | None = None,
    progress: ProgressSink = None,
) -> UsedSquares:
    """How many solutions have a queen on each square: all of them, or of a random sample.

    >>> import bezzel
    >>> bezzel.squares(6).squares[0]
    [0, 1, 1, 1, 1, 0]
    """
    about = problem(n, torus, None, None, given, blocked, regions)
    request = options(number=number, seed=seed, approximate=approximate)
    group(request, "workers", threads=threads, device=device, simd=simd)
    group(request, "limits", time=time)
    return UsedSquares(_core.ask("squares", about, request, sink(progress)))
