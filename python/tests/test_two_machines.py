"""The commands of the book that start a cluster of two machines, run as they are printed.

Both machines are this one: the second is another node on other ports.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import bezzel

BOOK = Path(__file__).parents[2] / "docs" / "cluster.md"
#: So that two nodes fit on a machine that does other things too.
SMALL = "--num-cpus 1 --object-store-memory 80000000 --block"
N, TOTAL = 13, "73712\n"


def printed() -> list[str]:
    """The first block of commands, without comments."""
    block = re.findall(r"```sh\n(.*?)```", BOOK.read_text(encoding="utf-8"), re.S)[0]
    return [line.split("#")[0].strip() for line in block.splitlines()]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("", 0))
        return int(one.getsockname()[1])


class Machine:
    """A shell of a user who has never used Ray."""

    def __init__(self, home: Path, port: int) -> None:
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
        # Another cluster of this machine is not found by accident.
        there = {"HOME": str(home), "RAY_ADDRESS": f"127.0.0.1:{port}"}
        self.environment = {**kept, **there, "RAY_USAGE_STATS_ENABLED": "0"}
        self.home = home

    def start(self, line: str) -> subprocess.Popen[str]:
        """Starts a command, with the Python that has the package."""
        words = line.replace("python -m", f"{sys.executable} -m")
        words = re.sub(r"\bray (start|get)", rf"{sys.executable} -m ray.scripts.scripts \1", words)
        return subprocess.Popen(
            words,
            shell=True,
            cwd=self.home,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if "--block" in line else None,
            text=True,
        )

    @contextmanager
    def node(self, line: str) -> Iterator[None]:
        """A node of a cluster, ended in the end."""
        # The shell becomes the node, so that it can be ended.
        process = self.start(f"exec env {line}")
        assert process.stdout
        try:
            said = []
            for text in process.stdout:
                said.append(text)
                if "Ray runtime started" in text:
                    break
            else:
                raise AssertionError("".join(said))
            yield
        finally:
            process.terminate()
            process.communicate()

    def run(self, line: str) -> str:
        """What a command prints."""
        process = self.start(line)
        said, _ = process.communicate()
        assert process.returncode == 0, line
        return said


def test_the_commands_of_the_book() -> None:
    token, head, join, count, verify = printed()
    port = free_port()
    # Names of sockets must be short.
    folder = Path(tempfile.mkdtemp(prefix="ray", dir="/tmp"))
    first, second = Machine(folder / "first", port), Machine(folder / "second", port)
    try:
        with ExitStack() as nodes:
            assert "ssh SECOND '" in token
            first.run(token.replace("ssh SECOND", f"env -C {second.home} sh -c"))
            assert (second.home / ".ray" / "auth_token").read_text().strip()
            assert "6379" in head and "FIRST:6379" in join
            options = f"--temp-dir {folder}/ray --include-dashboard false {SMALL}"
            nodes.enter_context(first.node(f"{head.replace('6379', str(port))} {options}"))
            joined = join.replace("FIRST:6379", f"127.0.0.1:{port}")
            nodes.enter_context(second.node(f"{joined} {SMALL}"))
            assert "count 24" in count and "24.ledger" in count and "24.ledger" in verify
            assert first.run(count.replace("24", str(N))) == TOTAL
            found = first.run(verify.replace("24", str(N)))
            assert re.fullmatch(r"(\d+) of \1 units recounted by .*: 0 differ\n", found), found
        job = bezzel.Job(first.home / f"{N}.ledger")
        assert all(", node " in host for host in job.status().provenance["hosts"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
