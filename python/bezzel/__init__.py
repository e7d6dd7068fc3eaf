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
from ._count import AtLeast, Classes, Counted, Divided, Total, classes, count, divide, fundamental
from ._draw import Picture, draw
from ._estimate import Estimate, Forecast, UsedSquares, estimate, forecast, squares
from ._find import Check, Symmetry, check, construct, sample, solutions, solve, symmetry
from ._job import Job, Status, Verification
from ._models import Card, Imported, algorithms, catalogue, engines, export, import_answer
from ._papers import Reproduction, papers, reproduce
from ._progress import Progress
from ._puzzle import Puzzle, puzzle
from ._questions import Colouring, Extreme, ask, chromatic, colours
from ._space import ClosedForm, Modular, SpaceTable, closed_form, modular, space_count, space_table
from ._stack import (
    Disjoint,
    Stack,
    StackCount,
    disjoint,
    max_disjoint,
    stack,
    stack_count,
    stacks,
)
from ._trace import Step, Trace, Tree, trace
from .errors import Error

__all__ = [
    "AtLeast",
    "Board",
    "Card",
    "Check",
    "Classes",
    "ClosedForm",
    "Colouring",
    "Comparison",
    "Counted",
    "Disjoint",
    "Divided",
    "Error",
    "Estimate",
    "Extreme",
    "Forecast",
    "Imported",
    "Job",
    "Modular",
    "Picture",
    "Placement",
    "Problem",
    "Progress",
    "Puzzle",
    "Reproduction",
    "Solutions",
    "SpaceTable",
    "Stack",
    "StackCount",
    "Status",
    "Step",
    "Symmetry",
    "Total",
    "Trace",
    "Tree",
    "UsedSquares",
    "Verification",
    "algorithms",
    "ask",
    "catalogue",
    "check",
    "chromatic",
    "classes",
    "closed_form",
    "colours",
    "compare",
    "construct",
    "count",
    "disjoint",
    "divide",
    "draw",
    "engines",
    "estimate",
    "export",
    "forecast",
    "fundamental",
    "import_answer",
    "max_disjoint",
    "modular",
    "papers",
    "puzzle",
    "reproduce",
    "sample",
    "solutions",
    "solve",
    "space_count",
    "space_table",
    "squares",
    "stack",
    "stack_count",
    "stacks",
    "symmetry",
    "trace",
]
