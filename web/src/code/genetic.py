# A genetic algorithm on permutations: one solution of N queens, by the column of each row. Usage: python3 genetic.py 8 [seed]
import random
import sys

POPULATION, GENERATIONS = 40, 5000


def collisions(p):
    """Pairs of queens on a diagonal; rows and columns never clash."""
    return sum(abs(p[i] - p[j]) == j - i for j in range(len(p)) for i in range(j))


def child_of(mother, father):
    """A stretch of the mother, the other columns in the order of the father."""
    n = len(mother)
    first, last = sorted(random.sample(range(n + 1), 2))
    stretch = mother[first:last]
    rest = [column for column in father if column not in stretch]
    child = rest[:first] + stretch + rest[first:]
    if n > 1 and random.random() < 0.8:
        i, j = random.sample(range(n), 2)
        child[i], child[j] = child[j], child[i]
    return child


def solve(n):
    while True:
        people = [random.sample(range(n), n) for _ in range(POPULATION)]
        for _ in range(GENERATIONS):
            people.sort(key=collisions)
            if collisions(people[0]) == 0:
                return people[0]
            mother, father = (min(random.sample(people, 3), key=collisions) for _ in range(2))
            child = child_of(mother, father)
            if child not in people and collisions(child) <= collisions(people[-1]):
                people[-1] = child


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
