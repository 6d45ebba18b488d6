//! Measures traps in colour Filler: perfect play with and without them from the second seat, against minimax players, on boards that
//! perfect play does not win.
//!
//! `cargo run --release -p landgrab-engine --example traps -- [BOARDS] [SLIPS] [DEPTH]` prints how many of these boards were rescued,
//! that is ended better than their value, without traps and with them. SLIPS percent of the opponent's moves are random. DEPTH is the
//! first depth, of up to 10.

use landgrab_engine::budget::Budget;
use landgrab_engine::colours::solver::Solver;
use landgrab_engine::colours::{Champion, MinimaxPlayer};
use landgrab_engine::roster::Limits;
use rules::colours::{Colour, Colours, Setup};
use rules::{Clock, Game, Player, Side, Source, SplitMix, Turn};

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (boards, slips) = (numbers.first().copied().unwrap_or(100), numbers.get(1).copied().unwrap_or(0));
    let mut solver = Solver::<u64>::new(15);
    let mut value = |seed: u32| {
        let position = Colours::<u64>::new(&Setup::generated(seed));
        solver.solve(&position, &mut Budget::unlimited()).value().expect("a side is to move").low
    };
    // The margin of the second side.
    let starts: Vec<(u32, i32)> =
        (0..).map(|seed| (seed, -value(seed))).filter(|(_, worth)| *worth <= 0).take(boards as usize).collect();
    let tied = starts.iter().filter(|(_, worth)| *worth == 0).count();
    println!(
        "second seat on {boards} boards, {tied} tied and {} lost with best play; slips {slips} %",
        boards as usize - tied
    );
    println!("          without traps                 with traps");
    println!("depth   rescued  points             rescued  points");
    for depth in numbers.get(2).copied().unwrap_or(1)..=10 {
        let [without, with] = [false, true].map(|traps| {
            let mut rescued = 0;
            let mut points = 0.0;
            for (seed, worth) in &starts {
                let margin = play(*seed, depth, slips, traps);
                rescued += u32::from(margin.signum() > worth.signum());
                points += f64::from(margin.signum() + 1) / 2.0;
            }
            (100.0 * f64::from(rescued) / f64::from(boards), points / f64::from(boards))
        });
        println!("{depth:>5} {:>7.1} % {:>7.3} {:>17.1} % {:>7.3}", without.0, without.1, with.0, with.1);
    }
}

/// The second side's margin. Common random numbers: the opponent's random moves depend on the board and the ply alone.
fn play(seed: u32, depth: u32, slips: u32, traps: bool) -> i32 {
    let mut source = SplitMix::for_purpose(seed.into(), depth.into());
    let mut champion = Champion::<u64>::new(Limits::default(), traps);
    let mut minimax = MinimaxPlayer::new(depth, seed.into());
    let mut position = Colours::<u64>::new(&Setup::generated(seed));
    while let Turn::Move(side) = position.turn() {
        let colour = match side {
            Side::Second => champion.decide(&position, &mut Budget::unlimited()),
            Side::First if source.below(100) < slips => {
                let colours: Vec<Colour> = position.moves().collect();
                colours[source.below(colours.len() as u32) as usize]
            }
            Side::First => minimax.choose(&position, Clock::default()).expect("no faults"),
        };
        position.play_unchecked(colour);
    }
    let score = position.score();
    score.second as i32 - score.first as i32
}
