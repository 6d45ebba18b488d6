//! Any bytes from a referee, as a bot reads them in the schools' protocols. A request that can be read is the same when
//! our referee writes it and the bot reads it again, and the answer to it reads back as the move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::protocol::request::{Request, RequestReader};
use referee::protocol::{Answer, BotGame, Protocol};
use rules::Game;
use rules::pieces::{Pieces, Placement, class};

type Position = Pieces<class::Any>;

/// Moves tried in a position; a large board has thousands.
const MOST_MOVES: usize = 20;

fuzz_target!(|bytes: &[u8]| {
    let mut reader = RequestReader::new(bytes);
    loop {
        match reader.next_request() {
            Ok(Some(request)) => reads_back(&request),
            Ok(None) => break,
            Err(error) => {
                let message = error.to_string();
                assert!(message.contains("expected") && !message.contains(char::is_control), "{message:?}");
                break;
            }
        }
    }
});

fn reads_back(request: &Request) {
    let position: Position = request.position();
    let mut protocol: Box<dyn Protocol<Position>> = Position::protocol(&request.setup);
    let mut said = protocol.hello(request.side, "./bot");
    protocol.ask(&position, &mut said);
    let read_back = RequestReader::new(&said[..]).next_request().expect("our referee speaks the protocol");
    assert_eq!(read_back.as_ref(), Some(request));
    for played in position.moves().take(MOST_MOVES) {
        let mut answer = request.answer(played).into_bytes();
        let Answer::Move { played: read, .. } = protocol.answer(&mut answer, false) else {
            panic!("{played} is no answer to {position}")
        };
        let said = if played == Placement::Stuck { Placement::At { row: 0, col: 0 } } else { played };
        assert_eq!(read, said);
        assert_eq!(position.resolve(read), Ok(played), "{position}");
    }
}
