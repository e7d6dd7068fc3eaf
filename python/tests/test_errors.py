"""Bad input gives one line, interrupts leave the interpreter alive, progress arrives."""

from __future__ import annotations

import os
import pickle
import re
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import IPython
import IPython.display
import pytest

import bezzel
from bezzel import _progress, errors


@pytest.mark.parametrize(
    ("kind", "call", "words"),
    [
        (errors.BadRequest, lambda: bezzel.count(-1), "-1"),
        (errors.BadRequest, lambda: bezzel.count("8y"), "8y"),
        (errors.BadRequest, lambda: bezzel.count(8, time=-1.0), "time"),
        (errors.WrongType, lambda: bezzel.count(8, time="soon"), "a number"),  # type: ignore[arg-type]
        (errors.BadRequest, lambda: bezzel.count(8, given=[(0, 0), (1, 1)]), "attack"),
        (errors.BadRequest, lambda: bezzel.count(8, given=[(8, 0)]), "not on the 8 board"),
        (errors.BadRequest, lambda: bezzel.count(bezzel.Problem(8), torus=True), "problem"),
        (errors.BadRequest, lambda: bezzel.check("0,x"), "x"),
        (errors.BadRequest, lambda: bezzel.Placement([9, 0]), "board"),
        (errors.BadRequest, lambda: bezzel.Placement([(0, 1)]), "n="),
        (errors.BadRequest, lambda: bezzel.compare([]), "problem"),
        (errors.UnknownName, lambda: bezzel.count(8, engine="abacus"), "abacus"),
        (errors.UnknownName, lambda: bezzel.trace(8, "bactracking"), "backtracking"),
        (errors.UnknownName, lambda: bezzel.solutions(8, algorithm="no"), "algorithms()"),
        (errors.UnknownName, lambda: bezzel.export(8, "papyrus"), "papyrus"),
        (errors.Unsupported, lambda: bezzel.symmetry("0", "1^3"), "flat"),
        (errors.Unsupported, lambda: bezzel.sample(30), "30"),
        (
            errors.Unsupported,
            lambda: bezzel.count(7, torus=True, engine="enumerate"),
            "; use engine='torus'",
        ),
        (errors.BadRequest, lambda: bezzel.draw("board", 4, placement="0,9,0,0"), "board"),
    ],
)
def test_bad_input(kind: type[bezzel.Error], call: Callable[[], object], words: str) -> None:
    with pytest.raises(kind) as raised:
        call()
    text = str(raised.value)
    assert words in text and "\n" not in text and "--" not in text
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again), again.hint) == (kind, text, raised.value.hint)


def test_every_exception_is_an_error() -> None:
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), bezzel.Error)
    assert issubclass(errors.BadRequest, ValueError)


#: Calls that last, by the function they call; some in several ways.
LONG: list[tuple[str, Callable[[], object]]] = [
    ("count", lambda: bezzel.count(24)),
    ("count", lambda: bezzel.count(31)),
    ("count", lambda: bezzel.count(20, algorithm="backtracking")),
    ("solutions", lambda: sum(1 for _ in bezzel.solutions(20))),
    ("solve", lambda: bezzel.solve(60, algorithm="backtracking")),
    ("compare", lambda: bezzel.compare(30, "backtracking", goal="all", time=1e6)),
    ("trace", lambda: bezzel.trace(40, "backtracking", memory=1 << 40)),
    ("estimate", lambda: bezzel.estimate(20, descents=10**9)),
    ("divide", lambda: bezzel.divide(24)),
    ("classes", lambda: bezzel.classes(24)),
    ("fundamental", lambda: bezzel.fundamental(24)),
    ("stack", lambda: bezzel.stack(15)),
    ("stack_count", lambda: bezzel.stack_count(13)),
    ("stacks", lambda: bezzel.stacks(12)),
    ("max_disjoint", lambda: bezzel.max_disjoint(15)),
    ("closed_form", lambda: bezzel.closed_form(9)),
    ("space_count", lambda: bezzel.space_count(9, 4)),
    ("space_table", lambda: bezzel.space_table([9], [4])),
    ("modular", lambda: bezzel.modular(6, 3, maximum=True, rule="queen")),
    ("sample", lambda: bezzel.sample(18, number=10**6)),
    ("sample", lambda: bezzel.sample(100, number=10**6, approximate=True)),
    ("squares", lambda: bezzel.squares(18)),
    ("draw", lambda: bezzel.draw("density", 18)),
    ("puzzle", lambda: bezzel.puzzle(12, level="expert", seed=1)),
    ("reproduce", lambda: bezzel.reproduce()),
    ("ask", lambda: bezzel.ask(12, "armies")),
    ("ask", lambda: bezzel.ask(20, "completion")),
    ("colours", lambda: bezzel.colours(20, 20)),
    ("chromatic", lambda: bezzel.chromatic(20)),
]

