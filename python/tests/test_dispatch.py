"""Who counts what on a cluster, and what a failure costs: with stand-ins for Ray."""

from __future__ import annotations

import platform
from collections import deque
from typing import Any

import pytest
import ray

import bezzel
from bezzel.cluster import _dispatch, _units
from bezzel.cluster._units import Task, Unit, count_units


class Deaf:
    """A Ray that loses what it is told: a task ends when it has been told so often enough."""

    def __init__(self, needed: dict[str, int]) -> None:
        self.needed = needed

    def cancel(self, reference: str, force: bool) -> None:
        assert force
        self.needed[reference] -= 1

    def wait(self, references: list[str], num_returns: int, timeout: float) -> Any:
        assert num_returns == len(references) and timeout == 0
        ended = [one for one in references if self.needed[one] <= 0]
        return ended, [one for one in references if one not in ended]


def test_tasks_are_told_to_end_until_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_dispatch, "_AGAIN", 0.01)
    dispatch = _dispatch.Dispatch.__new__(_dispatch.Dispatch)
    dispatch.ending, dispatch.told = [], 0.0
    deaf = Deaf({"one": 1, "four": 4})
    dispatch.ray = deaf  # type: ignore[assignment]
    dispatch.tasks = {reference: Task([], "cpu") for reference in deaf.needed}
    dispatch.stop(dispatch.tasks)
    dispatch.wait_until_ended()
    assert not dispatch.ending and not dispatch.tasks
    assert deaf.needed == {"one": 0, "four": 0}
    # A node that is gone is not waited for.
    monkeypatch.setattr(_dispatch, "_LAST", 0.05)
    dispatch.ray = Deaf({"lost": 10**9})  # type: ignore[assignment]
    dispatch.stop(["lost"])
    dispatch.wait_until_ended()
    assert dispatch.ending == ["lost"]


class Returned:
    """A Ray whose only task counted one unit, failed on one and did not begin with the last."""

    exceptions = ray.exceptions

    def get(self, reference: str) -> Any:
        failed = ("b", "the device is lost", "gpu", "host")
        return [("a", "4", "host", "cpu", "bezzel", 1.0, 1.0)], [failed]


