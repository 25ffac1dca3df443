//! Values that own, borrow and share memory; `tools/miri.sh` runs these.
#![forbid(unsafe_code)]

mod borrowed;
mod drops;
mod generics;
mod shared;
