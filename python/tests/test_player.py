"""The player: what it carries, as a widget and as a page."""

from __future__ import annotations

import json
import re

import pytest

import bezzel
from bezzel import player


def test_it_carries_every_step() -> None:
    trace = bezzel.trace(4, "backtracking")
    run = player.run(trace)
    assert len(run["steps"]) == len(trace) == 33
    assert run["steps"][-1]["queens"] == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert run["steps"][-1]["counts"]["solutions"] == 1
    assert run["before"] == [] and run["rows"] == run["columns"] == 4
    assert all(1 <= step["line"] <= len(run["pseudocode"]) for step in run["steps"])


def test_a_trace_is_a_page() -> None:
    trace = bezzel.trace(4, "backtracking")
    html = trace._repr_html_()
    name = re.search(r'id="(bezzel-[0-9a-f]+)"', html)
    assert name and html.count(name[1]) == 2
    data = html.split(f'"{name[1]}"), ')[1].split(");</script>")[0]
    assert json.loads(data.replace("<\\/", "</"))["title"] == trace.title
    assert html.count("</script>") == 1


def test_it_is_a_widget() -> None:
    pytest.importorskip("anywidget")
    widget = bezzel.trace(4, "backtracking").player()
    assert len(widget.run["steps"]) == 33
    widget.step = 3
    assert "text/plain" in widget._repr_mimebundle_()[0]
