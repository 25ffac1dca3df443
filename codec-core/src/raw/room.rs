//! Room for encoded bytes.
#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::copy::copy;
use crate::error::{EncodeError, EncodeErrorKind};

/// Room for encoded bytes, filled from the front: a pointer and what is left.
///
/// To cut the front off a `&mut` slice, another slice has to be left there meanwhile,
/// which the optimiser stores wherever the writer lives in memory.
///
/// Invariant: `at` is in an allocation with `len - left` initialised bytes before it and
/// `left` after it that are valid for writes; for `'w` nothing else accesses any of them.
/// `at` only moves past bytes that have been initialised.
#[derive(Debug)]
pub(crate) struct Room<'w> {
    pub(super) at: *mut u8,
    pub(super) left: usize,
    pub(super) len: usize,
    /// Address of the whole room, by which its owner distinguishes it from another one.
    pub(super) start: usize,
    pub(super) slice: PhantomData<&'w mut [MaybeUninit<u8>]>,
}

// SAFETY: it stands for a `&mut [MaybeUninit<u8>]`, which may be sent and shared.
unsafe impl Send for Room<'_> {}
// SAFETY: as above.
unsafe impl Sync for Room<'_> {}

impl<'w> Room<'w> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(slice: &'w mut [MaybeUninit<u8>]) -> Self {
        // The invariant holds: that is what a unique borrow is.
        Self {
            left: slice.len(),
            len: slice.len(),
            start: slice.as_ptr().addr(),
            at: slice.as_mut_ptr().cast(),
            slice: PhantomData,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn left(&self) -> usize {
        self.left
    }

    /// Number of bytes that were written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn written(&self) -> usize {
        self.len - self.left
    }

    /// The bytes that were written after the first `mark`; none when there are not so
    /// many.
    pub(crate) const fn written_since(&mut self, mark: usize) -> &mut [u8] {
        let count = self.written().saturating_sub(mark);
        // SAFETY: `count` is at most the number of bytes written, and that many before `at` are
        // initialised and this room's alone, by the invariant of `Room`; the borrow of `self` keeps
        // the room from being written to meanwhile.
        unsafe { core::slice::from_raw_parts_mut(self.at.sub(count), count) }
    }

    /// The next `len` bytes, and the place after them, where `at` goes once they are initialised;
    /// `None` when fewer are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn next(&mut self, len: usize) -> Option<(&mut [MaybeUninit<u8>], *mut u8)> {
        if self.left < len {
            return None;
        }
        // SAFETY: the invariant of `Room` and the check; the borrow of `self` keeps the room from
        // being written to meanwhile.
        Some(unsafe { (core::slice::from_raw_parts_mut(self.at.cast(), len), self.at.add(len)) })
    }

    /// Writes the first `len` of `all`, or returns `None` when there is no room for all
    /// of them: in one piece, of which the rest is written over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn front<const N: usize>(&mut self, all: &[u8; N], len: usize) -> Option<()> {
        if self.left < N || len > N {
            return None;
        }
        // SAFETY: the invariant of `Room` and the check: N bytes at `at` may be written.
        // `[u8; N]` has alignment 1. Afterwards they are initialised, and the
        // rest of the room begins after `len <= N` of them.
        unsafe {
            self.at.cast::<[u8; N]>().write(*all);
            self.at = self.at.add(len);
        }
        self.left -= len;
        Some(())
    }

    /// Like [`front`](Self::front), for a length that only the value knows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn bytes(&mut self, bytes: &[u8]) -> Option<()> {
        let Some((part, end)) = self.next(bytes.len()) else {
            return None;
        };
        copy(part, bytes);
        self.at = end;
        self.left -= bytes.len();
        Some(())
    }

    /// Writes `N` bytes for each item, or returns `None` when there is no room for all of them or
    /// an item has none: nothing counts as written then. No item ends the loop early, so that it
    /// becomes one of SIMD registers, or a copy.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn arrays<T, const N: usize>(
        &mut self,
        items: &[T],
        mut bytes: impl FnMut(&T) -> Option<[u8; N]>,
    ) -> Option<()> {
        let len = items.len().checked_mul(N)?;
        if self.left < len {
            return None;
        }
        let (mut at, mut all) = (self.at, true);
        for item in items {
            let next = bytes(item);
            all &= next.is_some();
            // SAFETY: the invariant of `Room` and the check: as many bytes at `self.at` may be
            // written as there are items, times N, and `at` is N further with each item. `[u8; N]`
            // has alignment 1.
            unsafe {
                at.cast::<[u8; N]>().write(next.unwrap_or([0; N]));
                at = at.add(N);
            }
        }
        if !all {
            return None;
        }
        // The loop has initialised `len` bytes, and `at` is after them.
        self.at = at;
        self.left -= len;
        Some(())
    }

    /// Writes items that have as many bytes in memory as they are encoded in: copies all of them,
    /// and lets `write` encode each, read from its place in the room, over itself. Where the bytes
    /// are the same, the optimiser finds that they are stored where they were loaded from, and one
    /// copy of all items is left. After an error nothing counts as written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn copied<T: Copy>(
        &mut self,
        items: &[T],
        write: impl for<'r> Fn(&T, Room<'r>) -> Result<Room<'r>, EncodeError>,
    ) -> Result<(), EncodeError> {
        let len = size_of_val(items);
        let Some((room, end)) = self.next(len) else {
            return Err(EncodeError::new(EncodeErrorKind::BufferTooSmall, 0));
        };
        // SAFETY: the bytes of `items`, which are borrowed; padding need not be initialised.
        room.copy_from_slice(unsafe { core::slice::from_raw_parts(items.as_ptr().cast(), len) });
        for part in room.chunks_exact_mut(size_of::<T>().max(1)) {
            // SAFETY: the bytes there are a copy of those of a `T`, which is `Copy`.
            let item = unsafe { part.as_ptr().cast::<T>().read_unaligned() };
            let written = fill(part, of_any_room(|room| write(&item, room)))?;
            if written != size_of::<T>() {
                return Err(EncodeError::new(EncodeErrorKind::InvalidValue, written));
            }
        }
        // `fill` vouches for each item that all of its bytes are initialised.
        self.at = end;
        self.left -= len;
        Ok(())
    }

    /// Lets `write` fill the next `len` bytes, all of them; after an error
    /// none of them counts as written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn part(
        &mut self,
        len: usize,
        write: impl FnOnce(Room<'_>) -> Result<Room<'_>, EncodeError>,
    ) -> Result<(), EncodeError> {
        let Some((part, end)) = self.next(len) else {
            return Err(EncodeError::new(EncodeErrorKind::BufferTooSmall, 0));
        };
        let written = fill(part, write)?;
        if written != len {
            return Err(EncodeError::new(EncodeErrorKind::InvalidValue, written));
        }
        // `fill` vouches that all of them are initialised.
        self.at = end;
        self.left -= len;
        Ok(())
    }
}

