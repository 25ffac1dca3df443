//! The program `decred`.
#![forbid(unsafe_code)]
#![cfg(feature = "program")]

mod capture;
mod decode;
mod node;
mod peer;
mod process;
mod relay;
