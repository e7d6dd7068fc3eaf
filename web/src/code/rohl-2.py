# Rohl's algorithm II: counts all solutions of N queens. Usage: python3 rohl-2.py 8
import sys


def search_row(row):
    """Only free columns are tried: `after` links them, from the head N on; the end is -1."""
    if row == N:
        return 1
    total, last, column = 0, N, after[N]
    while column >= 0:
        if not falling[row - column] and not rising[row + column]:
            falling[row - column] = rising[row + column] = True
            after[last] = after[column]  # the column is taken
            total += search_row(row + 1)
            after[last] = column
            falling[row - column] = rising[row + column] = False
        last, column = column, after[column]
    return total


N = int(sys.argv[1])
after = [column + 1 if column + 1 < N else -1 for column in range(N)] + [0 if N else -1]
falling, rising = [False] * (2 * N), [False] * (2 * N)
print(search_row(0))
