"""Carries units from the desk of the driver to the nodes of the cluster, and subtotals back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from time import monotonic, sleep
from typing import Any

from .._core import Desk
from ._units import Plan, Task, Unit, count_units, node_of, one_line

#: Seconds that a task should take at most: long compared with the milliseconds that Ray needs for one,
#: short compared with the end of a run, when some nodes wait for the last tasks.
_TASK = 0.4
#: Seconds that a task should take at least, as long as there are enough units: the last ones decide how
#: long some processors have nothing to do in the end.
_SHORTEST = 0.02
#: Tasks that the driver hands out per second, half of what it can: with many processors tasks are
#: longer. `bench/scale` simulates what that costs.
_RATE = 200.0
#: Seconds that the driver waits for more units before it starts a task with the first ones: workers
#: whose units have just been delivered are about to ask for others.
_GATHER = 0.005
#: Seconds that the driver waits for the end of a task before it looks at the desk again: a short time
#: only while nodes have room for units that may come.
_WAIT, _WAIT_WITH_ROOM = 0.05, 0.01
#: Seconds between two checks of which nodes are there.
_LOOK = 1.0
#: Seconds after which a task that has not ended is told to end again, and how long the end of a run waits for
#: it: on a node that is gone that would take minutes.
_AGAIN, _LAST = 0.2, 10.0
#: Tasks in flight for each processor: one that runs and one that waits for it.
_TASKS = 2
#: Times that a unit may be lost with its node before it counts as failed.
_LOSSES = 20
#: Tasks in a row without a subtotal after which the cards of a node get no more units. One that fails at
#: once would take every unit from those that count.
_FAILURES = 3


class Dispatch:
    """Carries units from the desk to the nodes and subtotals back, on a thread of its own."""

    def __init__(self, plan: Plan, desk: Desk, num_gpus: int, hosts: dict[str, str]) -> None:
        import ray

        self.ray = ray
        self.plan = ray.put(plan)
        self.desk = desk
        self.num_gpus = num_gpus
        #: Where units were counted, so that they are recounted elsewhere.
        self.hosts = hosts
        self.function = ray.remote(max_retries=-1)(count_units)
        self.queue: deque[Unit] = deque()
        self.tasks: dict[Any, Task] = {}
        #: Tasks that were told to end and have not.
        self.ending: list[Any] = []
        self.told = 0.0
        #: Measured seconds for each second of expected cost, by device.
        self.pace = {"cpu": 1.0, "gpu": 1.0}
        self.turn = 0
        self.there: dict[str, float] = {}
        self.cards: dict[str, float] = {}
        self.looked = 0.0
        #: What failed on a unit, by its label: kinds of device, and nodes whose cards did.
        self.failed: dict[str, set[str]] = {}
        #: Tasks that failed on the cards of a node since these last counted something.
        self.failures: dict[str, int] = {}
        #: Whether each task for cards must go to a certain node: one has raised, and only so it is known where.
        self.must_choose = False
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
        if orders and self.has_room() and not is_over:
            sleep(_GATHER)
            more, others, is_over = self.desk.take(0.0)
            orders, unwanted = orders + more, unwanted + others
        if is_over:
            self.stop(self.tasks)
            self.wait_until_ended()
            return False
        self.queue.extend(Unit(*order) for order in orders)
        if unwanted:
            self.forget(set(unwanted))
        self.tell_again()
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
        self.stop(idle)

    def stop(self, references: Iterable[Any]) -> None:
        """Ends tasks; the nodes stop counting them."""
        for reference in list(references):
            # With its process: an interrupt that arrives while a task begins would be lost.
            self.ray.cancel(reference, force=True)
            self.tasks.pop(reference, None)
            self.ending.append(reference)

    def tell_again(self) -> None:
        """Ends tasks once more: what a worker is told while it begins with a task can be lost, and then it
        would count to the end while others wait for its processor."""
        if not self.ending or monotonic() - self.told < _AGAIN:
            return
        self.told = monotonic()
        _, self.ending = self.ray.wait(self.ending, num_returns=len(self.ending), timeout=0)
        for reference in self.ending:
            self.ray.cancel(reference, force=True)

    def wait_until_ended(self) -> None:
        """Waits until the tasks that were stopped have ended."""
        latest = monotonic() + _LAST
        while self.ending and monotonic() < latest:
            self.tell_again()
            sleep(_AGAIN / 4)

    def room(self) -> dict[str, int]:
        """Most tasks in flight for each device, by the nodes that are there now."""
        if monotonic() - self.looked > _LOOK:
            self.looked = monotonic()
            self.there = self.ray.cluster_resources()
            self.cards = self.nodes_with("GPU") if self.num_gpus else {}
        processors = int(self.there.get("CPU", 0))
        fit = sum(cards for node, cards in self.cards.items() if self.is_fit(node))
        # Where nothing else counts, cards that fail end the run.
        cards = min(self.num_gpus, int(fit if fit or processors else sum(self.cards.values())))
        room = {"gpu": cards * _TASKS} if self.num_gpus else {}
        return {**room, "cpu": processors * _TASKS}

    def nodes_with(self, resource: str) -> dict[str, float]:
        """How much of a resource each node that is there has, for those with one or more."""
        there = (node for node in self.ray.nodes() if node["Alive"])
        amounts = {node["NodeID"]: node["Resources"].get(resource, 0.0) for node in there}
        return {node: amount for node, amount in amounts.items() if amount >= 1}

    def is_fit(self, node: str) -> bool:
        """Whether the cards of a node may count."""
        return self.failures.get(node[:8], 0) < _FAILURES

    def has_room(self) -> bool:
        """Whether the nodes could be given another task."""
        return len(self.tasks) < sum(self.room().values())

    def start(self) -> None:
        """Starts as many tasks as the nodes have room for."""
        room = self.room()
        for device, most in room.items():
            in_flight = sum(task.device == device for task in self.tasks.values())
            for _ in range(most - in_flight):
                units = self.bundle(device, room)
                if not units:
                    break
                self.submit(Task(units, device))

    def bundle(self, device: str, room: dict[str, int]) -> list[Unit]:
        """Units for one task: less than a second of work unless there are many processors, and about
        what one of so many places would get of all that wait. So tasks become shorter towards the
        end, and no node works long after the others."""
        longest = max(_TASK, self.there.get("CPU", 0.0) / _RATE)
        waiting = deque(unit for unit in self.queue if self.suits(unit, device, room))
        most = sum(unit.cost for unit in waiting) * self.pace[device] / room[device]
        most = min(longest, max(_SHORTEST, most))
        units: list[Unit] = []
        seconds = 0.0
        while waiting:
            unit = waiting[0]
            if units and self.terms(unit) != self.terms(units[0]):
                break
            seconds += unit.cost * self.pace[device]
            if units and seconds > most:
                break
            units.append(waiting.popleft())
        taken = {unit.ticket for unit in units}
        self.queue = deque(unit for unit in self.queue if unit.ticket not in taken)
        return units

    def suits(self, unit: Unit, device: str, room: dict[str, int]) -> bool:
        """Whether a unit may go to a device: one that failed on it only if no other kind is left."""
        failed = self.failed.get(unit.label)
        if failed is None or device not in failed:
            return True
        return all(kind in failed for kind, places in room.items() if places)

    def terms(self, unit: Unit) -> tuple[bool, str | None, set[str]]:
        """What the units of a task have in common: how they are counted, and where not."""
        return unit.recount, self.host(unit), self.failed.get(unit.label, set())

    def host(self, unit: Unit) -> str | None:
        """Where a unit that is recounted was counted; the label of a part begins with the unit's."""
        label = unit.label if unit.recount else ""
        while label and label not in self.hosts:
            label = label[:-1]
        return self.hosts.get(label)

    def submit(self, task: Task) -> None:
        wanted: dict[str, Any] = dict(task.resources)
        task.node = self.node_for(task)
        if task.node is not None:
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

            # Nowhere else. If the node has just died, the task fails and goes to the next.
            wanted["scheduling_strategy"] = NodeAffinitySchedulingStrategy(task.node, soft=False)
        labels = [unit.label for unit in task.units]
        remote = self.function.options(**wanted)
        reference = remote.remote(self.plan, labels, task.units[0].recount, task.device)
        self.tasks[reference] = task

    def node_for(self, task: Task) -> str | None:
        """The node that a task must go to, if not any: a recount never to the one that counted, units for
        cards to none whose cards fail, and to one whose cards failed on them only if no other is left. Nodes
        have their turns."""
        host = self.host(task.units[0])
        if task.device == "gpu":
            fit = [node for node in self.cards if self.is_fit(node)]
            failed = self.failed.get(task.units[0].label, set())
            others = [node for node in fit if node[:8] not in failed] or fit
            if len(others) == len(self.cards) and not self.must_choose:
                return None
        elif host is not None:
            others = [node for node in self.nodes_with("CPU") if node[:8] != node_of(host)]
        else:
            return None
        self.turn += 1
        return others[self.turn % len(others)] if others else None

    def collect(self) -> None:
        """Delivers the subtotals of finished tasks."""
        if not self.tasks:
            return
        references = list(self.tasks)
        patience = _WAIT_WITH_ROOM if self.has_room() else _WAIT
        done, _ = self.ray.wait(references, num_returns=1, timeout=patience)
        if done:
            done, _ = self.ray.wait(references, num_returns=len(references), timeout=0)
        for reference in done:
            self.deliver(reference, self.tasks.pop(reference))

    def deliver(self, reference: Any, task: Task) -> None:
        errors = self.ray.exceptions
        try:
            rows, failures = self.ray.get(reference)
        except (errors.TaskCancelledError, errors.RayTaskError) as failure:
            self.raised(task, failure)
            return
        except errors.RayError as failure:
            self.again(task, failure)
            return
        by_label = {unit.label: unit for unit in task.units}
        for label, *row in rows:
            unit = by_label.pop(label)
            self.desk.deliver(unit.ticket, *row)
        for label, why, device, host in failures:
            self.fail(by_label.pop(label), task, why, device, host)
        if task.device == "gpu":
            self.judge([node_of(row[2]) for row in rows], [node_of(failure[3]) for failure in failures])
        expected = sum(unit.cost for unit in task.units)
        if rows and expected > 0 and not by_label and not failures:
            took = sum(row[5] for row in rows)
            self.pace[task.device] += 0.3 * (took / expected - self.pace[task.device])
        # A worker that fails leaves the rest of its task to the next one.
        self.queue.extendleft(unit for unit in by_label.values() if unit.ticket not in task.unwanted)

    def raised(self, task: Task, failure: BaseException) -> None:
        """A task itself failed, not its node, and without saying where: the package is not there, for example."""
        if task.device == "gpu" and task.node is None:
            self.must_choose = True
            self.again(task, failure)
            return
        for unit in task.units:
            host = f"node {task.node[:8]}" if task.node else None
            self.fail(unit, task, one_line(failure), task.device, host)
        if task.device == "gpu" and task.node:
            self.judge([], [task.node[:8]])

    def fail(self, unit: Unit, task: Task, why: str, device: str, host: str | None = None) -> None:
        """A unit could not be counted by a task; if it comes again, it goes to another kind of device, or to the
        cards of another node."""
        failed = self.failed.setdefault(unit.label, set())
        failed.add(task.device)
        if task.device == "gpu" and host:
            failed.add(node_of(host))
        self.desk.fail(unit.ticket, why, device, host)

    def judge(self, counted: list[str], failed: list[str]) -> None:
        """Counts the tasks that failed on the cards of a node, given the nodes of all units of a task."""
        for node in counted:
            self.failures.pop(node, None)
        if failed and not counted:
            self.failures[failed[0]] = self.failures.get(failed[0], 0) + 1

    def again(self, task: Task, failure: BaseException) -> None:
        """A task did not count and is not to blame, nor are its units: they go to others."""
        for unit in task.units:
            if unit.ticket in task.unwanted:
                continue
            unit.losses += 1
            if unit.losses < _LOSSES:
                self.queue.appendleft(unit)
            else:
                self.fail(unit, task, one_line(failure), task.device)

    def send_home(self) -> None:
        """Nothing can be counted any more: every unit that is asked for fails."""
        units = [*self.queue, *(unit for task in self.tasks.values() for unit in task.units)]
        why = one_line(self.failure)
        for unit in units:
            self.desk.fail(unit.ticket, why, "the cluster", None)
        while True:
            orders, _, is_over = self.desk.take(0.1)
            for order in orders:
                self.desk.fail(order[0], why, "the cluster", None)
            if is_over:
                return
