"""Solutions: one, all, random ones, constructed ones; whether a placement is one, and its images."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._answer import Answer
from ._core import Placement, Problem, Solutions
from ._options import Board, File, Setting, Square, Squares, algorithm as with_settings
from ._options import file_or_none, flag, group, options, problem, whole, wrong_type
from ._progress import ProgressSink, sink
from .errors import BadRequest, Unfinished

if TYPE_CHECKING:
    import numpy


def solve(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    algorithm: str | None = None,
    with_: str | None = None,
    proof: File | None = None,
    force: bool = False,
    time: float | None = None,
    visits: int | None = None,
    memory: int | None = None,
    progress: ProgressSink = None,
    **settings: Setting,
) -> Placement | None:
    """One solution, by the fastest method unless another is chosen; `None` if there is none.

    `with_` names a model and a solver for it instead of an algorithm. If a limit ends the search
    before anything is known, `errors.Unfinished` is raised: `None` always means that there is none.

    >>> import bezzel
    >>> bezzel.solve(8)
    Placement('0,4,7,5,2,6,1,3')
    >>> bezzel.solve(3) is None
    True
    >>> bezzel.solve(8, given=[(0, 3)]).columns[0]
    3
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(algorithm=algorithm, **{"with": with_})
    group(request, "limits", time=time, visits=visits, memory=memory)
    with_settings(request, settings)
    file = file_or_none("proof", proof)
    solution, document = _core.solve(about, request, file, bool(force), sink(progress))
    if solution is None:
        answer = document.read()
        if answer["conclusion"] != "none":
            reason = answer["stopped"] or "the method does not search everywhere"
            raise Unfinished(f"no solution was found, which proves nothing: {reason}")
    return solution


def solutions(
    n: Board,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    algorithm: str | None = None,
    fundamental: bool = False,
    time: float | None = None,
    visits: int | None = None,
    solutions: int | None = None,
    memory: int | None = None,
    **settings: Setting,
) -> Solutions:
    """All solutions, one by one as they are found.

    Nothing is kept: memory does not grow, and the search goes no further than it is read. With
    `fundamental` only the smallest one of each symmetry class is given.

    >>> import bezzel
    >>> sum(1 for _ in bezzel.solutions(8))
    92
    >>> len(list(bezzel.solutions(8, fundamental=True)))
    12
    >>> next(bezzel.solutions(6)).columns
    [1, 3, 5, 0, 2, 4]
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(algorithm=algorithm, fundamental=fundamental)
    group(request, "limits", time=time, visits=visits, solutions=solutions, memory=memory)
    with_settings(request, settings)
    return _core.solutions(about, request)


def sample(
    n: Board,
    number: int = 1,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    seed: int | None = None,
    approximate: bool = False,
    ledger: File | None = None,
    progress: ProgressSink = None,
) -> list[Placement]:
    """Random solutions, drawn independently, each exactly as likely as any other.

    Up to 18 columns; beyond that, `ledger` names a file that keeps the exact counts they need. With
    `approximate` solutions of hundreds of queens come from random walks and are only approximately uniform.

    >>> import bezzel
    >>> drawn = bezzel.sample(8, 3, seed=7)
    >>> [placement.is_solution for placement in drawn]
    [True, True, True]
    >>> drawn == bezzel.sample(8, 3, seed=7)
    True
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(number=number, seed=seed, approximate=approximate)
    file = file_or_none("ledger", ledger)
    drawn, _ = _core.sample(about, request, file, sink(progress))
    return [placement for _, placement in drawn]


