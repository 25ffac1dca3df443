//! The pool: who gets a chunk and who waits, with counts, and holders by call site.
#![forbid(unsafe_code)]

mod builder;
mod error;
mod events;
mod excess;
mod free_lists;
mod handle;
mod holders;
mod large;
mod payer;
mod refusal;
mod shards;
mod shared;
#[cfg(all(test, loom))]
mod shared_models;
mod stats;
mod waiting;

pub use builder::{Policy, PoolBuilder};
pub use error::PoolError;
pub use excess::{BudgetLimit, Excess};
pub(crate) use handle::Lease;
pub use handle::Pool;
pub use holders::{Holder, Holders};
pub(crate) use payer::{Charged, Payer};
pub use refusal::Refusal;
pub(crate) use shared::worthwhile;
pub use stats::PoolStats;
#[cfg(feature = "tokio")]
pub(crate) use waiting::Ticket;
pub(crate) use waiting::{Request, WaitMode, deadline, thread_waker};
