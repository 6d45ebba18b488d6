//! `landgrab solve colours`: every legal colour with the final margin that it leads to.

use super::think;
use crate::cli::SolveColoursArgs;
use crate::colours::{board, board_scene, main_line, margin, painted_colour, split_bar, standing, swing_bar};
use crate::commands::table::{fitted, is_fitting, wrapped};
use crate::commands::{colour, print_json};
use crate::failure::Failure;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::width;
use analysis::Bounds;
use analysis::read::EnteredBoard;
use analysis::solve::colours::{Answer, Solved, solve};
use engine::colours::solver::Solution;
use referee::Interrupt;
use rules::colours::Colours;
use rules::{Game, Side, Turn, Word};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use view::Depict;

/// The columns that a narrow screen does without: the bar, the gain, the name of the colour.
const GIVE_WAY: [usize; 3] = [3, 4, 1];

pub fn run(args: &SolveColoursArgs) -> Result<ExitCode, Failure> {
    let board = board::read(&args.board, &args.edits)?;
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    if Colours::<u64>::can_hold(board.setup.size()) {
        answer::<u64>(&board, args, &interrupt)
    } else {
        answer::<u128>(&board, args, &interrupt)
    }
}

fn answer<T: Word>(board: &EnteredBoard, args: &SolveColoursArgs, interrupt: &Interrupt) -> Result<ExitCode, Failure> {
    let position = Colours::<T>::new(&board.setup);
    let mut out = io::stdout();
    if !args.json {
        // Before solving: a person sees at once whether the picture was read well.
        let mut scene = board_scene(&position, None);
        board::mark_unsure(&mut scene, board);
        scene.below = board::notes(board, &args.edits);
        if board.picture.is_some() {
            scene.below.push("rows and columns count from 1: --set r1c1=G corrects the top left tile".into());
        }
        scene.below.extend(wrapped(&standing(&position), width::of_stdout(), 2));
        out.write_all(view::text(&scene, colour()).as_bytes())?;
        out.flush()?;
    }
    if args.json {
        // A pipe is never asked.
        if let Some(picture) = board.picture.as_ref().filter(|picture| !picture.is_settled()) {
            print_json(&serde_json::json!({ "board": board.setup.to_string(), "picture": picture }))?;
            return Ok(ExitCode::from(1));
        }
    } else if !board::is_settled(board)? {
        return Ok(ExitCode::from(1));
    }
    let begun = Instant::now();
    let solved = think(args.time, args.nodes, interrupt, |budget| solve(&position, budget));
    let took = begun.elapsed();
    if args.json {
        print_json(&Answer::new(board, &position, &solved, took))?;
    } else {
        out.write_all(in_words(&position, &solved, took, args).as_bytes())?;
    }
    Ok(exit_code(interrupt))
}

fn in_words<T: Word>(position: &Colours<T>, solved: &Solved, took: Duration, args: &SolveColoursArgs) -> String {
    let Solved { solution, best } = solved;
    let (Turn::Move(mover), Some(value)) = (position.turn(), solution.value()) else {
        return "\nthere is no colour to choose\n".into();
    };
    let columns = width::of_stdout();
    let lines = |sentence: String| wrapped(&sentence, columns, 2).join("\n") + "\n";
    let mut out = "\n".to_owned() + &lines(verdict(position, mover, solved, value));
    if value.is_exact() {
        out += &format!("{}\n", split_bar(position, mover, value.low, colour(), columns));
    }
    if let Some(best) = best.filter(|_| !value.is_exact()) {
        out += &format!("an estimate by search: {} ({})\n", painted_colour(best, colour()), best.name());
    }
    out += "\n";
    for line in table(solution, columns) {
        out += &format!("{line}\n");
    }
    let result = match (solution.is_exact(), args.nodes) {
        (true, _) => ", every margin proven",
        (false, None) => "; where a margin is not proven, it is somewhere in the interval (try a longer --time)",
        (false, Some(_)) => "; where a margin is not proven, it is somewhere in the interval (try more --nodes)",
    };
    let last = format!("{} positions in {:.3} s{result}", solution.nodes, took.as_secs_f64());
    out + "\n" + &lines(last)
}

/// The legal colours, the best first. On a narrow screen columns give way, then the ends of the main lines.
fn table(solution: &Solution, columns: Option<usize>) -> Vec<String> {
    let longest = solution.ranked.iter().map(|ranked| ranked.line.len()).max().unwrap_or(0);
    let head = ["", "colour", "margin", "", "gain"].map(String::from).to_vec();
    let lines_of = |moves: usize| {
        let mut rows = vec![(head.clone(), "main line".to_owned())];
        for ranked in &solution.ranked {
            let cells = vec![
                painted_colour(ranked.colour, colour()),
                format!("{:<6}", ranked.colour.name()),
                margin(ranked.value),
                swing_bar(ranked.value, colour()),
                format!("+{}", ranked.gain),
            ];
            let shown = &ranked.line[..moves.min(ranked.line.len())];
            let rest = if shown.len() < ranked.line.len() { " ..." } else { "" };
            let is_proven = ranked.value.is_exact();
            rows.push((cells, if is_proven { main_line(shown, colour()) + rest } else { "not proven".into() }));
        }
        let rows: Vec<(Vec<String>, &str)> = rows.iter().map(|(cells, line)| (cells.clone(), line.as_str())).collect();
        fitted(&rows, columns, &GIVE_WAY)
    };
    // Moves come in pairs.
    let mut moves = longest;
    let mut lines = lines_of(moves);
    while moves > 2 && !is_fitting(&lines, columns) {
        moves = (moves - 1) / 2 * 2;
        lines = lines_of(moves);
    }
    lines
}

/// The value of the position, in a sentence.
fn verdict<T: Word>(position: &Colours<T>, mover: Side, solved: &Solved, value: Bounds) -> String {
    let (us, them) = (position.side_name(mover), position.side_name(mover.other()));
    let best: Vec<String> = solved
        .solution
        .ranked
        .iter()
        .filter(|ranked| ranked.value.is_exact() && ranked.value.low == value.low)
        .map(|ranked| ranked.colour.to_string())
        .collect();
    let with = best.join(" or ");
    match (value.low, value.high) {
        (low, high) if low == high && low > 0 => format!("{us} wins by {low}: {with}"),
        (0, 0) => format!("a tie with best play: {with}"),
        (low, high) if low == high => format!("{us} loses by {} at best: {with}", -low),
        (low, _) if low > 0 => format!("{us} wins, by {} tiles", margin(value)),
        (_, high) if high < 0 => format!("{them} wins: {us} is behind by {} in the end", margin(value)),
        _ => format!("who wins is not proven: {us} ends between {}", margin(value).replace(" to ", " and ")),
    }
}
