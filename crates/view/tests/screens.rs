//! Screens of the terminal app, drawn in memory and compared with the snapshots in `tests/screens`. After a change of
//! looks, `SCREENS=overwrite cargo test -p landgrab-view --test screens` writes them anew: read the difference.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod games;
mod screen;

use games::{Small, played, with_lines};
use landgrab_view::app::replay::Viewer;
use landgrab_view::app::{ColourMode, Flow, Screen};
use landgrab_view::{Depict, Film, Lens};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;
use rules::catalogue::AnySetup;
use rules::pieces::{Pieces, class};
use rules::record::Record;
use screen::{drawn, expect, key, keys, text};
use std::time::Duration;

/// The colours behind the letters of a screen: `.` none, then a letter each.
fn backgrounds(buffer: &Buffer) -> String {
    let area = buffer.area;
    let letter = |colour: Color| match colour {
        Color::Reset => '.',
        Color::Indexed(33) => 'b',
        Color::Indexed(117) => 'B',
        Color::Indexed(208) => 'o',
        Color::Indexed(222) => 'O',
        Color::Indexed(36) => 'm',
        _ => '?',
    };
    let row = |y| (0..area.width).map(|x| letter(buffer[(x, y)].bg)).collect::<String>();
    (0..area.height).map(|y| row(y).trim_end_matches('.').to_string() + "\n").collect()
}

/// The layers that the rules tell.
fn rules_lens<G: Depict>() -> Lens<G> {
    Box::new(|position, overlay, _| position.layer(overlay))
}

fn viewer<S: rules::CellSet>(record: &Record, colours: ColourMode) -> Viewer<'_> {
    let AnySetup::Pieces(setup) = &record.header.setup else { panic!("a game of pieces") };
    Viewer::new(Film::<Pieces<S>>::new(record, setup), rules_lens(), colours)
}

/// Ticks until the record is read and the curves are measured.
fn settle(screen: &mut impl Screen) {
    (0..80).for_each(|_| assert_eq!(screen.tick(Duration::ZERO), Flow::On));
}

#[test]
fn a_record_is_seen_at_80x24() {
    let record = played::<Small>("map00", 5, 60);
    let mut viewer = viewer::<Small>(&record, ColourMode::Coloured);
    settle(&mut viewer);
    expect("start-80x24", &text(&drawn(&mut viewer, 80, 24)));
    keys(&mut viewer, "/30");
    expect("jumping-80x24", &text(&drawn(&mut viewer, 80, 24)));
    key(&mut viewer, KeyCode::Enter);
    let screen = drawn(&mut viewer, 80, 24);
    expect("turn-30-80x24", &text(&screen));
    expect("turn-30-80x24-colours", &backgrounds(&screen));
    keys(&mut viewer, "tg");
    expect("territory-and-legal-80x24", &text(&drawn(&mut viewer, 80, 24)));
    keys(&mut viewer, "tgp");
    expect("last-move-80x24", &text(&drawn(&mut viewer, 80, 24)));
    keys(&mut viewer, "?");
    expect("help-80x24", &text(&drawn(&mut viewer, 80, 24)));
    keys(&mut viewer, "x");
    key(&mut viewer, KeyCode::End);
    expect("end-80x24", &text(&drawn(&mut viewer, 80, 24)));
}

#[test]
fn the_largest_school_map_fits_120x60_by_half_blocks() {
    let record = played::<class::Large>("map02", 3, 500);
    let mut viewer = viewer::<class::Large>(&record, ColourMode::Coloured);
    settle(&mut viewer);
    key(&mut viewer, KeyCode::End);
    settle(&mut viewer);
    let screen = drawn(&mut viewer, 120, 60);
    expect("map02-120x60", &text(&screen));
    keys(&mut viewer, "t");
    let screen = drawn(&mut viewer, 140, 60);
    expect("map02-territory-140x60", &text(&screen));
}

#[test]
fn without_colour_letters_tell_the_same() {
    let record = played::<class::Large>("map02", 3, 500);
    let mut large = viewer::<class::Large>(&record, ColourMode::Plain);
    key(&mut large, KeyCode::End);
    settle(&mut large);
    let screen = drawn(&mut large, 120, 60);
    expect("map02-120x60-plain", &text(&screen));
    assert!(screen.content.iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)), "a colour");
    let record = played::<Small>("map00", 5, 60);
    let mut small = viewer::<Small>(&record, ColourMode::Plain);
    settle(&mut small);
    keys(&mut small, "/30");
    key(&mut small, KeyCode::Enter);
    keys(&mut small, "tg");
    let screen = drawn(&mut small, 80, 24);
    expect("turn-30-80x24-plain", &text(&screen));
    assert!(screen.content.iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)), "a colour");
}

#[test]
fn a_screen_of_20x10_and_back_loses_nothing() {
    let record = played::<Small>("map00", 5, 60);
    let mut viewer = viewer::<Small>(&record, ColourMode::Coloured);
    settle(&mut viewer);
    keys(&mut viewer, "/30");
    key(&mut viewer, KeyCode::Enter);
    let before = drawn(&mut viewer, 80, 24);
    viewer.update(&Event::Resize(20, 10));
    expect("turn-30-20x10", &text(&drawn(&mut viewer, 20, 10)));
    for (width, height) in [(1, 1), (3, 200), (200, 3), (5, 5), (300, 100)] {
        drawn(&mut viewer, width, height);
    }
    assert_eq!(drawn(&mut viewer, 80, 24), before);
}

