//! Targets that a whole value can be encoded to.
#![forbid(unsafe_code)]

use core::mem::MaybeUninit;

use super::output::Output;
use crate::error::{EncodeError, EncodeErrorKind};
use crate::raw::{self, Room};

/// A target of [`Format::encode_into`](crate::Format::encode_into): a slice is
/// filled from its start, `Vec<u8>` and `BytesMut` are appended to and keep
/// their capacity.
///
/// A `Vec<u8>` or `BytesMut` is as long as before after an error, and what it held is as it was. A
/// slice is not written to when it is too short; after another error, its content is unspecified.
/// With the feature `optimize_for_size` on a machine of 32 bits or less, the content of a slice is
/// unspecified after any error: a value is written without counting its length first.
pub trait Target {
    /// Number of bytes that it has room for, if it knows that at once.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(&self) -> usize {
        0
    }

    /// Makes room for exactly `len` bytes, lets `write` fill it, and returns
    /// the number of bytes written.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall), and those of
    /// `write`; nothing is appended then.
    fn write_with(
        &mut self,
        len: usize,
        write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
    ) -> Result<usize, EncodeError>;

    /// Like [`write_with`](Self::write_with), for a `write` that may be called
    /// again: a target that has room already needn't know the length first.
    ///
    /// # Errors
    /// The errors of `write`; nothing is appended then. A slice may have been written to, see
    /// [`Target`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_again(
        &mut self,
        len: impl FnOnce() -> usize,
        write: impl FnMut(Output<'_>) -> Result<Output<'_>, EncodeError>,
    ) -> Result<usize, EncodeError> {
        self.write_with(len(), write)
    }
}

/// Tries the room that a growing target has, and makes room when that is not
/// enough. Most buffers are reused and have it: the value is then written without
/// computing its length first.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn try_room(
    room: usize,
    len: impl FnOnce() -> usize,
    mut append: impl FnMut(usize) -> Result<usize, EncodeError>,
) -> Result<usize, EncodeError> {
    let (mut room, mut len) = (room, Some(len));
    loop {
        if room > 0 || len.is_none() {
            match append(room) {
                Err(error) if error.kind() == EncodeErrorKind::BufferTooSmall && len.is_some() => {}
                outcome => return outcome,
            }
        }
        room = len.take().map_or(0, |len| len());
    }
}

/// `true` if a slice is written to before it is known to have room, which takes no code to count
/// the length: on small machines, whose programs are to be small.
const SMALL: bool = cfg!(feature = "optimize_for_size") && usize::BITS <= 32;

/// Turns a function that fills an output into one that `raw` can call with a room.
#[cfg_attr(not(debug_assertions), inline(always))]
fn by_room(
    write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
) -> impl FnOnce(Room<'_>) -> Result<Room<'_>, EncodeError> {
    |room| write(Output::over(room)).map(Output::into_room)
}

/// A slice or an array, which `$fill` fills.
macro_rules! slices {
    ($($(#[$doc:meta])* $({$($params:tt)*})? $slice:ty: $fill:ident;)*) => {$(
        $(#[$doc])*
        impl$(<$($params)*>)? Target for $slice {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn room(&self) -> usize {
                self.len()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_with(
                &mut self,
                len: usize,
                write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
            ) -> Result<usize, EncodeError> {
                match self.get_mut(..len) {
                    Some(room) => raw::$fill(room, by_room(write)),
                    None => Err(EncodeError::new(EncodeErrorKind::BufferTooSmall, 0)),
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_again(
                &mut self,
                len: impl FnOnce() -> usize,
                write: impl FnMut(Output<'_>) -> Result<Output<'_>, EncodeError>,
            ) -> Result<usize, EncodeError> {
                Target::write_with(self, if SMALL { self.len() } else { len() }, write)
            }
        }
    )*};
}

slices! {
    [u8]: overwrite;
    {const N: usize} [u8; N]: overwrite;
    /// Memory that need not be initialised. After success, the number of bytes
    /// returned is initialised, from the start; unsafe code may rely on it.
    [MaybeUninit<u8>]: fill;
}

/// A target that grows.
macro_rules! growing {
    ($(#[$feature:meta] $target:ty: $append:ident;)*) => {$(
        #[$feature]
        impl Target for $target {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn room(&self) -> usize {
                self.capacity() - self.len()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_with(
                &mut self,
                len: usize,
                write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
            ) -> Result<usize, EncodeError> {
                raw::$append(self, len, by_room(write))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_again(
                &mut self,
                len: impl FnOnce() -> usize,
                mut write: impl FnMut(Output<'_>) -> Result<Output<'_>, EncodeError>,
            ) -> Result<usize, EncodeError> {
                try_room(self.room(), len, |room| raw::$append(self, room, by_room(&mut write)))
            }
        }
    )*};
}

growing! {
    #[cfg(feature = "alloc")] alloc::vec::Vec<u8>: append_to_vec;
    #[cfg(feature = "bytes")] bytes::BytesMut: append_to_bytes_mut;
}
