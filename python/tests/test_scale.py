"""The simulation of large clusters, on small numbers."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from bezzel.cluster import _dispatch

FILE = Path(__file__).parents[2] / "bench" / "scale"


@pytest.fixture(scope="module")
def scale() -> Any:
    loader = SourceFileLoader("scale", str(FILE))
    spec = importlib.util.spec_from_loader("scale", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["scale"] = module
    loader.exec_module(module)
    return module


def test_costs_are_those_of_a_ledger(scale: Any) -> None:
    costs = scale.relative_costs()
    assert len(costs) == 2884
    assert sum(costs) / len(costs) == pytest.approx(1)


def test_a_perfect_cluster_loses_nothing(scale: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "OVERHEAD", 0.0)
    monkeypatch.setattr(scale, "TASKS_PER_SECOND", 1e12)
    monkeypatch.setattr(scale, "HOURS_TO_FAILURE", 1e12)
    monkeypatch.setitem(scale.WORK, 26, 8000.0)
    monkeypatch.setitem(scale.UNITS, 26, 100)
    found = scale.simulate(26, 4, 10.0, [1.0])
    assert found.efficiency > 0.99 and found.lost == 0
    assert found.makespan == pytest.approx(8000 / 4, rel=0.05)


def test_what_limits_a_cluster(scale: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scale.WORK, 26, 20_000.0)
    monkeypatch.setitem(scale.UNITS, 26, 500)
    costs = [0.5, 1.0, 1.5]
    short, right = (scale.simulate(26, 1000, seconds, costs) for seconds in (0.5, 4.0))
    # Tasks that are too short wait for the driver.
    assert short.scheduler > 0.95 > right.scheduler
    assert short.efficiency < right.efficiency
    # What the driver chooses for a thousand processors keeps it half busy.
    chosen = max(_dispatch._TASK, 1000 / _dispatch._RATE)
    assert 1000 / chosen <= scale.TASKS_PER_SECOND / 2
    assert scale.simulate(26, 1000, chosen, costs).scheduler < 0.95
    monkeypatch.setattr(scale, "HOURS_TO_FAILURE", 0.1)
    failing = scale.simulate(26, 1000, 4.0, costs)
    assert failing.lost > right.lost and failing.makespan > right.makespan
    assert scale.drivers(100_000) == 100
    assert len(list(scale.table([short, right]))) == 4
