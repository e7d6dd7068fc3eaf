"""A player for traces: a widget in notebooks, and a page of its own in static HTML."""

from __future__ import annotations

import json
import uuid
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._trace import Trace

#: Most steps that a player carries; longer traces are shown from their beginning.
MOST = 5000


def script() -> str:
    """The player's module."""
    return files("bezzel").joinpath("player.js").read_text(encoding="utf-8")


def run(trace: Trace) -> dict[str, Any]:
    """What the player shows."""
    problem = trace.queens(0).problem
    steps = [
        {
            "line": step.line,
            "text": step.text,
            "queens": step.queens.squares,
            "counts": step.counts,
        }
        for step in trace[:MOST]
    ]
    return {
        "title": trace.title,
        "pseudocode": trace.pseudocode,
        "rows": problem.rows,
        "columns": problem.columns,
        "before": trace.queens(0).squares,
        "steps": steps,
    }


def page(trace: Trace) -> str:
    """The player as HTML that needs nothing else."""
    name = f"bezzel-{uuid.uuid4().hex}"
    # The end of a script must not appear inside it.
    data = json.dumps(run(trace)).replace("</", "<\\/")
    show = f'player(document.getElementById("{name}"), {data});'
    return f'<div id="{name}"></div><script type="module">{script()}\n{show}</script>'


def Player(trace: Trace) -> Any:
    """A widget that steps through a trace; `step` is where it is."""
    import anywidget
    import traitlets

    class Widget(anywidget.AnyWidget):
        """The player."""

        _esm = script()
        run = traitlets.Dict().tag(sync=True)
        step = traitlets.Int(0).tag(sync=True)

    return Widget(run=run(trace))
