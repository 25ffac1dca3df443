#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod address;
mod bitcoin_protocol;
pub mod block;
mod command;
pub mod compact_block;
mod compact_size;
pub mod connection;
mod digest;
pub mod filter;
mod flag;
mod header;
pub mod inventory;
mod message;
mod network;
#[cfg(feature = "alloc")]
mod roots;
mod siphash;
pub mod transaction;

pub use bitcoin_protocol::BitcoinProtocol;
pub use codec_node::Refused;
pub use command::{Bitcoin, COMMAND_LEN, Command, MAX_MESSAGE_PAYLOAD, PROTOCOL_VERSION};
pub use digest::{Digest, merkle_root};
pub use flag::Flag;
pub use header::FrameHeader;
pub use message::{AnyMessage, AnyMessageRef};
codec_core::shared! { pub use message::AnyMessageShared; }
pub use network::{AnyNetwork, Network, NetworkVisitor, UnknownNetwork};
pub use network::{MainNet, RegTest, SigNet, SimNet, TestNet3, TestNet4};
