//! Published values that a total must agree with.

use crate::trust::Alarm;
use bezzel_board::{Problem, Rule, Topology};
use bezzel_engines::{Counted, Plan, Spectrum, half_turn_solutions, quarter_turn_solutions};

/// A published total.
pub(crate) struct Known {
    pub(crate) value: u128,
    source: String,
}

impl Known {
    /// What was counted instead.
    pub(crate) fn contradicts(&self, counted: u128) -> Alarm {
        Alarm::Contradicted {
            counted: counted.to_string(),
            known: self.value.to_string(),
            source_line: self.source.clone(),
        }
    }
}

/// Dimensions in the table of n queens in space.
const DIMENSIONS: std::ops::RangeInclusive<u32> = 2..=8;

/// The published total of a plan's problem.
pub(crate) fn total(plan: &Plan) -> Option<Known> {
    if plan.counted != Counted::Solutions || !is_full(&plan.problem) {
        return None;
    }
    let size = plan.problem.size();
    let (n, d) = (size.rows(), size.dimension());
    let topology = plan.problem.topology();
    if d > 2 {
        // The table has only boards with edges, not the torus.
        let value =
            bezzel_data::space(n, d).filter(|_| topology == Topology::Plane)?.parse().ok()?;
        return Some(Known { value, source: space_line(n, d) });
    }
    let (name, index) = match topology {
        Topology::Plane => ("A000170", n),
        // Only odd sides have a term; the torus of an even side has no solution. On a cylinder
        // queens attack as on the torus.
        Topology::Torus | Topology::Cylinder if n % 2 == 1 => ("A007705", n / 2),
        _ => return None,
    };
    Some(Known { value: term(name, index)?, source: format!("OEIS {name}") })
}

fn is_full(problem: &Problem) -> bool {
    problem.is_plain() && problem.size().is_square() && problem.rule() == Rule::Queen
}

fn space_line(n: u32, d: u32) -> String {
    format!("the table of {n} queens in {d} dimensions (data/higher-dimensions.json)")
}

/// Refuses a spectrum whose total differs from the table's in some dimension.
pub(crate) fn agrees(spectrum: &Spectrum) -> Result<(), Alarm> {
    let n = spectrum.side();
    for d in DIMENSIONS {
        let counted = spectrum.total(d).to_string();
        if let Some(known) = bezzel_data::space(n, d).filter(|known| *known != counted) {
            return Err(Alarm::Contradicted {
                counted,
                known: known.to_owned(),
                source_line: space_line(n, d),
            });
        }
    }
    Ok(())
}

/// Sides up to which the symmetric solutions are counted here, which takes milliseconds; above
/// that, published values are used.
const COUNTED: u32 = 20;

/// Solutions of a full board that a half turn keeps, and those that a quarter turn keeps.
pub(crate) fn symmetric(n: u32) -> Option<(u128, u128)> {
    if n <= COUNTED {
        return Some((half_turn_solutions(n).into(), quarter_turn_solutions(n).into()));
    }
    Some((term("A032522", n)?, term("A033148", n)?))
}

/// The term of a sequence at this index, if the table has it.
fn term(name: &str, index: u32) -> Option<u128> {
    let table = &bezzel_data::sequences()[name];
    let offset = table["offset"].as_u64()?;
    let term = &table["terms"][usize::try_from(u64::from(index).checked_sub(offset)?).ok()?];
    term.as_u64().map(u128::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Size;

    fn plan(problem: Problem) -> Plan {
        let (units, counted) = (Vec::new(), Counted::Solutions);
        Plan { engine: "fake", revision: 1, problem, units, divisor: 1, counted }
    }

    #[test]
    fn published_values_are_found_by_board() {
        let value = |problem: Problem| total(&plan(problem)).map(|known| known.value);
        assert_eq!(value(Problem::queens(8)), Some(92));
        assert_eq!(value(Problem::queens(27)), Some(234_907_967_154_122_528));
        assert_eq!(value(Problem::queens(28)), None);
        assert_eq!(value(Problem::queens(13).on_torus().unwrap()), Some(4524));
        assert_eq!(value(Problem::queens(8).on_torus().unwrap()), None);
        let cube = Problem::new(Size::cube(3, 3).unwrap());
        assert_eq!(value(cube.clone()), Some(72));
        assert_eq!(value(cube.on_torus().unwrap()), None);
        let blocked = Problem::queens(8).with_blocked([bezzel_board::Square::new(0, 0)]).unwrap();
        assert_eq!(value(blocked), None);
        assert!(total(&Plan { counted: Counted::Stacks, ..plan(Problem::queens(8)) }).is_none());
    }

    #[test]
    fn published_symmetric_solutions_match_the_count() {
        for n in 1..=COUNTED {
            let (half, quarter) = symmetric(n).unwrap();
            assert_eq!(
                (term("A032522", n), term("A033148", n)),
                (Some(half), Some(quarter)),
                "{n}"
            );
        }
        assert_eq!(symmetric(28).map(|(half, _)| half), Some(1_250_901_440));
    }
}
