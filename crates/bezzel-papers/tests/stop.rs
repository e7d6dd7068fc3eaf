//! A stop ends every item. What the items compute is checked by the tests of `bezzel reproduce`.

use bezzel::Control;
use bezzel_papers::{Depth, Stopped, papers};
use std::time::Duration;

#[test]
fn a_stop_ends_the_computation() {
    let control = Control::new();
    control.stop().ask();
    for item in papers().iter().flat_map(|paper| &paper.items) {
        assert_eq!(item.compute(Depth::Deep, &control), Err(Stopped), "{}", item.id);
    }
}

/// A stop in the middle of an item that takes many hours ends it.
#[test]
fn a_stop_in_the_middle_ends_the_computation() {
    let control = Control::new();
    let stop = control.stop().clone();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.ask();
    });
    let item = bezzel_papers::find("criseno", "table1").unwrap();
    assert_eq!(item.compute(Depth::Deep, &control), Err(Stopped));
    raiser.join().unwrap();
}
