//! Looking ahead: how long ([`budget`]), and how to choose among options that can only be sampled ([`contest`]).

pub mod budget;
pub mod contest;
