"""Counting on a real Ray cluster: nodes are killed and added, the driver is killed and resumed."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray

import bezzel
import bezzel.cluster
from bezzel import _core, errors
from bezzel.cluster import __main__ as program, _dispatch
from bezzel.cluster._units import count_units
from ray.cluster_utils import Cluster

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20}
N, TOTAL = 18, 666090624


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head that counts nothing, and two nodes."""
    head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": 80 << 20}
    made = Cluster(initialize_head=True, head_node_args=head)
    made.add_node(**NODE)
    made.add_node(**NODE)
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False, logging_level=logging.ERROR)
    yield made
    ray.shutdown()
    made.shutdown()


def results(job: bezzel.Job) -> int:
    """Results in a ledger; other processes may be writing to it."""
    while True:
        try:
            return int(job.status().provenance["results"])
        except errors.Busy:
            time.sleep(0.05)


def holds_once(job: bezzel.Job) -> None:
    """Every unit has its subtotal, and no subtotal is counted twice."""
    status = job.status()
    assert status.total == TOTAL
    assert status.units["done"] == status.units["total"]
    fresh = bezzel.Job.read(job.ledger + ".copy", job.export())
    assert fresh.status().total == TOTAL


def test_units_are_verified_on_other_nodes(cluster: Any, tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"
    assert bezzel.cluster.count(13, ledger=ledger, sample=3) == 73712
    reports: list[bezzel.Progress] = []
    found = bezzel.cluster.verify(ledger, sample=4, seed=1, progress=reports.append)
    assert found and found.recounted == 4 and reports[-1].done == 4
    records = bezzel.Job(ledger).export().decode().splitlines()
    rows = [json.loads(line) for line in records]
    counted = {row["label"]: row["host"] for row in rows if "attempt" in row}
    recounted = {row["label"]: row["host"] for row in rows if "recount" in row}
    assert recounted and all(counted[label] != host for label, host in recounted.items())


def test_a_ledger_goes_to_and_fro(cluster: Any, tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"
    job = bezzel.Job.create(ledger, 14)
    job.run(units=2, threads=1)
    part = bezzel.cluster.run(ledger, units=3)
    assert part.total is None and part.because == "units"
    assert part.provenance["results_resumed"] >= 2
    assert job.run(units=2).total is None
    assert bezzel.cluster.run(ledger).total == 365596
    assert bezzel.cluster.run(ledger).provenance["results_now"] == 0


def test_every_processor_has_its_share_of_workers(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Units are split for this many workers, as for the threads of a run on one machine."""
    workers: list[int] = []
    run = _core.cluster_run

    def watched(ledger: str, request: Any, desk: Any, clerks: int, progress: Any) -> Any:
        workers.append(clerks)
        return run(ledger, request, desk, clerks, progress)

    monkeypatch.setattr(_core, "cluster_run", watched)
    monkeypatch.setattr(bezzel.cluster, "_FEWEST_CLERKS", 1)
    assert bezzel.cluster.count(9) == 352
    assert workers == [bezzel.cluster._CLERKS * int(ray.cluster_resources()["CPU"])]


def test_the_driver_is_killed_and_resumed(cluster: Any, tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"
    job = bezzel.Job.create(ledger, N)
    command = [sys.executable, "-m", "bezzel.cluster", "count", str(N), "--ledger", str(ledger)]
    driver = subprocess.Popen([*command, "--address", cluster.address])
    while results(job) == 0:
        assert driver.poll() in (None, 0), "the driver failed"
        time.sleep(0.05)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    before = results(job)
    assert before > 0
    total = bezzel.cluster.count(N, ledger=ledger)
    assert total == TOTAL
    assert results(job) >= before
    holds_once(job)


def counted_with_cards(plan: Any, labels: list[str], recount: bool, device: str) -> Any:
    """Counts units as a node does, but a card is a processor that says which cards it was given."""
    rows, failures = count_units(plan, labels, recount, "cpu")
    cards = f"gpu {ray.get_gpu_ids()}" if device == "gpu" else device
    return [(*row[:3], cards, *row[4:]) for row in rows], failures


def counted_with_lost_cards(plan: Any, labels: list[str], recount: bool, device: str) -> Any:
    """Counts units as a node does whose cards fail at once."""
    if device == "cpu":
        return count_units(plan, labels, recount, device)
    node = ray.get_runtime_context().get_node_id()[:8]
    return [], [(labels[0], "card 0: the device is lost", "gpu lost", f"host, node {node}")]


def without_the_package(plan: Any, labels: list[str], recount: bool, device: str) -> Any:
    """Counts units as a node does, but no task for a card begins."""
    if device == "cpu":
        return count_units(plan, labels, recount, device)
    raise ModuleNotFoundError("No module named 'bezzel'")


def test_cards_are_asked_for(
    cluster: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    node = cluster.add_node(**NODE, num_gpus=1)
    cluster.wait_for_nodes()
    ledger = tmp_path / "count.ledger"
    # Units that go to the device `gpu` need one of Ray's cards; without num_gpus nobody asks for it.
    monkeypatch.setattr(_dispatch, "count_units", counted_with_cards)
    # Nodes do not have this file.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    assert bezzel.cluster.count(14, ledger=ledger, num_gpus=1) == 365596
    assert "gpu [0]" in bezzel.Job(ledger).status().provenance["devices"]
    assert bezzel.cluster.count(14, ledger=tmp_path / "plain.ledger") == 365596
    assert bezzel.Job(tmp_path / "plain.ledger").status().provenance["devices"] == ["cpu"]
    # Processors count what a card fails on, and the run says what failed and where.
    monkeypatch.setattr(_dispatch, "count_units", counted_with_lost_cards)
    lost = "^gpu lost on host, node [0-9a-f]{8} failed on unit .*: card 0: the device is lost$"
    with pytest.warns(RuntimeWarning, match=lost) as warned:
        assert bezzel.cluster.count(14, num_gpus=1) == 365596
    assert [one.filename for one in warned if one.category is RuntimeWarning] == [__file__]
    monkeypatch.setattr(_dispatch, "count_units", without_the_package)
    missing = "^gpu on node [0-9a-f]{8} failed on unit .*: No module named 'bezzel'$"
    with pytest.warns(RuntimeWarning, match=missing):
        assert bezzel.cluster.count(14, num_gpus=1) == 365596
    monkeypatch.undo()
    # The node says that it has a card, but there is none.
    capsys.readouterr()
    assert program.main(["count", "14", "--num-gpus", "1", "--address", cluster.address]) == 0
    said = capsys.readouterr()
    nothing = r"gpu on .*, node [0-9a-f]{8} failed on unit .* graphics card.*\n"
    assert said.out == "365596\n" and re.fullmatch(nothing, said.err), said.err
    cluster.remove_node(node)


def test_wrong_input_is_an_error(cluster: Any, tmp_path: Path) -> None:
    with pytest.raises(errors.UnknownName):
        bezzel.cluster.count(8, engine="abacus")
    with pytest.raises(errors.Io):
        bezzel.cluster.run(tmp_path / "none.ledger")
    assert program.main(["count", "8y", "--address", cluster.address]) == 2
    with pytest.raises(errors.BadRequest, match="num_gpus"):
        bezzel.cluster.count(8, num_gpus=-1)
    with pytest.raises(errors.WrongType, match="num_gpus must be a whole number, not str"):
        bezzel.cluster.count(8, num_gpus="all")  # type: ignore[arg-type]


def test_an_interrupt_ends_a_count(cluster: Any, tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"

    def interrupt(progress: bezzel.Progress) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        bezzel.cluster.count(24, ledger=ledger, progress=interrupt)
    assert bezzel.Job(ledger).status().total is None
    assert bezzel.cluster.count(9) == 352


# The last one: it takes Ray ten seconds to notice that a node is gone, and who uses the node waits.
def test_nodes_come_and_go(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = tmp_path / "count.ledger"
    nodes = list(cluster.worker_nodes)
    changed: list[int] = []
    etas: list[float | None] = []
    flights: list[tuple[int, float]] = []
    submit = _dispatch.Dispatch.submit

    def watched(self: _dispatch.Dispatch, task: Any) -> None:
        submit(self, task)
        flights.append((len(self.tasks), self.there["CPU"]))

    monkeypatch.setattr(_dispatch.Dispatch, "submit", watched)

    def watch(progress: bezzel.Progress) -> None:
        # Once something is counted and something is being counted, a node dies and another comes.
        document = progress.document
        etas.append(progress.eta)
        if progress.kind == "units" and document["results_now"] and not changed:
            changed.append(document["units_done"])
            cluster.remove_node(nodes[0], allow_graceful=False)
            cluster.add_node(**NODE)

    total = bezzel.cluster.count(N, ledger=ledger, progress=watch)
    assert total == TOTAL and changed
    # The time left is known before the end, and two tasks for each processor are in flight at most.
    assert any(eta is not None and eta > 0 for eta in etas)
    assert all(tasks <= 2 * processors for tasks, processors in flights)
    assert any(tasks == 2 * processors for tasks, processors in flights)
    job = bezzel.Job(ledger)
    holds_once(job)
    hosts = job.status().provenance["hosts"]
    assert hosts and all(", node " in host for host in hosts)
