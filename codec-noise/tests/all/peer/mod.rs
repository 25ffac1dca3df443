//! Both directions against the reference implementation: `noise_sv2` 2.0.0 and `codec_sv2` 7.0.0.

mod dice;
mod frames;
mod handshakes;
mod ours;
mod streams;
mod theirs;
