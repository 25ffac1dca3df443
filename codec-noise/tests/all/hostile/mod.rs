//! Data that is changed, truncated, repeated or forged in transit, and the errors.

mod certificates;
mod frames;
mod handshakes;
mod pair;
#[cfg(feature = "pool")]
mod quiet_layers;
mod silent;
#[cfg(feature = "pool")]
mod streams;
