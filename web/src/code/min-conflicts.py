# Min-conflicts: one solution of N queens, by the column of each row. Usage: python3 min-conflicts.py 100 [seed]
import random
import sys


class Board:
    def __init__(self, n):
        self.n = n
        self.queen = []  # the column of each row
        self.on = {"|": [0] * n, "\\": [0] * 2 * n, "/": [0] * 2 * n}  # queens on each line

    def attackers(self, row, column):
        on = self.on
        return on["|"][column] + on["\\"][row - column + self.n] + on["/"][row + column]

    def change(self, row, column, by):
        self.on["|"][column] += by
        self.on["\\"][row - column + self.n] += by
        self.on["/"][row + column] += by

    def best(self, row):
        """A column of the row that the fewest queens attack; if there are several, one at random."""
        weights = [self.attackers(row, column) for column in range(self.n)]
        least = min(weights)
        return random.choice([c for c, weight in enumerate(weights) if weight == least])


def solve(n):
    while True:
        board = Board(n)
        for row in range(n):
            board.queen.append(board.best(row))
            board.change(row, board.queen[row], +1)
        for _ in range(100 + 2 * n):
            # A queen is on its own three lines; more than that is an attack.
            attacked = [r for r in range(n) if board.attackers(r, board.queen[r]) > 3]
            if not attacked:
                return board.queen
            row = random.choice(attacked)
            board.change(row, board.queen[row], -1)
            board.queen[row] = board.best(row)
            board.change(row, board.queen[row], +1)


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
