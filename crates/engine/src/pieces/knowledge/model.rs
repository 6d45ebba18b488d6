//! Opponent models: players whose placements the champion can compute.

/// An opponent model, named after the player that it stands for. The chance to win depends on the opponent: a defence that
/// holds against a player that counts territory may fail against one that presses close.
///
/// ```
/// use landgrab_engine::pieces::OpponentModel;
///
/// assert!(OpponentModel::KNOWN_PLAYERS.contains(&OpponentModel::Voronoi));
/// assert!(!OpponentModel::KNOWN_PLAYERS.contains(&OpponentModel::SelfPlay));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentModel {
    /// `territory`: the best soft split of the free cells.
    Territory,
    /// `voronoi`: the most free cells that it reaches first.
    Voronoi,
    /// `heat`: as close to us as it can, by rings of eight neighbours.
    Heat,
    /// `terminator`: the same by steps up, down, left and right.
    Terminator,
    /// `bfs`: the same by steps through free cells alone.
    Bfs,
    /// No known player: an opponent that plays as the champion does.
    SelfPlay,
}

impl OpponentModel {
    /// The models of known players, in the order of a [`Posterior`](super::Posterior).
    pub const KNOWN_PLAYERS: [Self; 5] = [Self::Territory, Self::Voronoi, Self::Heat, Self::Terminator, Self::Bfs];
}
