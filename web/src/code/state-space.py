# State-space tree: counts all solutions of N queens. Usage: python3 state-space.py 8
import sys


def rejects(path, column):
    """The bounding function: whether a queen above attacks the square."""
    row = len(path)
    return any(column == other or abs(column - other) == row - r for r, other in enumerate(path))


def expand(path):
    """The solutions among the leaves below a node, which is the path from the root."""
    if len(path) == N:
        return 1
    return sum(expand(path + [column]) for column in range(N) if not rejects(path, column))


N = int(sys.argv[1])
print(expand([]))
