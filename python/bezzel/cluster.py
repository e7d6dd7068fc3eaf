"""Counting on many machines with Ray: one driver keeps the ledger, every node counts units.

    import bezzel.cluster
    bezzel.cluster.count(24, address="auto", ledger="24.ledger")

or, from a shell,

    python -m bezzel.cluster count 24 --address auto --ledger 24.ledger

The plan, its units and the ledger are those of the command line: a count begun by one is resumed by
the other. Nothing is counted on the driver unless it is a node itself.
"""

from __future__ import annotations

import json
import logging
import os
import tempfile
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike, fspath
from time import monotonic, sleep
from typing import Any

from . import _core
from ._core import Desk, Problem, UnitCounter
from ._count import AtLeast, Counted, Total
from ._job import Job, Status, Verification
from ._options import Board, Squares, group, options, problem
from ._progress import Watcher, sink
from .errors import Failed

__all__ = ["count", "run", "verify"]

#: Seconds that a task should take: long beside the milliseconds that Ray needs for one, short beside
#: the end of a run, when some nodes wait for the last tasks.
_TASK = 0.4
#: Tasks that the driver hands out per second, half of what it can: with many processors tasks are
#: longer. `bench/scale` simulates what that costs.
_RATE = 200.0
#: Seconds that the driver waits for more units before it starts a task with the first ones.
_GATHER = 0.005
#: Seconds between two looks at which nodes are there.
_LOOK = 1.0
#: Units in flight for each processor. Many small ones make one task; the library splits units to
#: what a worker does in half a minute, and this many workers share a processor.
_CLERKS = 16
_FEWEST_CLERKS = 128
_MOST_CLERKS = 1024
#: Tasks in flight for each processor: one that runs and one that waits for it.
_TASKS = 2
#: Times that a unit may be lost with its node before it counts as failed.
_LOSSES = 20


@dataclass(frozen=True)
class _Plan:
    """What a node must know to count units of a job."""

    problem: Problem
    engine: str
    digest: str


@dataclass
class _Unit:
    """A unit that a worker of the driver waits for."""

    ticket: int
    label: str
    recount: bool
    cost: float
    losses: int = 0


@dataclass
class _Task:
    """Units that a node counts in one go."""

    units: list[_Unit]
    device: str
    unwanted: set[int] = field(default_factory=set)


_counters: dict[tuple[str, str], UnitCounter] = {}


def _count_units(
    plan: _Plan, labels: list[str], recount: bool, device: str
) -> list[tuple[str, str, str, str, str, float, float]]:
    """Counts units on the node where it runs. The tables of a plan are made once per process."""
    import ray

    key = (plan.digest, device)
    if key not in _counters:
        _counters.clear()
        _counters[key] = UnitCounter(plan.problem, plan.engine, plan.digest, device)
    node = ray.get_runtime_context().get_node_id()[:8]
    rows = _counters[key].count(labels, recount)
    return [(row[0], row[1], f"{row[2]}, node {node}", *row[3:]) for row in rows]


