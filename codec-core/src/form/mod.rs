//! The borrowed and shared forms of collections, whose elements are decoded on demand.
#![forbid(unsafe_code)]

pub(crate) mod box_ref;
pub(crate) mod deque_ref;
pub(crate) mod element;
#[cfg(feature = "alloc")]
pub(crate) mod entries;
pub(crate) mod forward;
pub(crate) mod key_order;
pub(crate) mod lazy;
pub(crate) mod lent;
pub(crate) mod map_key;
pub(crate) mod map_ref;
pub(crate) mod seq_ref;
#[cfg(feature = "bytes")]
pub(crate) mod seq_shared;
pub(crate) mod set_ref;
#[cfg(feature = "bytes")]
pub(crate) mod text_shared;
