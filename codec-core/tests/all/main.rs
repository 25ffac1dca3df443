//! The tests of this crate but for `sound` and `hostile`, which are built in other ways as well.
//!
//! A folder or file is a subject: `cargo test -p codec-core --test all -- stream::` runs one.

mod allocation;
mod author;
mod blocks;
#[cfg(feature = "serde")]
mod bridge;
mod clauses;
mod deque_ref;
mod exhaustive;
mod explain;
mod fields;
mod floors;
mod formats;
mod forms;
#[cfg(all(feature = "hashbrown", feature = "hashbrown-0-15"))]
mod hashbrown_0_15;
mod impl_plain;
mod indexed;
mod limits;
mod memory_bound;
mod packed;
mod proved;
mod push;
mod stream;
mod targets;
mod unsupported;
mod value;
mod wire_types;
#[cfg(feature = "zerocopy")]
mod zerocopy;
