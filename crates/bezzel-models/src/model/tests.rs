//! The neutral view agrees with the rules of the board.

use super::*;
use bezzel_board::Size;
use bezzel_testkit::problems::{any_divided, any_problem, any_rectangle, any_variant};
use proptest::prelude::*;

/// Whether a placement satisfies every group.
fn meets(model: &Model, placement: &Placement) -> bool {
    placement.squares().iter().all(|&queen| model.is_open(queen))
        && model.groups().all(|group| {
            let queens = model.on_line(&group.line).filter(|&(_, s)| placement.contains(s)).count();
            queens == 1 || (queens == 0 && group.need == Need::AtMostOne)
        })
}

fn agrees(problem: Problem) {
    let solutions = bezzel_testkit::oracle::solutions(&problem);
    let Ok(model) = Model::new(problem) else {
        assert!(solutions.is_empty());
        return;
    };
    for (variable, square) in model.squares() {
        assert_eq!(model.variable(square), Some(variable));
        assert_eq!(model.square(variable), Some(square));
    }
    assert_eq!(model.squares().count() as u32, model.variables());
    assert_eq!(model.square(Variable(model.variables())), None);
    let size = model.problem().size();
    let rows = size.rows() as usize;
    let mut met = 0;
    for code in 0..u64::from(size.columns()).pow(size.rows()) {
        let columns: Vec<u32> = (0..rows as u32)
            .map(|row| (code / u64::from(size.columns()).pow(row)) as u32 % size.columns())
            .collect();
        met += usize::from(meets(&model, &Placement::from_columns(&columns)));
    }
    assert_eq!(met, solutions.len());
    attacks_agree(&model);
}

/// The pairs that attack each other are those of the board.
fn attacks_agree(model: &Model) {
    let pairs: Vec<_> = model.attacks().collect();
    let expected = model
        .squares()
        .flat_map(|(a, s)| {
            model.squares().filter(move |&(b, _)| b > a).map(move |(b, t)| (a, s, b, t))
        })
        .filter(|&(_, s, _, t)| model.problem().attack(s, t).is_some())
        .map(|(a, _, b, _)| (a, b));
    let mut sorted = pairs.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected.collect::<Vec<_>>());
}

#[test]
fn plain_boards_agree_with_the_oracle() {
    for n in 1..=5 {
        agrees(Problem::queens(n));
        agrees(Problem::queens(n).on_torus().unwrap());
    }
    agrees(Problem::new(Size::rectangle(3, 5).unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn boards_with_given_and_blocked_squares_agree_with_the_oracle(
        problem in any_problem(1..=5, true),
    ) {
        agrees(problem);
    }

    #[test]
    fn boards_divided_into_regions_agree_with_the_oracle(problem in any_divided(1..=5)) {
        agrees(problem);
    }

    #[test]
    fn variants_agree_with_the_board(problem in any_variant()) {
        if let Ok(model) = Model::new(problem) {
            attacks_agree(&model);
        }
    }

    #[test]
    fn rectangles_agree_with_the_oracle(problem in any_rectangle(1..=4)) {
        agrees(problem);
    }
}

#[test]
fn placements_that_are_not_solutions_are_refused_with_the_fault() {
    let model = Model::new(Problem::queens(4)).unwrap();
    let placement = model.decode([1, 7, 8, 14].map(Variable)).unwrap();
    assert_eq!(model.verify(placement.clone()), Ok(placement));
    let wrong = model.decode([0, 5].map(Variable)).unwrap();
    let error = model.verify(wrong).unwrap_err();
    assert!(error.to_string().contains("attack each other"), "{error}");
    assert!(model.decode([Variable(16)]).is_err());
    assert_eq!(Model::new(Problem::queens(0)).unwrap_err(), ModelError::NothingOpen);
    assert!(Model::new(Problem::new(Size::cube(3, 3).unwrap())).is_err());
}
