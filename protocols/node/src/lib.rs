#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub mod address;
pub mod block;
mod command;
pub mod connection;
mod digest;
mod header;
pub mod inventory;
mod network;
mod packed;
mod protocol;

pub use command::{COMMAND_LEN, Command};
pub use digest::merkle_root;
pub use header::{FrameHeader, Refused};
pub use protocol::{Framing, NodeProtocol};

/// The crates that the macros name, so that their users need not depend on them.
#[doc(hidden)]
pub use {codec_core, codec_derive};
