//! Any text in place of a player: a spec that can be read reads the same when it is printed, and each game makes a
//! player of it or says in one line why not.

#![no_main]

use engine::roster::{self, PlayerSpec, Roster};
use libfuzzer_sys::fuzz_target;
use rules::Game;
use rules::pieces::{Pieces, class};
use rules::{colours::Colours, stop::Stop};

fuzz_target!(|text: &str| {
    let spec: PlayerSpec = match text.parse() {
        Ok(spec) => spec,
        Err(error) => return is_one_line(&format!("{error}")),
    };
    assert_eq!(spec.to_string().parse::<PlayerSpec>().as_ref(), Ok(&spec));
    make::<Pieces<class::Small>>(&spec);
    make::<Colours<u64>>(&spec);
    make::<Stop>(&spec);
});

fn make<G: Roster + Game>(spec: &PlayerSpec) {
    if let Err(error) = roster::player::<G>(spec, 1) {
        is_one_line(&error.to_string());
    }
}

fn is_one_line(message: &str) {
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
}
