//! The pieces of 42's `filler_vm`, seed for seed: a seed determines all pieces of a game.

use landgrab_rules::pieces::{Dialect, Pieces, Setup, class};
use landgrab_rules::{CellSet, Game};

/// How many pieces a hash covers.
const HASHED: usize = 400;

/// The start of a stream of pieces as the original drew it.
struct Stream {
    map: &'static str,
    seed: i64,
    hash: u64,
    lines: Vec<&'static str>,
}

/// Reads the data file: a line such as `map00 seed 42 hash 0011223344556677`, then lines of pieces; `#` is a comment.
fn streams() -> Vec<Stream> {
    let mut streams: Vec<Stream> = Vec::new();
    let lines = include_str!("data/plateau-pieces.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let [map, "seed", seed, "hash", hash] = line.split(' ').collect::<Vec<_>>()[..] {
            let hash = u64::from_str_radix(hash, 16).expect("a hash");
            streams.push(Stream { map, seed: seed.parse().expect("a seed"), hash, lines: vec![] });
        } else {
            streams.last_mut().expect("a stream before its pieces").lines.push(line);
        }
    }
    streams
}

/// The pieces of a map and a seed, a line each: `2 3 **./.**`.
fn drawn<S: CellSet>(map: &str, seed: i64) -> Vec<String> {
    let setup = Setup::named(map, Dialect::Plateau).expect("a school map");
    let start = Pieces::<S>::new(&setup);
    let mut official = Pieces::<S>::official(&setup, seed);
    let line = |_| {
        let piece = start.sample(&mut official);
        format!("{} {} {piece}", piece.size().rows, piece.size().cols)
    };
    (0..HASHED).map(line).collect()
}

/// FNV-1a, 64 bits.
fn hash(lines: &[String]) -> u64 {
    let bytes = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn the_school_maps_get_the_originals_pieces() {
    let streams = streams();
    assert_eq!(streams.len(), 12, "three maps, four seeds each");
    for Stream { map, seed, hash: expected, lines } in streams {
        let drawn = drawn::<class::Large>(map, seed);
        assert_eq!(lines.len(), 25);
        assert_eq!(drawn[..lines.len()], lines, "{map} seed {seed}");
        assert_eq!(hash(&drawn), expected, "{map} seed {seed}: a piece after the first {} differs", lines.len());
    }
}

#[test]
fn the_sign_of_a_seed_does_not_count_and_its_number_does() {
    assert_eq!(drawn::<class::Small>("map00", -42), drawn::<class::Small>("map00", 42));
    assert_ne!(drawn::<class::Small>("map00", 43), drawn::<class::Small>("map00", 42));
}

#[test]
fn a_stream_does_not_depend_on_the_class_that_holds_the_board() {
    assert_eq!(drawn::<class::Any>("map01", 1), drawn::<class::Medium>("map01", 1));
}
