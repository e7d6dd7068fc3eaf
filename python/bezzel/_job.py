"""Counting jobs whose results are kept in a ledger: they survive crashes and can be verified."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _core
from ._answer import Answer
from ._core import Problem
from ._options import Board, File, Squares, file, group, listed, options, problem
from ._progress import ProgressSink, sink


class Status(Answer):
    """The state of a job."""

    id: str
    problem: Problem
    engine: str
    state: str
    units: dict[str, int]
    fraction: float
    seconds: float
    eta: float | None
    total: int | None
    at_least: int | None
    because: str | None
    fundamental: int | None
    provenance: dict[str, Any]
    #: What went wrong with workers in the last run: what failed, why, and its machine and its unit if any.
    troubles: list[dict[str, str]]
    #: What it is being counted on.
    devices: list[str]
    error: str | None


class Verification(Answer):
    """What a recount of a sample found."""

    seed: int
    by: str
    sample: int
    recounted: int
    mismatches: list[dict[str, str]]
    covered: dict[str, Any]
    stopped: bool

    def __bool__(self) -> bool:
        return self.recounted == self.sample and not self.mismatches


class Merged(Answer):
    """The merged results of several ledgers."""

    units_done: int
    units_total: int
    results_added: int
    results_repeated: int


class Salvaged(Answer):
    """What could be saved of a damaged ledger."""

    units_done: int
    units_total: int
    results: int
    lost: list[str]


class Job:
    """A counting job and its ledger, one file that the command line reads and writes too.

    >>> import bezzel, tempfile, os
    >>> folder = tempfile.TemporaryDirectory()
    >>> job = bezzel.Job.open(os.path.join(folder.name, "12.ledger"), 12)
    >>> job.run().total
    14200
    >>> bool(job.verify(sample=2))
    True
    >>> folder.cleanup()
    """

    def __init__(self, ledger: File) -> None:
        #: The file.
        self.ledger = file("ledger", ledger)
        _core.job_status(self.ledger, None)

    @classmethod
    def create(
        cls,
        ledger: File,
        n: Board,
        *,
        torus: bool = False,
        dimension: int | None = None,
        rule: str | None = None,
        given: Squares | None = None,
        blocked: Squares | None = None,
        regions: str | None = None,
        engine: str | None = None,
    ) -> Job:
        """Plans a count and creates its ledger; the file must not exist."""
        about = problem(n, torus, dimension, rule, given, blocked, regions)
        _core.job_create(file("ledger", ledger), about, options(engine=engine))
        return cls(ledger)

    @classmethod
    def open(
        cls,
        ledger: File,
        n: Board,
        *,
        torus: bool = False,
        dimension: int | None = None,
        rule: str | None = None,
        given: Squares | None = None,
        blocked: Squares | None = None,
        regions: str | None = None,
        engine: str | None = None,
    ) -> Job:
        """Opens the ledger of this count, or creates it."""
        about = problem(n, torus, dimension, rule, given, blocked, regions)
        _core.job_open(file("ledger", ledger), about, options(engine=engine))
        return cls(ledger)

    @classmethod
    def read(cls, ledger: File, lines: bytes) -> Job:
        """Creates a ledger from exported lines."""
        _core.job_import(file("ledger", ledger), lines)
        return cls(ledger)

    @classmethod
    def salvage(cls, damaged: File, to: File) -> Salvaged:
        """Saves the valid records of a damaged ledger into a new one."""
        return Salvaged(_core.job_salvage(file("damaged", damaged), file("to", to)))

    @classmethod
    def merge(
        cls, target: File, sources: Iterable[File]
    ) -> Merged:
        """Merges the results of several ledgers of the same job into the target."""
        files = [file("sources", source) for source in listed("sources", sources)]
        return Merged(_core.job_merge(file("target", target), files))

    def run(
        self,
        *,
        threads: int | None = None,
        device: str | None = None,
        simd: str | None = None,
        share: str | None = None,
        units: int | None = None,
        time: float | None = None,
        resume: bool = False,
        progress: ProgressSink = None,
    ) -> Status:
        """Counts what is missing. Every finished unit is kept, however the run ends."""
        request = options(share=share, units=units, resume=resume)
        group(request, "workers", threads=threads, device=device, simd=simd)
        group(request, "limits", time=time)
        return Status(_core.job_run(self.ledger, request, sink(progress)))

    def status(self, *, workers: int | None = None) -> Status:
        """How far the job is; the time left is for this many workers."""
        return Status(_core.job_status(self.ledger, workers))

    def verify(
        self,
        *,
        sample: int | None = None,
        seed: int | None = None,
        list: bool = False,
        threads: int | None = None,
        device: str | None = None,
        simd: str | None = None,
        progress: ProgressSink = None,
    ) -> Verification:
        """Recounts a sample of units by a second method; with `list` solution by solution."""
        request = options(sample=sample, seed=seed, list=list)
        group(request, "workers", threads=threads, device=device, simd=simd)
        return Verification(_core.job_verify(self.ledger, request, sink(progress)))

    def units(self) -> dict[str, Any]:
        """The units, one by one or in sections."""
        units: dict[str, Any] = _core.job_units(self.ledger).read()
        return units

    def pause(self) -> Status:
        """Stops every run of the job, in any process, within a second."""
        return Status(_core.job_pause(self.ledger))

    def resume(self) -> Status:
        """Ends a pause; `run` then continues."""
        return Status(_core.job_unpause(self.ledger))

    def discard(self, unit: str) -> Status:
        """Discards the result of one unit, so that it is counted again."""
        return Status(_core.job_discard(self.ledger, unit))

    def split(self, share: str, to: File) -> Job:
        """Creates a ledger for one share of the units, such as `1/4`, to be counted elsewhere."""
        _core.job_split(self.ledger, share, file("to", to))
        return Job(to)

    def export(self, share: str | None = None) -> bytes:
        """The ledger as lines of JSON that other programs can check."""
        return _core.job_export(self.ledger, share)

    def __repr__(self) -> str:
        status = self.status()
        units = status.units
        return f"<job: {status.problem}, {units['done']} of {units['total']} units, {self.ledger}>"
