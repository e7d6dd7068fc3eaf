//! The pictures that the tests draw: one of every kind.

use bezzel_board::{Motion, Placement, Problem, Size, Square, Symmetry};
use bezzel_draw::{
    Animation, Board, Graph, LevelTable, Numbers, Picture, Plot, Scale, Series, Sheet, Stack,
    Trace, TraceOptions, Tree, TreeBuilder,
};
use bezzel_search::{Event, Frame, Limits, Settings, StepProbe, algorithms};
use std::ops::ControlFlow;

/// The survey's figure 1.
pub const FIGURE: [u32; 8] = [2, 4, 1, 7, 0, 6, 3, 5];

/// The stack of Chakiat's figures 1 and 5.
pub fn floors() -> Vec<Vec<u32>> {
    [[0, 2, 4, 1, 3], [1, 3, 0, 2, 4], [2, 4, 1, 3, 0], [3, 0, 2, 4, 1], [4, 1, 3, 0, 2]]
        .map(|floor| floor.to_vec())
        .to_vec()
}

struct Recorder(Vec<Event>);

impl StepProbe for Recorder {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        self.0.push(event.clone());
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

/// The smallest solution of each class.
pub fn fundamental(size: Size) -> Vec<Placement> {
    struct Collector(Size, Vec<Placement>);
    impl StepProbe for Collector {
        fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
            let placement = Placement::from_columns(columns);
            if Symmetry::canonical(&placement, self.0) == placement {
                self.1.push(placement);
            }
            ControlFlow::Continue(())
        }
    }
    let mut collector = Collector(size, Vec::new());
    let bits = algorithms::find("bitmask").unwrap();
    bits.run(&Problem::new(size), &Settings::default(), &Limits::none(), &mut collector);
    collector.1
}

/// The events of an algorithm on n queens.
pub fn events(id: &str, setting: Option<(&str, &str)>, n: u32, limits: &Limits) -> Vec<Event> {
    let algorithm = algorithms::find(id).unwrap();
    let mut settings = Settings::default();
    if let Some((name, value)) = setting {
        settings = settings.choose(algorithm.info(), name, value).unwrap();
    }
    let mut recorder = Recorder(Vec::new());
    algorithm.run(&Problem::queens(n), &settings, limits, &mut recorder);
    recorder.0
}

/// The tree of an algorithm on n queens.
pub fn tree(id: &str, setting: Option<(&str, &str)>, n: u32, depth: Option<usize>) -> Tree {
    let mut builder = TreeBuilder::new(&Problem::queens(n), depth, false);
    for event in events(id, setting, n, &Limits::none()) {
        builder.step(&event.step).unwrap();
    }
    builder.finish(format!("The tree of {id} for {n} queens"))
}

pub fn animation(id: &str, n: u32) -> Animation {
    let events = events(id, None, n, &Limits::none().with_solutions(1));
    let info = algorithms::find(id).unwrap().info();
    let problem = Problem::queens(n);
    let start = Frame::default();
    let trace = Trace { problem: &problem, info, events: &events, start: &start };
    trace.animation(TraceOptions::default()).unwrap()
}

/// One picture of every kind, by name.
pub fn pictures() -> Vec<(&'static str, Box<dyn Picture>)> {
    let eight = Placement::from_columns(&FIGURE);
    let mut lines = Board::new(Problem::queens(8), eight.clone());
    lines.lines = vec![Square::new(2, 1)];
    let guldal: Placement = [Square::new(0, 0), Square::new(1, 2)].into_iter().collect();
    let mut colors = Board::new(Problem::queens(4), guldal);
    colors.attacker = Some(Square::new(1, 2));
    colors.numbers = Numbers::Cells;
    let problem = Problem::queens(6)
        .with_blocked([Square::new(0, 0), Square::new(3, 4)])
        .unwrap()
        .with_given([Square::new(0, 2)])
        .unwrap();
    let mut conflicts = Board::new(problem, Placement::from_columns(&[2, 3, 5, 1, 4, 0]));
    conflicts.numbers = Numbers::Algebraic;
    conflicts.caption = Some("A near miss".to_owned());
    let mut torus = Board::new(
        Problem::queens(5).on_torus().unwrap(),
        Placement::from_columns(&[0, 2, 4, 1, 3]),
    );
    torus.lines = vec![Square::new(1, 2), Square::new(3, 1)];
    let seven = Size::square(7).unwrap();
    let mut levels = LevelTable::from_floors(&floors()).unwrap();
    levels.caption = Some("Five floors".to_owned());
    let mut plot = Plot::new("Solutions", "n", "solutions");
    plot.y_scale = Scale::Log;
    let totals = [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)];
    plot.series = vec![
        Series::counts("all", totals),
        Series::counts("fundamental", [(4, 1), (5, 2), (6, 1), (7, 6), (8, 12), (9, 46), (10, 92)]),
    ];
    let rate = Series::new("success", [(4.0, 0.5), (5.0, 0.766), (6.0, 0.069), (7.0, 0.249)]);
    let mut rates = Plot::new("Success of one run", "n", "share of runs");
    rates.series = vec![rate];
    let graph = |complement| Graph {
        problem: Problem::queens(4),
        complement,
        marked: Placement::from_columns(&[1, 3, 0, 2]),
    };
    let orbit = |problem: &Problem, queens: &Placement| {
        Sheet::orbit(problem, &Motion::of_problem(problem), queens)
    };
    let cylinder: Problem = "3x5 cylinder".parse().expect("a problem");
    vec![
        ("board", Box::new(lines)),
        ("board-guldal", Box::new(colors)),
        ("board-conflicts", Box::new(conflicts)),
        ("board-torus", Box::new(torus)),
        ("orbit", Box::new(orbit(&Problem::queens(8), &eight))),
        ("orbit-cylinder", Box::new(orbit(&cylinder, &Placement::from_columns(&[0, 2, 4])))),
        ("gallery", Box::new(Sheet::gallery(seven, &fundamental(seven)))),
        ("levels", Box::new(levels)),
        ("stack", Box::new(Stack::from_columns(&floors()))),
        ("tree-unpruned", Box::new(tree("state-space", Some(("bounding", "off")), 4, None))),
        ("tree-pruned", Box::new(tree("state-space", None, 4, None))),
        ("tree-collapsed", Box::new(tree("state-space", None, 6, Some(2)))),
        ("graph", Box::new(graph(false))),
        ("graph-complement", Box::new(graph(true))),
        ("plot", Box::new(plot)),
        ("plot-rates", Box::new(rates)),
    ]
}
