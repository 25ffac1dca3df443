//! The tests of the crate in one binary. What reads the memory of its process (`zeroized`) has its
//! own.
#![forbid(unsafe_code)]

#[cfg(all(feature = "tokio", feature = "pool"))]
mod acceptor;
#[cfg(all(feature = "tokio", feature = "pool"))]
mod cancelled;
#[cfg(all(feature = "ring", feature = "rust-crypto"))]
mod ciphers;
#[cfg(all(feature = "tokio", feature = "pool"))]
mod connections;
#[cfg(feature = "pool")]
mod fuzzed;
#[cfg(feature = "std")]
mod hostile;
mod keys;
#[cfg(feature = "pool")]
mod memory;
mod peer;
#[cfg(all(feature = "tokio", feature = "pool"))]
mod readme;
#[cfg(all(feature = "tokio", feature = "pool"))]
mod sockets;
