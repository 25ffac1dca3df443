//! The program `decred`.
#![forbid(unsafe_code)]

mod capture;
mod decode;
mod node;
mod peer;
mod process;
mod relay;
