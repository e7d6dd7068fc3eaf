//! What a tree keeps of skipped steps, and where a node is a dead end.

use super::{NEVER, Node, Tree};
use bezzel_search::Step;

/// Number of nodes after which closed ones are dropped.
const MANY: usize = 1 << 16;

impl Tree {
    /// One more skipped step: only the path to the last queen is kept.
    pub(in crate::trace) fn pass(&mut self, step: &Step<'_>) {
        self.step(0, step);
        if *step == Step::Solution {
            for &node in &self.path {
                self.nodes[node as usize].earlier = true;
            }
            self.solutions.clear();
            self.solved.clear();
        }
        if self.nodes.len() > MANY {
            self.keep_path();
        }
    }

    /// Drops every node that is not on the path to the last queen; what follows is recorded.
    pub(in crate::trace) fn keep_path(&mut self) {
        *self = self.continued();
    }

    /// The tree of a recording that begins where this one ends: the path to the last queen.
    pub(in crate::trace) fn continued(&self) -> Tree {
        let found = self.solutions.last();
        let kept = self.path.iter().zip(0..).map(|(&node, place)| {
            let Node { square, depth, born, dead, earlier, .. } = self.nodes[node as usize];
            let parent = u32::saturating_sub(place, 1);
            // Its queen is still on the board, so every solution since then is below it.
            let earlier = earlier || found.is_some_and(|&step| step >= born);
            let (born, closed) = (0, NEVER);
            let dead = if dead == NEVER { NEVER } else { 0 };
            Node {
                parent,
                square,
                depth,
                refused: false,
                before: place,
                born,
                closed,
                dead,
                earlier,
            }
        });
        let nodes: Vec<Node> = kept.collect();
        let path = (0..nodes.len() as u32).collect();
        Tree { nodes, path, none: self.none, ..Tree::new() }
    }
}

impl Node {
    /// The step at which no square was free here: a node that was merely left has no such step.
    pub(super) fn dead_end(&self) -> Option<u32> {
        (self.dead < self.closed).then_some(self.dead)
    }
}

#[cfg(test)]
mod tests {
    use crate::trace::{NodeState, Recording, TreeCut, record};
    use crate::{Control, TraceRequest};
    use bezzel_board::{Problem, Square};
    use bezzel_search::algorithms;

    fn recorded(name: &str, n: u32, after: u64) -> Recording {
        let mut request = TraceRequest::new(Problem::queens(n), name);
        (request.all, request.after, request.steps) = (true, after, Some(200_000));
        record(&request, usize::MAX, &Control::new()).unwrap()
    }

    fn tree(recording: &Recording, at: u32) -> crate::TreeView {
        recording.tree(TreeCut { at, depth: u16::MAX, limit: usize::MAX, refused: false })
    }

    #[test]
    fn counters_timeline_and_tree_have_the_same_dead_ends() {
        for algorithm in algorithms::ALL.iter().map(|algorithm| algorithm.info()) {
            if algorithm.supports(&Problem::queens(5)).is_err() {
                continue;
            }
            let recording = recorded(algorithm.id, 5, 0);
            let counted = recording.moment(recording.steps()).unwrap().counts.dead_ends;
            let overview = recording.overview(7).unwrap().buckets;
            let timeline: u64 = overview.iter().map(|bucket| u64::from(bucket.dead_ends)).sum();
            assert_eq!(timeline, counted, "{}", algorithm.id);
            let tree = tree(&recording, recording.steps());
            if tree.none.is_none() {
                let drawn = tree.nodes.iter().filter(|node| node.dead_end.is_some()).count();
                assert_eq!(drawn as u64, counted, "{}", algorithm.id);
            }
        }
    }

    #[test]
    fn a_recording_after_some_steps_matches_the_whole() {
        for name in ["backtracking", "nilsson", "guldal", "wirth", "las-vegas-backtracking"] {
            let whole = recorded(name, 6, 0);
            let total = whole.steps();
            for after in [1, 7, total / 2, total - 1, total] {
                let rest = recorded(name, 6, after.into());
                assert_eq!((rest.steps(), rest.summary().after), (total - after, after.into()));
                for step in [0, 1, 50, total - after].map(|step| step.min(total - after)) {
                    let (part, full) =
                        (rest.moment(step).unwrap(), whole.moment(after + step).unwrap());
                    assert_eq!(part.frame, full.frame, "{name}, {after} + {step}");
                    assert_eq!(part.counts, full.counts, "{name}, {after} + {step}");
                    if step > 0 {
                        let steps = [part.event, full.event].map(|event| event.unwrap().step);
                        assert_eq!(steps[0], steps[1], "{name}, {after} + {step}");
                    }
                    let tree = tree(&rest, step);
                    let mut path: Vec<Square> = (tree.path.iter())
                        .filter_map(|&id| tree.nodes.iter().find(|node| node.id == id)?.square)
                        .collect();
                    path.sort_unstable();
                    assert_eq!(path, full.frame.queens.squares(), "{name}, {after} + {step}");
                }
            }
        }
    }

    /// A queen with an earlier solution below it was not left without a solution.
    #[test]
    fn earlier_solutions_are_kept() {
        let whole = recorded("backtracking", 4, 0);
        let solution = (1..=whole.steps())
            .find(|&step| whole.moment(step).unwrap().counts.solutions == 1)
            .unwrap();
        let rest = recorded("backtracking", 4, solution.into());
        let tree = tree(&rest, rest.steps());
        let states = |state| tree.nodes.iter().filter(|node| node.state == state).count();
        assert_eq!(
            states(NodeState::Explored),
            4 + 3,
            "the first solution's queens, and the second's three"
        );
    }
}
