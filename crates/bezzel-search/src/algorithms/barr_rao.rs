//! Barr and Rao's backtracking: layer by layer through a board of any dimension, with an attack
//! list for each position.
//!
//! ```text
//!   layer 0      layer 1      layer 2         3 queens in 3 dimensions: the queen of layer 1
//!   Q . .        x x .        x . x           may not stand on the list of the first queen (x),
//!   . . .        x x .        . . .           that of layer 2 on neither list
//!   . . .        . . .        x . x
//! ```
//!
//! The board is flattened into one array, p = Σ i_j · n^(j−1); a layer of the last axis is a block
//! of n^(d−1) positions. Before a queen is placed, the lists of all queens on the board are
//! searched for its position. Positions of the queen's own layer need not be on its list, because
//! no other queen is placed there: dropping them changes only the length of the lists.
//!
//! Cost: exponential in n and d; a list has up to (3^d − 1)(n − 1) positions. A list is built when
//! a queen is first placed on its position; the paper builds all n^d of them in advance. The tests
//! are the entries examined, so that the setting shows how much dropping saves. To count, use
//! engine `transform`, which handles all dimensions at once, or the threaded engine `barr-rao`.

use crate::lines::{Open, attacked};
use crate::{Boards, Category, Effort, Info, Probe, Search, Setting, Settings, Step, Values};
use bezzel_board::{Line, Problem, Square};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

/// See the [module](self).
pub struct BarrRao;

const SAME_LAYER: Setting = Setting {
    name: "same-layer",
    values: Values::Words(&["dropped", "kept"]),
    about: "whether attack lists omit (dropped) or include (kept) positions of the queen's layer",
};

impl Search for BarrRao {
    const INFO: Info = Info {
        id: "barr-rao",
        title: "Barr and Rao's backtracking in d dimensions",
        category: Category::AllSolutions,
        reference: "Barr and Rao 2004, sections 4 and 6",
        guarantee: "every solution once, in lexicographic order",
        counts: "test: an entry of an attack list examined; trial: a position tried; backtrack: a queen removed",
        corrections: "the printed 32-bit counter is too small from n = 7, d = 3 on",
        pseudocode: &[
            "lists[p] := the positions a queen on p attacks, for all p",
            "placeQueens(depth): for boardPos := 0 to n^(d-1) - 1",
            "  pos := depth * n^(d-1) + boardPos",
            "  if pos is on the list of a queen then try the next boardPos",
            "  push the queen on pos",
            "  if depth = n - 1 then count := count + 1",
            "  else placeQueens(depth + 1)",
            "  pop the queen",
        ],
        settings: &[SAME_LAYER],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: true,
            free: false,
            rows: 1000,
            width: u32::MAX,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let drops = settings.word(&SAME_LAYER) == "dropped";
        let lists = Lists { problem, drops, made: HashMap::new() };
        let open = Open::new(problem);
        let mut board = Board { problem, open, lists, queens: Vec::new(), probe };
        board.place_queens(0)
    }
}

/// The attack lists made so far, by position.
struct Lists<'p> {
    problem: &'p Problem,
    drops: bool,
    made: HashMap<u64, Rc<[u64]>>,
}

impl Lists<'_> {
    fn of(&mut self, queen: Square) -> Rc<[u64]> {
        let size = self.problem.size();
        let made = self.made.entry(size.position(queen)).or_insert_with(|| {
            let attacked = self.problem.attack_list(queen).into_iter();
            let listed = attacked.filter(|square| !self.drops || square.row != queen.row);
            listed.map(|square| size.position(square)).collect()
        });
        Rc::clone(made)
    }
}

struct Board<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    lists: Lists<'a>,
    /// The queens with their lists, first layer first.
    queens: Vec<(Square, Rc<[u64]>)>,
    probe: &'a mut P,
}

impl<P: Probe> Board<'_, P> {
    fn place_queens(&mut self, depth: u32) -> ControlFlow<P::Stop> {
        let size = self.problem.size();
        if depth == size.rows() {
            return self.solution();
        }
        let mut placed = false;
        for column in 0..size.width() {
            let square = Square::new(depth, column);
            if let Some(reason) = self.open.forbids(square) {
                self.probe.step(4, Step::Reject(square, reason))?;
                continue;
            }
            self.probe.work(Effort::Trial);
            if let Some(by) = self.attacker(size.position(square)) {
                if P::WATCHES {
                    let reason = attacked(self.problem, square, by);
                    self.probe.step(4, Step::Reject(square, reason))?;
                }
                continue;
            }
            self.probe.step(5, Step::Place(square))?;
            placed = true;
            let list = self.lists.of(square);
            self.queens.push((square, list));
            self.place_queens(depth + 1)?;
            self.queens.pop();
            self.probe.work(Effort::Backtrack);
            self.probe.step(8, Step::Remove(square))?;
        }
        if !placed {
            self.probe.step(2, Step::DeadEnd(Line::Row(depth)))?;
        }
        ControlFlow::Continue(())
    }

    /// The first queen that has the position on its list.
    fn attacker(&mut self, position: u64) -> Option<Square> {
        for (queen, list) in &self.queens {
            for &attacked in &**list {
                self.probe.work(Effort::Test);
                if attacked == position {
                    return Some(*queen);
                }
            }
        }
        None
    }

    fn solution(&mut self) -> ControlFlow<P::Stop> {
        if !P::WATCHES {
            return self.probe.solution(6, &[]);
        }
        let columns: Vec<u32> = self.queens.iter().map(|(queen, _)| queen.column).collect();
        self.probe.solution(6, &columns)
    }
}
