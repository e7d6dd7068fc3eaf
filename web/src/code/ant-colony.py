# Ant colony optimisation: one solution of N queens, by the column of each row. Usage: python3 ant-colony.py 8 [seed]
import random
import sys

ANTS, ROUNDS, GREED, PERSISTENCE = 20, 200, 10, 0.9


def attackers(columns, column):
    """How many queens of the rows above attack a square of the next row."""
    row = len(columns)
    return sum(column == c or abs(column - c) == row - r for r, c in enumerate(columns))


def ant(trails):
    """The board an ant fills: its collisions, and the column of each row."""
    collisions, columns = 0, []
    for row in trails:
        met = [attackers(columns, column) for column in range(len(row))]
        weights = [trail / (1 + m) ** GREED for trail, m in zip(row, met)]
        column = random.choices(range(len(row)), weights)[0]
        collisions += met[column]
        columns.append(column)
    return collisions, columns


def strengthen(trails, board):
    """All trails fade; those of a board grow, the more the fewer collisions it has."""
    collisions, columns = board
    for row, column in zip(trails, columns):
        row[:] = [max(trail * PERSISTENCE, 1 / (2 * len(row))) for trail in row]
        row[column] = min(row[column] + (1 - PERSISTENCE) / (1 + collisions), 1)


def solve(n):
    while True:
        trails = [[1.0] * n for _ in range(n)]
        best = None
        for turn in range(1, ROUNDS + 1):
            board = min(ant(trails) for _ in range(ANTS))
            if board[0] == 0:
                return board[1]
            best = min(best or board, board)
            strengthen(trails, best if turn % 5 == 0 else board)


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
