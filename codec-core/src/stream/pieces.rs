//! The bytes of a value of which only a part is present, in pieces that never move.
//!
//! Bytes that a reader has borrowed can't be moved while it decodes. A piece is a vector with spare
//! capacity, to which more is appended after the borrowed bytes. When a value needs more contiguous
//! bytes than there is capacity for, the next piece begins with the unread bytes of the last one,
//! and is at least twice as long: so there are few, and beginning them copies no more bytes in
//! total than the value has.
#![forbid(unsafe_code)]

use core::cell::OnceCell;
use core::ops::Range;

use crate::raw;
use crate::raw::piece::Piece;

/// A piece, and those after it.
#[derive(Default)]
pub(super) struct Pieces {
    /// Offset of its first byte in the value.
    pub(super) base: usize,
    piece: Piece,
    next: OnceCell<Box<Self>>,
}

impl Pieces {
    pub(super) const fn new(base: usize, bytes: Vec<u8>) -> Self {
        Self { base, piece: Piece::new(bytes), next: OnceCell::new() }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.piece.bytes()
    }

    /// Offset after its last byte.
    pub(super) fn end(&self) -> usize {
        self.base + self.bytes().len()
    }

    /// Spare capacity, in bytes.
    pub(super) fn room(&self) -> usize {
        self.piece.room()
    }

    pub(super) fn append(&self, bytes: &[u8]) -> usize {
        self.piece.append(bytes)
    }

    /// Adds a piece after this one, which must be the last; `None` if there is no memory for it.
    pub(super) fn push(&self, base: usize, bytes: Vec<u8>) -> Option<&Self> {
        let next = raw::boxed(Self::new(base, bytes))?;
        Some(self.next.get_or_init(|| next))
    }

    /// The bytes between two offsets, when they are in this piece.
    pub(super) fn get(&self, range: Range<usize>) -> Option<&[u8]> {
        self.bytes().get(range.start.checked_sub(self.base)?..range.end.checked_sub(self.base)?)
    }

    /// This one and those after it.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        core::iter::successors(Some(self), |piece| piece.next.get().map(|next| &**next))
    }

    /// Passes the bytes between two offsets to `part`, piece by piece.
    pub(super) fn each(&self, range: Range<usize>, mut part: impl FnMut(&[u8])) {
        let mut at = range.start;
        for piece in self.all() {
            let end = piece.end().min(range.end);
            if at < end
                && let Some(bytes) = piece.get(at..end)
            {
                part(bytes);
                at = end;
            }
        }
    }

    /// The memory of the last one, which is the longest.
    pub(super) fn into_last(self) -> Vec<u8> {
        let (mut piece, mut next) = (self.piece, self.next);
        while let Some(behind) = next.take() {
            (piece, next) = (behind.piece, behind.next);
        }
        piece.into_inner()
    }
}
