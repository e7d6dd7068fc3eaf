# Backtracking: counts all solutions of N queens. Usage: python3 backtracking.py 8
import sys


def count(n):
    if n == 0:
        return 1
    total = 0
    queen = [0] * n  # queen[row] is the column of its queen
    columns, falling, rising = set(), set(), set()
    row, column = 0, 0
    while row >= 0:
        if column == n:  # no square left in this row: take the queen above back
            row -= 1
            if row >= 0:
                column = queen[row]
                columns.remove(column)
                falling.remove(row - column)
                rising.remove(row + column)
                column += 1
        elif column in columns or row - column in falling or row + column in rising:
            column += 1
        elif row == n - 1:  # the last queen fits: a solution
            total += 1
            column += 1
        else:
            queen[row] = column
            columns.add(column)
            falling.add(row - column)
            rising.add(row + column)
            row, column = row + 1, 0
    return total


print(count(int(sys.argv[1])))
