//! Types that are decoded from pieces, each with its state, sorted by where they come from.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
mod alloc;
mod core;
mod ext;
#[cfg(feature = "std")]
mod std;
mod wire;

use super::leaf::{collected, leaf};
