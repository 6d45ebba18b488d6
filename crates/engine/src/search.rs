//! Looking ahead: how long ([`budget`]), how to choose among options that can only be sampled ([`contest`]), and the plain
//! search of hobby programs ([`minimax`]), and a strong one for Stop ([`stop`]).

pub mod budget;
pub mod contest;
pub mod minimax;
pub mod stop;
