# All-different propagation: counts all solutions of N queens. Usage: python3 all-different.py 8
import sys

# Queens need different columns, different diagonals and different anti-diagonals.
FAMILIES = (lambda row, column: column, lambda row, column: row - column, lambda row, column: row + column)


def augment(lines, row, owner, seen):
    """Gives a row a line of its own, moving other rows where needed; false if that is impossible."""
    for line in lines[row]:
        if line not in seen:
            seen.add(line)
            if line not in owner or augment(lines, owner[line], owner, seen):
                owner[line] = row
                return True
    return False


def is_in_a_matching(lines, row, line, owner):
    """Whether all rows have lines of their own when this row takes this one."""
    if owner.get(line, row) == row:
        return True
    changed = {other: r for other, r in owner.items() if r != row}
    displaced, changed[line] = changed[line], row
    return augment(lines, displaced, changed, {line})


def propagate(domains):
    """Takes out squares whose line is in no complete matching; false if a family has none."""
    rows = range(len(domains))
    changed = True
    while changed:
        changed = False
        for line_of in FAMILIES:
            lines = [[line_of(row, column) for column in domains[row]] for row in rows]
            owner = {}
            if not all(augment(lines, row, owner, set()) for row in rows):
                return False
            for row in rows:
                kept = [c for c in domains[row] if is_in_a_matching(lines, row, line_of(row, c), owner)]
                changed |= len(kept) < len(domains[row])
                domains[row] = kept
    return True


def fill(row, domains):
    if row == len(domains):
        return 1
    total = 0
    for column in domains[row]:
        narrowed = domains[:row] + [[column]] + domains[row + 1:]
        if propagate(narrowed):
            total += fill(row + 1, narrowed)
    return total


n = int(sys.argv[1])
domains = [list(range(n)) for _ in range(n)]
print(fill(0, domains) if propagate(domains) else 0)
