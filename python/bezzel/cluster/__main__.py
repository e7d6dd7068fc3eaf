"""`python -m bezzel.cluster`: counts and verifies on a cluster from a shell."""

from __future__ import annotations

import argparse
import sys
import warnings
from typing import Any

from .. import cluster
from .._count import AtLeast
from ..errors import Busy, Damaged, Error, Failed, Io


def _read(arguments: list[str] | None) -> dict[str, Any]:
    """What was typed."""
    about = "Counting on many machines with Ray: every node counts units, the driver keeps the ledger."
    parser = argparse.ArgumentParser(prog="python -m bezzel.cluster", description=about)
    verbs = parser.add_subparsers(dest="verb", required=True)
    counting = verbs.add_parser("count", help="count all solutions")
    counting.add_argument("n", metavar="N", help="board size: 8, 5x8 or 4^3")
    counting.add_argument("--torus", action="store_true", help="join opposite edges")
    counting.add_argument("--dimension", type=int, help="dimension of the board")
    counting.add_argument("--rule", help="attack rule")
    counting.add_argument("--given", help="queens already placed: '0,3 2,5'")
    counting.add_argument("--blocked", help="squares where no queen may stand")
    counting.add_argument("--regions", help="regions that hold one queen each: AAB/ACB/CCB")
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
    return asked


def main(arguments: list[str] | None = None) -> int:
    """Runs what was typed; the exit code is that of the command line."""
    asked = _read(arguments)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(message, file=sys.stderr)
            return _verify(asked) if asked.pop("verb") == "verify" else _count(asked)
    except KeyboardInterrupt:
        kept = "; the ledger keeps every finished unit" if asked.get("ledger") else ""
        print(f"stopped{kept}", file=sys.stderr)
        return 130
    except Error as error:
        print(error, file=sys.stderr)
        return 3 if isinstance(error, (Busy, Damaged, Failed, Io)) else 2


def _verify(asked: dict[str, Any]) -> int:
    found = cluster.verify(**asked)
    differ = len(found.mismatches)
    print(f"{found.recounted} of {found.sample} units recounted by {found.by}: {differ} differ")
    return 0 if found else 1


def _count(asked: dict[str, Any]) -> int:
    total = cluster.count(**asked)
    if isinstance(total, AtLeast):
        print(f"at least {total.number} ({total.because})")
        return 4
    print(total)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
