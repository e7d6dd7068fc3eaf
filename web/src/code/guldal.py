# Güldal's sets: counts all solutions of N queens by striking threatened cells out of a matrix. Usage: python3 guldal.py 8
import sys

n = int(sys.argv[1])
CELLS = [(row, column) for row in range(n) for column in range(n)]


def threatens(a, b):
    down, across = b[0] - a[0], b[1] - a[1]
    return down == 0 or across == 0 or abs(down) == abs(across)


THREATENED = {cell: {other for other in CELLS if threatens(cell, other)} for cell in CELLS}


def place(queens, matrix):
    """The solutions with this many queens so far, the others on cells of the matrix."""
    if queens == n:
        return 1
    row = [cell for cell in matrix if cell[0] == queens]
    return sum(place(queens + 1, matrix - THREATENED[cell]) for cell in row)


print(place(0, set(CELLS)))
