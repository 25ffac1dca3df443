//! Pseudo-random numbers, the same on every run.

pub(crate) use codec_testing::Dice;
