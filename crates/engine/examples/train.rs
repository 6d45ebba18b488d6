//! Trains the networks behind [`landgrab_engine::pieces::small_net`]; `cargo xtask train` runs it.
//!
//! The player `territory` plays itself on maps of many sizes, with a random placement now and then, so that consequences of
//! mistakes are in the data. Some positions of every game are kept with the result of the game, and a network is fitted to
//! them by Adam on the cross-entropy loss. Equal arguments give equal weights, on one thread or several.

use grid::{CellSet, Size};
use landgrab_engine::mlp::{HIDDEN, Net, logistic};
use landgrab_engine::pieces::TerritoryPlayer;
use landgrab_engine::pieces::small_net::{Features, INPUTS, SmallNet};
use rules::pieces::{Dialect, Map, Pieces, Setup};
use rules::{Clock, Game, Outcome, Player, Side, Source, SplitMix, Turn, with_pieces};
use std::path::Path;
use std::time::Instant;

/// Games for one network.
const GAMES: u64 = 24_000;
/// One placement in so many is random.
const ONE_RANDOM_IN: u32 = 20;
/// One position in so many is kept.
const ONE_KEPT_IN: u32 = 3;
/// One game in so many is held back to measure with.
const ONE_HELD_BACK_IN: u64 = 16;
const EPOCHS: usize = 6;
const BATCH: usize = 256;
const RATE: f32 = 0.002;

fn main() {
    let games = std::env::args().nth(1).map_or(GAMES, |games| games.parse().expect("a number of games"));
    for (dialect, name) in [(Dialect::Plateau, "plateau"), (Dialect::Anfield, "anfield")] {
        let begun = Instant::now();
        let samples = play(dialect, games);
        eprintln!("{name}: {games} games, {} positions in {:.0} s", samples.len(), begun.elapsed().as_secs_f64());
        let net = fit(&samples);
        let bytes: Vec<u8> = net.weights().flat_map(f32::to_le_bytes).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("weights").join(format!("{name}.net"));
        std::fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// A sample: the inputs of an afterstate, and the result of its game for the side that had just placed, 1 for a win.
struct Sample {
    inputs: Vec<(u16, f32)>,
    result: f32,
    is_held_back: bool,
}

/// Plays the games, on all cores.
fn play(dialect: Dialect, games: u64) -> Vec<Sample> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let share = |worker: u64| (worker..games).step_by(workers as usize);
    let mut samples: Vec<(u64, Vec<Sample>)> = std::thread::scope(|scope| {
        let play = |worker| scope.spawn(move || share(worker).map(|number| (number, game(dialect, number))).collect());
        let workers: Vec<std::thread::ScopedJoinHandle<'_, Vec<_>>> = (0..workers).map(play).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a game is played to its end")).collect()
    });
    samples.sort_by_key(|(number, _)| *number);
    samples.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// A game on a map that its number decides: a third on each of the two smaller school maps, the rest on others.
fn game(dialect: Dialect, number: u64) -> Vec<Sample> {
    let mut source = SplitMix::for_purpose(number, dialect as u64);
    let setup = match number % 3 {
        0 => Setup::named("map00", dialect).expect("a school map"),
        1 => Setup::named("map01", dialect).expect("a school map"),
        _ => Setup::new(dialect, some_map(dialect, &mut source)),
    };
    let is_held_back = number.is_multiple_of(ONE_HELD_BACK_IN);
    with_pieces!(setup, |S| samples::<S>(&setup, &mut source, is_held_back))
}

/// An empty map of any size up to 32x44, with the two sides anywhere but close together.
fn some_map(dialect: Dialect, source: &mut SplitMix) -> Map {
    let mut between = |low: usize, high: usize| low + source.below((high - low + 1) as u32) as usize;
    let size = Size::new(between(10, 32), between(10, 44));
    let mut rows = vec![vec!['.'; size.cols]; size.rows];
    let [first, second] = loop {
        let [a, b] = [(); 2].map(|()| (between(0, size.rows - 1), between(0, size.cols - 1)));
        if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) > (size.rows + size.cols) / 3 {
            break [a, b];
        }
    };
    rows[first.0][first.1] = dialect.mark(Side::First);
    rows[second.0][second.1] = dialect.mark(Side::Second);
    let text: String = rows.into_iter().map(|row| row.into_iter().chain(['\n']).collect::<String>()).collect();
    Map::parse("some", &text, dialect).expect("a map")
}

fn samples<S: CellSet>(setup: &Setup, source: &mut SplitMix, is_held_back: bool) -> Vec<Sample> {
    let features = Features::default();
    let mut player = [TerritoryPlayer::<S>::new(source.bits()), TerritoryPlayer::<S>::new(source.bits())];
    let mut position = Pieces::<S>::new(setup);
    let mut seen = vec![];
    let outcome = loop {
        match position.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Draw => {
                let piece = position.sample(source);
                position.take(piece);
            }
            Turn::Move(side) => {
                let choice = player[side.number() as usize - 1].choose(&position, Clock::default());
                let mut choice = choice.expect("a built-in player has no faults");
                if source.below(ONE_RANDOM_IN) == 0 {
                    let moves: Vec<_> = position.moves().collect();
                    choice = moves[source.below(moves.len() as u32) as usize];
                }
                position.play_unchecked(choice);
                let both_play = !Side::BOTH.into_iter().any(|side| position.is_out(side));
                if both_play && source.below(ONE_KEPT_IN) == 0 {
                    let inputs = features.inputs(position.own(side), position.own(side.other()), position.free());
                    seen.push((side, inputs));
                }
            }
        }
    };
    let sample = |(side, inputs): (Side, [f32; INPUTS])| Sample {
        inputs: inputs.iter().enumerate().filter(|(_, x)| **x != 0.0).map(|(i, x)| (i as u16, *x)).collect(),
        result: match outcome {
            Outcome::Won(winner) => f32::from(u8::from(winner == side)),
            Outcome::Tie => 0.5,
        },
        is_held_back,
    };
    seen.into_iter().map(sample).collect()
}

