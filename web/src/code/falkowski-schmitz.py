# Falkowski and Schmitz's construction: one solution of N queens without search, by the column of each row. Usage: python3 falkowski-schmitz.py 8
import sys


def solve(n):
    r = s = 0
    if n % 6 == 2:
        r, s = (n - 6) // 2, (n - 6) // 2 + 2
    elif n % 6 == 3:
        r, s = (n - 3) // 6, (n - 3) // 6 + 1
    odd, even = list(range(1, n, 2)), list(range(0, n, 2))
    return odd[r:] + odd[:r] + even[s:] + even[:s]


n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
