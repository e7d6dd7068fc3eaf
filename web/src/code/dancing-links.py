# Dancing links: N queens as an exact cover, all solutions counted. Usage: python3 dancing-links.py 8
import sys


class Node:
    def __init__(self, item=None):
        self.left = self.right = self.up = self.down = self
        self.item = item
        self.size = 0  # of an item: the options left


def build(n):
    root = Node()
    items = [Node() for _ in range(2 * n + 2 * (2 * n - 1))]
    for item in items[: 2 * n]:  # rows and columns must be covered; diagonals may be
        item.left, item.right = root.left, root
        root.left.right = root.left = item
    for r in range(n):
        for c in range(n):
            first = None
            for place in (r, n + c, 2 * n + r - c + n - 1, 4 * n - 1 + r + c):
                item = items[place]
                node = Node(item)
                node.up, node.down = item.up, item
                item.up.down = item.up = node
                item.size += 1
                if first:
                    node.left, node.right = first.left, first
                    first.left.right = first.left = node
                first = first or node
    return root


def around(node, way):
    other = getattr(node, way)
    while other is not node:
        yield other
        other = getattr(other, way)


def cover(item):
    item.right.left, item.left.right = item.left, item.right
    for option in around(item, "down"):
        for node in around(option, "right"):
            node.down.up, node.up.down = node.up, node.down
            node.item.size -= 1


def uncover(item):
    for option in around(item, "up"):
        for node in around(option, "left"):
            node.item.size += 1
            node.down.up = node.up.down = node
    item.right.left = item.left.right = item


def search(root):
    if root.right is root:
        return 1
    item = min(around(root, "right"), key=lambda item: item.size)
    total = 0
    cover(item)
    for option in around(item, "down"):
        for node in around(option, "right"):
            cover(node.item)
        total += search(root)
        for node in around(option, "left"):
            uncover(node.item)
    uncover(item)
    return total


print(search(build(int(sys.argv[1]))))
