//! Games that a person plays, and live games: their screens, in memory.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod games;
mod screen;
#[path = "hands/tiles.rs"]
mod tiles;

use landgrab_view::app::play::{Hint, Host, Play};
use landgrab_view::app::watch::{Gallery, Watch};
use landgrab_view::app::{ColourMode, Flow, Screen};
use landgrab_view::live_scene;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;
use rules::colours::Colours;
use rules::pieces::{Pieces, class};
use rules::stop::Stop;
use rules::{BySide, Game, Side, Turn};
use screen::{drawn, expect, key, keys, text};
use std::time::Duration;

/// A host whose other side plays the first move it finds.
struct First<G> {
    positions: Vec<G>,
    you: Side,
    level: i8,
    /// Ticks until it answers.
    thinks: u8,
}

impl<G: landgrab_view::PlayByHand> Host for First<G> {
    type Game = G;

    fn position(&self) -> &G {
        self.positions.last().unwrap()
    }

    fn before(&self) -> Option<&G> {
        self.positions.len().checked_sub(2).map(|before| &self.positions[before])
    }

    fn names(&self) -> BySide<String> {
        BySide::from_fn(|side| if side == self.you { "you".into() } else { format!("first@{}", self.level) })
    }

    fn you(&self) -> Side {
        self.you
    }

    fn is_yours(&self) -> bool {
        self.position().turn() == Turn::Move(self.you)
    }

    fn play(&mut self, played: G::Move) -> Result<(), String> {
        self.position().check(played).map_err(|refusal| refusal.to_string())?;
        let mut next = self.position().after(played);
        if next.turn() == Turn::Draw {
            let draw = next.sample(&mut rules::SplitMix::new(3));
            next.take(draw);
        }
        self.positions.push(next);
        Ok(())
    }

    fn answer(&mut self) -> Option<Result<String, String>> {
        // It thinks for a while.
        self.thinks = self.thinks.checked_sub(1).unwrap_or(2);
        if self.thinks > 0 {
            return None;
        }
        let played = self.position().moves().next().expect("there is a move");
        Some(self.play(played).map(|()| format!("first played {played}")))
    }

    fn undo(&mut self) -> bool {
        let back = self.positions.len() > 2;
        if back {
            self.positions.truncate(self.positions.len() - 2);
        }
        back
    }

    fn hint(&mut self) -> Option<Hint<G>> {
        let best = self.position().moves().last().expect("there is a move");
        Some((best, vec![format!("best: {best}")]))
    }

    fn order(&mut self, key: char) -> Result<Vec<String>, String> {
        match key {
            's' => Ok(vec!["stones: X 1, O 1".into()]),
            _ => Err("not yet: 7 cells are contested".into()),
        }
    }

    fn change_level(&mut self, by: i8) -> Result<String, String> {
        self.level += by;
        Ok(format!("first@{}", self.level))
    }

    fn swap(&mut self) -> Result<(), String> {
        self.you = self.you.other();
        Ok(())
    }

    fn restart(&mut self) -> Result<(), String> {
        self.positions.truncate(1);
        Ok(())
    }
}

fn seated<G: landgrab_view::PlayByHand>(position: &str) -> First<G> {
    let start: G = position.parse().unwrap_or_else(|_| panic!("{position}"));
    First { positions: vec![start], you: Side::First, level: 5, thinks: 0 }
}

const PIECES: &str = "........\n..O.....\n........\n.....X..\n........\nrules=plateau turn=O placed=0,0 piece=.**/.*.";

fn answered(play: &mut impl Screen) {
    (0..4).for_each(|_| assert_eq!(play.tick(Duration::ZERO), Flow::On));
}

