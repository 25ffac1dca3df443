//! Wire formats: the traits, one file per format, and the formats that wrap others.
#![forbid(unsafe_code)]

mod bincode;
mod bincode_varint;
mod borsh;
mod calls;
mod compact;
mod consensus;
pub(crate) mod context;
pub(crate) mod delegate;
mod endian;
pub(crate) mod int;
mod layout;
mod map_order;
mod number;
mod postcard;
mod rules;
pub(crate) mod size;
mod strict;
mod sv2;
#[cfg(feature = "alloc")]
mod traced;
pub(crate) mod unsupported;
mod utf8_char;
pub mod varint;

pub use bincode::Bincode;
pub use bincode_varint::BincodeVarint;
pub use borsh::Borsh;
pub use calls::Format;
pub use compact::Compact;
pub use consensus::Consensus;
pub use context::{Context, In};
pub use endian::{BigEndian, Fixed, LittleEndian};

pub use layout::Layout;
pub use map_order::MapOrder;
pub use number::NumberLayout;
pub use postcard::Postcard;
pub use rules::{Quirk, Rules};
pub use strict::Strict;
pub use sv2::Sv2;
#[cfg(feature = "alloc")]
pub use traced::Traced;
pub use unsupported::Unsupported;
