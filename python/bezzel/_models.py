"""The problem for other solvers, and their answers; the available algorithms, engines and formats."""

from __future__ import annotations

from typing import Any

from . import _core
from ._answer import Answer
from ._core import Problem
from ._options import Board, Squares, options, problem


def export(
    n: Board,
    format: str,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    encoding: str | None = None,
    graph: str | None = None,
    colours: int | None = None,
) -> str:
    """The problem as text in a format that other solvers read.

    >>> import bezzel
    >>> print(bezzel.export(2, "cnf").splitlines()[-1])
    -2 -3 0
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(format=format, encoding=encoding, graph=graph, colours=colours)
    _, content = _core.export(about, request)
    return content.decode()


class Imported(Answer):
    """A solver's answer after verification."""

    problem: Problem
    imported: str
    answer: str | None
    reason: str | None
    verified: bool

    def __bool__(self) -> bool:
        return self.imported == "right"


def import_answer(
    n: Board,
    format: str,
    answer: str,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    encoding: str | None = None,
    graph: str | None = None,
    colours: int | None = None,
) -> Imported:
    """Reads what a solver answered to an exported problem, and verifies it.

    >>> import bezzel
    >>> bezzel.import_answer(1, "cnf", "s SATISFIABLE\\nv 1 0\\n").imported
    'right'
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(format=format, encoding=encoding, graph=graph, colours=colours)
    request["answer"] = answer
    return Imported(_core.ask("import", about, request, None))


class Card(Answer):
    """What is known about an algorithm or an engine."""

    id: str
    title: str

    def __repr__(self) -> str:
        return f"<{self.id}: {self.title}>"

    def _repr_html_(self) -> str:
        rows = (
            f"<tr><th style='text-align:left'>{name}</th><td>{_text(value)}</td></tr>"
            for name, value in self.document.items()
            if value and name not in ("id", "title")
        )
        return f"<b>{_text(self.title)}</b><table>{''.join(rows)}</table>"


def _text(value: Any) -> str:
    import html

    if isinstance(value, list):
        lines = (one if isinstance(one, str) else str(one) for one in value)
        return f"<pre style='margin:0'>{html.escape(chr(10).join(lines))}</pre>"
    return html.escape(value["text"] if isinstance(value, dict) and "text" in value else str(value))


def algorithms(id: str | None = None) -> list[Card]:
    """The algorithms in teaching order, or one of them.

    >>> import bezzel
    >>> [card.id for card in bezzel.algorithms()][:3]
    ['brute-force', 'trial-and-error', 'permutations']
    >>> bezzel.algorithms("wirth")[0].title
    "Wirth's recursive algorithm"
    """
    answer = _core.ask("algorithms", None, options(id=id), None).read()
    return [Card(card) for card in answer["algorithms"]]


def engines() -> list[Card]:
    """The engines that count.

    >>> import bezzel
    >>> "colour" in [engine.id for engine in bezzel.engines()]
    True
    """
    return [Card(card) for card in catalogue()["engines"]]


def catalogue() -> dict[str, Any]:
    """Engines, back-ends, formats, definitions, notations, rules and formats of pictures.

    >>> import bezzel
    >>> "cnf" in [format["id"] for format in bezzel.catalogue()["formats"]]
    True
    """
    answer: dict[str, Any] = _core.ask("catalogue", None, {}, None).read()
    return answer
