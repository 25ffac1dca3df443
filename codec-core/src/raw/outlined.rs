//! A room that is filled by a function of its own, which gets it in registers.
//!
//! An output that is passed by reference lives in memory: its four fields are stored one by one
//! and loaded in pairs by the function that is called, and the other way round when it returns.
//! A load that spans two stores waits until both have left the processor's store buffer (store
//! forwarding fails), a dozen cycles each time. So the fields are arguments, and what is left of
//! the room is the result.
#![allow(unsafe_code)]

use core::marker::PhantomData;

use super::room::{Fill, Room};
use crate::error::{EncodeError, EncodeErrorKind};

/// Fills a room by a call: anything that can be [`Fill`] repeatedly, also as a trait object.
///
/// # Safety
/// [`fill_outlined`](Self::fill_outlined) returns what is left of the room that it got, and no more than
/// was left of it; as many bytes as it is less by have been initialised, from `at` on.
pub(crate) unsafe trait FillOutlined {
    /// Fills the room that has these fields.
    ///
    /// # Safety
    /// The invariant of [`Room`] holds for them for the time of the call.
    unsafe fn fill_outlined(
        &self,
        at: *mut u8,
        left: usize,
        len: usize,
        start: usize,
    ) -> Result<usize, EncodeError>;
}

// SAFETY: `go_on` does what the trait demands.
unsafe impl<W: Fill + Copy> FillOutlined for W {
    #[inline]
    unsafe fn fill_outlined(
        &self,
        at: *mut u8,
        left: usize,
        len: usize,
        start: usize,
    ) -> Result<usize, EncodeError> {
        // SAFETY: the caller's promise.
        unsafe { go_on(*self, at, left, len, start) }
    }
}

/// The one function for a type and format.
///
/// # Safety
/// The same as [`FillOutlined::fill_outlined`].
#[inline(never)]
unsafe fn go_on<W: Fill>(
    write: W,
    at: *mut u8,
    left: usize,
    len: usize,
    start: usize,
) -> Result<usize, EncodeError> {
    // The invariant holds by the caller's promise, for a lifetime that ends with this call.
    let room = Room { at, left, len, start, slice: PhantomData };
    let room = write.fill(room)?;
    // Another room may have been put in the place of this one: see `room::fill`.
    if (room.start, room.len) != (start, len) {
        return Err(EncodeError::new(EncodeErrorKind::ForeignWriter, room.written()));
    }
    Ok(room.left)
}

impl Room<'_> {
    /// Lets `write` fill what it needs of this room by a call. After an error nothing of that
    /// counts as written.
    #[inline(always)]
    pub(crate) fn outlined(
        &mut self,
        write: &(impl FillOutlined + ?Sized),
    ) -> Result<(), EncodeError> {
        // SAFETY: they are a room's fields, and the borrow of `self` keeps it from being
        // accessed meanwhile.
        let left = unsafe { write.fill_outlined(self.at, self.left, self.len, self.start) }?;
        // SAFETY: by the contract of `FillOutlined`, `left` is at most `self.left`, and the bytes
        // that `at` moves past have been initialised.
        self.at = unsafe { self.at.add(self.left - left) };
        self.left = left;
        Ok(())
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use crate::error::{EncodeError, EncodeErrorKind};
    use crate::raw::{Fill, Room, overwrite};

    /// Writes a byte twice.
    #[derive(Clone, Copy)]
    struct Twice(u8);

    impl Fill for Twice {
        fn fill(self, mut room: Room<'_>) -> Result<Room<'_>, EncodeError> {
            let full = EncodeError::new(EncodeErrorKind::BufferTooSmall, room.written());
            room.bytes(&[self.0; 2]).ok_or(full)?;
            Ok(room)
        }
    }

    #[test]
    fn what_comes_next_goes_on_after_what_a_call_wrote() {
        let mut bytes = [9; 8];
        let written = overwrite(&mut bytes, |mut room| {
            room.bytes(&[1]).expect("there is room");
            room.outlined(&Twice(2))?;
            assert_eq!((room.written(), room.left()), (3, 5));
            room.bytes(&[3]).expect("there is room");
            room.outlined(&Twice(4))?;
            assert_eq!((room.written(), room.left()), (6, 2));
            Ok(room)
        });
        assert_eq!(written, Ok(6));
        assert_eq!(bytes, [1, 2, 2, 3, 4, 4, 9, 9]);
    }

    #[test]
    fn after_an_error_nothing_of_a_call_counts() {
        let mut bytes = [9; 2];
        let written = overwrite(&mut bytes, |mut room| {
            room.bytes(&[1]).expect("there is room");
            let error = room.outlined(&Twice(2)).expect_err("there is no room");
            assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::BufferTooSmall, 1));
            assert_eq!((room.written(), room.left()), (1, 1));
            room.bytes(&[3]).expect("there is room");
            Ok(room)
        });
        assert_eq!((written, bytes), (Ok(2), [1, 3]));
    }
}
