# Günther's and Glaisher's determinants: counts all solutions of N queens by the terms that are not struck out. Usage: python3 gunther.py 8
import sys


def expand(columns, term):
    """The terms of the minor that has these columns left, multiplied by the term so far."""
    if not columns:
        return 1
    row, total = len(term), 0
    for column in columns:
        # The letter of an element names its falling diagonal, the index its rising one.
        letter, index = row - column, row + column
        if all(letter != a and index != b for a, b in term):
            minor = [other for other in columns if other != column]
            total += expand(minor, term + [(letter, index)])
    return total


print(expand(list(range(int(sys.argv[1]))), []))
