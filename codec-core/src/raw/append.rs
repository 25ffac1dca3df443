//! Targets extended by bytes just written.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

#[cfg(any(feature = "alloc", feature = "bytes"))]
use super::room::Fill;
use super::room::{self, Room};
use crate::error::EncodeError;
#[cfg(any(feature = "alloc", feature = "bytes"))]
use crate::error::EncodeErrorKind;

/// Makes room for `len` bytes, lets `write` fill them, and appends what was written.
macro_rules! append {
    ($(#[$feature:meta] $name:ident: $target:ty, $reserve:expr;)*) => {$(
        #[$feature]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn $name(
            target: &mut $target,
            len: usize,
            write: impl Fill,
        ) -> Result<usize, EncodeError> {
            let reserve: fn(&mut $target, usize) -> bool = $reserve;
            // The reserved space is there: asked again, the comparison before finds it.
            let room = reserve(target, len).then(|| target.spare_capacity_mut().get_mut(..len));
            let Some(Some(room)) = room else {
                return Err(EncodeError::new(EncodeErrorKind::OutOfMemory, 0));
            };
            let written = room::fill(room, write)?;
            // SAFETY: this many bytes from the target's length on are initialised, at most `len`,
            // for which there is room. Trusts `room::fill`.
            unsafe { target.set_len(target.len() + written) };
            Ok(written)
        }
    )*};
}

append! {
    #[cfg(feature = "alloc")] append_to_vec: alloc::vec::Vec<u8>, has_room;
    #[cfg(feature = "bytes")] append_to_bytes_mut: bytes::BytesMut,
        |bytes, len| { bytes.reserve(len); true };
}

/// Returns whether a vector has room for `len` more bytes, by one comparison, or could be given it.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn has_room(vec: &mut alloc::vec::Vec<u8>, len: usize) -> bool {
    if vec.capacity() - vec.len() >= len {
        return true;
    }
    let (grown, enough) = grown(core::mem::take(vec), len);
    *vec = grown;
    enough
}

/// The vector with room for `len` more bytes, and whether it has that. A call, so that nothing of
/// it is inlined, and by value: a vector whose address a call got would have to be in memory where
/// there is room as well. It does not panic, so that the vector is never lost.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
fn grown(mut vec: alloc::vec::Vec<u8>, len: usize) -> (alloc::vec::Vec<u8>, bool) {
    let enough = vec.try_reserve(len).is_ok();
    (vec, enough)
}

/// Lets `write` overwrite initialised bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn overwrite(
    bytes: &mut [u8],
    write: impl FnOnce(Room<'_>) -> Result<Room<'_>, EncodeError>,
) -> Result<usize, EncodeError> {
    let (start, len) = (bytes.as_mut_ptr().cast::<MaybeUninit<u8>>(), bytes.len());
    // SAFETY: same address, length and layout, borrowed for the call. By the invariant of `Room` only
    // initialised bytes are stored, so the slice is initialised afterwards.
    room::fill(unsafe { core::slice::from_raw_parts_mut(start, len) }, write)
}
