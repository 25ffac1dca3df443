//! The adapters for tokio: every split of a stream, futures dropped at every await point; nothing
//! is lost or duplicated.

mod cancelled;
mod codec;
mod connection;
mod faults;
mod messages;
mod read;
mod write;