def construct(
    n: int, *, algorithm: str | None = None, **settings: Setting
) -> numpy.ndarray[Any, numpy.dtype[numpy.uint32 | numpy.uint64]]:
    """A solution of any size without search: the column of each row as a NumPy array.

    >>> import bezzel
    >>> bezzel.construct(8, algorithm="pauls")
    array([3, 5, 7, 1, 6, 0, 2, 4], dtype=uint32)
    >>> len(bezzel.construct(1_000_000))
    1000000
    """
    import numpy

    side = whole("n", n)
    if not 0 <= side < 2**64:
        raise BadRequest("n must be a whole number from 0 that is not too large")
    kind = "u32" if side < 2**32 else "u64"
    request = options(n=str(side), algorithm=algorithm, format=kind)
    with_settings(request, settings)
    document, columns = _core.construct(request)
    answer = document.read()
    if answer["conclusion"] == "none":
        raise BadRequest(f"there is no solution of side {n}: {answer['why']}")
    return numpy.frombuffer(columns, dtype=f"<{kind[0]}{int(kind[1:]) // 8}")


class Check(Answer):
    """Whether a placement is a solution, and why not."""

    problem: Problem
    solution: bool
    faults: list[str]
    faults_in_all: int
    squares: list[Square]

    def __bool__(self) -> bool:
        return self.solution


def check(
    placement: str | Placement | Sequence[int | None] | Iterable[Square],
    n: Board | None = None,
    *,
    notation: str | None = None,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    regions: str | None = None,
    definition: str | None = None,
    printed: bool = False,
    faults: int | None = None,
) -> Check:
    """Whether a placement is a solution; the answer is true or false, and says why not.

    >>> import bezzel
    >>> bool(bezzel.check("1,3,0,2"))
    True
    >>> bezzel.check([0, 1, 3, 2]).faults[0]
    'the queens on (0, 0) and (1, 1) attack each other along diagonal row - column = 0'
    """
    request = options(
        notation=notation,
        torus=flag("torus", torus),
        rule=rule,
        definition=definition,
        printed=printed,
        faults=faults,
    )
    if n is None and not (dimension is None and regions is None):
        raise BadRequest("dimension and regions need a size; say it with n=…")
    about = None if n is None else problem(n, dimension=dimension, regions=regions)
    if isinstance(placement, str):
        request["placement"] = placement
        return Check(_core.check(None, about, request))
    if not isinstance(placement, Placement):
        placement = Placement(placement, problem=about)
    about = about or _with(placement.problem, torus, rule)
    request.pop("torus", None)
    request.pop("rule", None)
    return Check(_core.check(placement, about, request))


def _with(about: Problem, torus: bool, rule: str | None) -> Problem:
    """The problem with another topology or rule."""
    if not torus and rule is None:
        return about
    return Problem(
        about.size,
        torus=torus or about.torus,
        rule=rule or about.rule,
        given=about.given,
        blocked=about.blocked,
        regions=about.regions,
    )


class Symmetry(Answer):
    """The class of a placement under the symmetries of its problem.

    `R1+2,3` is a shift across joined edges by 2 rows and 3 columns, followed by `R1`.
    """

    canonical: str
    orbit: list[str]
    stabiliser: list[str]
    images: list[dict[str, str]]


def symmetry(
    placement: str | Placement, n: Board | None = None, *, notation: str | None = None
) -> Symmetry:
    """The images of a placement, its orbit, and the symmetries that leave it unchanged.

    >>> import bezzel
    >>> found = bezzel.symmetry("1,3,0,2")
    >>> found.stabiliser, found.orbit
    (['R1', 'R2', 'R3', 'R4'], ['1,3,0,2', '2,0,3,1'])
    >>> len(bezzel.symmetry("0,2,4,1,3", bezzel.Problem(5, torus=True)).orbit)
    10
    """
    if isinstance(placement, str):
        board = None if n is None else problem(n)
        placement = Placement(placement, problem=board, notation=notation)
    if not isinstance(placement, Placement):
        raise wrong_type("placement", "a Placement or a text", placement)
    request = options(notation=notation, placement=placement.write(notation))
    answer = _core.ask("symmetry", placement.problem, request, None).read()
    return Symmetry(answer["class"])
