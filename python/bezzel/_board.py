"""A board to play with: queens are placed and removed, and it shows what they attack."""

from __future__ import annotations

from . import _core
from ._core import Placement, Problem
from ._options import Board as Size
from ._options import Square, Squares, listed, problem


class Board:
    """A board on which queens are placed one by one.

    >>> import bezzel
    >>> board = bezzel.Board(4)
    >>> board.place((0, 1)).place((1, 3))
    Board('4', queens=[(0, 1), (1, 3)])
    >>> board.free()
    [(2, 0), (3, 0), (3, 2)]
    >>> board.place((2, 0)).place((3, 2)).is_solution
    True
    """

    def __init__(
        self,
        n: Size,
        queens: Squares | Placement = (),
        *,
        torus: bool = False,
        given: Squares | None = None,
        blocked: Squares | None = None,
        regions: str | None = None,
    ) -> None:
        #: The problem whose board this is.
        self.problem: Problem = problem(n, torus, None, None, given, blocked, regions)
        squares = queens.squares if isinstance(queens, Placement) else queens
        if isinstance(squares, str):
            squares = Placement(squares, problem=self.problem, notation="squares").squares
        placed = [*self.problem.given, *listed("queens", squares)]
        self.placement = Placement(placed, problem=self.problem)

    def place(self, square: Square) -> Board:
        """Places a queen; it may attack others."""
        self.placement = self.placement.place(square)
        return self

    def remove(self, square: Square) -> Board:
        """Removes a queen."""
        self.placement = self.placement.remove(square)
        return self

    @property
    def queens(self) -> list[Square]:
        """The squares with a queen."""
        return self.placement.squares

    @property
    def is_solution(self) -> bool:
        """Whether the queens solve the problem."""
        return self.placement.is_solution

    def conflicts(self) -> list[tuple[Square, Square, str]]:
        """The queens that attack each other, and along which line."""
        return self.placement.conflicts()

    def free(self) -> list[Square]:
        """The squares of empty rows that no queen attacks and that are not blocked."""
        taken = {row for row, _ in self.queens}
        blocked = set(self.problem.blocked)
        before = len(self.conflicts())
        rows = (row for row in range(self.problem.rows) if row not in taken)
        squares = ((row, column) for row in rows for column in range(self.problem.columns))
        return [
            square
            for square in squares
            if square not in blocked and len(self.placement.place(square).conflicts()) == before
        ]

    def __repr__(self) -> str:
        return f"Board({self.problem.size!r}, queens={self.queens})"

    def _repr_svg_(self) -> str:
        picture = {
            "kind": "board",
            "problem": self.problem.document(),
            "placement": self.placement.write("squares"),
            "notation": "squares",
            "lines": "all" if self.queens else None,
        }
        _, svg, _ = _core.draw({"picture": picture}, None)
        return svg.decode()