class Heard:
    """A desk that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def deliver(self, *row: Any) -> None:
        self.told.append(row[:2])

    def fail(self, *failure: Any) -> None:
        self.told.append(failure)


def test_a_failed_unit_costs_no_other_unit_of_its_task() -> None:
    dispatch = _dispatch.Dispatch.__new__(_dispatch.Dispatch)
    heard = Heard()
    dispatch.ray, dispatch.desk = Returned(), heard  # type: ignore[assignment]
    dispatch.queue, dispatch.pace, dispatch.failed = deque(), {"cpu": 1.0}, {}
    units = [Unit(ticket, label, False, 1.0) for ticket, label in enumerate("abc")]
    dispatch.deliver("task", Task(units, "cpu"))
    assert heard.told == [(0, "4"), (1, "the device is lost", "gpu", "host")]
    assert list(dispatch.queue) == units[2:] and units[2].losses == 0
    assert dispatch.pace == {"cpu": 1.0}, "what is not complete says nothing about the speed"
    # Nobody waits for some of them any more.
    dispatch.queue.clear()
    dispatch.deliver("task", Task(units, "cpu", unwanted={2}))
    dispatch.again(Task(units, "cpu", unwanted={0, 2}), RuntimeError("the node is gone"))
    assert list(dispatch.queue) == [units[1]]


class Nodes:
    """A Ray with three nodes: two have cards, one has processors if there are any. Its tasks raise."""

    exceptions = ray.exceptions

    def __init__(self, processors: int) -> None:
        cards: dict[str, dict[str, float]] = {"a" * 16: {"GPU": 2.0}, "b" * 16: {"GPU": 1.0}}
        self.processors = processors
        self.resources = {**cards, "c" * 16: {"CPU": float(processors)}}

    def cluster_resources(self) -> dict[str, float]:
        return {"GPU": 3.0, "CPU": float(self.processors)}

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {"NodeID": node, "Alive": True, "Resources": resources}
            for node, resources in self.resources.items()
        ]

    def get(self, reference: str) -> Any:
        missing = ModuleNotFoundError("No module named 'bezzel'")
        raise ray.exceptions.RayTaskError("count_units", "trace", missing, "title", 1, "10.0.0.1")


def dispatch_on(processors: int) -> _dispatch.Dispatch:
    """A dispatcher with cards and this many processors, whose desk keeps what it is told."""
    dispatch = _dispatch.Dispatch.__new__(_dispatch.Dispatch)
    dispatch.ray, dispatch.desk = Nodes(processors), Heard()  # type: ignore[assignment]
    dispatch.num_gpus, dispatch.looked, dispatch.turn, dispatch.hosts = 8, 0.0, 0, {}
    dispatch.queue, dispatch.pace = deque(), {"cpu": 1.0, "gpu": 1.0}
    dispatch.failed, dispatch.failures, dispatch.must_choose = {}, {}, False
    return dispatch


def test_a_unit_that_failed_on_a_card_goes_to_a_processor() -> None:
    dispatch = dispatch_on(processors=1)
    failed, other = (Unit(ticket, label, False, 0.01) for ticket, label in enumerate("ab"))
    dispatch.fail(failed, Task([failed], "gpu"), "lost", "gpu", "host")
    room = dispatch.room()
    assert room == {"gpu": 6, "cpu": 2}
    dispatch.queue.extend([failed, other])
    assert dispatch.bundle("gpu", room) == [other] and list(dispatch.queue) == [failed]
    assert dispatch.bundle("gpu", room) == []
    assert dispatch.bundle("cpu", room) == [failed] and not dispatch.queue
    # Where there is no processor, and where both have failed, it is tried again.
    dispatch.queue.append(failed)
    assert dispatch.bundle("gpu", {"gpu": 6, "cpu": 0}) == [failed]
    dispatch.fail(failed, Task([failed], "cpu"), "lost", "cpu")
    dispatch.queue.append(failed)
    assert dispatch.bundle("gpu", room) == [failed]


def test_cards_that_only_fail_leave_the_units_to_others() -> None:
    one, other = "a" * 8, "b" * 8
    unit = Unit(0, "u", False, 1.0)
    for processors in (1, 0):
        dispatch = dispatch_on(processors)
        dispatch.judge([], [one])
        dispatch.judge([one], [one])
        for _ in range(3):
            assert dispatch.room()["gpu"] == 6
            assert dispatch.node_for(Task([unit], "gpu")) is None, "Ray chooses"
            dispatch.judge([], [one])
        assert dispatch.room() == {"gpu": 2, "cpu": 2 * processors}
        assert dispatch.node_for(Task([unit], "gpu")) == "b" * 16
        for _ in range(3):
            dispatch.judge([], [other])
        # With processors no card counts any more, without them the run ends with the failures.
        assert dispatch.room() == {"gpu": 0 if processors else 6, "cpu": 2 * processors}


def test_a_unit_that_failed_on_a_card_goes_to_another_node() -> None:
    dispatch = dispatch_on(processors=0)
    failed, other = (Unit(ticket, label, False, 0.01) for ticket, label in enumerate("ab"))
    dispatch.fail(failed, Task([failed], "gpu"), "lost", "gpu", f"host, node {'a' * 8}")
    dispatch.queue.extend([failed, other])
    room = dispatch.room()
    assert dispatch.bundle("gpu", room) == [failed] and dispatch.bundle("gpu", room) == [other]
    for _ in range(2):
        assert dispatch.node_for(Task([failed], "gpu")) == "b" * 16
    assert dispatch.node_for(Task([other], "gpu")) is None, "Ray chooses"
    dispatch.fail(failed, Task([failed], "gpu"), "lost", "gpu", f"host, node {'b' * 8}")
    assert dispatch.node_for(Task([failed], "gpu")) is None, "all have failed"


def test_a_node_whose_tasks_for_cards_raise_gets_no_more() -> None:
    dispatch = dispatch_on(processors=0)
    desk: Any = dispatch.desk
    unit = Unit(0, "u", False, 0.01)
    dispatch.room()
    # Nobody knows where that was, and the unit is not to blame.
    dispatch.deliver("task", Task([unit], "gpu"))
    assert list(dispatch.queue) == [unit] and not desk.told and not dispatch.failures
    raised = 0
    while dispatch.is_fit("a" * 16):
        fresh = Unit(raised, f"u{raised}", False, 0.01)
        task = Task([fresh], "gpu")
        task.node = dispatch.node_for(task)
        assert task.node in ("a" * 16, "b" * 16), "a certain one"
        if task.node == "a" * 16:
            dispatch.deliver("task", task)
            why = "No module named 'bezzel'"
            assert desk.told[raised] == (raised, why, "gpu", f"node {'a' * 8}")
            assert dispatch.node_for(task) == "b" * 16
            raised += 1
    assert raised == len(desk.told) == 3 and dispatch.room()["gpu"] == 2


class Counter:
    """Workers that fail on every unit, and panic when they are told to."""

    made = 0
    panics = False

    def __init__(self, *about: object) -> None:
        Counter.made += 1

    def count(self, labels: list[str], recount: bool) -> Any:
        return [], [(labels[0], "lost", "gpu x", "host")]

    def is_spent(self) -> bool:
        return self.panics


class Context:
    """Where a task runs."""

    def get_node_id(self) -> str:
        return "0123456789abcdef"


def test_workers_that_fail_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_units, "UnitCounter", Counter)
    monkeypatch.setattr(_units, "_counters", {})
    monkeypatch.setattr(ray, "get_runtime_context", Context)
    plan = _units.Plan(bezzel.Problem(8), "colour", "digest")

    def count() -> Any:
        return count_units(plan, ["u", "v"], False, "gpu")

    failed: Any = ([], [("u", "lost", "gpu x", "host, node 01234567")])
    assert count() == count() == failed and Counter.made == 1, "what it knows of its card is kept"
    # After a panic nothing is left to count with.
    monkeypatch.setattr(Counter, "panics", True)
    assert count() == count() == failed and Counter.made == 2
    # Whatever is wrong with a node, its name is in what it says.
    raised: Any = ([], [(label, "no library", "gpu", f"{platform.node()}, node 01234567") for label in "uv"])

    def broken(*_: object) -> None:
        raise OSError("no library")

    monkeypatch.setattr(Counter, "count", broken)
    assert count() == raised
    monkeypatch.setattr(Counter, "__init__", broken)
    assert count() == raised