class _Dispatch:
    """Carries units from the desk to the nodes and subtotals back, on a thread of its own."""

    def __init__(self, plan: _Plan, desk: Desk, num_gpus: int, hosts: dict[str, str]) -> None:
        import ray

        self.ray = ray
        self.plan = ray.put(plan)
        self.desk = desk
        self.num_gpus = num_gpus
        #: Where units were counted, so that they are recounted elsewhere.
        self.hosts = hosts
        self.function = ray.remote(max_retries=-1)(_count_units)
        self.queue: deque[_Unit] = deque()
        self.tasks: dict[Any, _Task] = {}
        #: Measured seconds for each second of expected cost, by device.
        self.pace = {"cpu": 1.0, "gpu": 1.0}
        self.turn = 0
        self.there: dict[str, float] = {}
        self.looked = 0.0
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Works until the desk is closed."""
        try:
            while self.step():
                pass
        except BaseException as failure:  # the driver raises it
            self.failure = failure
            self.send_home()

    def step(self) -> bool:
        """Takes units, starts tasks and delivers what is done; false once the run is over."""
        patience = 0.0 if self.tasks else 0.1
        orders, unwanted, is_over = self.desk.take(patience)
        if orders and not self.tasks and not is_over:
            sleep(_GATHER)
            more, others, is_over = self.desk.take(0.0)
            orders, unwanted = orders + more, unwanted + others
        if is_over:
            self.cancel(self.tasks)
            return False
        self.queue.extend(_Unit(*order) for order in orders)
        if unwanted:
            self.forget(set(unwanted))
        self.start()
        self.collect()
        return True

    def forget(self, tickets: set[int]) -> None:
        """Units that nobody waits for any more are not counted."""
        self.queue = deque(unit for unit in self.queue if unit.ticket not in tickets)
        idle = []
        for reference, task in self.tasks.items():
            task.unwanted |= tickets
            if all(unit.ticket in task.unwanted for unit in task.units):
                idle.append(reference)
        self.cancel(idle)

    def cancel(self, references: Iterable[Any]) -> None:
        """Ends tasks; the nodes stop counting them."""
        for reference in list(references):
            # With its process: an interrupt that arrives while a task begins would be lost.
            self.ray.cancel(reference, force=True)
            self.tasks.pop(reference, None)

    def start(self) -> None:
        """Starts as many tasks as the nodes that are there now have room for."""
        if not self.queue:
            return
        if monotonic() - self.looked > _LOOK:
            self.looked = monotonic()
            self.there = self.ray.cluster_resources()
        there = self.there
        room = {"cpu": int(there.get("CPU", 0)) * _TASKS}
        if self.num_gpus:
            room = {"gpu": min(self.num_gpus, int(there.get("GPU", 0))) * _TASKS, **room}
        for device, most in room.items():
            free = most - sum(task.device == device for task in self.tasks.values())
            for place in range(free):
                units = self.bundle(device, free - place)
                if not units:
                    break
                self.submit(_Task(units, device))

    def bundle(self, device: str, shares: int) -> list[_Unit]:
        """Units for one task: less than a second of work unless there are many processors, and not
        more than one share of what waits."""
        most = max(_TASK, self.there.get("CPU", 0.0) / _RATE)
        fair = -(-len(self.queue) // shares)
        units: list[_Unit] = []
        seconds = 0.0
        while self.queue and len(units) < fair:
            unit = self.queue[0]
            if units and (unit.recount != units[0].recount or self.host(unit) != self.host(units[0])):
                break
            seconds += unit.cost * self.pace[device]
            if units and seconds > most:
                break
            units.append(self.queue.popleft())
        return units

    def host(self, unit: _Unit) -> str | None:
        """Where a unit that is recounted was counted; the label of a part begins with the unit's."""
        label = unit.label if unit.recount else ""
        while label and label not in self.hosts:
            label = label[:-1]
        return self.hosts.get(label)

    def submit(self, task: _Task) -> None:
        wanted: dict[str, Any] = {"num_cpus": 1}
        if task.device == "gpu":
            wanted = {"num_cpus": 0, "num_gpus": 1}
        other = self.other_node(self.host(task.units[0]))
        if other is not None:
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

            # Never where it was counted. If the node has just died, the task fails and goes to the next.
            wanted["scheduling_strategy"] = NodeAffinitySchedulingStrategy(other, soft=False)
        labels = [unit.label for unit in task.units]
        remote = self.function.options(**wanted)
        reference = remote.remote(self.plan, labels, task.units[0].recount, task.device)
        self.tasks[reference] = task

    def other_node(self, host: str | None) -> str | None:
        """A node with processors that is not this one; each in its turn."""
        if host is None:
            return None
        nodes = [
            node["NodeID"]
            for node in self.ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU", 0) >= 1
        ]
        others = [node for node in nodes if not host.endswith(node[:8])]
        self.turn += 1
        return others[self.turn % len(others)] if others else None

    def collect(self) -> None:
        """Delivers the subtotals of finished tasks."""
        if not self.tasks:
            return
        references = list(self.tasks)
        done, _ = self.ray.wait(references, num_returns=1, timeout=0.02)
        if done:
            done, _ = self.ray.wait(references, num_returns=len(references), timeout=0)
        for reference in done:
            self.deliver(reference, self.tasks.pop(reference))

    def deliver(self, reference: Any, task: _Task) -> None:
        errors = self.ray.exceptions
        try:
            rows = self.ray.get(reference)
        except (errors.TaskCancelledError, errors.RayTaskError) as failure:
            # The task itself failed, not its node.
            for unit in task.units:
                self.desk.fail(unit.ticket, _one_line(failure))
            return
        except errors.RayError as failure:
            self.again(task, failure)
            return
        by_label = {unit.label: unit for unit in task.units}
        for label, *row in rows:
            unit = by_label.pop(label)
            self.desk.deliver(unit.ticket, *row)
        expected = sum(unit.cost for unit in task.units)
        if rows and expected > 0 and not by_label:
            took = sum(row[5] for row in rows)
            self.pace[task.device] += 0.3 * (took / expected - self.pace[task.device])
        self.queue.extendleft(by_label.values())

    def again(self, task: _Task, failure: BaseException) -> None:
        """The node of a task is gone: its units go to others."""
        for unit in task.units:
            unit.losses += 1
            if unit.losses < _LOSSES:
                self.queue.appendleft(unit)
            else:
                self.desk.fail(unit.ticket, _one_line(failure))

    def send_home(self) -> None:
        """Nothing can be counted any more: every unit that is asked for fails."""
        units = [*self.queue, *(unit for task in self.tasks.values() for unit in task.units)]
        why = _one_line(self.failure)
        for unit in units:
            self.desk.fail(unit.ticket, why)
        while True:
            orders, _, is_over = self.desk.take(0.1)
            for order in orders:
                self.desk.fail(order[0], why)
            if is_over:
                return


