//! Questions about positions and games, answered as data.
