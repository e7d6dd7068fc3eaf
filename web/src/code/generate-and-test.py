# Generate and test: counts the fundamental solutions of N queens. Usage: python3 generate-and-test.py 8
import sys


def solutions(p):
    """All solutions that begin like this, in lexicographic order."""
    row = len(p)
    if row == N:
        yield p
        return
    for column in range(N):
        if all(column != other and abs(column - other) != row - r for r, other in enumerate(p)):
            yield from solutions(p + [column])


def images(p):
    """The eight images: turned by a quarter and reflected, again and again."""
    for _ in range(4):
        turned = [0] * N
        for row, column in enumerate(p):
            turned[N - 1 - column] = row
        p = turned
        yield p
        yield p[::-1]


N = int(sys.argv[1])
print(sum(all(p <= image for image in images(p)) for p in solutions([])))
