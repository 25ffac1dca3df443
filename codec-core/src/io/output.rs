//! The memory that encoded bytes are written to: a slice that is known to be long enough.
#![forbid(unsafe_code)]

use core::mem::MaybeUninit;

use crate::error::{EncodeError, EncodeErrorKind};
use crate::raw::{FillOutlined, Room};

/// Memory for encoded bytes, filled from the front, independent of any format.
///
/// Every byte that [`written`](Self::written) counts has been initialised:
/// there is no way to advance without writing.
///
/// ```
/// use codec_core::Output;
/// let mut room = [core::mem::MaybeUninit::uninit(); 4];
/// let mut out = Output::new(&mut room);
/// out.bytes(&[1, 2, 3])?;
/// assert_eq!((out.written(), out.remaining()), (3, 1));
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug)]
pub struct Output<'w> {
    rest: Room<'w>,
}

impl<'w> Output<'w> {
    /// An output that fills `room` from its start.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(room: &'w mut [MaybeUninit<u8>]) -> Self {
        Self { rest: Room::new(room) }
    }

    /// An output that fills what is left of `rest`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn over(rest: Room<'w>) -> Self {
        Self { rest }
    }

    /// Returns the room that is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn into_room(self) -> Room<'w> {
        self.rest
    }

    /// This output, which is replaced by a full one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take(&mut self) -> Self {
        core::mem::replace(self, Self::new(&mut []))
    }

    /// Number of bytes written, all of them initialised.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn written(&self) -> usize {
        self.rest.written()
    }

    /// Number of bytes for which there is room.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn remaining(&self) -> usize {
        self.rest.left()
    }

    /// An error of this kind after what has been written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn error(&self, kind: EncodeErrorKind) -> EncodeError {
        EncodeError::new(kind, self.written())
    }

    /// Checks once that there is room for `len` bytes, so that the writes of
    /// those bytes need no check of their own.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn ensure(&self, len: usize) -> Result<(), EncodeError> {
        if self.rest.left() < len {
            return Err(self.error(EncodeErrorKind::BufferTooSmall));
        }
        Ok(())
    }

    /// Writes one byte.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn byte(&mut self, byte: u8) -> Result<(), EncodeError> {
        self.array(&[byte])
    }

    /// Writes `N` bytes.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall); nothing is written then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn array<const N: usize>(&mut self, bytes: &[u8; N]) -> Result<(), EncodeError> {
        match self.rest.front(bytes, N) {
            Some(()) => Ok(()),
            None => Err(self.error(EncodeErrorKind::BufferTooSmall)),
        }
    }

    /// Writes the first `len` of `N` bytes when there is room for all of them, and says
    /// whether there was.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn front<const N: usize>(&mut self, bytes: &[u8; N], len: usize) -> bool {
        self.rest.front(bytes, len).is_some()
    }

    /// Writes a slice of bytes.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall); nothing is written then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match self.rest.bytes(bytes) {
            Some(()) => Ok(()),
            None => Err(self.error(EncodeErrorKind::BufferTooSmall)),
        }
    }

    /// Writes `N` bytes for each item, and says whether it did: not when there is no room for all
    /// of them, or an item has no encoding. Nothing is written then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn arrays<T: Copy, const N: usize>(
        &mut self,
        items: &[T],
        write: impl Fn(&mut Output<'_>, T) -> Result<(), EncodeError>,
    ) -> bool {
        let bytes = |item: &T| {
            let mut bytes = [0; N];
            let written = crate::raw::overwrite(&mut bytes, |room| {
                let mut out = Output::over(room);
                write(&mut out, *item).map(|()| out.into_room())
            });
            (written == Ok(N)).then_some(bytes)
        };
        self.rest.arrays(items, bytes).is_some()
    }

    /// Lets `write` write items that have as many bytes in memory as they are encoded in, and says
    /// whether it did: not when there is no room for all of them, or an item has no encoding.
    /// Nothing is written then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn copied<T: Copy>(
        &mut self,
        items: &[T],
        write: impl for<'r> Fn(Output<'r>, &T) -> Result<Output<'r>, EncodeError>,
    ) -> bool {
        let by_room = self
            .rest
            .copied(items, |item, room| write(Output::over(room), item).map(Output::into_room));
        by_room.is_ok()
    }

    /// The bytes that were written after the first `mark`; none when there are not so
    /// many.
    pub(crate) const fn written_since(&mut self, mark: usize) -> &mut [u8] {
        self.rest.written_since(mark)
    }

    /// Lets `write` go on with this output by a call, with its fields in registers.
    ///
    /// # Errors
    /// The errors of `write`; nothing of it counts as written then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn outlined(
        &mut self,
        write: &(impl FillOutlined + ?Sized),
    ) -> Result<(), EncodeError> {
        self.rest.outlined(write)
    }

    /// Lets `write` fill the next `len` bytes, all of them.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall), those of `write`,
    /// and [`InvalidValue`](EncodeErrorKind::InvalidValue) when it writes less.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn part(
        &mut self,
        len: usize,
        write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
    ) -> Result<(), EncodeError> {
        let before = self.written();
        self.rest
            .part(len, |room| write(Output::over(room)).map(Output::into_room))
            .map_err(|error| EncodeError::new(error.kind(), before + error.offset()))
    }
}
