//! Targets extended by bytes just written.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

#[cfg(any(feature = "alloc", feature = "bytes"))]
use super::room::Fill;
use super::room::{self, Room};
use crate::error::EncodeError;
#[cfg(feature = "alloc")]
use crate::error::EncodeErrorKind;

/// Reserves `len` bytes, lets `write` fill them, and appends what was written.
macro_rules! append {
    ($(#[$feature:meta] $name:ident: $target:ty, $reserve:expr;)*) => {$(
        #[$feature]
        #[inline(always)]
        pub(crate) fn $name(
            target: &mut $target,
            len: usize,
            write: impl Fill,
        ) -> Result<usize, EncodeError> {
            let reserve: fn(&mut $target, usize) -> bool = $reserve;
            if !reserve(target, len) {
                return Err(EncodeError::new(EncodeErrorKind::OutOfMemory, 0));
            }
            let written = room::fill(&mut target.spare_capacity_mut()[..len], write)?;
            // SAFETY: `room::fill` vouches that this many bytes from the target's
            // length on are initialised, at most `len`, for which there is room.
            unsafe { target.set_len(target.len() + written) };
            Ok(written)
        }
    )*};
}

append! {
    #[cfg(feature = "alloc")] append_to_vec: alloc::vec::Vec<u8>,
        |vec, len| vec.try_reserve(len).is_ok();
    #[cfg(feature = "bytes")] append_to_bytes_mut: bytes::BytesMut,
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
