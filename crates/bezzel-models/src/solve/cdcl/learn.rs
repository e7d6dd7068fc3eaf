//! Learning: the clause that explains a conflict, and the clauses it follows from.

use super::literal::Literal;
use super::search::{Reason, Solver};

impl Solver {
    /// Learns a clause from a conflict, goes back to where it propagates, and makes its first literal
    /// true. Returns how many levels of decisions its literals came from.
    pub(super) fn learn(&mut self, conflict: usize) -> u32 {
        let (mut clause, mut used) = self.explain(conflict);
        self.shorten(&mut clause, &mut used);
        let from = self.hints(conflict, &used);
        for variable in used.iter().copied().chain(clause.iter().map(|l| l.variable())) {
            self.met[variable] = false;
        }
        let mut levels: Vec<u32> = clause.iter().map(|l| self.level[l.variable()]).collect();
        levels.sort_unstable();
        levels.dedup();
        // The last literal to become false, besides the first, is watched.
        let latest = (1..clause.len()).max_by_key(|&k| self.level[clause[k].variable()]);
        let back = latest.map_or(0, |k| self.level[clause[k].variable()]);
        if let Some(latest) = latest {
            clause.swap(1, latest);
        }
        let id = self.learned(&clause, &from);
        self.back_to(back);
        let reason = match clause.len() {
            1 => Reason::Unit(id),
            _ => Reason::Clause(self.attach(id, &clause, Some(levels.len() as u32))),
        };
        self.assign(clause[0], reason);
        levels.len() as u32
    }

    /// The clause at the first point of the last level through which all of the conflict passes,
    /// that point first; and the variables whose reasons were used, those of level 0 included.
    fn explain(&mut self, conflict: usize) -> (Vec<Literal>, Vec<usize>) {
        let mut clause = Vec::new();
        let mut used = Vec::new();
        // Literals of the last level that are not resolved yet.
        let mut open = 0;
        let mut at = self.trail.len();
        let mut reason = conflict;
        loop {
            for k in 0..self.clauses.of(reason).len() {
                let literal = self.clauses.of(reason)[k];
                let variable = literal.variable();
                if self.met[variable] {
                    continue;
                }
                self.met[variable] = true;
                if self.level[variable] == 0 {
                    used.push(variable);
                    continue;
                }
                self.heap.bump(variable);
                if self.level[variable] == self.decided() {
                    open += 1;
                } else {
                    clause.push(literal);
                }
            }
            let literal = loop {
                at -= 1;
                if self.met[self.trail[at].variable()] {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                clause.insert(0, literal.negated());
                return (clause, used);
            }
            let variable = literal.variable();
            used.push(variable);
            let Reason::Clause(next) = self.reason[variable] else {
                unreachable!("only the first literal of a level was decided")
            };
            reason = next;
        }
    }

    /// Leaves out literals that are false because others of the clause are.
    fn shorten(&mut self, clause: &mut Vec<Literal>, used: &mut Vec<usize>) {
        let first = clause[0];
        let bit = |level: u32| 1_u64 << (level % 64);
        let levels = clause.iter().fold(0, |all, l| all | bit(self.level[l.variable()]));
        clause.retain(|&literal| {
            literal == first
                || !self.follows(literal.variable(), used, |level| levels & bit(level) != 0)
        });
    }

    /// Whether a variable has its value because of those met so far; then the variables whose reasons
    /// say so are used. Only these levels need to be looked at: what was decided elsewhere is not met.
    fn follows(
        &mut self,
        variable: usize,
        used: &mut Vec<usize>,
        is_level: impl Fn(u32) -> bool,
    ) -> bool {
        let before = used.len();
        let mut open = vec![variable];
        while let Some(next) = open.pop() {
            let Reason::Clause(reason) = self.reason[next] else { return false };
            for k in 0..self.clauses.of(reason).len() {
                let other = self.clauses.of(reason)[k].variable();
                if self.met[other] {
                    continue;
                }
                let is_fixed = self.level[other] == 0;
                let has_reason = self.reason[other] != Reason::Decision;
                let may_follow = has_reason && is_level(self.level[other]);
                if !is_fixed && !may_follow {
                    used.drain(before..).for_each(|taken| self.met[taken] = false);
                    return false;
                }
                self.met[other] = true;
                used.push(other);
                if !is_fixed {
                    open.push(other);
                }
            }
        }
        used.push(variable);
        true
    }

    /// The numbers of the clauses of a conflict in the order in which they propagate.
    fn hints(&self, conflict: usize, used: &[usize]) -> Vec<u64> {
        if self.proof.is_none() {
            return Vec::new();
        }
        let mut used = used.to_vec();
        used.sort_unstable_by_key(|&variable| self.place[variable]);
        let id = |variable: usize| match self.reason[variable] {
            Reason::Unit(id) => id,
            Reason::Clause(clause) => self.clauses.header(clause).id,
            Reason::Decision => unreachable!("a decision is never resolved"),
        };
        used.into_iter().map(id).chain([self.clauses.header(conflict).id]).collect()
    }

    /// The clauses that make a literal true before any decision, the clause itself last.
    pub(super) fn units_of(&self, clause: usize, literal: Literal) -> Vec<u64> {
        if self.proof.is_none() {
            return Vec::new();
        }
        let others = self.clauses.of(clause).iter().filter(|&&other| other != literal);
        let units = others.map(|&other| self.unit_id(other));
        units.chain([self.clauses.header(clause).id]).collect()
    }

    /// The number of the clause of one literal that makes a literal false.
    pub(super) fn unit_id(&self, literal: Literal) -> u64 {
        match self.reason[literal.variable()] {
            Reason::Unit(id) => id,
            _ => unreachable!("before any decision every reason is a clause of one literal"),
        }
    }

    /// Writes a clause to the proof; returns its number.
    pub(super) fn learned(&mut self, literals: &[Literal], from: &[u64]) -> u64 {
        self.last_id += 1;
        if let Some(proof) = &mut self.proof {
            proof.learn(self.last_id, literals, from);
        }
        self.last_id
    }
}
