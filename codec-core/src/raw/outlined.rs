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

/// The part of a room that is left, in registers. The lifetime is the room's name: no two have the
/// same, since it is invariant and what fills a room must accept any.
///
/// Invariant: with the [`Whole`] of the same name, these are the fields of a room.
pub(crate) struct Rest<'r> {
    at: *mut u8,
    left: usize,
    name: Name<'r>,
}

/// The other fields of the room of this name.
pub(crate) struct Whole<'r> {
    len: usize,
    start: usize,
    _name: Name<'r>,
}

/// Number of bytes that are left of the room of this name: all bytes before them are initialised.
/// Only [`go_on`] makes one.
pub(crate) struct Left<'r>(usize, Name<'r>);

type Name<'r> = PhantomData<fn(&'r ()) -> &'r ()>;

/// Fills a room by a call: anything that can be [`Fill`] repeatedly, also as a trait object.
pub(crate) trait FillOutlined {
    /// Fills the room that has these fields.
    fn fill_outlined<'r>(&self, rest: Rest<'r>, whole: Whole<'r>) -> Result<Left<'r>, EncodeError>;
}

impl<W: Fill + Copy> FillOutlined for W {
    #[inline]
    fn fill_outlined<'r>(&self, rest: Rest<'r>, whole: Whole<'r>) -> Result<Left<'r>, EncodeError> {
        go_on(*self, rest, whole)
    }
}

#[inline(never)]
fn go_on<'r, W: Fill>(
    write: W,
    Rest { at, left, name }: Rest<'r>,
    Whole { len, start, .. }: Whole<'r>,
) -> Result<Left<'r>, EncodeError> {
    // The invariant holds, for a lifetime that ends with this call.
    let room = Room { at, left, len, start, slice: PhantomData };
    let room = write.fill(room)?;
    // Another room may have been put in the place of this one: see `room::fill`.
    if (room.start, room.len) != (start, len) {
        return Err(EncodeError::new(EncodeErrorKind::ForeignWriter, room.written()));
    }
    Ok(Left(room.left, name))
}

impl Room<'_> {
    /// Lets `write` fill what it needs of this room by a call. After an error nothing of that
    /// counts as written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn outlined(
        &mut self,
        write: &(impl FillOutlined + ?Sized),
    ) -> Result<(), EncodeError> {
        self.named(|rest, whole| write.fill_outlined(rest, whole))
    }

    /// Gives this room a name. The borrow of `self` keeps it from being accessed meanwhile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn named(
        &mut self,
        write: impl for<'r> FnOnce(Rest<'r>, Whole<'r>) -> Result<Left<'r>, EncodeError>,
    ) -> Result<(), EncodeError> {
        let rest = Rest { at: self.at, left: self.left, name: PhantomData };
        let whole = Whole { len: self.len, start: self.start, _name: PhantomData };
        let Left(left, _) = write(rest, whole)?;
        // SAFETY: by the invariant of `Rest`, `left` is of this very room: no more than before, and
        // the bytes that `at` moves past have been initialised. Trusts `go_on`.
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
    fn writing_continues_after_an_outlined_call() {
        let mut bytes = [9; 8];
        let written = overwrite(&mut bytes, |mut room| {
            room.bytes(&[1]).expect("there is room");
            room.outlined(&Twice(2))?;
            assert_eq!((room.written(), room.left()), (3, 5));
            room.bytes(&[3]).expect("there is room");
            room.outlined(&Twice(4))?;
            assert_eq!((room.written(), room.left()), (6, 2));
            assert_eq!(room.written_since(3), [3, 4, 4]);
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
