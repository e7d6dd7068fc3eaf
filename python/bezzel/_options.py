"""Keyword arguments as the library's requests want them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import index
from os import PathLike, fspath
from typing import Any, TypeAlias

from ._core import Problem
from .errors import BadRequest, WrongType

#: A square as row and column from 0.
Square: TypeAlias = tuple[int, int]
#: Squares, or a text such as `"0,3 2,5"`.
Squares: TypeAlias = str | Iterable[Square]
#: A side, a text such as `"5x8"` or `"4^3"`, rows and columns, or a whole problem.
Board: TypeAlias = int | str | tuple[int, int] | Problem
#: The value of a setting of an algorithm.
Setting: TypeAlias = str | int
#: The name of a file.
File: TypeAlias = str | PathLike[str]


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
    regions: str | None = None,
) -> Problem:
    """The problem that the arguments of a function describe."""
    is_flat = not torus and dimension is None and rule is None
    is_plain = is_flat and given is None and blocked is None and regions is None
    if isinstance(n, Problem):
        if not is_plain:
            raise BadRequest("a problem already says what its board is; give a size instead of it")
        return n
    if is_plain and type(n) is int:
        return _plain(n)
    return Problem(
        n,
        torus=torus,
        dimension=dimension,
        rule=rule,
        given=given,
        blocked=blocked,
        regions=regions,
    )


def options(**given: Any) -> dict[str, Any]:
    """The options that were given: neither `None` nor `False`."""
    return _chosen(given)


def group(to: dict[str, Any], name: str, **given: Any) -> None:
    """Puts options that belong together into a group of the request."""
    if chosen := _chosen(given):
        to[name] = chosen


def _chosen(given: dict[str, Any]) -> dict[str, Any]:
    # A comprehension would be slower: before Python 3.12 it is a call of its own.
    chosen = {}
    for name, value in given.items():
        if value is not None and value is not False:
            chosen[name] = value
    return chosen


def algorithm(to: dict[str, Any], settings: dict[str, Setting]) -> None:
    """The settings of an algorithm."""
    if settings:
        to["settings"] = {name.replace("_", "-"): value for name, value in settings.items()}


def wrong_type(name: str, wanted: str, value: object) -> WrongType:
    """The exception for an argument of the wrong type."""
    return WrongType(f"{name} must be {wanted}, not {type(value).__name__}")


def file(name: str, value: File) -> str:
    """The name of a file as text."""
    path = fspath(value) if isinstance(value, (str, PathLike)) else None
    if not isinstance(path, str):
        raise wrong_type(name, "the name of a file", value)
    return path


def file_or_none(name: str, value: File | None) -> str | None:
    """The same for a file that may be missing."""
    return None if value is None else file(name, value)


def whole(name: str, value: int) -> int:
    """A whole number."""
    try:
        return index(value)
    except TypeError:
        raise wrong_type(name, "a whole number", value) from None


def flag(name: str, value: bool) -> bool:
    """True or false, and nothing that could be taken for one of them."""
    if not isinstance(value, bool):
        raise wrong_type(name, "True or False", value)
    return value


def listed(name: str, values: Any) -> list[Any]:
    """The items of something that can be iterated over."""
    try:
        each = iter(values)
    except TypeError:
        raise wrong_type(name, "a list", values) from None
    return list(each)