#: Functions whose calls cannot last, and why.
SHORT = {
    "algorithms": "a list that the program contains",
    "catalogue": "a list that the program contains",
    "engines": "a list that the program contains",
    "papers": "a list that the program contains",
    "check": "compares the queens that it is given",
    "construct": "writes a column for each row; a gigabyte takes a second",
    "disjoint": "the search of max_disjoint, begun with one number",
    "export": "writes a model of the board",
    "forecast": "plans a count, which count does first",
    "import_answer": "reads the text that it is given",
    "symmetry": "moves one placement, at most 20,000 times",
}


def test_every_function_is_long_or_short() -> None:
    functions = {name for name in bezzel.__all__ if not isinstance(getattr(bezzel, name), type)}
    assert {name for name, _ in LONG} | SHORT.keys() == functions
    assert not {name for name, _ in LONG} & SHORT.keys()


@pytest.mark.parametrize(("name", "call"), LONG, ids=[name for name, _ in LONG])
def test_an_interrupt_ends_a_long_call(name: str, call: Callable[[], object]) -> None:
    ends_interrupted(call)


def ends_interrupted(call: Callable[[], object]) -> None:
    """A signal sent while the call runs ends it, and nothing else."""
    # Were it sent before, the call would not begin.
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        try:
            call()
        finally:
            timer.cancel()
    assert bezzel.count(6) == 4


def test_an_interrupt_ends_a_job(tmp_path: Path) -> None:
    job = bezzel.Job.create(tmp_path / "24.ledger", 24)
    with pytest.raises(KeyboardInterrupt):
        job.run(progress=interrupt)
    assert job.status().total is None
    counted = bezzel.Job.create(tmp_path / "18.ledger", 18)
    counted.run(units=8)
    with pytest.raises(KeyboardInterrupt):
        counted.verify(sample=8, progress=interrupt)
    assert counted.verify(sample=1)


def interrupt(_: bezzel.Progress) -> None:
    """Sends the signal from inside a call."""
    os.kill(os.getpid(), signal.SIGINT)


