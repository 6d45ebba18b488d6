//! Model-based diagnosis: each mistake is a reading of the rules. It allows a set of answers on a board, and it
//! explains an answer of a bot if that set holds it.

use super::mistake::Mistake::{self, *};
use super::seen::Seen;
use rules::{Cell, Side};
use std::collections::BTreeSet;

/// A cell as a bot sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Own,
    Enemy,
    Free,
    Wall,
}

/// A board and a piece as a bot with a mistake, or none, sees them.
struct Sight {
    mistake: Option<Mistake>,
    marks: Vec<Vec<Mark>>,
    filled: Vec<(i32, i32)>,
    empty: Vec<(i32, i32)>,
    height: i32,
    width: i32,
    /// The own cells that it tries the piece on, if not all.
    tried: Option<BTreeSet<(i32, i32)>>,
}

/// All answers that a bot with this mistake may give; none if it sees no place for the piece. Without a mistake, the
/// legal answers.
pub fn answers(mistake: Option<Mistake>, seen: &Seen) -> BTreeSet<(i32, i32)> {
    let sight = Sight::new(mistake, seen);
    let (rows, cols) = (sight.marks.len() as i32, sight.marks[0].len() as i32);
    let anchors = (1 - sight.height..rows).flat_map(|row| (1 - sight.width..cols).map(move |col| (row, col)));
    let accepted = anchors.filter(|anchor| sight.accepts(*anchor));
    accepted.map(|anchor| mistake.map_or(anchor, |m| m.disguised(anchor, seen.piece.margin()))).collect()
}

impl Sight {
    fn new(mistake: Option<Mistake>, seen: &Seen) -> Self {
        let is = |asked: Mistake| mistake == Some(asked);
        let side = match mistake {
            Some(PlaysOtherSide) => seen.side.other(),
            Some(AlwaysPlays(side)) => side,
            _ => seen.side,
        };
        let mark = |mark: u8| {
            let mark = char::from(mark);
            let is_recent = Side::BOTH.iter().any(|side| seen.dialect.recent_mark(*side) == mark);
            match seen.dialect.side_of(mark) {
                Some(_) if is_recent && is(LowerCaseIsWall) => Mark::Wall,
                Some(_) if is_recent && is(LowerCaseIsFree) => Mark::Free,
                Some(owner) if is_recent && is(LowerCaseEnemyIsFree) && owner != side => Mark::Free,
                Some(owner) if owner == side => Mark::Own,
                Some(_) => Mark::Enemy,
                None if mark == '.' => Mark::Free,
                None => Mark::Wall,
            }
        };
        let marks: Vec<Vec<Mark>> = seen.rows.iter().map(|row| row.iter().map(|m| mark(*m)).collect()).collect();
        let place = |cell: Cell| {
            let (row, col) = (cell.row as i32, cell.col as i32);
            if is(TurnsPiece) { (col, row) } else { (row, col) }
        };
        let size = seen.piece.size();
        let all: Vec<(i32, i32)> = size.cells().map(place).collect();
        let mut filled: Vec<(i32, i32)> = seen.piece.filled().map(place).collect();
        let empty = all.iter().filter(|cell| !filled.contains(cell)).copied().collect();
        if is(MarginsCount) {
            filled = all;
        }
        let (height, width) = if is(TurnsPiece) { (size.cols, size.rows) } else { (size.rows, size.cols) };
        let tried = mistake.and_then(|mistake| tried(mistake, &marks));
        Self { mistake, marks, filled, empty, height: height as i32, width: width as i32, tried }
    }

    fn at(&self, row: i32, col: i32) -> Option<Mark> {
        let row = self.marks.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    }

    fn accepts(&self, (row, col): (i32, i32)) -> bool {
        let is = |asked: Mistake| self.mistake == Some(asked);
        let mut own = Vec::new();
        for &(down, right) in &self.filled {
            match self.at(row + down, col + right) {
                Some(Mark::Own) => own.push((row + down, col + right)),
                Some(Mark::Free) => {}
                Some(Mark::Enemy) if is(CoversEnemy) => {}
                None if is(LeavesBoard) => {}
                Some(Mark::Enemy | Mark::Wall) | None => return false,
            }
        }
        let is_counted = match self.mistake {
            Some(CoversSeveralOwn) => !own.is_empty(),
            Some(CoversNoOwn) => own.len() <= 1,
            Some(IgnoresOwn) => true,
            _ => own.len() == 1,
        };
        if !is_counted || self.tried.as_ref().is_some_and(|tried| !own.iter().all(|cell| tried.contains(cell))) {
            return false;
        }
        if let Some(StaysInside([top, left, bottom, right])) = self.mistake {
            let (rows, cols) = (self.marks.len() as i32, self.marks[0].len() as i32);
            let hangs = (top && row < 0)
                || (left && col < 0)
                || (bottom && row + self.height > rows)
                || (right && col + self.width > cols);
            return !hangs;
        }
        let on_enemy = |&(down, right): &(i32, i32)| self.at(row + down, col + right) == Some(Mark::Enemy);
        !(is(MarginsAvoidEnemy) && self.empty.iter().any(on_enemy))
    }
}

/// The own cells that a bot with this mistake tries, if not all.
fn tried(mistake: Mistake, marks: &[Vec<Mark>]) -> Option<BTreeSet<(i32, i32)>> {
    let own: Vec<(i32, i32)> = marks
        .iter()
        .enumerate()
        .flat_map(|(row, line)| line.iter().enumerate().map(move |(col, mark)| (row as i32, col as i32, *mark)))
        .filter(|(_, _, mark)| *mark == Mark::Own)
        .map(|(row, col, _)| (row, col))
        .collect();
    let start = match mistake {
        FirstCell | FirstGroup => own.first(),
        LastCell | LastGroup => own.last(),
        _ => return None,
    };
    let mut found: BTreeSet<(i32, i32)> = start.into_iter().copied().collect();
    let mut edge: Vec<(i32, i32)> = found.iter().copied().collect();
    while let (FirstGroup | LastGroup, Some((row, col))) = (mistake, edge.pop()) {
        let is_near = |cell: &&(i32, i32)| cell.0.abs_diff(row) <= 1 && cell.1.abs_diff(col) <= 1;
        for near in own.iter().filter(is_near) {
            if found.insert(*near) {
                edge.push(*near);
            }
        }
    }
    Some(found)
}
