//! Messages of a gateway between programs and industrial controllers: writes of tags, with values
//! of all types, and subscriptions, whose updates carry records. Sending a message, or reading it
//! in place, allocates nothing.
//!
//! The layout was designed for this crate and is specified in [the book](https://github.com/codec-rs/codec/blob/main/docs/industrial.md)
//! with [a table of the fields of each message](https://github.com/codec-rs/codec/blob/main/docs/industrial-messages.md): a fixed part of 36 bytes before the value of a write, handles (numbers and signatures) instead of names, strings
//! in UTF-16, times in units of 100 ns.
//!
//! ```
//! use codec_core::Protocol;
//! use codec_industrial::{AnyMessageRef, Gateway, Name, OutgoingValue, Place, Session, Time, ValueRef};
//! use codec_pool::Pool;
//!
//! let mut session = Session::new(&Pool::default());
//! let place = Place { domain: 1, platform: 2, engine: 3 };
//! let tank = Name { number: 4, text: "Tank_001" };
//! let level = Name { number: 5, text: "Level.PV" };
//! let handle = session.handle(place, tank, level);
//! let frame = session.write(handle, Time(7), OutgoingValue::text("Motör")?)?;
//!
//! // The frame's header has eight bytes.
//! let AnyMessageRef::Write(write) = Gateway::decode_ref(1, &frame[8..])? else { panic!() };
//! assert_eq!((write.handle, write.time), (handle, Time(7)));
//! assert!(matches!(write.value, ValueRef::Text(text) if text == "Motör"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Write`] is a received write, in three forms; [`OutgoingWrite`] is one to be sent, which
//!   borrows the program's values.
//! * [`Signatures`] caches the signatures of names, up to a configurable number.
//! * [`Session`] is the state of one side: cache, sequence numbers, and memory for the last frame.
//! * [`Subscription`] finds the tag for each record of an update, and detects lost updates.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

/// The README's example, compiled and run as everything else is.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;

mod handle;
mod message;
#[cfg(feature = "std")]
mod session;
mod signature;
#[cfg(feature = "std")]
mod signatures;
mod subscription;
#[cfg(feature = "std")]
mod system_time;
mod time;
mod value;
mod write;

pub use handle::{Handle, Name, Place};
pub use message::{AnyMessage, AnyMessageRef, FrameHeader, Gateway, VERSION};
#[cfg(feature = "std")]
pub use session::Session;
pub use signature::signature;
#[cfg(feature = "std")]
pub use signatures::Signatures;
#[cfg(feature = "alloc")]
pub use subscription::Subscription;
pub use subscription::{
    Gap, OutgoingSubscribe, Record, RecordRef, Subscribe, SubscribeRef, Update, UpdateRef,
};
pub use time::Time;
pub use value::{OutgoingValue, Value, ValueRef};
pub use write::{OutgoingWrite, Write, WriteRef, WriteResult};
codec_core::shared! {
    pub use message::AnyMessageShared;
    pub use subscription::{RecordShared, SubscribeShared, UpdateShared};
    pub use value::ValueShared;
    pub use write::WriteShared;
}
