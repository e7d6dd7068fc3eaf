# Minimum remaining values: counts all solutions of N queens. Usage: python3 min-remaining-values.py 8
import sys


def fill(domains):
    """`domains` has the free columns of each empty row; the row with the fewest is next."""
    if not domains:
        return 1
    row = min(domains, key=lambda row: len(domains[row]))
    total = 0
    for column in domains[row]:
        left = {
            other: [c for c in domain if c != column and abs(c - column) != abs(other - row)]
            for other, domain in domains.items() if other != row
        }
        if all(left.values()):
            total += fill(left)
    return total


N = int(sys.argv[1])
print(fill({row: list(range(N)) for row in range(N)}))
