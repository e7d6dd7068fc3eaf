"""The container files: what they copy and install is there, and what the cluster's runs is run here."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import bezzel
from test_two_machines import free_port

ROOT = Path(__file__).parents[2]
CLUSTER = ROOT / "python" / "cluster.Containerfile"


def instructions(file: Path) -> list[tuple[str, str]]:
    """The instructions of a container file, each with what follows it."""
    text = file.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = (line.strip() for line in text.splitlines())
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines if line and line[0] != "#"]


@pytest.mark.parametrize("file", [ROOT / "Containerfile", CLUSTER], ids=["page", "cluster"])
def test_what_is_copied_and_started_is_there(file: Path) -> None:
    known = {"FROM", "RUN", "COPY", "WORKDIR", "USER", "ENTRYPOINT", "CMD"}
    stages: set[str] = set()
    programs: set[str] = set()
    for name, rest in instructions(file):
        assert name in known, name
        words = shlex.split(rest)
        if name == "FROM" and "AS" in words:
            stages.add(words[-1])
        elif name == "COPY" and words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in stages
            programs.add(Path(words[-1]).name)
        elif name == "COPY":
            assert all((ROOT / source).exists() for source in words[:-1]), rest
            programs.add(Path(words[-1]).name)
        elif name in ("ENTRYPOINT", "CMD"):
            assert json.loads(rest)[0] in programs
        elif name == "RUN":
            assert subprocess.run(["sh", "-n", "-c", rest]).returncode == 0, rest
            for package in re.findall(r"--package (\S+)", rest):
                assert (ROOT / "crates" / package / "Cargo.toml").exists()
            for extra in re.findall(r"whl\)\[(\w+)\]", rest):
                assert f"\n{extra} = [" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert instructions(file)[-1][0] in ("ENTRYPOINT", "CMD")


def test_the_container_counts_on_two_nodes(tmp_path: Path) -> None:
    name, rest = instructions(CLUSTER)[-1]
    assert (name, json.loads(rest)) == ("ENTRYPOINT", ["two-nodes"])
    # The programs of the container, with the Python that has the package.
    programs = tmp_path / "bin"
    programs.mkdir()
    for program, words in {"python": "", "ray": "-m ray.scripts.scripts"}.items():
        (programs / program).write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n')
        (programs / program).chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    path = f"{programs}:{ROOT / 'python'}:{kept['PATH']}"
    home = {"HOME": str(tmp_path), "PATH": path, "PORT": str(free_port())}
    command = ["two-nodes", "count", "13", "--ledger", str(tmp_path / "13.ledger"), "--sample", "2"]
    ran = subprocess.run(command, env={**kept, **home}, stdout=subprocess.PIPE, text=True)
    assert (ran.returncode, ran.stdout) == (0, "73712\n")
    rows = [json.loads(line) for line in bezzel.Job(tmp_path / "13.ledger").export().splitlines()]
    # Units are recounted on another node than the one that counted them.
    assert len({row["host"] for row in rows if "host" in row}) == 2
