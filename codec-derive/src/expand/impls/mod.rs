//! The implementations, one file each.

pub(super) mod borrow;
pub(super) mod decode;
pub(super) mod definition;
pub(super) mod delegated;
pub(super) mod encode;
pub(super) mod formats;
pub(super) mod header;
pub(super) mod message;
pub(super) mod push;
pub(super) mod remote;
pub(super) mod std_traits;
