"""Boards with exactly one solution, to be solved by hand."""

from __future__ import annotations

import datetime

from . import _core
from ._answer import Answer
from ._core import Placement, Problem
from ._draw import draw
from ._options import options


class Puzzle(Answer):
    """A board with exactly one solution, and how hard it is to find."""

    kind: str
    problem: Problem
    level: str
    inferences: dict[str, int]
    link: str

    @property
    def solution(self) -> Placement:
        """The only solution."""
        return Placement(self.document["solution"], problem=self.problem)

    def __str__(self) -> str:
        regions = self.problem.regions
        if regions is None:
            return Placement(self.problem.given, problem=self.problem).write("grid")
        return regions.replace("/", "\n")

    def __repr__(self) -> str:
        return f"<puzzle: {self.problem}, {self.level}>"

    def _repr_svg_(self) -> str:
        return str(draw("board", self.problem))


def puzzle(
    n: int | None = None,
    *,
    kind: str | None = None,
    level: str | None = None,
    without_guessing: bool = False,
    seed: int | None = None,
    date: str | datetime.date | None = None,
) -> Puzzle:
    """A puzzle of side n: a board divided into regions, or (kind `completion`) some given queens.

    The level is that of the hardest inference it needs: easy, medium, hard or expert. A day has one
    puzzle: `date="today"` (in UTC) is the same for everyone.

    >>> import bezzel
    >>> puzzle = bezzel.puzzle(6, level="easy", seed=3)
    >>> puzzle.solution.is_solution, bezzel.count(puzzle.problem)
    (True, 1)
    >>> bezzel.puzzle(date="2026-11-16").level
    'easy'
    """
    if isinstance(date, datetime.date):
        date = date.strftime("%Y-%m-%d")
    request = options(
        n=n, kind=kind, level=level, without_guessing=without_guessing, seed=seed, date=date
    )
    return Puzzle(_core.ask("puzzle", None, request, None).read()["puzzle"])
