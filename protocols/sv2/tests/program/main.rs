//! The program, as its user meets it.
#![forbid(unsafe_code)]

mod decode;
mod main_job;
mod network;
mod process;
mod usage;
