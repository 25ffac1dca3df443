//! The scenarios against a server with faults, and the program as a user runs it.
#![forbid(unsafe_code)]

mod broken;
mod ends;
mod hostile;
mod load;
mod matrix;
mod program;
mod provider;
mod reports;
mod templates;
