//! The adapters for tokio: every split of a stream, futures dropped at every await point; nothing
//! is lost or duplicated.

#[path = "../support/tagged.rs"]
mod tagged;

#[path = "../support/talk.rs"]
mod talk;

mod codec;
mod connection;
mod faults;
mod halting;
mod messages;
mod read;
mod write;
