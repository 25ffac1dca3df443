//! Connections: a stream with a frame reader and a frame writer, and what a peer is
//! allowed on it.
#![forbid(unsafe_code)]

mod blocking;
pub(crate) mod calls;
mod error;
mod halves;
mod inbound;
mod layers;
mod limits;
mod outbound;
mod timed;
mod traffic;
mod transport;

pub use blocking::Connection;
pub use error::{ConnectionError, ConnectionErrorKind};
pub use halves::{Halves, Receiver, Sender};
#[cfg(feature = "tokio")]
pub(crate) use inbound::{Found, Inbound};
pub use layers::Layers;
pub use limits::ConnectionLimits;
#[cfg(feature = "tokio")]
pub(crate) use outbound::Outbound;
pub use traffic::Traffic;
pub use transport::{Split, Transport, Untimed};
