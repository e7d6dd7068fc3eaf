//! The lines of attack through a square in any dimension, and the squares on them.
//!
//! A direction has a component −1, 0 or +1 on each axis, not all 0; a direction and its opposite
//! describe the same line. The lines that use exactly the same k axes are the 2^(k−1) diagonals of
//! a k-dimensional face (its axis for k = 1). There are (3^d − 1)/2 lines in total:
//!
//! ```text
//!   d = 2:  2 axes, 2 diagonals                                        4 lines
//!   d = 3:  3 axes, 3·2 diagonals of planes, 4 of the cube            13 lines
//!   d = 4:  4 axes, 6·2 of planes, 4·4 of cubes, 8 of the hypercube   40 lines
//! ```

use crate::{Problem, Rule, Square, Topology};

impl Rule {
    /// One direction for each line of attack through a square, axes first, then the diagonals of
    /// planes, of cubes and so on; the first nonzero component is +1.
    ///
    /// For [`Rule::Hyperplane`] these are the normals of the hyperplanes; with [`Rule::Touching`]
    /// the diagonals end after one step.
    ///
    /// ```
    /// # use bezzel_board::Rule;
    /// assert_eq!(Rule::Queen.directions(2), [[1, 0], [0, 1], [1, 1], [1, -1]]);
    /// assert_eq!(Rule::Queen.directions(4).len(), 40);
    /// assert_eq!(Rule::TwoAxis.directions(4).len(), 4 + 6 * 2);
    /// ```
    #[must_use]
    pub fn directions(self, dimension: u32) -> Vec<Vec<i64>> {
        let most_axes = if self == Rule::TwoAxis { 2 } else { dimension };
        let mut directions = Vec::new();
        grow(dimension as usize, most_axes as usize, &mut Vec::new(), &mut directions);
        directions.sort_by_key(|direction| axes_of(direction));
        directions
    }
}

/// Extends a partial direction in every way, in the order +1, −1, 0.
fn grow(dimension: usize, axes_left: usize, start: &mut Vec<i64>, found: &mut Vec<Vec<i64>>) {
    let is_zero = start.iter().all(|&part| part == 0);
    if start.len() == dimension {
        if !is_zero {
            found.push(start.clone());
        }
        return;
    }
    let parts: &[i64] = if is_zero { &[1, 0] } else { &[1, -1, 0] };
    for &part in parts.iter().filter(|&&part| part == 0 || axes_left > 0) {
        start.push(part);
        grow(dimension, axes_left - usize::from(part != 0), start, found);
        start.pop();
    }
}

/// Number of axes a direction uses.
fn axes_of(direction: &[i64]) -> usize {
    direction.iter().filter(|&&part| part != 0).count()
}

impl Problem {
    /// Barr and Rao's attack list: every square that a queen on `queen` attacks, by position.
    #[must_use]
    pub fn attack_list(&self, queen: Square) -> Vec<Square> {
        let size = self.size();
        if self.has_lines() && !(self.is_flat() && self.topology() != Topology::Cylinder) {
            let lines = self.lines_through(queen).flat_map(|line| self.squares_of(&line));
            let mut found: Vec<Square> = lines.filter(|&square| square != queen).collect();
            found.sort_unstable();
            found.dedup();
            return found;
        }
        if self.rule() == Rule::Hyperplane {
            let here = self.regions().of(queen);
            let mut found = self.on_common_hyperplane(queen);
            found.extend(here.into_iter().flat_map(|name| self.regions().squares(name)));
            found.retain(|&square| square != queen);
            found.sort_unstable();
            found.dedup();
            return found;
        }
        let from: Vec<i64> = size.coordinates(queen).into_iter().map(i64::from).collect();
        let mut found = Vec::new();
        for direction in self.rule().directions(size.dimension()) {
            for sign in [1, -1] {
                for length in 1..i64::from(size.columns().max(size.rows())) {
                    let to = from.iter().zip(&direction).map(|(x, part)| x + sign * length * part);
                    let Some(square) = self.square_at(to) else { break };
                    found.push(square);
                }
            }
        }
        // On the torus the two ends of a line meet.
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The squares that have the same value as this one for some normal, mod n.
    fn on_common_hyperplane(&self, queen: Square) -> Vec<Square> {
        let size = self.size();
        let n = i64::from(size.columns());
        let normals = Rule::Hyperplane.directions(size.dimension());
        let value = |normal: &[i64], coordinates: &[u32]| {
            let products = normal.iter().zip(coordinates).map(|(part, &x)| part * i64::from(x));
            products.sum::<i64>().rem_euclid(n)
        };
        let from = size.coordinates(queen);
        let values: Vec<i64> = normals.iter().map(|normal| value(normal, &from)).collect();
        let meets = |&square: &Square| {
            let to = size.coordinates(square);
            square != queen && normals.iter().zip(&values).any(|(e, &own)| value(e, &to) == own)
        };
        size.iter().filter(meets).collect()
    }

    /// The square with these coordinates, reduced mod n on the torus.
    fn square_at(&self, coordinates: impl Iterator<Item = i64>) -> Option<Square> {
        let size = self.size();
        let row_axis = size.dimension() as usize - 1;
        let (mut column, mut power) = (0_i64, 1);
        for (axis, mut x) in coordinates.enumerate() {
            let side = i64::from(if axis == row_axis { size.rows() } else { size.columns() });
            if self.topology() == Topology::Torus {
                x = x.rem_euclid(side);
            }
            if !(0..side).contains(&x) {
                return None;
            }
            if axis == row_axis {
                return Some(Square::new(x as u32, column as u32));
            }
            column += x * power;
            power *= side;
        }
        unreachable!("the last axis is the row's")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn every_face_has_its_diagonals() {
        for d in 1..=7_u32 {
            let directions = Rule::Queen.directions(d);
            assert_eq!(directions.len() as u32, (3_u32.pow(d) - 1) / 2);
            let mut faces = 1; // C(d, k)
            for k in 1..=d {
                faces = faces * (d + 1 - k) / k;
                let lines = directions.iter().filter(|line| axes_of(line) == k as usize).count();
                assert_eq!(lines as u32, faces << (k - 1), "d = {d}, k = {k}");
            }
            // No duplicate lines, not even reversed.
            for (place, line) in directions.iter().enumerate() {
                let opposite: Vec<i64> = line.iter().map(|part| -part).collect();
                assert!(!directions[place + 1..].contains(line) && !directions.contains(&opposite));
            }
        }
    }

    #[test]
    fn the_attack_list_agrees_with_the_rule() {
        let rectangle = Problem::new(Size::rectangle(3, 5).unwrap());
        let mut problems = vec![rectangle];
        for text in ["4", "5", "3^3", "4^3", "3^4", "2^5"] {
            for (rule, _) in Rule::ALL {
                let plane = Problem::new(text.parse().unwrap()).with_rule(rule);
                let torus = plane.clone().and_then(Problem::on_torus);
                problems.extend(plane.into_iter().chain(torus));
            }
        }
        for text in ["4 touching", "4", "4 torus", "4 hyperplane"] {
            let text = format!("{text} regions=AABB/ACCB/ADCB/DDDD");
            problems.push(text.parse().unwrap());
        }
        for problem in problems {
            for queen in problem.size().iter() {
                let expected: Vec<Square> = (problem.size().iter())
                    .filter(|&square| problem.attack(queen, square).is_some())
                    .collect();
                assert_eq!(problem.attack_list(queen), expected, "{problem}, {queen}");
            }
        }
    }
}
