//! Any bytes from a referee, as a bot hears them in the schools' protocols. A turn that can be heard sounds the same
//! when our referee says it, and the answer to it reads back as the move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::protocol::hear::{Asked, Listener};
use referee::protocol::{BotGame, Heard, Protocol};
use rules::Game;
use rules::pieces::{Pieces, Placement, class};

type Position = Pieces<class::Any>;

/// Moves tried in a position; a large board has thousands.
const MOST_MOVES: usize = 20;

fuzz_target!(|bytes: &[u8]| {
    let mut listener = Listener::new(bytes);
    loop {
        match listener.hear() {
            Ok(Some(asked)) => sounds_the_same(&asked),
            Ok(None) => break,
            Err(error) => {
                let message = error.to_string();
                assert!(message.contains("expected") && !message.contains(char::is_control), "{message:?}");
                break;
            }
        }
    }
});

fn sounds_the_same(asked: &Asked) {
    let position: Position = asked.position();
    let mut protocol: Box<dyn Protocol<Position>> = Position::protocol(&asked.setup);
    let mut said = protocol.hello(asked.side, "./bot");
    protocol.ask(&position, &mut said);
    let heard = Listener::new(&said[..]).hear().expect("our referee speaks the protocol");
    assert_eq!(heard.as_ref(), Some(asked));
    for played in position.moves().take(MOST_MOVES) {
        let mut answer = asked.answer(played).into_bytes();
        let Heard::Move { played: read, .. } = protocol.answer(&mut answer, false) else {
            panic!("{played} is no answer to {position}")
        };
        let said = if played == Placement::Stuck { Placement::At { row: 0, col: 0 } } else { played };
        assert_eq!(read, said);
        assert_eq!(position.resolve(read), Ok(played), "{position}");
    }
}
