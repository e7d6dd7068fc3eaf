# Naur's partial elimination of symmetries: counts the fundamental solutions of N queens. Usage: python3 naur.py 8
import sys


def images(row, column):
    """The eight images of a square: turned by a quarter and reflected, again and again."""
    for _ in range(4):
        row, column = column, N - 1 - row
        yield row, column
        yield row, N - 1 - column


def is_first(p):
    """Whether no image of a solution with the same central queen comes before it."""
    for squares in zip(*(images(row, column) for row, column in enumerate(p))):
        image = [column for _, column in sorted(squares)]
        if image[CENTRE] == p[CENTRE] and image < p:
            return False
    return True


def is_safe(row, column, queens):
    return all(column != c and abs(column - c) != abs(row - r) for r, c in queens.items())


def fill(row, queens):
    """The fundamental solutions with these queens, the rows above filled and the central one too."""
    if row == N:
        return is_first([queens[r] for r in range(N)])
    if row == CENTRE:
        return fill(row + 1, queens)
    total = 0
    for column in range(N):
        has_earlier_letter = LETTER.get((row, column), N) < queens[CENTRE]
        if not has_earlier_letter and is_safe(row, column, queens):
            total += fill(row + 1, {**queens, row: column})
    return total


N = int(sys.argv[1])
CENTRE = (N - 1) // 2
# The letter of a square is the first column of the central row that it has an image in.
LETTER = {square: column for column in reversed(range(N)) for square in images(CENTRE, column)}
print(sum(fill(0, {CENTRE: column}) for column in range(N) if LETTER[CENTRE, column] == column))
