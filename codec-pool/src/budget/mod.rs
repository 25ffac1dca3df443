//! What a peer, and a group of peers, may hold of a program's memory.
//!
//! A reader within a budget asks for room before it reads: what it may read is the room that
//! it was granted, so that no more can come than may be held. Of what was received, a frame that
//! is kept stays charged until it is dropped, wherever that is; the rest is granted again.
#![forbid(unsafe_code)]

mod account;
mod handle;
mod kept;
mod limits;
mod seat;
mod usage;

pub(crate) use account::Refused;
pub use handle::{Budget, BudgetCharge};
pub use limits::{BudgetLimits, OverBudget};
pub(crate) use seat::Seat;
pub use usage::BudgetUsage;
