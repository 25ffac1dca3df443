//! Assertions for tests on what an operation allocates: how often, how many bytes in all, and
//! how many at once. Where the operation decodes a value, a failure names the fields whose
//! decoding allocates.
//!
//! ```
//! use codec_alloc::assert_allocations;
//! use codec_core::{Decode, Encode, Format, Sv2, wire::Str0255};
//!
//! #[derive(Encode, Decode)]
//! #[codec(borrow)]
//! struct Login { user: Str0255, worker: Str0255 }
//!
//! let login = Login { user: "jo".try_into()?, worker: "rig 1".try_into()? };
//! let bytes = Sv2::to_vec(&login)?;
//! assert_allocations!(Sv2::to_vec(&login), 1);
//! assert_allocations!(Sv2::from_slice::<Login>(&bytes), 0);
//! assert_allocations!(Sv2::from_slice_ref::<LoginRef<'_>>(&bytes), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is counted
//!
//! The allocations of the thread that runs the assertion, by any code in the program, and none of
//! other threads: tests may run in parallel. A reallocation counts as one allocation of its new
//! size. Freeing is counted separately and only affects the limit on [`peak`](Allocations::peak). A
//! first use that fills a cache is counted too: to exclude it, run the operation once before.
//!
//! # The allocator
//!
//! A program that depends on this crate gets its counting allocator, which forwards to the
//! system's. There is one global allocator in a program, so this crate belongs under
//! `[dev-dependencies]`, in tests that don't set one. It counts in every build; limits that hold in
//! an unoptimised test hold in a release build as well, since an optimiser removes allocations and
//! adds none.
//!
//! # In this crate
//!
//! * [`assert_allocations!`], [`assert_allocated_bytes!`] and [`assert_peak_bytes!`] check one
//!   operation against a limit.
//! * [`measure`] counts, for assertions of any other kind; [`average`] counts many runs.
//! * [`fields`] and [`fields_ref`] find the fields of a value that allocate.
//! * [`Limits`] is a file of limits for many operations, each with a name.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

/// The README's example, compiled and run as everything else is.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod assert;
mod count;
mod fields;
mod limit;
mod limits;
mod probe;

pub use count::{Allocations, Average, average, measure};
pub use fields::{FieldAllocations, Fields, fields, fields_ref};
pub use limit::Limit;
pub use limits::{Limits, ParseLimitsError};

#[doc(hidden)]
pub mod __private {
    //! Items that the macros use.
    pub use crate::assert::{Kind, hold, hold_decode, hold_decode_ref};
}
