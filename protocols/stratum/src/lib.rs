//! All messages of Stratum V2, each to be decoded owned, borrowed or shared.
//!
//! * [`common`], [`mining`], [`job_declaration`], [`template_distribution`] and [`extensions`] hold
//!   the messages, named as in the specification without the dot;
//! * [`AnyMessage`] is any of them, distinguished by the id in the [`FrameHeader`];
//!   [`MiningMessage`], [`JobDeclarationMessage`] and [`TemplateDistributionMessage`] are those
//!   that a connection for this subprotocol carries, [`CommonMessage`] those of all three;
//! * [`Sv2Protocol`] is the protocol parameter of a frame reader, a frame writer or a
//!   connection;
//! * [`HandleMiningMessageFromClient`] and similar traits have a method for each message that one
//!   side sends, and [`MiningMessageRef::handle_from_client`] calls the right one;
//! * [`WithTlvs`] is a message with the fields that extensions append, and [`TlvProtocol`]
//!   the protocol of such messages; [`Negotiated`] is what a connection has agreed on.
//!
//! ```
//! use codec_pool::{FrameReader, FrameWriter, Pool};
//! use codec_stratum::common::ChannelEndpointChanged;
//! use codec_stratum::{AnyMessageRef, Sv2Protocol};
//!
//! let pool = Pool::default();
//! let mut writer = FrameWriter::<Sv2Protocol>::new(pool.clone());
//! writer.send(&ChannelEndpointChanged { channel_id: 7 })?;
//! let mut stream = Vec::new(); // or a socket
//! writer.flush(&mut stream)?;
//! assert_eq!(stream, [0x00, 0x80, 0x03, 4, 0, 0, 7, 0, 0, 0]);
//!
//! let mut reader = FrameReader::<Sv2Protocol>::new(pool);
//! match reader.read_message_ref(&mut &stream[..])?.expect("there is one message") {
//!     AnyMessageRef::ChannelEndpointChanged(message) => assert_eq!(message.channel_id, 7),
//!     other => panic!("{other:?} was not sent"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | all that follows, and what needs an operating system |
//! | `alloc` | owned messages; without it there are borrowed ones, and owned ones of fixed length |
//! | `bytes` | shared messages |
//! | `schema` | the wire format of the messages as data |
//! | `sri` | conversions between all messages and the structs of the Stratum reference implementation |
//!
//! [The book's page on these messages](https://github.com/codec-rs/codec/blob/main/docs/stratum-v2.md)
//! has a table of the fields of each, and another shows [the program `sv2`](https://github.com/codec-rs/codec/blob/main/docs/programs.md).
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod common;
pub mod extensions;
mod header;
pub mod job_declaration;
mod message;
pub mod mining;
mod negotiated;
#[cfg(feature = "sri")]
#[cfg_attr(docsrs, doc(cfg(feature = "sri")))]
pub mod sri;
mod subprotocol;
mod sv2_protocol;
pub mod template_distribution;
mod tlv;
mod tlv_protocol;
mod with_tlvs;

pub use header::{CHANNEL, FrameHeader, extension};
pub use message::{
    AnyMessage, AnyMessageRef, CommonMessage, CommonMessageRef, HandleAnyMessageFromClient,
    HandleAnyMessageFromClientAsync, HandleAnyMessageFromServer, HandleAnyMessageFromServerAsync,
    HandleCommonMessageFromClient, HandleCommonMessageFromClientAsync,
    HandleCommonMessageFromServer, HandleCommonMessageFromServerAsync,
    HandleJobDeclarationMessageFromClient, HandleJobDeclarationMessageFromClientAsync,
    HandleJobDeclarationMessageFromServer, HandleJobDeclarationMessageFromServerAsync,
    HandleMiningMessageFromClient, HandleMiningMessageFromClientAsync,
    HandleMiningMessageFromServer, HandleMiningMessageFromServerAsync,
    HandleTemplateDistributionMessageFromClient, HandleTemplateDistributionMessageFromClientAsync,
    HandleTemplateDistributionMessageFromServer, HandleTemplateDistributionMessageFromServerAsync,
    JobDeclarationMessage, JobDeclarationMessageRef, MiningMessage, MiningMessageRef,
    TemplateDistributionMessage, TemplateDistributionMessageRef, message_name,
};
pub use negotiated::Negotiated;
pub use subprotocol::Subprotocol;
pub use sv2_protocol::{
    JobDeclarationProtocol, MiningProtocol, Sv2Protocol, TemplateDistributionProtocol,
};
pub use tlv::{Tlv, TlvRef, Tlvs, TlvsRef, UserIdentity, UserIdentityRef, WORKER_HASHRATE};
pub use tlv_protocol::{Sv2TlvProtocol, TlvProtocol};
pub use with_tlvs::{WithTlvs, WithTlvsRef};
codec_core::shared! {
    pub use message::{
        AnyMessageShared, CommonMessageShared, JobDeclarationMessageShared, MiningMessageShared,
        TemplateDistributionMessageShared,
    };
    pub use tlv::{TlvShared, TlvsShared, UserIdentityShared};
    pub use with_tlvs::WithTlvsShared;
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
