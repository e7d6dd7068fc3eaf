# Topor's orbit algorithm: counts the fundamental solutions of N queens. Usage: python3 topor.py 8
import sys


def image(symmetry, square):
    """One of the eight images of a square: reflected or not, then turned by quarters."""
    row, column = square
    if symmetry % 2:
        column = N - 1 - column
    for _ in range(symmetry // 2):
        row, column = column, N - 1 - row
    return row, column


def is_safe(square, queens):
    (r, c) = square
    return all(r != s and c != d and abs(r - s) != abs(c - d) for s, d in queens)


def selections(square, orbit, queens, group):
    """Safe parts of the orbit with this square in them, one of each class under the group."""
    found = [[square]]
    for other in orbit:
        if is_safe(other, queens):
            found += [sorted([*seln, other]) for seln in found if is_safe(other, seln)]
    for seln in found:
        images = (sorted(image(s, queen) for queen in seln) for s in group)
        if all(seln <= other for other in images if square in other):
            yield seln


def choose(row, queens, group, excluded):
    """The classes of solutions with these queens; the group has the symmetries that keep them."""
    if len(queens) == N:
        return 1
    while any(r == row for r, _ in queens):
        row += 1
    total = 0
    excluded = set(excluded)
    for column in range(N):
        square = (row, column)
        if square in excluded or not is_safe(square, queens):
            continue
        orbit = {image(s, square) for s in group}
        excluded |= orbit
        for seln in selections(square, orbit, queens, group):
            kept = [s for s in group if sorted(image(s, queen) for queen in seln) == seln]
            total += choose(row + 1, queens + seln, kept, excluded)
    return total


N = int(sys.argv[1])
print(choose(0, [], range(8), ()))
