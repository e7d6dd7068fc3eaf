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
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from .._core import Desk
from .._count import Counted, MaybeAtLeast, Total, result
from .._job import Job, Status, Verification
from .._options import Board, File, Squares, file, group, options, problem, whole
from .._progress import ProgressSink, sink
from ..errors import BadRequest, Failed
from ._dispatch import Dispatch
from ._units import Plan, one_line

__all__ = ["count", "run", "verify"]

#: Units in flight for each processor. Many small ones make one task; the library splits units to
#: what a worker does in half a minute, and this many workers share a processor.
_CLERKS = 16
_FEWEST_CLERKS = 128
_MOST_CLERKS = 1024
#: Where a ledger is written that nobody keeps: on a disk each commit would wait until the disk has it.
_MEMORY = "/dev/shm"


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
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, TypeError, ValueError, RuntimeError) as failure:
        hint = "start one with 'ray start --head', or leave it to Ray with address=None"
        raise Failed(f"there is no Ray cluster at {address!r}; {hint}") from failure
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

    if whole("num_gpus", num_gpus) < 0:
        raise BadRequest(f"num_gpus is {num_gpus}; it is a number from 0")
    plan = Plan(status.problem, status.engine, status.provenance["digest"])
    desk = Desk()
    dispatch = Dispatch(plan, desk, num_gpus, hosts)
    processors = int(ray.cluster_resources().get("CPU", 0)) + num_gpus
    clerks = min(max(_CLERKS * processors, _FEWEST_CLERKS), _MOST_CLERKS)
    thread = threading.Thread(target=dispatch.run, name="dispatch", daemon=True)
    thread.start()
    try:
        yield desk, clerks
    except Failed as failed:
        if dispatch.failure is not None:
            raise Failed(one_line(dispatch.failure)) from dispatch.failure
        raise failed
    finally:
        desk.close()
        thread.join()


def run(
    ledger: File,
    *,
    address: str | None = "auto",
    num_gpus: int = 0,
    share: str | None = None,
    units: int | None = None,
    time: float | None = None,
    resume: bool = False,
    progress: ProgressSink = None,
) -> Status:
    """Counts what is missing in a ledger on the nodes of a Ray cluster.

    With a `share` such as `1/4` it counts only those units: more than a thousand processors need
    several drivers, each with a share and a ledger of its own, and `Job.merge` at the end.
    """
    path = file("ledger", ledger)
    status = Status(_core.job_status(path, None))
    request = options(share=share, units=units, resume=resume)
    group(request, "limits", time=time)
    with _connected(address):
        return _run(path, status, request, num_gpus, progress)


def _run(
    path: str, status: Status, request: dict[str, Any], num_gpus: int, progress: ProgressSink
) -> Status:
    with _dispatched(status, num_gpus, {}) as (desk, clerks):
        return Status(_core.cluster_run(path, request, desk, clerks, sink(progress)))


def verify(
    ledger: File,
    *,
    address: str | None = "auto",
    sample: int | None = None,
    seed: int | None = None,
    progress: ProgressSink = None,
) -> Verification:
    """Recounts a sample of a ledger by the second method, each unit on another node than before."""
    job = Job(ledger)
    records = (json.loads(line) for line in job.export().splitlines())
    # Only results have attempts; recounts have a machine too.
    hosts = {one["label"]: one["host"] for one in records if "attempt" in one}
    request = options(sample=sample, seed=seed)
    with _connected(address), _dispatched(job.status(), 0, hosts) as (desk, clerks):
        found = _core.cluster_verify(job.ledger, request, desk, clerks, sink(progress))
        return Verification(found)


def count(
    n: Board,
    *,
    address: str | None = "auto",
    torus: bool = False,
    dimension: int | None = None,
    rule: str | None = None,
    given: Squares | None = None,
    blocked: Squares | None = None,
    regions: str | None = None,
    engine: str | None = None,
    ledger: File | None = None,
    num_gpus: int = 0,
    sample: int = 0,
    time: float | None = None,
    progress: ProgressSink = None,
) -> Total | MaybeAtLeast:
    """Counts all solutions on the nodes of a Ray cluster.

    `address` is that of a running cluster, or `None` for one on this machine alone. Every finished
    unit is kept in the ledger; without one they are kept in a temporary file, in memory where the
    system has a folder for that. `num_gpus` is how many graphics cards may count too, and `sample`
    how many units are recounted by the second method on other nodes before the total is returned.
    """
    about = problem(n, torus, dimension, rule, given, blocked, regions)
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder, _connected(address):
        path = file("ledger", os.path.join(folder, "count.ledger") if ledger is None else ledger)
        request: dict[str, Any] = {}
        group(request, "limits", time=time)
        status = Status(_core.job_open(path, about, options(engine=engine)))
        status = _run(path, status, request, num_gpus, progress)
        if status.total is not None and sample and not verify(path, sample=sample, progress=progress):
            raise Failed("a unit recounted on another node gave another subtotal; see the ledger")
        return result(status.total, status.at_least, Counted(status.document))
