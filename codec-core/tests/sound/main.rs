//! Tests of what the unsafe code promises. They are few and quickly built, since Miri runs them, and
//! `tools/mutants.sh` for each of its changes.

mod counted;
mod map_ref;
mod runs;
mod seq_ref;
#[cfg(feature = "bytes")]
mod shared_types;
