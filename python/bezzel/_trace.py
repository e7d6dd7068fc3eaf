"""Every step of an algorithm, forwards and backwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, overload

from . import _core
from ._core import Placement
from ._draw import Picture, draw
from ._options import Board, Setting, Squares, algorithm as with_settings, group, options, problem, whole
from ._progress import ProgressSink, sink

#: Bytes that a trace may take unless more are allowed: some 50 million steps.
_BYTES = 1 << 30
#: Steps that are read at once.
_PAGE = 1000


class Step:
    """A step of a trace."""

    def __init__(self, trace: Trace, event: dict[str, Any]) -> None:
        self._trace = trace
        #: Its place in the trace, from 1.
        self.number: int = event["number"]
        #: The line of the pseudocode it comes from, from 1.
        self.line: int = event["line"]
        #: What happens, as plain data: `{"place": [0, 3]}`.
        self.step: Any = event["step"]
        #: What happens, in words.
        self.text: str = event["text"]

    @property
    def queens(self) -> Placement:
        """The queens on the board after it."""
        return self._trace.queens(self.number)

    @property
    def counts(self) -> dict[str, int]:
        """Visits, rejections, dead ends and so on, up to here."""
        return self._trace.counts(self.number)

    def __repr__(self) -> str:
        return f"Step({self.number}, {self.text!r})"

    def _repr_svg_(self) -> str:
        return self.queens._repr_svg_()


class Trace:
    """A recorded run: iterate over its steps, or go to any of them.

    >>> import bezzel
    >>> trace = bezzel.trace(4, "backtracking")
    >>> len(trace)
    33
    >>> trace[0].text, trace[-1].text
    ('place (0, 0)', 'solution')
    >>> [step.number for step in reversed(trace)][:3]
    [33, 32, 31]
    >>> trace.queens(33).columns
    [1, 3, 0, 2]
    """

    def __init__(self, recording: _core.Recording) -> None:
        self._recording = recording
        self._at = 0
        start = recording.start()
        #: The algorithm with its settings.
        self.algorithm: str = start["by"]
        #: Its title.
        self.title: str = start["title"]
        #: Its pseudocode, line by line.
        self.pseudocode: list[str] = start["pseudocode"]

    @property
    def summary(self) -> dict[str, Any]:
        """What is known about the run: solutions, work, why it ended."""
        return self._recording.summary()

    def __len__(self) -> int:
        return len(self._recording)

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> list[Step]: ...

    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        place = whole("the place", place)
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(f"the trace has {len(self)} steps")
        return self._page(place + 1, 1)[0]

    def _page(self, first: int, count: int) -> list[Step]:
        return [Step(self, event) for event in self._recording.page(first, count)["events"]]

    def __iter__(self) -> Iterator[Step]:
        for first in range(1, len(self) + 1, _PAGE):
            yield from self._page(first, _PAGE)

    def __reversed__(self) -> Iterator[Step]:
        for last in range(len(self), 0, -_PAGE):
            first = max(1, last - _PAGE + 1)
            yield from reversed(self._page(first, last - first + 1))

    def queens(self, step: int) -> Placement:
        """The queens on the board after this many steps."""
        return self._recording.queens(step)

    def counts(self, step: int) -> dict[str, int]:
        """What has been counted after this many steps."""
        counts: dict[str, int] = self._recording.moment(step)["counts"]
        return counts

    def frame(self, step: int) -> dict[str, Any]:
        """The whole state after this many steps: the board and what the algorithm keeps."""
        frame: dict[str, Any] = self._recording.moment(step)["frame"]
        return frame

    @property
    def at(self) -> int:
        """Steps made so far by `forward` and `back`."""
        return self._at

    def forward(self, steps: int = 1) -> Step | None:
        """Makes steps and returns the last; `None` at the end."""
        at = self._at + whole("steps", steps)
        return self.seek(at) if self._at < len(self) else None

    def back(self, steps: int = 1) -> Step | None:
        """Takes steps back and returns the last one that is left; `None` at the beginning."""
        return self.seek(self._at - whole("steps", steps))

    def seek(self, steps: int) -> Step | None:
        """Goes to the state after this many steps and returns the last of them."""
        self._at = min(max(whole("steps", steps), 0), len(self))
        return self[self._at - 1] if self._at else None

    def find(self, kind: str, *, start: int = 0, back: bool = False) -> int | None:
        """The number of the next step of a kind: place, backtrack, reject, dead-end, solution or
        restart.

        >>> import bezzel
        >>> trace = bezzel.trace(6, "backtracking", all=True)
        >>> first = trace.find("solution")
        >>> trace.find("solution", start=first) > first
        True
        """
        sought = {"kind": kind, "direction": "previous" if back else "next"}
        return self._recording.find(start, sought)

    def tree(self, at: int | None = None, *, depth: int = 65535, limit: int = 1000) -> Tree:
        """The search tree after a step.

        >>> import bezzel
        >>> tree = bezzel.trace(4, "backtracking").tree()
        >>> tree["total"], tree["nodes"][1]["square"]
        (9, (0, 0))
        """
        at = len(self) if at is None else at
        return Tree(self, at, self._recording.tree(at, depth, limit, False))

    def animate(
        self, first: int = 1, last: int | None = None, *, format: str = "svg", delay: int = 400
    ) -> Picture:
        """Steps as an animation: svg, gif or apng."""
        last = len(self) if last is None else last
        return Picture(self._recording.animation(first, last, format, delay), format)

    def player(self) -> Any:
        """A widget for notebooks that steps through the trace; it needs `anywidget`."""
        from .player import Player

        return Player(self)

    def __repr__(self) -> str:
        return f"<trace: {self.algorithm}, {len(self)} steps>"

    def _repr_html_(self) -> str:
        from .player import page

        return page(self)


class Tree(dict[str, Any]):
    """The search tree after a step: plain data that shows itself as a picture."""

    def __init__(self, trace: Trace, at: int, nodes: dict[str, Any]) -> None:
        super().__init__(nodes)
        self._trace = trace
        self._at = at

    def __repr__(self) -> str:
        return f"<tree: {self._trace.algorithm}, {self['total']} nodes>"

    def _repr_svg_(self) -> str:
        # The same run again, to the same queen.
        visits = max(self._trace.counts(self._at)["visits"], 1)
        problem = self._trace.queens(0).problem
        return str(draw("tree", problem, algorithm=self._trace.algorithm, visits=visits))


def trace(
    n: Board,
    algorithm: str,
    *,
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    all: bool = False,
    steps: int | None = None,
    after: int = 0,
    time: float | None = None,
    visits: int | None = None,
    solutions: int | None = None,
    memory: int = _BYTES,
    progress: ProgressSink = None,
    **settings: Setting,
) -> Trace:
    """Runs an algorithm and records every step, to the first solution or to all.

    >>> import bezzel
    >>> for step in bezzel.trace(4, "backtracking", steps=3):
    ...     print(step.number, step.text)
    1 place (0, 0)
    2 reject (1, 0): attacked from (0, 0) along column 0
    3 reject (1, 1): attacked from (0, 0) along diagonal row - column = 0
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    request = options(algorithm=algorithm, all=all, steps=steps, after=after or None)
    group(request, "limits", time=time, visits=visits, solutions=solutions)
    with_settings(request, settings)
    return Trace(_core.record(about, request, memory, sink(progress)))
