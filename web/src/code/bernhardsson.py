# Bernhardsson: one solution of N queens without search, by the column of each row. Usage: python3 bernhardsson.py 8
import sys


def even(n):
    half = n // 2
    if n % 6 == 0:
        return [2 * j + 1 for j in range(half)] + [2 * j for j in range(half)]
    first = [(2 * j + half - 1) % n for j in range(half)]
    return first + [n - 1 - column for column in reversed(first)]


def solve(n):
    return even(n) if n % 2 == 0 else even(n - 1) + [n - 1]


n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
