//! Exact answers: what a position is worth when both sides play without a mistake.

pub mod colours;
pub mod stop;
