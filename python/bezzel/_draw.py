"""Pictures of boards, orbits, stacks, trees, traces, graphs and plots."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from . import _core
from ._core import Placement, Problem
from ._options import options, problem
from ._progress import Watcher, sink



class Picture:
    """A picture that shows itself in notebooks and can be saved."""

    def __init__(self, content: bytes, format: str, data: str | None = None) -> None:
        #: The bytes of the file.
        self.content = content
        #: `svg`, `png`, `unicode`, …
        self.format = format
        #: The numbers behind a plot, as comma-separated values.
        self.data = data

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(path).write_bytes(self.content)

    def __str__(self) -> str:
        return self.content.decode()

    def __repr__(self) -> str:
        return f"<picture: {self.format}, {len(self.content)} bytes>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        import base64

        bundle: dict[str, Any] = {"text/plain": repr(self)}
        if self.format == "svg":
            bundle["image/svg+xml"] = str(self)
        elif self.format in ("png", "apng"):
            bundle["image/png"] = base64.b64encode(self.content).decode()
        elif self.format == "gif":
            bundle["image/gif"] = base64.b64encode(self.content).decode()
        elif self.format in ("unicode", "ansi", "tikz", "csv"):
            bundle["text/plain"] = str(self)
        return bundle


def draw(
    picture: str | Placement,
    n: Any = None,
    *,
    format: str = "svg",
    scale: float | None = None,
    columns: int | None = None,
    progress: Watcher = None,
    **what: Any,
) -> Picture:
    """Draws a picture: `board`, `orbit`, `gallery`, `levels`, `stack`, `tree`, `trace`, `graph` or
    `plot`, with the options of the command line's `draw`.

    >>> import bezzel
    >>> print(str(bezzel.draw("board", 4, placement="1,3,0,2", format="unicode")).splitlines()[0])
    0  · ♛ · ·
    >>> bezzel.draw("tree", 4, algorithm="backtracking").format
    'svg'
    """
    if isinstance(picture, Placement):
        what |= {"placement": picture.write("squares"), "notation": "squares"}
        n, picture = picture.problem, "board"
    document = options(kind=picture, **{name: _plain(value) for name, value in what.items()})
    if n is not None:
        if picture in ("orbit", "gallery"):
            document["size"] = problem(n).size
        else:
            document["problem"] = problem(n).document()
    request = options(picture=document, format=format, scale=scale, columns=columns)
    _, content, data = _core.draw(request, sink(progress))
    return Picture(content, format, data)


def _plain(value: Any) -> Any:
    """Placements and problems as the request wants them."""
    if isinstance(value, Placement):
        return value.write()
    if isinstance(value, Problem):
        return value.document()
    return value
