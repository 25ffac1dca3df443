//! What is changed, cut, repeated or forged on the way, and what is said of it.
#![forbid(unsafe_code)]

mod certificates;
mod frames;
mod handshakes;
mod pair;
mod silent;
