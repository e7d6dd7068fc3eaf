"""Keyword arguments as the library's requests want them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from ._core import Problem
from .errors import BadRequest

#: A square as row and column from 0.
Square: TypeAlias = tuple[int, int]
#: Squares, or a text such as `"0,3 2,5"`.
Squares: TypeAlias = str | Iterable[Square]
#: A side, a text such as `"5x8"` or `"4^3"`, rows and columns, or a whole problem.
Board: TypeAlias = int | str | tuple[int, int] | Problem
#: The value of a setting of an algorithm.
Setting: TypeAlias = str | int


@lru_cache(maxsize=256)
def _plain(n: int) -> Problem:
    return Problem(n)


def problem(
    n: Board,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
) -> Problem:
    """The problem that the arguments of a function describe."""
    extras = torus or not (dimension is None and rule is None and given is None and blocked is None)
    if isinstance(n, Problem):
        if extras:
            raise BadRequest("a problem already says what its board is; give a size instead of it")
        return n
    if type(n) is int and not extras:
        return _plain(n)
    return Problem(
        n, torus=torus, dimension=dimension, rule=rule, given=given, blocked=blocked
    )


def options(**given: Any) -> dict[str, Any]:
    """The options that were given: neither `None` nor `False`."""
    return {name: value for name, value in given.items() if value is not None and value is not False}


def group(to: dict[str, Any], name: str, **given: Any) -> None:
    """Puts options that belong together into a group of the request."""
    chosen = options(**given)
    if chosen:
        to[name] = chosen


def algorithm(to: dict[str, Any], settings: dict[str, Setting]) -> None:
    """The settings of an algorithm."""
    if settings:
        to["settings"] = {name.replace("_", "-"): value for name, value in settings.items()}