#[test]
fn a_ghost_of_the_piece_is_red_where_it_may_not_lie() {
    let mut host = seated::<Pieces<class::Small>>(PIECES);
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    let legal = drawn(&mut play, 80, 24);
    expect("play-pieces-legal", &text(&legal));
    let red = |buffer: &ratatui::buffer::Buffer| buffer.content.iter().filter(|c| c.bg == Color::Indexed(160)).count();
    assert_eq!(red(&legal), 0);
    (0..4).for_each(|_| key(&mut play, KeyCode::Down));
    let illegal = drawn(&mut play, 80, 24);
    expect("play-pieces-illegal", &text(&illegal));
    assert!(red(&illegal) > 0 && text(&illegal).contains("off the board"), "{}", text(&illegal));
    key(&mut play, KeyCode::Enter);
    assert!(text(&drawn(&mut play, 80, 24)).contains("off the board"), "nothing was played");
    key(&mut play, KeyCode::Tab);
    key(&mut play, KeyCode::Enter);
    answered(&mut play);
    expect("play-pieces-answered", &text(&drawn(&mut play, 80, 24)));
    keys(&mut play, "u");
    assert!(text(&drawn(&mut play, 80, 24)).contains("taken back"));
}

#[test]
fn a_piece_is_shown_with_its_empty_rows() {
    let mut host = seated::<Pieces<class::Small>>(&PIECES.replace(".**/.*.", ".../***"));
    let screen = text(&drawn(&mut Play::new(&mut host, ColourMode::Coloured), 80, 24));
    let at = screen.lines().position(|line| line.contains("piece 2x3, 3 cells")).unwrap();
    let below = |down: usize| screen.lines().nth(at + down).unwrap().trim_end().rsplit(' ').next().unwrap().to_string();
    assert_eq!([below(1), below(2)], ["...", "###"], "{screen}");
}

#[test]
fn without_colour_a_ghost_is_told_by_its_letters() {
    let mut host = seated::<Pieces<class::Small>>(PIECES);
    let mut play = Play::new(&mut host, ColourMode::Plain);
    (0..4).for_each(|_| key(&mut play, KeyCode::Down));
    let screen = drawn(&mut play, 80, 24);
    expect("play-pieces-illegal-plain", &text(&screen));
    assert!(screen.content.iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)), "a colour");
}

#[test]
fn a_colour_is_picked_by_its_letter_or_by_a_click() {
    let mut host = seated::<Colours<u64>>("GYKB/BRGP/RBYK A");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    expect("play-colours", &text(&drawn(&mut play, 80, 24)));
    keys(&mut play, "g");
    answered(&mut play);
    expect("play-colours-answered", &text(&drawn(&mut play, 80, 24)));
    keys(&mut play, "?");
    expect("play-help", &text(&drawn(&mut play, 80, 24)));
}

#[test]
fn a_window_that_is_too_small_says_how_large_it_must_be() {
    let mut host = seated::<Stop>("..X/.../O.. X");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    let said = text(&drawn(&mut play, 30, 8));
    assert!(said.replace('\n', " ").contains("too small: 30x8, needs 40x12 (q quits)"), "{said}");
    assert!(text(&drawn(&mut play, 40, 12)).contains("? help  q quit"));
    let gallery = gallery(1);
    let said = text(&drawn(&mut Watch::new(&gallery, ColourMode::Coloured), 19, 8));
    assert!(said.replace('\n', " ").contains("too small: 19x8,"), "{said}");
}

#[test]
fn help_is_never_cut() {
    let wanted =
        ["fill out, once nothing is contested", "the board as SVG, in a new file", "column,row from 0", "give up"];
    for (width, height) in [(80, 24), (120, 40), (60, 12), (54, 16)] {
        let mut host = seated::<Stop>("..X/.../O.. X");
        let mut play = Play::new(&mut host, ColourMode::Coloured);
        keys(&mut play, "?");
        let mut seen = String::new();
        for _ in 0..9 {
            let page = text(&drawn(&mut play, width, height));
            if !page.contains("any key") {
                break;
            }
            seen += &page;
            keys(&mut play, "z");
        }
        for what in wanted {
            assert!(seen.contains(what), "{width}x{height}: {what}: {seen}");
        }
        assert!(!text(&drawn(&mut play, width, height)).contains("any key"), "it closes");
    }
    // In the narrowest window words go on in the next line.
    let mut host = seated::<Stop>("..X/.../O.. X");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    keys(&mut play, "?");
    drawn(&mut play, 40, 12);
    keys(&mut play, "z");
    expect("play-stop-help-40x12", &text(&drawn(&mut play, 40, 12)));
}

