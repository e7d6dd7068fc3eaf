# A genetic algorithm on permutations: one solution of N queens, by the column of each row. Usage: python3 genetic.py 8 [seed]
import random
import sys

POPULATION, GENERATIONS = 40, 1000


def attackers(p, row):
    """The queens on a diagonal of a row's queen; rows and columns never clash."""
    return sum(abs(p[row] - column) == abs(row - other) for other, column in enumerate(p) if other != row)


def measured(p):
    """An individual: its collisions and its permutation."""
    return sum(attackers(p, row) for row in range(len(p))) // 2, p


def parent(people):
    """The better of three individuals drawn at random."""
    return min(random.choices(people, k=3))[1]


def cross(mother, father):
    """A stretch of the mother, the other columns in the order of the father."""
    first, last = sorted(random.choices(range(len(mother)), k=2))
    stretch = mother[first:last + 1]
    rest = [column for column in father if column not in stretch]
    return rest[:first] + stretch + rest[first:]


def mutate(child):
    """Exchanges the columns of a colliding queen, or any if none collides, and another."""
    rows = range(len(child))
    i = random.choice([row for row in rows if attackers(child, row)] or rows)
    j = random.choice(rows)
    child[i], child[j] = child[j], child[i]


def solve(n):
    while True:
        people = [measured(random.sample(range(n), n)) for _ in range(POPULATION)]
        for _ in range(GENERATIONS * POPULATION):
            best, worst = min(people), max(people)
            if best[0] == 0:
                return best[1]
            child = cross(parent(people), parent(people))
            if random.random() < 4 / 5:
                mutate(child)
            child = measured(child)
            if child[0] <= worst[0] and child not in people:
                people[people.index(worst)] = child


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
