//! Targets extended by bytes just written.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

#[cfg(any(feature = "alloc", feature = "bytes"))]
use super::room::Fill;
use super::room::{self, Room};
use crate::error::EncodeError;
#[cfg(any(feature = "alloc", feature = "bytes"))]
use crate::error::EncodeErrorKind;

/// Lets `write` fill `len` bytes of what a target has room for, and appends what was written.
macro_rules! append {
    ($(#[$feature:meta] $name:ident: $target:ty, $grown:ident, $reserve:expr;)*) => {$(
        #[$feature]
        #[inline(always)]
        pub(crate) fn $name(
            target: &mut $target,
            len: usize,
            write: impl Fill,
        ) -> Result<usize, EncodeError> {
            // One comparison where there is room.
            if target.capacity() - target.len() < len {
                let (grown, enough) = $grown(core::mem::take(target), len);
                *target = grown;
                if !enough {
                    return Err(EncodeError::new(EncodeErrorKind::OutOfMemory, 0));
                }
            }
            // SAFETY: the spare capacity is `len` or more, by the comparison or by what `reserve`
            // and `try_reserve` promise when they return (`Vec`, `BytesMut`: "capacity will be
            // greater than or equal to self.len() + additional").
            let room = unsafe { target.spare_capacity_mut().get_unchecked_mut(..len) };
            let written = room::fill(room, write)?;
            // SAFETY: `room::fill` vouches that this many bytes from the target's
            // length on are initialised, at most `len`, for which there is room.
            unsafe { target.set_len(target.len() + written) };
            Ok(written)
        }

        /// The target with room for `len` more bytes, and whether it has that. A call, so that
        /// nothing of it is inlined, and by value: a vector whose address a call got would have to
        /// lie in memory where there is room as well.
        #[$feature]
        #[cold]
        #[inline(never)]
        fn $grown(mut target: $target, len: usize) -> ($target, bool) {
            let reserve: fn(&mut $target, usize) -> bool = $reserve;
            let enough = reserve(&mut target, len);
            (target, enough)
        }
    )*};
}

append! {
    #[cfg(feature = "alloc")] append_to_vec: alloc::vec::Vec<u8>, grown_vec,
        |vec, len| vec.try_reserve(len).is_ok();
    #[cfg(feature = "bytes")] append_to_bytes_mut: bytes::BytesMut, grown_bytes_mut,
        |bytes, len| { bytes.reserve(len); true };
}

/// Lets `write` overwrite initialised bytes.
#[inline(always)]
pub(crate) fn overwrite(
    bytes: &mut [u8],
    write: impl FnOnce(Room<'_>) -> Result<Room<'_>, EncodeError>,
) -> Result<usize, EncodeError> {
    let (start, len) = (bytes.as_mut_ptr().cast::<MaybeUninit<u8>>(), bytes.len());
    // SAFETY: same address, length and layout, borrowed for the call. A `Room`
    // only ever stores initialised bytes, so the slice is initialised afterwards.
    room::fill(unsafe { core::slice::from_raw_parts_mut(start, len) }, write)
}
