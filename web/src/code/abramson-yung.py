# Abramson and Yung's divide and conquer: one solution of N queens without search, by the column of each row. Usage: python3 abramson-yung.py 21
import sys


def has_walk(side):
    return side % 2 > 0 and side % 3 > 0


def knight_walk(side):
    return [2 * row % side for row in range(side)]


def compose(tiles, tile):
    """The second solution in each tile where the first has a queen."""
    return [len(tile) * column + queen for column in tiles for queen in tile]


def superqueens(n):
    """A solution that also holds on the torus, divided as far as possible."""
    for a in range(2, n):
        if n % a == 0:
            return compose(superqueens(a), superqueens(n // a))
    return knight_walk(n)


def d_solution(a, b):
    return compose(superqueens(a), knight_walk(b))


def divide(n):
    """A, B and C without divisor 2 or 3, so that N = B * (A - 1) + C and C <= B."""
    for a in filter(has_walk, range(5, n + 1)):
        for b in filter(has_walk, range(-(-n // a), (n - 1) // (a - 1) + 1)):
            c = n - b * (a - 1)
            if has_walk(c):
                return a, b, c
    return None


def general(n):
    if n % 2 == 0:
        larger = general(n + 1)
        return larger and [column - 1 for column in larger[1:]]
    if n % 3:
        return knight_walk(n)
    division = divide(n)
    if not division:
        return None
    a, b, c = division
    return knight_walk(c) + [column - b + c for column in d_solution(a, b)[b:]]


columns = general(int(sys.argv[1]))
print("no solution of this kind" if columns is None else " ".join(map(str, columns)))
