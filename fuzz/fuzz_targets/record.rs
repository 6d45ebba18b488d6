//! Any bytes: a record that can be read replays to its end or to a disagreement. Its header and every line of it that
//! can be read are the same after writing and reading them again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::record::{Header, Line, Record, Replay};
use rules::{Game, with_game};

fuzz_target!(|bytes: &[u8]| {
    let Ok(record) = Record::read(bytes) else { return };
    let written = serde_json::to_string(&record.header).expect("a header can be written");
    assert_eq!(serde_json::from_str::<Header>(&written).expect("what was written can be read"), record.header);
    with_game!(&record.header.setup, |G, setup| replay::<G>(&record, setup));
});

fn replay<G: Game>(record: &Record, setup: &G::Setup) {
    let _ = Replay::<G>::new(record, setup).finish();
    for text in &record.lines {
        let Ok(mut line) = Line::<G>::from_json(text) else { continue };
        // Times are rounded when they are written.
        if let Line::Event { ms, .. } = &mut line {
            *ms = None;
        }
        let written = line.to_json().expect("a line can be written");
        assert_eq!(Line::from_json(&written).as_ref(), Ok(&line), "{written}");
    }
}