def _one_line(failure: BaseException | None) -> str:
    cause = getattr(failure, "cause", None) or failure
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[-1]


@contextmanager
def _connected(address: str | None) -> Iterator[None]:
    """Ray, connected for the time of a call unless it was connected before."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as missing:
        raise Failed("the cluster needs Ray; install it with: pip install 'bezzel[cluster]'") from missing
    if ray.is_initialized():
        yield
        return
    ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _dispatched(
    status: Status, num_gpus: int, hosts: dict[str, str]
) -> Iterator[tuple[Desk, int]]:
    """A desk whose units are counted by the nodes, and the number of workers that use it."""
    import ray

    plan = _Plan(status.problem, status.engine, status.provenance["digest"])
    desk = Desk()
    dispatch = _Dispatch(plan, desk, num_gpus, hosts)
    processors = int(ray.cluster_resources().get("CPU", 0)) + num_gpus
    clerks = min(max(_CLERKS * processors, _FEWEST_CLERKS), _MOST_CLERKS)
    thread = threading.Thread(target=dispatch.run, name="dispatch", daemon=True)
    thread.start()
    try:
        yield desk, clerks
    except Failed as failed:
        if dispatch.failure is not None:
            raise Failed(_one_line(dispatch.failure)) from dispatch.failure
        raise failed
    finally:
        desk.close()
        thread.join()


def run(
    ledger: str | PathLike[str],
    *,
    address: str | None = "auto",
    num_gpus: int = 0,
    share: str | None = None,
    units: int | None = None,
    time: float | None = None,
    resume: bool = False,
    progress: Watcher = None,
) -> Status:
    """Counts what is missing in a ledger on the nodes of a Ray cluster.

    With a `share` such as `1/4` it counts only those units: more than a thousand processors need
    several drivers, each with a share and a ledger of its own, and `Job.merge` at the end.
    """
    file = fspath(ledger)
    status = Status(_core.job_status(file, None))
    request = options(share=share, units=units, resume=resume)
    group(request, "limits", time=time)
    with _connected(address):
        return _run(file, status, request, num_gpus, progress)


def _run(
    file: str, status: Status, request: dict[str, Any], num_gpus: int, progress: Watcher
) -> Status:
    with _dispatched(status, num_gpus, {}) as (desk, clerks):
        return Status(_core.cluster_run(file, request, desk, clerks, sink(progress)))


def verify(
    ledger: str | PathLike[str],
    *,
    address: str | None = "auto",
    sample: int | None = None,
    seed: int | None = None,
) -> Verification:
    """Recounts a sample of a ledger by the second method, each unit on another node than before."""
    job = Job(ledger)
    records = (json.loads(line) for line in job.export().splitlines())
    # Only results have attempts; recounts have a machine too.
    hosts = {one["label"]: one["host"] for one in records if "attempt" in one}
    request = options(sample=sample, seed=seed)
    with _connected(address), _dispatched(job.status(), 0, hosts) as (desk, clerks):
        return Verification(_core.cluster_verify(job.ledger, request, desk, clerks))


def count(
    n: Board,
    *,
    address: str | None = "auto",
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    engine: str | None = None,
    ledger: str | PathLike[str] | None = None,
    num_gpus: int = 0,
    sample: int = 0,
    time: float | None = None,
    progress: Watcher = None,
) -> Total | AtLeast:
    """Counts all solutions on the nodes of a Ray cluster.

    `address` is that of a running cluster, or `None` for one on this machine alone. Every finished
    unit is kept in the ledger; without one they are kept in a temporary file. `num_gpus` is how many
    graphics cards may count too, and `sample` how many units are recounted by the second method on
    other nodes before the total is returned.
    """
    about = problem(n, torus, dimension, rule, given, blocked)
    with tempfile.TemporaryDirectory() as folder, _connected(address):
        file = os.path.join(folder, "count.ledger") if ledger is None else fspath(ledger)
        request: dict[str, Any] = {}
        group(request, "limits", time=time)
        status = Status(_core.job_open(file, about, options(engine=engine)))
        status = _run(file, status, request, num_gpus, progress)
        if status.total is None:
            document = {"problem": about.document(), "provenance": status.provenance}
            return AtLeast(status.at_least or 0, status.because or "unfinished", Counted(document))
        if sample and not verify(file, sample=sample):
            raise Failed("a unit recounted on another node gave another subtotal; see the ledger")
        total = Total(status.total)
        total.counted = Counted(status.document)
        return total


def main(arguments: list[str] | None = None) -> int:
    """`python -m bezzel.cluster`."""
    import argparse
    import sys

    from .errors import Error

    parser = argparse.ArgumentParser(prog="python -m bezzel.cluster", description=__doc__.split("\n")[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    counting = verbs.add_parser("count", help="count all solutions")
    counting.add_argument("n", metavar="N", help="board size: 8, 5x8 or 4^3")
    counting.add_argument("--torus", action="store_true", help="join opposite edges")
    counting.add_argument("--given", help="queens already placed: '0,3 2,5'")
    counting.add_argument("--blocked", help="squares where no queen may stand")
    counting.add_argument("--engine", help="the engine; the fastest by default")
    counting.add_argument("--ledger", help="keep every finished unit in this file, and resume from it")
    counting.add_argument("--num-gpus", type=int, default=0, help="graphics cards that count too")
    counting.add_argument("--sample", type=int, default=0, help="units to recount on other nodes")
    counting.add_argument("--time", type=float, help="stop after this many seconds")
    verifying = verbs.add_parser("verify", help="recount units of a ledger on other nodes")
    verifying.add_argument("ledger", metavar="LEDGER")
    verifying.add_argument("--sample", type=int, default=10, help="how many units")
    verifying.add_argument("--seed", type=int, help="which sample")
    for verb in (counting, verifying):
        verb.add_argument("--address", default="auto", help="the cluster, or 'local' for this machine")
    asked = vars(parser.parse_args(arguments))
    if asked["address"] == "local":
        asked["address"] = None
    verb = asked.pop("verb")
    try:
        if verb == "verify":
            found = verify(**asked)
            print(f"{found.recounted} of {found.sample} units recounted by {found.by}: "
                  f"{len(found.mismatches)} differ")
            return 0 if found else 1
        total = count(**asked)
    except KeyboardInterrupt:
        print("stopped; the ledger keeps every finished unit", file=sys.stderr)
        return 130
    except Error as error:
        print(error, file=sys.stderr)
        return 2
    if isinstance(total, AtLeast):
        print(f"at least {total.number} ({total.because})")
        return 4
    print(total)
    return 0


if __name__ == "__main__":
    # Nodes import functions by the name of their module.
    from bezzel.cluster import main as named

    raise SystemExit(named())
