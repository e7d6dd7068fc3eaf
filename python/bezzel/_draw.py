"""Pictures of boards, orbits, stacks, trees, traces, graphs and plots."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import _core
from ._core import Placement
from ._options import Board, File, Setting, Squares, algorithm as with_settings, file, group, listed
from ._options import options, problem
from ._progress import ProgressSink, sink


class Picture:
    """A picture that shows itself in notebooks and can be saved."""

    def __init__(self, content: bytes, format: str, data: str | None = None) -> None:
        #: The bytes of the file.
        self.content = content
        #: `svg`, `png`, `unicode`, …
        self.format = format
        #: The numbers behind a plot, as comma-separated values.
        self.data = data

    def save(self, path: File) -> None:
        """Writes the picture to a file."""
        Path(file("path", path)).write_bytes(self.content)

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
    n: Board | Iterable[int] | None = None,
    placement: str | Placement | None = None,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    notation: str | None = None,
    lines: str | bool = False,
    threatened: bool = False,
    attacker: str | None = None,
    numbers: str | None = None,
    no_conflicts: bool = False,
    caption: str | None = None,
    complement: bool = False,
    table: str | None = None,
    floors: Iterable[Iterable[int]] | None = None,
    algorithm: str | None = None,
    first: bool = False,
    depth: int | None = None,
    refused: bool = False,
    all: bool = False,
    moves: bool = False,
    no_code: bool = False,
    delay: int | None = None,
    of: str | None = None,
    algorithms: Iterable[str] | None = None,
    runs: int | None = None,
    measure: str | None = None,
    log: bool = False,
    title: str | None = None,
    number: int | None = None,
    approximate: bool = False,
    time: float | None = None,
    visits: int | None = None,
    solutions: int | None = None,
    memory: int | None = None,
    format: str = "svg",
    scale: float | None = None,
    columns: int | None = None,
    progress: ProgressSink = None,
    **settings: Setting,
) -> Picture:
    """Draws a picture: `board`, `orbit`, `gallery`, `levels`, `stack`, `tree`, `trace`, `graph`,
    `density` or `plot`, with the options of the command line's `draw`.

    A plot shows numbers `of` something for several sides: solutions, ratios, algorithms, success or
    spaces.

    >>> import bezzel
    >>> print(str(bezzel.draw("board", 4, "1,3,0,2", format="unicode")).splitlines()[0])
    0  · ♛ · ·
    >>> bezzel.draw("tree", 4, algorithm="backtracking").format
    'svg'
    >>> str(bezzel.draw("plot", [4, 5, 6], of="solutions", format="csv")).splitlines()[:2]
    ['series,x,y,at_least', 'all,4,2,no']
    """
    if isinstance(picture, Placement):
        n, placement, picture = picture.problem, picture, "board"
    if isinstance(placement, Placement):
        placement, notation = placement.write("squares"), "squares"
    document = options(
        kind=picture,
        placement=placement,
        notation=notation,
        lines="all" if lines is True else lines,
        threatened=threatened,
        attacker=attacker,
        numbers=numbers,
        no_conflicts=no_conflicts,
        caption=caption,
        complement=complement,
        algorithm=algorithm,
        depth=depth,
        refused=refused,
        all=all,
        moves=moves,
        no_code=no_code,
        delay=delay,
        log=log,
        title=title,
        number=number,
        approximate=approximate,
    )
    if picture == "density" and "seed" in settings:
        document["seed"] = settings.pop("seed")
    group(document, "limits", time=time, visits=visits, solutions=solutions, memory=memory)
    with_settings(document, settings)
    if floors is not None:
        document["floors"] = [listed("floors", floor) for floor in listed("floors", floors)]
    about = options(of=of, measure=measure, runs=runs, first=first)
    if algorithms is not None:
        about["algorithms"] = listed("algorithms", algorithms)
    if picture == "plot":
        about |= options(text=table, sides=None if n is None else listed("n", n))
        document["numbers"] = about
    else:
        document |= about | options(table=table)
        if n is not None:
            board = problem(n, torus, dimension, rule, given, blocked, regions)  # type: ignore[arg-type]
            is_gallery = picture == "gallery"
            document |= {"size": board.size} if is_gallery else {"problem": board.document()}
    request = options(picture=document, format=format, scale=scale, columns=columns)
    _, content, data = _core.draw(request, sink(progress))
    return Picture(content, format, data)
