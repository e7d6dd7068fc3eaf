//! The search: decisions, propagation by watched literals, restarts.

use super::clauses::Clauses;
use super::heap::Heap;
use super::literal::Literal;
use super::pace::Pace;
use super::proof::Proof;
use crate::solve::{Clock, SatAnswer};

/// Conflicts or decisions between two checks of the clock.
const BETWEEN_CHECKS: u64 = 64;

/// Learned clauses with this few levels are kept for good.
const KEPT: u32 = 2;

/// Why a variable has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was decided, or has no value.
    Decision,
    /// A clause whose other literals are false.
    Clause(usize),
    /// A clause of one literal, with its number in the proof.
    Unit(u64),
}

/// A clause that watches a literal, and another of its literals: while that one is true, the clause
/// need not be looked at.
#[derive(Clone, Copy)]
struct Guarded {
    clause: u32,
    other: Literal,
}

/// A clause whose literals are all false.
pub enum Conflict {
    Clause(usize),
    /// A clause of one literal.
    Unit(u64, Literal),
}

/// A solver with its clauses.
#[derive(Default)]
pub struct Solver {
    pub proof: Option<Proof>,
    pub(super) clauses: Clauses,
    watches: Vec<Vec<Guarded>>,
    /// For each literal whether it is true or false.
    values: Vec<Option<bool>>,
    /// For each variable the value it had last.
    last_value: Vec<bool>,
    /// For each variable the number of decisions before it got its value.
    pub(super) level: Vec<u32>,
    pub(super) reason: Vec<Reason>,
    /// For each variable its place on the trail.
    pub(super) place: Vec<usize>,
    /// For each variable whether it was met in the conflict at hand.
    pub(super) met: Vec<bool>,
    /// The true literals in the order in which they became true.
    pub(super) trail: Vec<Literal>,
    /// The length of the trail before each decision.
    decisions: Vec<usize>,
    /// How much of the trail is propagated.
    propagated: usize,
    pub(super) heap: Heap,
    /// The number of the last clause of the proof.
    pub(super) last_id: u64,
    /// The clauses of one literal that still have to be made true.
    units: Vec<(u64, Literal)>,
    /// A clause without literals that was added.
    empty: Option<u64>,
    is_refuted: bool,
    assignment: Vec<bool>,
    clock: Clock,
}

impl Solver {
    pub fn new(clock: Clock) -> Solver {
        Solver { clock, ..Solver::default() }
    }

    fn grow_to(&mut self, variables: usize) {
        while self.level.len() < variables {
            self.watches.extend([Vec::new(), Vec::new()]);
            self.values.extend([None, None]);
            self.last_value.push(false);
            self.level.push(0);
            self.reason.push(Reason::Decision);
            self.place.push(0);
            self.met.push(false);
            self.heap.grow();
        }
    }

