//! Both directions against the reference implementation: `noise_sv2` 2.0.0 and `codec_sv2` 7.0.0.

mod bare;
#[cfg(feature = "std")]
mod dice;
#[cfg(feature = "std")]
mod frames;
#[cfg(feature = "std")]
mod handshakes;
#[cfg(feature = "std")]
mod ours;
#[cfg(feature = "pool")]
mod streams;
mod theirs;
