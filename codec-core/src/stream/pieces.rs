//! The bytes of a value that is not wholly there, in pieces that stay where they are.
//!
//! What a reader was lent can't be moved while it decodes. A piece is a vector with
//! room, to which more is appended after what is lent. When a value needs more in one
//! place than there is room for, the next piece begins with what is left of the last
//! one, and is at least twice as long: so there are few, and what is copied to begin
//! them is no more than the bytes of the value, all of them together.
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

    /// How many bytes can be appended.
    pub(super) fn room(&self) -> usize {
        self.piece.room()
    }

    pub(super) fn append(&self, bytes: &[u8]) -> usize {
        self.piece.append(bytes)
    }

    /// Adds another one after this one, which is the last, if there is memory for it.
    pub(super) fn push(&self, base: usize, bytes: Vec<u8>) -> Option<&Self> {
        let next = raw::boxed(Self::new(base, bytes))?;
        Some(self.next.get_or_init(|| next))
    }

    /// The bytes between two offsets, when they lie in this piece.
    pub(super) fn get(&self, range: Range<usize>) -> Option<&[u8]> {
        self.bytes().get(range.start.checked_sub(self.base)?..range.end.checked_sub(self.base)?)
    }

    /// This one and those after it.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        core::iter::successors(Some(self), |piece| piece.next.get().map(|next| &**next))
    }

    /// Hands over the bytes between two offsets, one part after the other.
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
