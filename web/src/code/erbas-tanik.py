# Erbas and Tanik's polygons and circulants: one solution of N queens without search, by the column of each row. Usage: python3 erbas-tanik.py 8
import sys


def solve(n):
    if n % 2 and n % 3:  # the star polygon {n/2}
        return [2 * i % n for i in range(n)]
    if n % 2:
        return solve(n - 1) + [n - 1]
    shift = 1 if n % 6 != 2 else n // 2 - 1
    half = [(2 * i + shift) % n for i in range(n // 2)]  # a 2-circulant
    return half + [n - 1 - column for column in reversed(half)]


n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