#[test]
fn a_narrow_window_shows_advice_below_the_board() {
    for (width, height) in [(40, 12), (59, 24), (60, 24)] {
        let mut host = seated::<Stop>("..X/.../O.. X");
        let mut play = Play::new(&mut host, ColourMode::Coloured);
        keys(&mut play, "h");
        let screen = text(&drawn(&mut play, width, height));
        assert!(screen.contains("best: 2,2"), "{width}x{height}: {screen}");
    }
    // A board that fills the window keeps its letters, and the advice stands above it.
    let eight = ".......X/......../......../......../......../......../......../O....... X";
    let mut host = seated::<Stop>(eight);
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    keys(&mut play, "h");
    let screen = text(&drawn(&mut play, 40, 12));
    assert!(screen.contains("best: 7,2") && screen.lines().skip(3).any(|line| line.contains('X')), "{screen}");
    // Where not all of it fits, the window says how wide it must be.
    let mut host = seated::<Pieces<class::Small>>(PIECES);
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    keys(&mut play, "htl");
    let screen = text(&drawn(&mut play, 40, 12));
    assert!(screen.contains("... (60 columns show more)"), "{screen}");
}

/// The place on the screen of a text.
fn place_of(screen: &str, wanted: &str) -> (u16, u16) {
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(wanted)).expect("it is there");
    let column = line[..line.find(wanted).unwrap()].chars().count();
    (column as u16, row as u16)
}

#[test]
fn a_stone_is_placed_by_a_click_and_hints_and_levels_and_seats_work() {
    let mut host = seated::<Stop>("..X/.../O.. X");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    keys(&mut play, "h");
    expect("play-stop-hint", &text(&drawn(&mut play, 80, 24)));
    let board = text(&drawn(&mut play, 80, 24));
    let (column, row) = place_of(&board, "X");
    let (column, row) = if row == 0 { place_of(&board.replacen('X', " ", 1), "X") } else { (column, row) };
    let mouse = |kind, column, row| Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    // Onto the own stone first: refused, with the reason.
    play.update(&mouse(MouseEventKind::Down(MouseButton::Left), column, row));
    assert!(text(&drawn(&mut play, 80, 24)).contains("occupied by X"), "{}", text(&drawn(&mut play, 80, 24)));
    play.update(&mouse(MouseEventKind::Moved, column, row + 3));
    play.update(&mouse(MouseEventKind::Down(MouseButton::Left), column, row + 3));
    answered(&mut play);
    expect("play-stop-answered", &text(&drawn(&mut play, 80, 24)));
    keys(&mut play, "+");
    assert!(text(&drawn(&mut play, 80, 24)).contains("first@6"));
    keys(&mut play, "--");
    assert!(text(&drawn(&mut play, 80, 24)).contains("first@4"));
    keys(&mut play, "x");
    assert!(text(&drawn(&mut play, 80, 24)).contains("you play O now"));
    keys(&mut play, "tl");
    drawn(&mut play, 20, 10);
    drawn(&mut play, 3, 2);
    keys(&mut play, "n");
    let quit = Event::Key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE));
    assert_eq!(play.update(&quit), Flow::Quit);
}

