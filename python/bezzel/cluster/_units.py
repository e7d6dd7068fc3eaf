"""What travels between the driver and the nodes: the plan, units, tasks, and the count itself."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field

from .._core import Problem, UnitCounter


@dataclass(frozen=True)
class Plan:
    """What a node must know to count units of a job."""

    problem: Problem
    engine: str
    digest: str


@dataclass
class Unit:
    """A unit that a worker of the driver waits for."""

    ticket: int
    label: str
    recount: bool
    cost: float
    losses: int = 0


@dataclass
class Task:
    """Units that a node counts in one go."""

    units: list[Unit]
    device: str
    unwanted: set[int] = field(default_factory=set)
    #: Where it must run, if that is not left to Ray.
    node: str | None = None

    @property
    def resources(self) -> dict[str, int]:
        """What Ray must reserve for it: a graphics card needs no processor."""
        return {"num_cpus": 0, "num_gpus": 1} if self.device == "gpu" else {"num_cpus": 1}


_counters: dict[tuple[str, str], UnitCounter] = {}


#: Label, subtotal, host, device, program, seconds, seconds of processor time.
Row = tuple[str, str, str, str, str, float, float]
#: Label, what went wrong, device, host.
Failure = tuple[str, str, str, str]


def count_units(
    plan: Plan, labels: list[str], recount: bool, device: str
) -> tuple[list[Row], list[Failure]]:
    """Counts units on the node where it runs: what was counted, and which units failed and why. The tables
    of a plan are made once per process, and workers that fail are kept: a card that failed its self-test
    counts nothing any more."""
    import ray

    node = f"node {ray.get_runtime_context().get_node_id()[:8]}"
    key = (plan.digest, device)
    try:
        if key not in _counters:
            _counters.clear()
            _counters[key] = UnitCounter(plan.problem, plan.engine, plan.digest, device)
        rows, failures = _counters[key].count(labels, recount)
    except Exception as failure:  # whatever it is: raised, it would not say on which node
        rows, failures = [], [(label, one_line(failure), device, platform.node()) for label in labels]
    if key in _counters and _counters[key].is_spent():
        # All its workers have panicked: the next task begins with new ones.
        del _counters[key]
    return (
        [(row[0], row[1], f"{row[2]}, {node}", *row[3:]) for row in rows],
        [(*failure[:3], f"{failure[3]}, {node}") for failure in failures],
    )


def node_of(host: str) -> str:
    """The node in the name of a host as `count_units` gives it."""
    return host[-8:]


def one_line(failure: BaseException | None) -> str:
    """The message of an exception that a task may have raised elsewhere."""
    cause = getattr(failure, "cause", None) or failure
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[-1]
