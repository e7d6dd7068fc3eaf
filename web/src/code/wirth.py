# Wirth's recursive program: counts all solutions of N queens. Usage: python3 wirth.py 8
import sys


def try_column(j):
    total = 0
    for i in range(N):
        if A[i] and B[i + j] and C[i - j]:  # row and both diagonals are free
            X[j] = i
            A[i] = B[i + j] = C[i - j] = False
            total += try_column(j + 1) if j < N - 1 else 1
            A[i] = B[i + j] = C[i - j] = True
    return total


N = int(sys.argv[1])
X = [0] * N
A, B = [True] * N, [True] * (2 * N)
C = {d: True for d in range(-N, N + 1)}
print(try_column(0) if N else 1)
