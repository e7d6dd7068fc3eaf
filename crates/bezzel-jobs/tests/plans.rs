//! The identity of plans: existing ledgers can be used as long as these digests stay the same.
//!
//! A digest that changes here makes every ledger of that board unusable. A change of how an engine
//! divides its work must increase the engine's revision and record the new digests here; nothing
//! else may change them.

use bezzel_board::{Problem, Size, Stop};
use bezzel_engines::{Colour, Engine, registry};
use bezzel_jobs::plan_digest;

/// Units and the first half of the digest of the full board, for n = 8, 9, … 31, by engine colour.
const COLOUR: [(usize, &str); 24] = [
    (8, "8f1f8eefeec8b8e81adb09a6f2371ff1"),
    (13, "26f033f13d3b6f252e84d80433f3e982"),
    (16, "1b3cd3f6f8162ea7bb09e1fcfd469471"),
    (27, "fe6c822dc7fe2b05cfa10c330ea398e7"),
    (32, "d2eaa9c68426537b29c88d906949b919"),
    (49, "ca8534013d5b05cb7be5a3bfed5a7a93"),
    (64, "7b36a0e5a57fd9c34082a47022a6edd3"),
    (104, "562b23785a131486faa88572c1acdca4"),
    (128, "d31cbbf56157f7c1262d042a2c6929e3"),
    (185, "755e467aac1f88f08921ef0641f5c3cd"),
    (256, "410c75e58e058725556121756469bf19"),
    (397, "d9293eb87ef62cde05576897af888572"),
    (512, "7242dd1ed72939006178b09d85761194"),
    (729, "740c6a2f8cc593155ff5df22341746d6"),
    (1024, "1f92ad73676fa7e2435c3b9a97be3db0"),
    (1568, "9f66a49da70f9122c5880cb3dcea095c"),
    (2048, "1dcf3ee389cd69765ce41a3dc988f4a6"),
    (2884, "5c68773892c047ad2094b10bbabb3538"),
    (4096, "132b777c1904cb16ce99f21871db4618"),
    (6198, "0d0eb99dd43d6c72da1ddb17ab4cab04"),
    (8192, "5ae02c53cf8ca6300d099cb29e0a5915"),
    (11526, "53d80ee2cb29bcc454604ef71a7bac4e"),
    (16384, "38b5e38f39df6e803e785d0dac682551"),
    (24704, "c125da12bf639ecf2add5c36d8c91974"),
];

/// The same for other engines and other boards.
const OTHERS: [(&str, &str, usize, &str); 11] = [
    ("enumerate", "8", 4, "732afbc02bc8336d52648461ff5325d5"),
    ("enumerate", "16", 504, "83a6c81b295cb0a16d3e900a501e96a2"),
    ("enumerate", "7x9", 1, "12b7b08ceff5bd6ce66482a7b5490d71"),
    ("torus", "11 torus", 1, "c1874902c46c4680894a7788b886bd95"),
    ("torus", "15 torus", 207, "c80a2e0b9976af433bfcf292b8bc949f"),
    ("barr-rao", "4^3", 3, "1bb76a63e75ba496648d3e35c9ae356e"),
    ("barr-rao", "5^3 torus", 3, "12ec38ce0b9c592671fc1964dc0e2e29"),
    ("transform", "6", 20, "59250d66d1043b56bc678dab67b7f2ea"),
    ("transform", "9", 136, "b98279758ca2ad589343fb0c48107b2f"),
    ("stacks", "7", 2, "7fe7096d863736843eac1575942d8558"),
    ("stacks", "11", 36, "4cdbbb19583254615e932866b478f674"),
];

fn identity(engine: &dyn Engine, problem: &Problem) -> (usize, String) {
    let prepared = engine.prepare(problem, &Stop::new()).unwrap();
    let digest = plan_digest(prepared.plan());
    (prepared.plan().units.len(), digest[..32].to_owned())
}

fn problem(text: &str) -> Problem {
    let mut words = text.split(' ');
    let size: Size = words.next().unwrap().parse().unwrap();
    let problem = Problem::new(size);
    match words.next() {
        None => problem,
        Some("torus") => problem.on_torus().unwrap(),
        Some(other) => panic!("{other}"),
    }
}

#[test]
fn plans_of_the_colour_engine_do_not_change() {
    for (n, (units, digest)) in (8..).zip(COLOUR) {
        let found = identity(&Colour, &Problem::queens(n));
        assert_eq!(found, (units, digest.to_owned()), "n = {n}");
    }
}

#[test]
fn plans_of_the_other_engines_do_not_change() {
    for (engine, board, units, digest) in OTHERS {
        let found = identity(registry::find(engine).unwrap(), &problem(board));
        assert_eq!(found, (units, digest.to_owned()), "{engine}, {board}");
    }
}

/// The digest depends on the order of the units, but not on cost, threads and instructions.
#[test]
fn a_plan_is_its_units_in_their_order() {
    let prepared = Colour.prepare(&Problem::queens(12), &Stop::new()).unwrap();
    let mut plan = prepared.plan().clone();
    let digest = plan_digest(&plan);
    assert_eq!(digest, plan_digest(&plan.clone()));
    plan.units.swap(0, 1);
    assert_ne!(digest, plan_digest(&plan));
    plan.units.swap(0, 1);
    plan.revision += 1;
    assert_ne!(digest, plan_digest(&plan));
}
