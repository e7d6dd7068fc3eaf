"""The player: what it carries, and what it shows in a browser as a page, a widget and a notebook."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import browser
import nbclient
import nbconvert
import nbformat
import pytest

import bezzel
from bezzel import player

#: What is seen now: the queens, the line of the pseudocode, and the two lines of text.
SEEN = """
const seen = (root) => ({
  queens: root.querySelector("svg").getAttribute("aria-label"),
  drawn: [...root.querySelectorAll("svg text")].map((queen) => [Math.floor(queen.getAttribute("y")), Math.floor(queen.getAttribute("x"))]),
  line: [...root.querySelectorAll("pre div")].findIndex((line) => line.hasAttribute("aria-current")) + 1,
  place: root.querySelector("[aria-live]").textContent,
  counters: root.querySelector(".bezzel-counters").textContent,
});
const press = (root, name) => root.querySelector(`button[aria-label="${name}"]`).click();
"""


def expected(trace: bezzel.Trace, at: int) -> dict[str, Any]:
    """What must be seen after so many steps."""
    queens = trace.queens(at).squares
    step = trace[at - 1] if at else None
    counts = step.counts if step else {}
    return {
        "queens": "queens on " + " ".join(f"{row},{column}" for row, column in queens),
        "drawn": [[row, column] for row, column in queens],
        "line": step.line if step else 0,
        "place": f"{at} of {len(trace)}: {step.text if step else 'the empty board'}",
        "counters": " · ".join(
            f"{name.replace('_', ' ')} {number}" for name, number in counts.items() if number
        ),
    }


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


def test_a_page_is_stepped_both_ways_in_a_browser(tmp_path: Path) -> None:
    trace = bezzel.trace(4, "backtracking")
    script = (
        SEEN
        + """
const root = document.querySelector(".bezzel-player");
const all = [seen(root)];
const key = (name) => root.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
for (let step = 0; step < 33; step++) { press(root, "one step forward"); all.push(seen(root)); }
press(root, "one step forward");
const end = seen(root);
const back = [];
for (let step = 0; step < 33; step++) { press(root, "one step back"); back.push(seen(root)); }
key("ArrowRight"); key("ArrowRight"); key("ArrowLeft");
const keys = seen(root);
press(root, "to the end");
const last = seen(root);
press(root, "to the beginning");
const slider = root.querySelector("input");
slider.value = 20;
slider.dispatchEvent(new Event("input"));
const slid = seen(root);
press(root, "play");
// Played to the end, one step after the other.
setTimeout(() => say({ all, end, back, keys, last, slid, played: seen(root),
  code: [...root.querySelectorAll("pre div")].map((line) => line.textContent) }), 10000);
"""
    )
    seen = browser.run(trace._repr_html_(), script, tmp_path)
    assert seen["all"] == [expected(trace, at) for at in range(34)]
    assert seen["end"] == seen["last"] == seen["played"] == expected(trace, 33)
    assert seen["back"] == [expected(trace, at) for at in range(32, -1, -1)]
    assert seen["keys"] == expected(trace, 1) and seen["slid"] == expected(trace, 20)
    assert [line.strip() for line in seen["code"]] == [line.strip() for line in trace.pseudocode]


def test_notebooks_show_a_page_and_a_widget_in_a_browser(tmp_path: Path) -> None:
    trace = bezzel.trace(5, "nilsson")
    widget = trace.player()
    widget.step = 3
    assert "text/plain" in widget._repr_mimebundle_()[0]
    module = base64.b64encode(widget._esm.encode()).decode()
    # The end of a script must not appear inside one.
    page = json.dumps(trace._repr_html_()).replace("</", "<\\/")
    # What anywidget gives a module: a model with its traits, and an element.
    script = (
        SEEN
        + f"""
import widget from "data:text/javascript;base64,{module}";
const state = {json.dumps({"run": widget.run, "step": widget.step})};
const listeners = {{}};
const model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; listeners[`change:${{name}}`]?.(); }},
  on: (event, listener) => {{ listeners[event] = listener; }},
  save_changes: () => {{ state.saved = state.step; }},
}};
const output = () => document.body.appendChild(document.createElement("div"));
const el = output();
widget.render({{ model, el }});
const start = seen(el);
model.set("step", 7);
const moved = seen(el);
press(el, "one step forward");
const pressed = seen(el);
// Both put the HTML of an output into the page, where scripts do not run, and make them anew: JupyterLab
// in their place, VS Code at the end of the output, where it removes them at once.
const page = {page};
const again = page.replaceAll(/bezzel-[0-9a-f]{{32}}/g, (name) => name + "-again");
const [lab, code] = [output(), output()];
lab.innerHTML = page;
for (const script of [...lab.querySelectorAll("script")]) {{
  const made = document.createElement("script");
  for (const {{ name, value }} of script.attributes) made.setAttribute(name, value);
  made.textContent = script.textContent;
  script.replaceWith(made);
}}
code.innerHTML = again;
for (const script of [...code.querySelectorAll("script")]) {{
  const made = document.createElement("script");
  made.text = script.innerText;
  for (const name of ["type", "src", "nonce", "noModule", "async"]) {{
    const value = script[name] || script.getAttribute(name);
    if (value) made.setAttribute(name, value);
  }}
  code.appendChild(made).remove();
}}
setTimeout(() => {{
  for (const root of [lab, code]) {{ press(root, "one step forward"); press(root, "one step forward"); }}
  press(code, "one step back");
  say({{ start, moved, pressed, step: state.step, saved: state.saved, lab: seen(lab), code: seen(code) }});
}}, 1000);
"""
    )
    seen = browser.run("<body>", script, tmp_path)
    assert seen["start"] == expected(trace, 3) and seen["moved"] == expected(trace, 7)
    # Python learns where the player is.
    assert seen["pressed"] == expected(trace, 8) and seen["step"] == seen["saved"] == 8
    assert seen["lab"] == expected(trace, 2) and seen["code"] == expected(trace, 1)


def test_a_notebook_is_a_static_page_with_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = 'import bezzel\nbezzel.trace(4, "backtracking")'
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, timeout=None, kernel_name="python3").execute()
    # Its templates are beside the other tools. The fragment alone: the whole page loads scripts from
    # elsewhere.
    monkeypatch.setenv("JUPYTER_PATH", str(Path(nbconvert.__file__).parents[4] / "share" / "jupyter"))
    page, _ = nbconvert.HTMLExporter(template_name="basic").from_notebook_node(notebook)
    script = SEEN + (
        'const root = document.querySelector(".bezzel-player");\n'
        'press(root, "one step forward"); press(root, "one step forward");\n'
        'press(root, "one step back");\nsay(seen(root));'
    )
    assert browser.run(page, script, tmp_path) == expected(bezzel.trace(4, "backtracking"), 1)
