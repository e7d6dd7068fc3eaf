// Dancing links: N queens as an exact cover, all solutions counted. Usage: rustc -O dancing-links.rs && ./dancing-links 8

#[derive(Clone, Copy)]
struct Node {
    left: usize,
    right: usize,
    up: usize,
    down: usize,
    item: usize,
}

/// Node 0 is the root, then come the items, then the entries of the matrix.
struct Cover {
    nodes: Vec<Node>,
    /// Options left, by item.
    size: Vec<usize>,
}

impl Cover {
    fn queens(n: usize) -> Cover {
        let items = if n == 0 { 0 } else { 6 * n - 2 };
        let alone = |i| Node { left: i, right: i, up: i, down: i, item: i };
        let mut nodes: Vec<Node> = (0..=items).map(alone).collect();
        // Rows and columns must be covered; diagonals may be.
        for i in 0..=2 * n {
            nodes[i].left = if i == 0 { 2 * n } else { i - 1 };
            nodes[i].right = if i == 2 * n { 0 } else { i + 1 };
        }
        let mut cover = Cover { nodes, size: vec![0; items + 1] };
        for r in 0..n {
            for c in 0..n {
                cover.add_option([1 + r, 1 + n + c, 3 * n + r - c, 4 * n + r + c]);
            }
        }
        cover
    }

    fn add_option(&mut self, items: [usize; 4]) {
        let first = self.nodes.len();
        for (k, item) in items.into_iter().enumerate() {
            let (node, up) = (first + k, self.nodes[item].up);
            let (left, right) = (first + (k + 3) % 4, first + (k + 1) % 4);
            self.nodes.push(Node { left, right, up, down: item, item });
            self.nodes[up].down = node;
            self.nodes[item].up = node;
            self.size[item] += 1;
        }
    }

    fn cover(&mut self, item: usize) {
        let Node { left, right, .. } = self.nodes[item];
        (self.nodes[right].left, self.nodes[left].right) = (left, right);
        let mut option = self.nodes[item].down;
        while option != item {
            let mut node = self.nodes[option].right;
            while node != option {
                let Node { up, down, item, .. } = self.nodes[node];
                (self.nodes[down].up, self.nodes[up].down) = (up, down);
                self.size[item] -= 1;
                node = self.nodes[node].right;
            }
            option = self.nodes[option].down;
        }
    }

    fn uncover(&mut self, item: usize) {
        let mut option = self.nodes[item].up;
        while option != item {
            let mut node = self.nodes[option].left;
            while node != option {
                let Node { up, down, item, .. } = self.nodes[node];
                self.size[item] += 1;
                (self.nodes[down].up, self.nodes[up].down) = (node, node);
                node = self.nodes[node].left;
            }
            option = self.nodes[option].up;
        }
        let Node { left, right, .. } = self.nodes[item];
        (self.nodes[right].left, self.nodes[left].right) = (item, item);
    }

    fn search(&mut self) -> u64 {
        let mut item = self.nodes[0].right;
        if item == 0 {
            return 1;
        }
        let mut other = self.nodes[item].right;
        while other != 0 {
            if self.size[other] < self.size[item] {
                item = other;
            }
            other = self.nodes[other].right;
        }
        let mut total = 0;
        self.cover(item);
        let mut option = self.nodes[item].down;
        while option != item {
            let mut node = self.nodes[option].right;
            while node != option {
                self.cover(self.nodes[node].item);
                node = self.nodes[node].right;
            }
            total += self.search();
            node = self.nodes[option].left;
            while node != option {
                self.uncover(self.nodes[node].item);
                node = self.nodes[node].left;
            }
            option = self.nodes[option].down;
        }
        self.uncover(item);
        total
    }
}

fn main() {
    let n = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", Cover::queens(n).search());
}
