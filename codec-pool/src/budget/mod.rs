//! Limits of what a peer, and a group of peers, may hold of a program's memory.
//!
//! A reader within a budget requests a grant before it reads, and reads no more than it was
//! granted, so no more can arrive than may be held. A frame that is kept stays charged until it is
//! dropped, on whatever thread; the rest of what was received is granted again.
#![forbid(unsafe_code)]

mod account;
mod handle;
mod kept;
mod limits;
#[cfg(all(test, loom))]
mod models;
mod seat;
mod usage;
mod wait;

pub use handle::{Budget, BudgetCharge};
pub use limits::{BudgetLimits, OverBudget};
pub(crate) use seat::Seat;
pub use usage::BudgetUsage;
