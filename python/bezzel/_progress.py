"""Progress of long calls: a bar in terminals and notebooks, or a function of your own."""

from __future__ import annotations

import sys
import threading
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from .errors import WrongType

#: Seconds before a bar appears: most calls are over by then.
_DELAY = 0.5
_WIDTH = 24
_PACKAGE = str(Path(__file__).parent)


@dataclass(frozen=True)
class Progress:
    """A moment of a running call."""

    #: What is counted: `units` of a count, `runs` of a comparison, or `note`.
    kind: str
    #: How many are done, and how many there are.
    done: int
    total: int
    #: The finished share of the expected work, from 0 to 1.
    fraction: float
    #: Seconds since the call began, and to its end if that is known.
    elapsed: float | None
    eta: float | None
    #: Solutions found so far.
    at_least: int | None
    #: Everything the library says, as plain data.
    document: dict[str, Any]

    @classmethod
    def read(cls, document: dict[str, Any]) -> Progress:
        """The progress that a document of the library describes."""
        done, total = document.get("units_done", 0), document.get("units_total", 0)
        whole, so_far = document.get("cost_total", 0.0), document.get("cost_done", 0.0)
        at_least = document.get("at_least")
        return cls(
            kind=document["kind"],
            done=done,
            total=total,
            fraction=min(1.0, max(0.0, so_far / whole)) if whole > 0 else 0.0,
            elapsed=document.get("elapsed"),
            eta=document.get("eta"),
            at_least=None if at_least is None else int(at_least),
            document=document,
        )


#: `None` shows a bar where someone can see it and warns of what goes wrong with a worker, `False` shows
#: nothing, a function receives every report.
ProgressSink: TypeAlias = Callable[[Progress], object] | bool | None
_Sink: TypeAlias = tuple[Callable[[Any], object], float]


def _check(to: object) -> None:
    if not callable(to):
        kind = type(to).__name__
        raise WrongType(f"progress must be a function, True or False, not {kind}")


def sink(to: ProgressSink) -> _Sink | None:
    """Where the compiled part sends its reports."""
    if to is None or to is True:
        return _AUTOMATIC
    if to is False:
        return None
    _check(to)

    def report(document: dict[str, Any] | None) -> None:
        if document is not None:
            to(Progress.read(document))

    return report, 0.0


def runs(to: ProgressSink) -> Callable[[int, int], None] | None:
    """What receives the number of finished runs of a comparison."""
    if to is False:
        return None
    if to is not None and to is not True:
        _check(to)
    started = time.monotonic()
    bar = _Bar.where_seen() if to is None or to is True else None

    def report(done: int, total: int) -> None:
        elapsed = time.monotonic() - started
        document = {"kind": "runs", "done": done, "total": total}
        progress = Progress(
            "runs", done, total, done / max(total, 1), elapsed, None, None, document
        )
        if callable(to):
            to(progress)
        elif bar is not None and elapsed > _DELAY:
            bar.show(progress)
            if done == total:
                bar.close()

    return report


class _Bar:
    """A bar on standard error."""

    @staticmethod
    def where_seen() -> _Bar | None:
        """A bar for this terminal or notebook; `None` where nobody would see it."""
        ipython = sys.modules.get("IPython")
        if ipython is not None and hasattr(ipython.get_ipython(), "kernel"):
            return _NotebookBar()
        return _Bar() if sys.stderr is not None and sys.stderr.isatty() else None

    def show(self, progress: Progress) -> None:
        """Draws it."""
        full = round(progress.fraction * _WIDTH)
        sys.stderr.write(f"\r{'━' * full}{'─' * (_WIDTH - full)} {describe(progress)}\x1b[K")
        sys.stderr.flush()

    def close(self) -> None:
        """Removes it."""
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class _NotebookBar(_Bar):
    """A bar below a cell."""

    def __init__(self) -> None:
        self.handle: Any = None

    def show(self, progress: Progress) -> None:
        from IPython.display import HTML, display

        value = f"{progress.fraction:.4f}"
        html = HTML(f'<progress value="{value}" max="1"></progress> {describe(progress)}')
        if self.handle is None:
            self.handle = display(html, display_id=True)
        else:
            self.handle.update(html)

    def close(self) -> None:
        from IPython.display import HTML

        if self.handle is not None:
            self.handle.update(HTML(""))


def describe(progress: Progress) -> str:
    """`41 % · 12 of 30 units · 3 s left`."""
    words = [f"{100 * progress.fraction:.0f} %"]
    words.append(f"{progress.done:,} of {progress.total:,} {progress.kind}")
    if progress.eta is not None:
        words.append(f"{duration(progress.eta)} left")
    return " · ".join(words)


def duration(seconds: float) -> str:
    """`3 s`, `12 min`, `5 h`, `3 days`."""
    for length, name, most in ((1, "s", 120), (60, "min", 120), (3600, "h", 48)):
        if seconds < most * length:
            return f"{seconds / length:.0f} {name}"
    return f"{seconds / 86400:.0f} days"


def trouble(document: dict[str, Any]) -> str:
    """What went wrong with a worker, as the command line says it."""
    if "unit" not in document:
        # The reason itself names the device: several may have the same name.
        return str(document["why"])
    device, host = document["device"], document.get("host")
    place = f"{device} on {host}" if host else device
    return f"{place} failed on unit {document['unit']}: {document['why']}"


def _level_of_caller() -> int:
    """The `stacklevel` of a warning that names the line that called the package."""
    frame: FrameType | None = sys._getframe(1)
    level = 0
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    return level + 1


_bars = threading.local()


def _automatic(document: dict[str, Any] | None) -> None:
    """Shows the progress of the current call, and warns of troubles; nothing stands for its end."""
    bar: _Bar | None
    if document is None:
        bar = getattr(_bars, "bar", None)
        if bar is not None:
            bar.close()
        _bars.__dict__.clear()
        return
    if document.get("note") == "trouble":
        warnings.warn(trouble(document), RuntimeWarning, stacklevel=_level_of_caller())
    if document["kind"] != "units":
        return
    if not hasattr(_bars, "bar"):
        _bars.bar = _Bar.where_seen()
    bar = _bars.bar
    if bar is not None:
        bar.show(Progress.read(document))


_AUTOMATIC: _Sink = (_automatic, _DELAY)
