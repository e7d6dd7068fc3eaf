# Forward checking: counts all solutions of N queens. Usage: python3 forward-checking.py 8
import sys


def fill(row, domains):
    """Every later row keeps the columns that no queen attacks; an empty one ends the branch."""
    if row == N:
        return 1
    total = 0
    for column in domains[row]:
        left = [
            domain if other <= row
            else [c for c in domain if c != column and abs(c - column) != other - row]
            for other, domain in enumerate(domains)
        ]
        if all(left[row + 1:]):
            total += fill(row + 1, left)
    return total


N = int(sys.argv[1])
print(fill(0, [list(range(N))] * N))
