//! All-different by matching: a line remains possible for a row only if it can be extended to
//! different lines for all rows.
//!
//! A maximum matching of rows with lines shows whether this is possible at all. A line that the
//! matching does not use for a row can be exchanged for its own line exactly if it lies on an
//! alternating cycle (it is strongly connected with the row's own line) or on an alternating path
//! from an unused line. Régin 1994, "A filtering algorithm for constraints of difference in CSPs".

use super::domains::{Domains, Kind};

/// Filters columns, both diagonals and regions, with arc consistency in between, until nothing changes.
/// Returns whether every row has a column.
pub fn filter(domains: &mut Domains) -> bool {
    loop {
        if !domains.make_arc_consistent() {
            return false;
        }
        let mut changed = false;
        for kind in domains.kinds() {
            let Some(removed) = filter_lines(domains, kind) else { return false };
            changed |= removed;
        }
        if !changed {
            return true;
        }
    }
}

/// Filters lines of one kind. Returns whether something was
/// removed; `None` if the rows cannot all have different lines.
fn filter_lines(domains: &mut Domains, kind: Kind) -> Option<bool> {
    let rows: Vec<Vec<(usize, usize)>> = (0..domains.rows())
        .map(|row| domains.columns(row).map(|c| (domains.line(kind, row, c), c)).collect())
        .collect();
    let lines = 1 + rows.iter().flatten().map(|&(line, _)| line).max()?;
    let matching = Matching::largest(&rows, lines)?;
    let component = matching.components(&rows);
    let mut removed = false;
    for (row, choices) in rows.iter().enumerate() {
        let own = matching.line_of[row];
        for &(line, column) in choices {
            let swappable = component[line] == component[own] || component[line] == FREE;
            if line != own && !swappable {
                removed |= domains.remove(row, column);
            }
        }
    }
    Some(removed)
}

/// The component of lines that a path from an unused line reaches.
const FREE: usize = 0;

/// A line for each row, all different.
struct Matching {
    line_of: Vec<usize>,
    row_of: Vec<Option<usize>>,
}

impl Matching {
    /// A matching of all rows, if there is one, by augmenting paths.
    fn largest(rows: &[Vec<(usize, usize)>], lines: usize) -> Option<Matching> {
        let mut matching =
            Matching { line_of: vec![usize::MAX; rows.len()], row_of: vec![None; lines] };
        for row in 0..rows.len() {
            let free = rows[row].iter().find(|&&(line, _)| matching.row_of[line].is_none());
            let placed = match free {
                Some(&(line, _)) => {
                    matching.give(row, line);
                    true
                }
                None => matching.augment(rows, row, &mut vec![false; lines]),
            };
            if !placed {
                return None;
            }
        }
        Some(matching)
    }

    fn give(&mut self, row: usize, line: usize) {
        self.line_of[row] = line;
        self.row_of[line] = Some(row);
    }

    /// Finds a line for a row, moving other rows if necessary.
    fn augment(&mut self, rows: &[Vec<(usize, usize)>], row: usize, seen: &mut [bool]) -> bool {
        for &(line, _) in &rows[row] {
            if std::mem::replace(&mut seen[line], true) {
                continue;
            }
            let free = match self.row_of[line] {
                None => true,
                Some(owner) => self.augment(rows, owner, seen),
            };
            if free {
                self.give(row, line);
                return true;
            }
        }
        false
    }

    /// For each line its strongly connected component, or [`FREE`] if a path from an unused line
    /// reaches it. There is an edge from a line to the own line of every row that could have it
    /// instead.
    fn components(&self, rows: &[Vec<(usize, usize)>]) -> Vec<usize> {
        let mut leads_to: Vec<Vec<usize>> = vec![Vec::new(); self.row_of.len()];
        for (row, choices) in rows.iter().enumerate() {
            for &(line, _) in choices.iter().filter(|&&(line, _)| line != self.line_of[row]) {
                leads_to[line].push(self.line_of[row]);
            }
        }
        let mut reached: Vec<bool> = self.row_of.iter().map(Option::is_none).collect();
        let mut todo: Vec<usize> = (0..reached.len()).filter(|&line| reached[line]).collect();
        while let Some(line) = todo.pop() {
            for &next in &leads_to[line] {
                if !std::mem::replace(&mut reached[next], true) {
                    todo.push(next);
                }
            }
        }
        let mut tarjan = Tarjan::new(&leads_to);
        (0..reached.len()).for_each(|line| tarjan.visit(line));
        (tarjan.component.iter().zip(reached))
            .map(|(&component, reached)| if reached { FREE } else { component })
            .collect()
    }
}

/// Tarjan's strongly connected components, numbered from 1.
struct Tarjan<'a> {
    leads_to: &'a [Vec<usize>],
    /// When a vertex was first visited, from 1; 0 if not yet.
    seen: Vec<usize>,
    lowest: Vec<usize>,
    open: Vec<usize>,
    component: Vec<usize>,
    clock: usize,
    components: usize,
}

impl Tarjan<'_> {
    fn new(leads_to: &[Vec<usize>]) -> Tarjan<'_> {
        let none = vec![0; leads_to.len()];
        Tarjan {
            leads_to,
            seen: none.clone(),
            lowest: none.clone(),
            open: Vec::new(),
            component: none,
            clock: 0,
            components: 0,
        }
    }

    fn visit(&mut self, vertex: usize) {
        if self.seen[vertex] > 0 {
            return;
        }
        self.clock += 1;
        self.seen[vertex] = self.clock;
        self.lowest[vertex] = self.clock;
        self.open.push(vertex);
        for &next in &self.leads_to[vertex] {
            self.visit(next);
            // A vertex with a component is finished: no path leads back from it.
            if self.component[next] == 0 {
                self.lowest[vertex] = self.lowest[vertex].min(self.lowest[next]);
            }
        }
        if self.lowest[vertex] == self.seen[vertex] {
            self.components += 1;
            while let Some(member) = self.open.pop() {
                self.component[member] = self.components;
                if member == vertex {
                    break;
                }
            }
        }
    }
}
