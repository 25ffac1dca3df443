//! Types of other crates, each under a feature with its name.

#[cfg(feature = "arrayvec")]
mod arrayvec;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "hashbrown")]
mod hashbrown;
#[cfg(feature = "heapless")]
mod heapless;
#[cfg(any(feature = "arrayvec", feature = "heapless"))]
mod in_place;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(feature = "smallvec")]
mod smallvec;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "uuid")]
mod uuid;
