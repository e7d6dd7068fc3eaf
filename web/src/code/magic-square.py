# A solution from a magic square: one solution of N queens without search, by the column of each row. Usage: python3 magic-square.py 7 [block]
import sys


def solve(n, block):
    """Number k of the square stands in row k + 2 (k // n) and column 2 k + k // n, modulo n.
    The numbers of a block of n, those with k // n = block, are a solution: column 2 i - 3 block in row i."""
    return [(2 * row - 3 * block) % n for row in range(n)]


n = int(sys.argv[1])
block = int(sys.argv[2]) if len(sys.argv) > 2 else 0
print("no solution of this kind" if n % 2 == 0 or n % 3 == 0 else " ".join(map(str, solve(n, block))))
