# Bit masks: counts all solutions of N queens. Usage: python3 bitmask.py 8
import sys


def row(r, columns, falling, rising):
    if r == N:
        return 1
    total = 0
    free = ALL & ~(columns | falling | rising)
    while free:
        bit = free & -free  # the lowest bit
        free ^= bit
        total += row(r + 1, columns | bit, (falling | bit) << 1, (rising | bit) >> 1)
    return total


N = int(sys.argv[1])
ALL = (1 << N) - 1
print(row(0, 0, 0, 0))
