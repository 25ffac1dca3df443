//! What is changed, cut, repeated or forged on the way, and what is said of it.
#![forbid(unsafe_code)]

mod certificates;
mod frames;
mod handshakes;
mod pair;
#[cfg(feature = "pool")]
mod quiet_layers;
mod silent;
#[cfg(feature = "pool")]
mod streams;
