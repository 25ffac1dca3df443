//! Who may connect to a server, before anything is known of them.
#![forbid(unsafe_code)]

mod acceptor;
mod admitted;
mod evicted;
mod limits;
#[cfg(all(test, loom))]
mod models;
mod network;

pub use acceptor::{AcceptCounts, Acceptor, NotAdmitted};
pub use admitted::Admitted;
#[cfg(feature = "tokio")]
pub use admitted::EstablishError;
pub use limits::AcceptLimits;
