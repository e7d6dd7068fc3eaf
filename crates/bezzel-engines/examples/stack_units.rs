//! Times units of a count of stacks and projects the whole: `stack_units N [UNITS [SEED]]`.

use bezzel_board::Problem;
use bezzel_engines::Prepared;
use bezzel_engines::stacks::PreparedStacks;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let n = arguments.next().expect("stack_units N [UNITS [SEED]]") as u32;
    let started = Instant::now();
    let prepared = PreparedStacks::new(&Problem::queens(n)).expect("the engine knows this side");
    let units = prepared.plan().units.len();
    let sample = arguments.next().map_or(units, |most| units.min(most as usize));
    let mut state = arguments.next().unwrap_or(1);
    println!("n = {n}: {units} units, prepared in {:?}", started.elapsed());
    let started = Instant::now();
    let (mut sum, mut cost) = (0, 0.0);
    let mut order: Vec<usize> = (0..units).collect();
    for place in 0..sample {
        // Steele, Lea and Flood 2014: SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut random = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        random = (random ^ (random >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        if sample < units {
            order.swap(place, place + ((random ^ (random >> 31)) as usize) % (units - place));
        }
        let unit = order[place];
        let began = Instant::now();
        let subtotal = prepared.count(unit);
        sum += subtotal;
        cost += prepared.plan().units[unit].cost;
        if sample < units {
            println!("unit {unit}: {subtotal} in {:?}", began.elapsed());
        }
    }
    let took = started.elapsed().as_secs_f64();
    let whole: f64 = prepared.plan().units.iter().map(|unit| unit.cost).sum();
    match prepared.plan().total(sum).filter(|_| sample == units) {
        Some(total) => println!("{total} stacks in {took:.3} s"),
        None => println!("{sample} units in {took:.3} s; all {:.0} s", took * whole / cost),
    }
}