#[test]
fn a_game_has_keys_of_its_own_and_can_be_given_up() {
    let mut host = seated::<Stop>("..X/.../O.. X");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    keys(&mut play, "?");
    expect("play-stop-help", &text(&drawn(&mut play, 80, 24)));
    keys(&mut play, "qs");
    assert!(text(&drawn(&mut play, 80, 24)).contains("stones: X 1, O 1"));
    keys(&mut play, "o");
    assert!(text(&drawn(&mut play, 80, 24)).contains("not yet: 7 cells are contested"));
    keys(&mut play, "vu");
    assert!(text(&drawn(&mut play, 80, 24)).contains("there is no move of yours"), "not given up by one key");
    keys(&mut play, "vv");
    assert!(text(&drawn(&mut play, 80, 24)).contains("you give up: first@5 wins; n begins anew"));
    key(&mut play, KeyCode::Tab);
    key(&mut play, KeyCode::Enter);
    assert!(text(&drawn(&mut play, 80, 24)).contains("you give up: first@5 wins"), "it is over");
    keys(&mut play, "u");
    assert!(text(&drawn(&mut play, 80, 24)).contains("taken back"));
    keys(&mut play, "h");
    key(&mut play, KeyCode::Enter);
    assert!(text(&drawn(&mut play, 80, 24)).contains("you played"), "it goes on");
}

/// Keys and other sizes are answered while the other side thinks; its answer comes when it is there.
#[test]
fn the_screen_lives_while_the_other_side_thinks() {
    let mut host = seated::<Stop>("..X/.../O.. X");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    key(&mut play, KeyCode::Tab);
    key(&mut play, KeyCode::Enter);
    assert_eq!(play.tick(Duration::ZERO), Flow::On);
    let screen = text(&drawn(&mut play, 80, 24));
    assert!(screen.contains("the other side thinks ..."), "{screen}");
    keys(&mut play, "h");
    assert!(text(&drawn(&mut play, 60, 20)).contains("it is not your move"));
    keys(&mut play, "t");
    assert!(text(&drawn(&mut play, 60, 20)).contains("territory: "));
    answered(&mut play);
    let screen = text(&drawn(&mut play, 80, 24));
    assert!(screen.contains("first played") && !screen.contains("thinks"), "{screen}");
}

#[test]
fn a_finished_game_says_who_won() {
    let mut host = seated::<Stop>("XX/X./.O X");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    for _ in 0..4 {
        key(&mut play, KeyCode::Tab);
        key(&mut play, KeyCode::Enter);
        answered(&mut play);
    }
    let screen = text(&drawn(&mut play, 80, 24));
    assert!(screen.contains("you win; n begins anew"), "{screen}");
}

fn gallery(games: usize) -> Gallery {
    let gallery = Gallery::default();
    for number in 1..=games {
        let before: Stop = "..X/.../O.. X".parse().unwrap();
        let after = before.after("2,2".parse().unwrap());
        let names = BySide::new("greedy".to_string(), "./mine".to_string());
        let scene = live_scene(&after, Some(&before), &names, 1, "X greedy played 2,2".into());
        gallery.show(number, scene, || true);
    }
    gallery.tell("0/4 games: A 0 B 0 ties 0".into());
    gallery
}

#[test]
fn several_games_are_watched_side_by_side() {
    let gallery = gallery(4);
    gallery.end(2, "X greedy won 5:4".into());
    let mut watch = Watch::new(&gallery, ColourMode::Coloured);
    expect("watch-4-80x24", &text(&drawn(&mut watch, 80, 24)));
    expect("watch-4-20x10", &text(&drawn(&mut watch, 20, 10)));
    drawn(&mut watch, 2, 2);
    keys(&mut watch, "] ");
    assert!(text(&drawn(&mut watch, 80, 24)).contains("paused 2x"));
    keys(&mut watch, " ");
    gallery.close();
    assert!(text(&drawn(&mut watch, 80, 24)).contains("over, any key leaves"));
    assert_eq!(watch.update(&Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE))), Flow::Quit);
}

#[test]
fn a_new_game_takes_the_place_of_one_that_is_over() {
    let gallery = gallery(2);
    gallery.end(1, "X greedy won 5:4".into());
    let before: Stop = "..X/.../O.. X".parse().unwrap();
    let names = BySide::new("a".to_string(), "b".to_string());
    gallery.show(3, live_scene(&before, None, &names, 0, "start".into()), || true);
    let mut watch = Watch::new(&gallery, ColourMode::Plain);
    expect("watch-next-80x24", &text(&drawn(&mut watch, 80, 24)));
}