/// Fits a network to all samples but those held back.
fn fit(samples: &[Sample]) -> SmallNet {
    let mut source = SplitMix::new(1);
    let mut weight = |size: f32| (source.below(20_001) as f32 / 10_000.0 - 1.0) * size;
    let mut weights: Vec<f32> = (0..SmallNet::WEIGHTS).map(|_| 0.0).collect();
    weights[..INPUTS * HIDDEN].fill_with(|| weight(0.15));
    weights[INPUTS * HIDDEN..][..HIDDEN].fill_with(|| weight(0.1));
    let known: Vec<&Sample> = samples.iter().filter(|sample| !sample.is_held_back).collect();
    let (mut mean, mut square) = (vec![0.0; SmallNet::WEIGHTS], vec![0.0; SmallNet::WEIGHTS]);
    let steps = EPOCHS * known.len() / BATCH;
    for step in 0..steps {
        let net = SmallNet::from_weights(&weights).expect("as many as it has");
        let mut gradient = vec![0.0; SmallNet::WEIGHTS];
        for _ in 0..BATCH {
            add_gradient(&net, known[(source.bits() % known.len() as u64) as usize], &mut gradient);
        }
        let rate = RATE * (1.0 - step as f32 / steps as f32).max(0.02);
        let corrections = [0.9_f32, 0.999].map(|keep| 1.0 - keep.powi(step as i32 + 1));
        for (i, weight) in weights.iter_mut().enumerate() {
            let gradient = gradient[i] / BATCH as f32;
            mean[i] = 0.9 * mean[i] + 0.1 * gradient;
            square[i] = 0.999 * square[i] + 0.001 * gradient * gradient;
            *weight -= rate * (mean[i] / corrections[0]) / ((square[i] / corrections[1]).sqrt() + 1e-8);
        }
        if (step + 1) % (steps / 4).max(1) == 0 {
            let (loss, right) = measure(&SmallNet::from_weights(&weights).expect("as many as it has"), samples);
            eprintln!("  step {} of {steps}: loss {loss:.4}, {:.1} % predicted", step + 1, 100.0 * right);
        }
    }
    SmallNet::from_weights(&weights).expect("as many as it has")
}

fn dense(sample: &Sample) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    sample.inputs.iter().for_each(|(i, x)| inputs[usize::from(*i)] = *x);
    inputs
}

/// Backpropagation: adds the gradient of a sample's loss.
fn add_gradient(net: &Net<INPUTS>, sample: &Sample, gradient: &mut [f32]) {
    let (sums, straight) = net.activate(&dense(sample));
    let value: f32 = straight + sums.iter().zip(&net.output).map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>();
    let error = logistic(value) - sample.result;
    let mut back = [0.0; HIDDEN];
    for unit in 0..HIDDEN {
        if sums[unit] > 0.0 {
            gradient[INPUTS * HIDDEN + unit] += error * sums[unit];
            back[unit] = error * net.output[unit];
        }
    }
    for (i, x) in &sample.inputs {
        let i = usize::from(*i);
        gradient[(INPUTS + 1) * HIDDEN + i] += error * x;
        for (gradient, back) in gradient[i * HIDDEN..][..HIDDEN].iter_mut().zip(&back) {
            *gradient += x * back;
        }
    }
}

/// The mean cross-entropy on held-back samples, and the share of results that are predicted.
fn measure(net: &SmallNet, samples: &[Sample]) -> (f64, f64) {
    let (mut loss, mut right, mut all) = (0.0, 0.0, 0.0);
    for sample in samples.iter().filter(|sample| sample.is_held_back) {
        let predicted = f64::from(logistic(net.value(&dense(sample)))).clamp(1e-6, 1.0 - 1e-6);
        let result = f64::from(sample.result);
        loss -= result * predicted.ln() + (1.0 - result) * (1.0 - predicted).ln();
        right += f64::from(u8::from((predicted > 0.5) == (result > 0.5)));
        all += 1.0;
    }
    (loss / all, right / all)
}