def test_a_handler_that_raises_nothing_stops_the_call_too() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    try:
        with pytest.raises(errors.Stopped):
            bezzel.count(24, progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    assert set(seen) == {signal.SIGINT}


def test_signals_still_reach_whom_they_reached_before() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer)
    try:
        with pytest.raises(KeyboardInterrupt):
            bezzel.count(24, progress=interrupt)
        assert signal.set_wakeup_fd(before) == writer
        assert os.read(reader, 1) == bytes([signal.SIGINT])
    finally:
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def test_other_threads_run_meanwhile() -> None:
    """The interpreter is released: a thread counts while another does Python."""
    results: list[int] = []
    threads = [
        threading.Thread(target=lambda: results.append(bezzel.count(14))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [365596] * 3


def test_progress_is_reported(tmp_path: Path) -> None:
    reports: list[bezzel.Progress] = []
    assert bezzel.count(13, progress=reports.append) == 73712
    units = [report for report in reports if report.kind == "units"]
    assert units and units[-1].fraction == 1.0 and units[-1].done == units[-1].total
    recounts: list[bezzel.Progress] = []
    job = bezzel.Job.create(tmp_path / "12.ledger", 12)
    job.run()
    assert job.verify(sample=3, progress=recounts.append)
    assert (recounts[-1].done, recounts[-1].total, recounts[-1].fraction) == (3, 3, 1.0)
    runs: list[bezzel.Progress] = []
    bezzel.compare(5, ["wirth", "bitmask"], goal="all", progress=runs.append)
    assert [(run.done, run.total) for run in runs] == [(1, 2), (2, 2)]


def test_a_note_comes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    # Long before any progress would be shown.
    monkeypatch.setattr(_progress, "_AUTOMATIC", (heard.append, 1e9))
    bezzel.count(40, time=0.01)
    note, end = heard
    assert note["note"] == "one-by-one" and end is None


def test_a_trouble_is_a_warning() -> None:
    tell, _ = _progress._AUTOMATIC
    note = {"kind": "note", "note": "trouble", "device": "gpu H200, sm_90", "why": "card 0: lost"}
    for document, words in (
        ({**note, "unit": "a"}, "gpu H200, sm_90 failed on unit a: card 0: lost"),
        ({**note, "unit": "a", "host": "c"}, "gpu H200, sm_90 on c failed on unit a: card 0: lost"),
        (note, "card 0: lost"),
    ):
        with pytest.warns(RuntimeWarning) as warned:
            tell(document)
        assert [str(one.message) for one in warned] == [words]
        assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tell({"kind": "note", "note": "one-by-one"})


def test_a_callback_that_fails_ends_the_call() -> None:
    def fail(_: bezzel.Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        bezzel.count(24, progress=fail)
    with pytest.raises(ZeroDivisionError):
        bezzel.compare(8, "wirth", progress=fail)
    assert bezzel.count(5) == 10


def test_a_callback_may_call_the_library() -> None:
    inner: list[int] = []
    bezzel.count(12, progress=lambda _: inner.append(bezzel.count(6)))
    assert set(inner) == {4}


def test_bars(capsys: pytest.CaptureFixture[str]) -> None:
    document = {
        "kind": "units",
        "units_done": 3,
        "units_total": 12,
        "cost_done": 1.0,
        "cost_total": 4.0,
        "elapsed": 1.0,
        "eta": 200.0,
        "at_least": "5",
    }
    progress = bezzel.Progress.read(document)
    assert (progress.fraction, progress.at_least) == (0.25, 5)
    assert _progress.describe(progress) == "25 % · 3 of 12 units · 3 min left"
    bar = _progress._Bar()
    bar.show(progress)
    bar.close()
    shown = capsys.readouterr().err
    assert shown.startswith("\r━━━━━━──") and shown.endswith("\r\x1b[K")
    # Nobody would see one here.
    assert _progress._Bar.where_seen() is None


def test_a_bar_shows_itself_in_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_progress, "_AUTOMATIC", (_progress._AUTOMATIC[0], 1e-9))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert bezzel.count(13) == 73712
    shown = capsys.readouterr().err
    assert re.search(r"[━─]+ \d+ % · [\d,]+ of [\d,]+ units", shown) and shown.endswith("\r\x1b[K")


def test_a_bar_shows_itself_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, html: Any) -> None:
            shown.append(html.data)

    def display(html: Any, display_id: bool) -> Handle:
        assert display_id
        shown.append(html.data)
        return Handle()

    monkeypatch.setattr(_progress, "_AUTOMATIC", (_progress._AUTOMATIC[0], 1e-9))
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(kernel=True))
    monkeypatch.setattr(IPython.display, "display", display)
    assert bezzel.count(13) == 73712
    # It goes away in the end.
    assert all("<progress" in html for html in shown[:-1]) and len(shown) > 1 and shown[-1] == ""