    /// Adds a clause with the next number.
    pub fn add(&mut self, numbers: &[i64]) {
        self.back_to(0);
        self.last_id += 1;
        let id = self.last_id;
        let mut literals: Vec<Literal> =
            numbers.iter().map(|&number| Literal::of_dimacs(number)).collect();
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0].variable() == pair[1].variable()) {
            return;
        }
        self.grow_to(literals.last().map_or(0, |last| last.variable() + 1));
        // Literals that are false for good are not watched.
        literals.sort_by_key(|&literal| self.value(literal) == Some(false));
        match literals[..] {
            [] => self.empty = Some(id),
            [one] => self.units.push((id, one)),
            [first, second, ..] => {
                let clause = self.attach(id, &literals, None);
                if self.value(second) == Some(false) {
                    match self.value(first) {
                        Some(true) => {}
                        None => self.assign(first, Reason::Clause(clause)),
                        Some(false) => self.refute(&Conflict::Clause(clause)),
                    }
                }
            }
        }
    }

    pub(super) fn attach(&mut self, id: u64, literals: &[Literal], levels: Option<u32>) -> usize {
        let clause = self.clauses.push(id, literals, levels);
        self.watch(clause);
        clause
    }

    /// Watches the first two literals.
    fn watch(&mut self, clause: usize) {
        let [first, second, ..] = *self.clauses.of(clause) else {
            unreachable!("clauses of one literal are not kept here")
        };
        let clause = u32::try_from(clause).expect("memory holds fewer clauses");
        self.watches[first.index()].push(Guarded { clause, other: second });
        self.watches[second.index()].push(Guarded { clause, other: first });
    }

    pub(super) fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.index()]
    }

    pub(super) fn decided(&self) -> u32 {
        self.decisions.len() as u32
    }

    /// Makes a literal true. Before any decision that is a clause of its own in the proof.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable();
        let reason = match reason {
            Reason::Clause(clause) if self.decided() == 0 => {
                let from = self.units_of(clause, literal);
                Reason::Unit(self.learned(&[literal], &from))
            }
            reason => reason,
        };
        self.values[literal.index()] = Some(true);
        self.values[literal.negated().index()] = Some(false);
        self.level[variable] = self.decided();
        self.reason[variable] = reason;
        self.place[variable] = self.trail.len();
        self.trail.push(literal);
    }

    /// Takes back all but this many decisions.
    pub(super) fn back_to(&mut self, level: u32) {
        let Some(&length) = self.decisions.get(level as usize) else { return };
        for literal in self.trail.drain(length..) {
            let variable = literal.variable();
            self.values[literal.index()] = None;
            self.values[literal.negated().index()] = None;
            self.last_value[variable] = literal.is_positive();
            self.reason[variable] = Reason::Decision;
            self.heap.insert(variable);
        }
        self.decisions.truncate(level as usize);
        self.propagated = self.trail.len();
    }

    /// Makes true what follows, until nothing follows or a clause is false.
    fn propagate(&mut self) -> Option<Conflict> {
        while let Some((id, literal)) = self.units.pop() {
            match self.value(literal) {
                Some(true) => {}
                Some(false) => return Some(Conflict::Unit(id, literal)),
                None => self.assign(literal, Reason::Unit(id)),
            }
        }
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            if let Some(clause) = self.visit(literal.negated()) {
                return Some(Conflict::Clause(clause));
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit(&mut self, gone: Literal) -> Option<usize> {
        let mut watches = std::mem::take(&mut self.watches[gone.index()]);
        let (mut kept, mut conflict) = (0, None);
        let mut at = 0;
        while at < watches.len() {
            let watch = watches[at];
            at += 1;
            if self.value(watch.other) == Some(true) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let values = &self.values;
            let literals = self.clauses.of_mut(watch.clause as usize);
            if literals[0] == gone {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let replacement = match values[first.index()] {
                Some(true) => None,
                _ => (2..literals.len()).find(|&k| values[literals[k].index()] != Some(false)),
            };
            if let Some(place) = replacement {
                literals.swap(1, place);
                let next = literals[1];
                let watch = Guarded { clause: watch.clause, other: first };
                self.watches[next.index()].push(watch);
                continue;
            }
            watches[kept] = Guarded { clause: watch.clause, other: first };
            kept += 1;
            match self.value(first) {
                Some(true) => {}
                None => self.assign(first, Reason::Clause(watch.clause as usize)),
                Some(false) => {
                    conflict = Some(watch.clause as usize);
                    break;
                }
            }
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        self.watches[gone.index()] = watches;
        conflict
    }

    /// The formula is refuted by a clause that is false before any decision.
    fn refute(&mut self, conflict: &Conflict) {
        self.is_refuted = true;
        let mut from = Vec::new();
        match *conflict {
            Conflict::Clause(clause) => {
                from.extend(self.clauses.of(clause).iter().map(|&literal| self.unit_id(literal)));
                from.push(self.clauses.header(clause).id);
            }
            Conflict::Unit(id, literal) => from.extend([self.unit_id(literal), id]),
        }
        self.learned(&[], &from);
    }

    pub fn run(&mut self) -> SatAnswer {
        self.back_to(0);
        // Not when it was added: clauses that come after it have the next numbers.
        if let Some(id) = self.empty.take() {
            self.is_refuted = true;
            self.learned(&[], &[id]);
        }
        let mut pace = Pace::default();
        let mut checks = 0_u64;
        loop {
            if self.is_refuted {
                return SatAnswer::Unsatisfiable;
            }
            if checks.is_multiple_of(BETWEEN_CHECKS)
                && let Some(because) = self.clock.stop()
            {
                return SatAnswer::Stopped(because);
            }
            checks += 1;
            match self.propagate() {
                Some(conflict) if self.decided() == 0 => self.refute(&conflict),
                Some(Conflict::Unit(..)) => unreachable!("units are made true before decisions"),
                Some(Conflict::Clause(clause)) => {
                    let levels = self.learn(clause);
                    self.heap.fade();
                    pace.conflict(levels);
                }
                None if pace.is_time_to_restart() => self.back_to(0),
                None if pace.is_time_to_forget() => {
                    self.back_to(0);
                    self.forget();
                }
                None => match self.next() {
                    None => {
                        let value = |variable| self.value(Literal::of(variable, true));
                        self.assignment =
                            (0..self.level.len()).map(|v| value(v) == Some(true)).collect();
                        return SatAnswer::Satisfiable;
                    }
                    Some(literal) => {
                        self.decisions.push(self.trail.len());
                        self.assign(literal, Reason::Decision);
                    }
                },
            }
        }
    }

    /// The next decision.
    fn next(&mut self) -> Option<Literal> {
        loop {
            let variable = self.heap.pop()?;
            let literal = Literal::of(variable, self.last_value[variable]);
            if self.value(literal).is_none() {
                return Some(literal);
            }
        }
    }

    /// Forgets the worse half of the learned clauses; to be called before any decision.
    fn forget(&mut self) {
        let worth = |clause: usize| {
            let levels = self.clauses.header(clause).levels?;
            (levels > KEPT).then(|| (levels, self.clauses.of(clause).len(), clause))
        };
        let mut candidates: Vec<_> = (0..self.clauses.len()).filter_map(worth).collect();
        candidates.sort_unstable();
        let mut marked = vec![false; self.clauses.len()];
        for &(_, _, clause) in &candidates[candidates.len() / 2..] {
            marked[clause] = true;
            if let Some(proof) = &mut self.proof {
                let id = self.clauses.header(clause).id;
                proof.forget(id, self.clauses.of(clause), self.last_id);
            }
        }
        // What is true before any decision has a clause of its own as its reason.
        self.clauses.remove(&marked);
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in 0..self.clauses.len() {
            self.watch(clause);
        }
    }

    /// Whether a literal is true in the assignment found.
    pub fn was_true(&self, literal: i64) -> bool {
        let literal = Literal::of_dimacs(literal);
        let value = self.assignment.get(literal.variable()).copied().unwrap_or(false);
        value == literal.is_positive()
    }
}
