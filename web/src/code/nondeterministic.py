# Floyd's nondeterministic algorithm: one solution of N queens, each choice tried in turn. Usage: python3 nondeterministic.py 8
import sys


def choice(n):
    """Every column; what follows a failure goes on with the next one."""
    yield from range(n)


def place(n, columns):
    """Yields each way to success from here."""
    row = len(columns)
    if row == n:
        yield columns
        return
    for column in choice(n):
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
            yield from place(n, columns + [column])


def solve(n):
    return next(place(n, []), None)


columns = solve(int(sys.argv[1]))
print("no solution" if columns is None else " ".join(map(str, columns)))
