# Barr and Rao's backtracking in d dimensions: counts all solutions of N queens by lists of attacked positions. Usage: python3 barr-rao.py 8
import sys

n = int(sys.argv[1])
d = int(sys.argv[2]) if len(sys.argv) > 2 else 2
LAYER = n ** (d - 1)


def attacks(a, b):
    """Whether all coordinates that differ do so by the same amount."""
    sizes = {abs(a // n**axis % n - b // n**axis % n) for axis in range(d)} - {0}
    return len(sizes) <= 1


LISTS = [{b for b in range(n * LAYER) if attacks(a, b)} for a in range(n * LAYER)]


def place_queens(depth, queens):
    if depth == n:
        return 1
    total = 0
    for pos in range(depth * LAYER, (depth + 1) * LAYER):
        if all(pos not in LISTS[queen] for queen in queens):
            total += place_queens(depth + 1, queens + [pos])
    return total


print(place_queens(0, []))
