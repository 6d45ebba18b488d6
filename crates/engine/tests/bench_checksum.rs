//! The pinned numbers of the bench suite. They change with the rules or with a player, and with nothing else. A commit that
//! means to change them does so here, and says so.

use landgrab_engine::bench::SUITE;

const KNOWN: [(&str, u64, u64); 5] = [
    ("stop 8x8, sequences to depth 7", 629_168, 570_456),
    ("colours 7x8, sequences to depth 10", 1_398_100, 1_048_576),
    ("plateau map00, 200 games of greedy", 33_478, 417_922_761_603),
    ("plateau map01, 50 games of greedy", 17_416, 96_666_205_831),
    ("anfield map02, 2 games of greedy", 3_117, 1_248_289_417),
];

#[test]
fn every_bench_counts_what_it_always_counted() {
    let counted = SUITE.map(|bench| {
        let found = (bench.run)();
        (bench.name, found.nodes, found.checksum)
    });
    assert_eq!(counted, KNOWN);
}
