# Every permutation tested at its end: counts all solutions of N queens. Usage: python3 permutations.py 8
import sys


def is_solution(p):
    pairs = ((i, j) for j in range(len(p)) for i in range(j))
    return all(j - i != abs(p[j] - p[i]) for i, j in pairs)


def choose(k):
    if k == len(p):
        return int(is_solution(p))
    total = 0
    for i in range(k, len(p)):
        p[k], p[i] = p[i], p[k]
        total += choose(k + 1)
        p[k], p[i] = p[i], p[k]
    return total


p = list(range(int(sys.argv[1])))
print(choose(0))
