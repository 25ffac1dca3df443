//! Frames on a connection after the handshake.
#![forbid(unsafe_code)]

pub(crate) mod direction;
mod key_log;
mod layout;
mod opener;
mod sealer;
mod session;

pub use key_log::KeyLog;
pub(crate) use layout::SEALED_BLOCK;
pub use layout::{BLOCK, HEADER, SEALED_HEADER, sealed_payload_len};
pub use opener::{Opener, Opening};
pub use sealer::Sealer;
pub use session::Session;