#[test]
fn a_failure_is_told_with_its_reason_and_its_stderr() {
    let record = with_lines(&[
        r#"{"drew":["**",".."]}"#,
        r#"{"played":"0 0","side":1,"ms":3.5}"#,
        r#"{"drew":["**"]}"#,
        r#"{"out":2,"fault":{"kind":"crashed","status":"signal 11","signal":11,"stderr":"reading the map\nsegfault ahead\u001b[31m\n"}}"#,
    ]);
    let mut viewer = viewer::<Small>(&record, ColourMode::Coloured);
    settle(&mut viewer);
    keys(&mut viewer, "n");
    expect("failure-100x24", &text(&drawn(&mut viewer, 100, 24)));
}

#[test]
fn a_record_that_is_wrong_or_cut_short_is_shown_as_far_as_it_goes() {
    let record =
        with_lines(&[r#"{"drew":["**",".."]}"#, r#"{"played":"0 0","side":1}"#, r#"{"played":"0 0","side":2}"#]);
    let mut wrong = viewer::<Small>(&record, ColourMode::Coloured);
    key(&mut wrong, KeyCode::End);
    settle(&mut wrong);
    let screen = text(&drawn(&mut wrong, 120, 24));
    assert!(screen.contains("the record is wrong from here on: line 4: expected a draw"), "{screen}");
    let mut record = with_lines(&[r#"{"drew":["**",".."]}"#, r#"{"played":"0 0","side":1}"#]);
    record.cut_short = true;
    let mut cut = viewer::<Small>(&record, ColourMode::Coloured);
    settle(&mut cut);
    key(&mut cut, KeyCode::End);
    let screen = text(&drawn(&mut cut, 120, 24));
    assert!(screen.contains("the record ends here, after turn 1: its last line is cut short"), "{screen}");
}

#[test]
fn space_plays_and_brackets_change_the_speed() {
    let record = played::<Small>("map00", 5, 60);
    let mut viewer = viewer::<Small>(&record, ColourMode::Coloured);
    settle(&mut viewer);
    let turn = |viewer: &mut Viewer<'_>| {
        let screen = text(&drawn(viewer, 80, 24));
        let at = screen.find("turn ").expect("a turn") + 5;
        screen[at..].split('/').next().unwrap().parse::<usize>().unwrap()
    };
    let second = Duration::from_secs(1);
    viewer.tick(second);
    assert_eq!(turn(&mut viewer), 0, "paused at first");
    keys(&mut viewer, " ");
    viewer.tick(second);
    assert_eq!(turn(&mut viewer), 4);
    keys(&mut viewer, "]]");
    viewer.tick(second);
    assert_eq!(turn(&mut viewer), 20);
    keys(&mut viewer, "]]]]]]]]");
    assert!(text(&drawn(&mut viewer, 80, 24)).contains("playing 32x"));
    keys(&mut viewer, "[[[[[[[[[[[[");
    assert!(text(&drawn(&mut viewer, 80, 24)).contains("playing 0.25x"));
    viewer.tick(second);
    assert_eq!(turn(&mut viewer), 21);
    keys(&mut viewer, " ");
    viewer.tick(second);
    assert_eq!(turn(&mut viewer), 21);
    key(&mut viewer, KeyCode::Left);
    assert_eq!(turn(&mut viewer), 20);
    key(&mut viewer, KeyCode::Home);
    assert_eq!(turn(&mut viewer), 0);
}

#[test]
fn a_click_on_the_timeline_goes_there() {
    let record = played::<Small>("map00", 5, 60);
    let mut viewer = viewer::<Small>(&record, ColourMode::Coloured);
    settle(&mut viewer);
    let before = text(&drawn(&mut viewer, 80, 24));
    let last: usize = before.split('/').nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
    let click = |column, row| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    };
    viewer.update(&click(79, 22));
    assert!(text(&drawn(&mut viewer, 80, 24)).contains(&format!("turn {last}/{last}")));
    viewer.update(&click(0, 22));
    assert!(text(&drawn(&mut viewer, 80, 24)).contains(&format!("turn 0/{last}")));
    viewer.update(&click(40, 10));
    assert!(text(&drawn(&mut viewer, 80, 24)).contains(&format!("turn 0/{last}")), "the board is no timeline");
}

#[test]
fn n_goes_from_event_to_event() {
    let record = played::<Small>("map00", 5, 400);
    let mut viewer = viewer::<Small>(&record, ColourMode::Coloured);
    settle(&mut viewer);
    let mut seen = vec![];
    for _ in 0..40 {
        keys(&mut viewer, "n");
        let screen = text(&drawn(&mut viewer, 100, 24));
        seen.push(screen.lines().last().unwrap().to_string());
    }
    seen.dedup();
    expect("events", &(seen.join("\n") + "\n"));
    assert!(seen.iter().any(|line| line.contains("first contact")), "{seen:?}");
    assert!(seen.iter().any(|line| line.contains("is stuck")), "{seen:?}");
    assert!(seen.last().unwrap().contains("nothing more happens"));
}

#[test]
fn a_record_of_100_000_turns_opens_at_once_and_jumps_anywhere() {
    let record = games::long(100_000);
    let mut viewer = viewer::<class::Any>(&record, ColourMode::Coloured);
    let first = text(&drawn(&mut viewer, 80, 24));
    assert!(first.contains("turn 0/"), "{first}");
    key(&mut viewer, KeyCode::End);
    while text(&drawn(&mut viewer, 80, 24)).contains("reading, turn") {
        viewer.tick(Duration::ZERO);
    }
    assert!(text(&drawn(&mut viewer, 80, 24)).contains("turn 100000/100000"));
    for turn in [50_000, 3, 99_999, 31_415] {
        keys(&mut viewer, &format!("/{turn}"));
        key(&mut viewer, KeyCode::Enter);
        assert!(text(&drawn(&mut viewer, 80, 24)).contains(&format!("turn {turn}/100000")));
    }
}
