//! The tests of the pool in one binary. Those that count what all threads allocate (`leaks`) or
//! that log for the whole process (`events`) have their own.
#![forbid(unsafe_code)]

mod accept;
#[cfg(feature = "tokio")]
mod aio;
mod allocations;
mod blocked;
mod broadcast;
mod budget;
mod connection;
mod errors;
mod faults;
mod frames;
#[cfg(feature = "tokio")]
#[path = "support/halting.rs"]
mod halting;
mod headers;
mod holders;
mod hostile_memory;
mod kept;
#[path = "support/ledger.rs"]
mod ledger;
mod limits;
#[cfg(feature = "metrics")]
mod metrics;
#[path = "support/model/mod.rs"]
mod model;
mod never_overwritten;
mod options;
mod park;
#[cfg(unix)]
mod pending;
mod pool_counts;
mod progress;
mod protocol;
#[path = "support/random.rs"]
mod random;
mod sealed;
mod send_sync;
mod send_with;
mod shards;
mod splits;
#[path = "support/tagged.rs"]
mod tagged;
#[path = "support/talk.rs"]
mod talk;
#[path = "support/toy_seal.rs"]
mod toy_seal;
mod unknown;
#[path = "support/until.rs"]
mod until;
mod waiting;
mod writer;
