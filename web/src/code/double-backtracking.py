# Double backtracking: counts the stacks of N boards with N queens each, no queen above another. Usage: python3 double-backtracking.py 7
import sys


def solutions(p):
    """All solutions of one board that begin like this."""
    row = len(p)
    if row == N:
        yield p
        return
    for column in range(N):
        if all(column != other and abs(column - other) != row - r for r, other in enumerate(p)):
            yield from solutions(p + [column])


def is_legal(floor, floors):
    """Whether no queen of a floor stands above one of the floors below."""
    return all(column != below for lower in floors for column, below in zip(floor, lower))


def stack(floors, top):
    """The stacks on these floors, made of the solutions from a number on."""
    if len(floors) == N:
        return 1
    total = 0
    for t in range(top, len(ALL)):
        if is_legal(ALL[t], floors):
            total += stack(floors + [ALL[t]], t + 1)
    return total


N = int(sys.argv[1])
ALL = list(solutions([]))
print(stack([], 0))
