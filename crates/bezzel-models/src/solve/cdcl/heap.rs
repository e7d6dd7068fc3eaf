//! The variables in order of their activity: how often they took part in recent conflicts.

/// A binary heap with the place of every variable, so that one can rise when its activity grows.
#[derive(Default)]
pub struct Heap {
    /// Variables, the most active first.
    order: Vec<usize>,
    /// The place of each variable, or `None` if it is not in the heap.
    place: Vec<Option<usize>>,
    activity: Vec<f64>,
    /// What a conflict adds; it grows, which is the same as all activities fading.
    step: f64,
}

/// Above this all activities are scaled down before they overflow.
const LARGEST: f64 = 1e100;

/// How fast activities fade: to 95 % with each conflict.
const FADING: f64 = 0.95;

impl Heap {
    /// Adds the next variable.
    pub fn grow(&mut self) {
        if self.place.is_empty() {
            self.step = 1.0;
        }
        let variable = self.place.len();
        self.place.push(None);
        self.activity.push(0.0);
        self.insert(variable);
    }

    pub fn insert(&mut self, variable: usize) {
        if self.place[variable].is_none() {
            self.place[variable] = Some(self.order.len());
            self.order.push(variable);
            self.rise(self.order.len() - 1);
        }
    }

    /// The most active variable, removed.
    pub fn pop(&mut self) -> Option<usize> {
        let first = *self.order.first()?;
        let last = self.order.pop()?;
        self.place[first] = None;
        if last != first {
            self.order[0] = last;
            self.place[last] = Some(0);
            self.sink(0);
        }
        Some(first)
    }

    /// The variable took part in a conflict.
    pub fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.step;
        if self.activity[variable] > LARGEST {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.step /= LARGEST;
        }
        if let Some(place) = self.place[variable] {
            self.rise(place);
        }
    }

    /// A conflict is over.
    pub fn fade(&mut self) {
        self.step /= FADING;
    }

    fn rise(&mut self, mut at: usize) {
        while at > 0 {
            let above = (at - 1) / 2;
            if self.activity_at(above) >= self.activity_at(at) {
                break;
            }
            self.swap(above, at);
            at = above;
        }
    }

    fn sink(&mut self, mut at: usize) {
        loop {
            let below = [2 * at + 1, 2 * at + 2].into_iter().filter(|&k| k < self.order.len());
            let larger = below.max_by(|&a, &b| self.activity_at(a).total_cmp(&self.activity_at(b)));
            match larger {
                Some(next) if self.activity_at(next) > self.activity_at(at) => {
                    self.swap(next, at);
                    at = next;
                }
                _ => break,
            }
        }
    }

    fn activity_at(&self, place: usize) -> f64 {
        self.activity[self.order[place]]
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.order.swap(a, b);
        self.place[self.order[a]] = Some(a);
        self.place[self.order[b]] = Some(b);
    }
}

#[cfg(test)]
mod tests {
    use super::Heap;

    #[test]
    fn the_most_active_comes_first() {
        let mut heap = Heap::default();
        (0..5).for_each(|_| heap.grow());
        for (variable, times) in [(3, 3), (1, 2), (4, 1)] {
            (0..times).for_each(|_| heap.bump(variable));
        }
        assert_eq!([heap.pop(), heap.pop(), heap.pop()], [Some(3), Some(1), Some(4)]);
        heap.fade();
        heap.bump(0);
        heap.insert(3);
        heap.insert(3);
        let rest: Vec<usize> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(rest, [3, 0, 2]);
    }

    #[test]
    fn activities_do_not_overflow() {
        let mut heap = Heap::default();
        (0..2).for_each(|_| heap.grow());
        for _ in 0..100_000 {
            heap.bump(1);
            heap.fade();
        }
        assert!(heap.activity.iter().all(|activity| activity.is_finite()));
        assert_eq!(heap.pop(), Some(1));
    }
}
