//! Bytes that are borrowed while more are appended.
#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::cell::{Cell, UnsafeCell};

/// A vector that is appended to within its capacity while its bytes are borrowed.
///
/// Invariant: no reference to the vector itself outlives a call of a method here.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    vec: UnsafeCell<Vec<u8>>,
    /// Invariant: the vector's capacity has room for so many more bytes.
    room: Cell<usize>,
}

impl Piece {
    /// The bytes of `vec`, and room for as many as its capacity has.
    pub(crate) const fn new(vec: Vec<u8>) -> Self {
        let room = Cell::new(vec.capacity() - vec.len());
        Self { vec: UnsafeCell::new(vec), room }
    }

    /// The vector, with all that was appended.
    pub(crate) fn into_inner(self) -> Vec<u8> {
        self.vec.into_inner()
    }

    /// The bytes so far.
    pub(crate) fn bytes(&self) -> &[u8] {
        // The slice is in the vector's allocation: `append`, the only method that changes
        // anything, neither moves that nor writes to those bytes, and the allocation is
        // given back no earlier than `self`, which stays borrowed.
        // SAFETY: By the invariant of `Piece` there is no unique reference to the vector, and this
        // one ends here; what the slice refers to stays as it is, as said above.
        unsafe { (*self.vec.get()).as_slice() }
    }

    /// Number of bytes that can be appended.
    pub(crate) fn room(&self) -> usize {
        self.room.get()
    }

    /// Appends as many of `bytes` as there is room for, and says how many.
    pub(crate) fn append(&self, bytes: &[u8]) -> usize {
        let len = bytes.len().min(self.room());
        self.room.set(self.room.get() - len);
        // The type is not `Sync`, so no other thread is here, and the call runs no foreign code. What was
        // borrowed of the memory is before the length and stays; `bytes` may be of that.
        // SAFETY: By the invariant of `Piece` there is no other reference to the vector, and by that of
        // `room` there is room for `len` bytes after its length. Trusts `Piece::new`.
        unsafe {
            let vec = &mut *self.vec.get();
            let end = vec.as_mut_ptr().add(vec.len());
            // A call for a byte would cost more than the byte.
            match bytes {
                [byte] if len == 1 => end.write(*byte),
                _ => end.copy_from_nonoverlapping(bytes.as_ptr(), len),
            }
            vec.set_len(vec.len() + len);
        }
        len
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Piece;

    #[test]
    fn what_is_lent_stays_while_more_is_appended() {
        let mut vec = Vec::with_capacity(12);
        vec.extend(b"__");
        let piece = Piece::new(vec);
        assert_eq!(piece.room(), 10);
        assert_eq!(piece.append(b"abc"), 3);
        let first = piece.bytes();
        assert_eq!(piece.append(b"d"), 1);
        let second = piece.bytes();
        // Bytes that are borrowed from it may be appended to it.
        assert_eq!(piece.append(&first[3..]), 2);
        assert_eq!((first, second), (&b"__abc"[..], &b"__abcd"[..]));
        assert_eq!(piece.bytes(), b"__abcdbc");
        assert_eq!(piece.append(&[7; 100]), 4);
        assert_eq!((piece.append(b"x"), piece.room()), (0, 0));
        assert_eq!((first.as_ptr(), first), (piece.bytes().as_ptr(), &b"__abc"[..]));
        assert_eq!(piece.into_inner().len(), 12);
    }
}