/// Fills a room: a closure, or a value of a type with a method that is always inlined, which a
/// closure can't be. The compiler optimises a closure by itself, and again in its caller.
pub(crate) trait Fill {
    /// Writes to the room and returns it.
    fn fill(self, room: Room<'_>) -> Result<Room<'_>, EncodeError>;
}

impl<W: FnOnce(Room<'_>) -> Result<Room<'_>, EncodeError>> Fill for W {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, room: Room<'_>) -> Result<Room<'_>, EncodeError> {
        self(room)
    }
}

/// A closure that takes a room of any lifetime, which the compiler does not infer through [`Fill`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_any_room<W: for<'r> FnOnce(Room<'r>) -> Result<Room<'r>, EncodeError>>(write: W) -> W {
    write
}

/// Lets `write` fill `room` from its start, and returns how many bytes it
/// wrote: that many bytes at the start of `room` are initialised.
///
/// An `encode` is given its writer by `&mut` and may put another one there. The
/// address and length of the room distinguish them: the room is borrowed until
/// `write` returns, so no other room can have been made over it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fill(room: &mut [MaybeUninit<u8>], write: impl Fill) -> Result<usize, EncodeError> {
    let place = (room.as_ptr().addr(), room.len());
    let out = write.fill(Room::new(room))?;
    if (out.start, out.len) != place {
        return Err(EncodeError::new(EncodeErrorKind::ForeignWriter, out.written()));
    }
    Ok(out.written())
}
