"""The tables, figures and claims of the papers, recomputed."""

from __future__ import annotations

import html
from typing import Any

from . import _core
from ._answer import Answer
from ._options import options
from ._progress import ProgressSink, sink


class Reproduction(Answer):
    """What a paper prints beside what is computed now."""

    depth: str
    as_expected: bool
    papers: list[dict[str, Any]]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """All rows of all items: what is printed, what was computed, and whether they agree."""
        items = (item for paper in self.papers for item in paper["items"])
        return [row for item in items for row in item["rows"]]

    def __bool__(self) -> bool:
        return self.as_expected

    def __repr__(self) -> str:
        return f"<reproduction: {len(self.rows)} rows, as expected: {self.as_expected}>"

    def _repr_html_(self) -> str:
        names = ("what", "printed", "computed", "agreement")
        heads = "".join(f"<th>{name}</th>" for name in names)
        lines = (
            "".join(f"<td>{html.escape(str(row.get(name, '')))}</td>" for name in names)
            for row in self.rows
        )
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def reproduce(
    paper: str | None = None,
    item: str | None = None,
    *,
    quick: bool = False,
    deep: bool = False,
    progress: ProgressSink = None,
) -> Reproduction:
    """Computes what the papers print: one item, one paper, or all five.

    >>> import bezzel
    >>> bool(bezzel.reproduce("tutorial", "nodes", quick=True))
    True
    """
    depth = "quick" if quick else "deep" if deep else None
    request = options(paper=paper, item=item, depth=depth)
    return Reproduction(_core.ask("reproduce", None, request, sink(progress)))


def papers() -> list[dict[str, Any]]:
    """The papers and their items.

    >>> import bezzel
    >>> [paper["id"] for paper in bezzel.papers()]
    ['erbas', 'barr', 'chakiat', 'tutorial', 'criseno']
    """
    answer = _core.ask("papers", None, {}, None).read()
    return list(answer["papers"])
