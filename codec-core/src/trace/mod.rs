//! Records that a reader makes while it decodes: nothing, or everything.
//!
//! Field paths in errors, annotated dumps and inspectors come from this one
//! mechanism. A plain format's record is `()`, whose methods are empty, so a
//! plain decode pays nothing for it.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
mod dump;
#[cfg(feature = "alloc")]
pub(crate) mod explain;
#[cfg(feature = "alloc")]
mod unwritten;

#[cfg(feature = "alloc")]
pub use crate::record::{Name, Node, Recorder};
pub use crate::record::{Supply, Trace, Value};
#[cfg(feature = "alloc")]
pub use explain::{Explanation, explain, explain_message, explain_payload};
#[cfg(feature = "alloc")]
pub use unwritten::{Unwritten, explain_encode};
