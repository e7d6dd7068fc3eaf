# Trial and error: counts all solutions of N queens. Usage: python3 trial-and-error.py 8
import sys


def is_solution(x):
    return all(x[i] != x[j] and abs(x[i] - x[j]) != i - j for i in range(N) for j in range(i))


def choose(x):
    """Tries every column in every row; the test comes at the end."""
    if len(x) == N:
        return int(is_solution(x))
    return sum(choose(x + [column]) for column in range(N))


N = int(sys.argv[1])
print(choose([]))
