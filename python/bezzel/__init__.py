"""The N-Queens workstation: solve, count, list, step, compare, draw and verify.

Functions have the names and options of the command line's verbs. Boards are a side (`8`), a text
(`"5x8"`, `"4^3"`) or a `Problem`; squares are pairs of row and column from 0.

>>> import bezzel
>>> bezzel.count(10)
724
>>> bezzel.solve(8)
Placement('0,4,7,5,2,6,1,3')
"""

from ._board import Board
from ._compare import Comparison, compare
from ._core import Placement, Problem, Solutions
from ._count import (
    AtLeast,
    Classes,
    Counted,
    Estimate,
    Total,
    classes,
    count,
    estimate,
    fundamental,
    space_count,
)
from ._draw import Picture, draw
from ._find import Check, Symmetry, check, construct, sample, solutions, solve, symmetry
from ._job import Job, Status, Verification
from ._models import Card, Imported, algorithms, catalogue, engines, export, import_answer
from ._papers import Reproduction, papers, reproduce
from ._progress import Progress
from ._stack import Disjoint, Stack, StackCount, max_disjoint, stack, stack_count, stacks
from ._trace import Step, Trace, trace
from .errors import Error

__all__ = [
    "AtLeast",
    "Board",
    "Card",
    "Check",
    "Classes",
    "Comparison",
    "Counted",
    "Disjoint",
    "Error",
    "Estimate",
    "Imported",
    "Job",
    "Picture",
    "Placement",
    "Problem",
    "Progress",
    "Reproduction",
    "Solutions",
    "Stack",
    "StackCount",
    "Status",
    "Step",
    "Symmetry",
    "Total",
    "Trace",
    "Verification",
    "algorithms",
    "catalogue",
    "check",
    "classes",
    "compare",
    "construct",
    "count",
    "draw",
    "engines",
    "estimate",
    "export",
    "fundamental",
    "import_answer",
    "max_disjoint",
    "papers",
    "reproduce",
    "sample",
    "solutions",
    "solve",
    "space_count",
    "stack",
    "stack_count",
    "stacks",
    "symmetry",
    "trace",
]
