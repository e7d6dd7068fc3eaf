# Maintaining arc consistency (AC-3): counts all solutions of N queens. Usage: python3 arc-consistency.py 8
import sys


def supported(row, column, other, domain):
    """Whether the other row has a column that a queen here does not attack."""
    away = abs(row - other)
    return any(c != column and abs(c - column) != away for c in domain)


def propagate(domains, changed):
    """Takes out columns without support; false when a row has none left."""
    n = len(domains)
    pairs = [(row, changed) for row in range(n) if row != changed]
    while pairs:
        row, other = pairs.pop()
        kept = {c for c in domains[row] if supported(row, c, other, domains[other])}
        if not kept:
            return False
        if kept != domains[row]:
            domains[row] = kept
            pairs += [(third, row) for third in range(n) if third not in (row, other)]
    return True


def fill(row, domains):
    if row == len(domains):
        return 1
    total = 0
    for column in domains[row]:
        narrowed = domains[:row] + [{column}] + domains[row + 1:]
        if propagate(narrowed, row):
            total += fill(row + 1, narrowed)
    return total


n = int(sys.argv[1])
print(fill(0, [set(range(n)) for _ in range(n)]))
