//! The drop-ins `filler_vm` and `game_engine` through real processes: golden games byte for byte, every quirk of the
//! originals that ours has too, and every difference that `docs/protocol` claims.

#[path = "drop_ins/differences.rs"]
mod differences;
#[path = "drop_ins/filler_vm.rs"]
mod filler_vm;
#[path = "drop_ins/game_engine.rs"]
mod game_engine;
#[path = "drop_ins/golden_games.rs"]
mod golden_games;
#[path = "drop_ins/stage.rs"]
mod stage;
#[path = "bots/workshop.rs"]
mod workshop;
