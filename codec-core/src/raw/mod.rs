//! All unsafe code of this crate, one purpose per file.

#[cfg(feature = "alloc")]
mod allocate;
mod append;
pub(crate) mod ascii;
#[cfg(feature = "alloc")]
mod building;
#[cfg(all(test, feature = "std"))]
mod copied_tests;
mod copy;
#[cfg(all(test, feature = "std"))]
pub(crate) mod failing;
mod fill;
mod lazy;
mod outlined;
#[cfg(feature = "stream")]
pub(crate) mod piece;
mod room;
pub(crate) mod slot;
#[cfg(feature = "schema")]
mod static_ref;
#[cfg(all(test, feature = "std"))]
mod tests;
mod text;

#[cfg(feature = "alloc")]
pub(crate) use allocate::{append_bytes, boxed, copied, room_for, vector};
#[cfg(feature = "bytes")]
pub(crate) use append::append_to_bytes_mut;
#[cfg(feature = "alloc")]
pub(crate) use append::append_to_vec;
pub(crate) use append::overwrite;
#[cfg(feature = "alloc")]
pub(crate) use building::Building;
pub(crate) use copy::SHORT;
pub(crate) use fill::{built, try_array};
#[cfg(feature = "alloc")]
pub(crate) use fill::{try_extend, try_extend_chunks, try_extend_copied};
pub(crate) use lazy::{Lazy, Lend, ReadFront};
pub(crate) use outlined::FillOutlined;
pub(crate) use room::{Fill, Room, fill};
#[cfg(feature = "schema")]
pub(crate) use static_ref::{StaticData, StaticRef};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use text::high_bits_of_16;
#[cfg(feature = "alloc")]
pub(crate) use text::{append_bools, replace_string, string};
pub(crate) use text::{bytes_of, short_ascii, short_ascii_at_end};
