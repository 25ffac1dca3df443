//! The writer that an `encode` writes to: an [`Output`], and the format it is laid out in.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use crate::error::{EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::format::int::Int;
use crate::io::output::Output;

/// A writer in the format `F`.
///
/// ```
/// use codec_core::{EncodeError, Format, Output, Sv2, Writer};
/// let mut room = [core::mem::MaybeUninit::uninit(); 8];
/// let mut w = Writer::<Sv2>::new(Output::new(&mut room));
/// w.int(0x1234u16)?;
/// w.bytes(b"ok")?;
/// assert_eq!(w.written(), 4);
/// # Ok::<(), EncodeError>(())
/// ```
#[derive(Debug)]
pub struct Writer<'w, F> {
    out: Output<'w>,
    format: PhantomData<F>,
}

impl<'w, F: Format> Writer<'w, F> {
    /// A writer that fills `out`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(out: Output<'w>) -> Self {
        Self { out, format: PhantomData }
    }

    /// The output, with what has been written to it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn into_output(self) -> Output<'w> {
        self.out
    }

    /// The underlying output, for a layout that no format defines.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn output(&mut self) -> &mut Output<'w> {
        &mut self.out
    }

    /// The output, which is replaced by a full one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take_output(&mut self) -> Output<'w> {
        self.out.take()
    }

    /// Number of bytes written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn written(&self) -> usize {
        self.out.written()
    }

    /// An error of this kind after what has been written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn error(&self, kind: EncodeErrorKind) -> EncodeError {
        self.out.error(kind)
    }

    /// Checks once that there is room for `len` bytes.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn ensure(&self, len: usize) -> Result<(), EncodeError> {
        self.out.ensure(len)
    }

    /// Writes a byte.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall), as of every method here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn byte(&mut self, byte: u8) -> Result<(), EncodeError> {
        self.out.byte(byte)
    }

    /// Writes bytes as they are.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.out.bytes(bytes)
    }

    /// Writes bytes of a length that the type knows.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn array<const N: usize>(&mut self, bytes: &[u8; N]) -> Result<(), EncodeError> {
        self.out.array(bytes)
    }

    /// Writes an integer as the format does.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn int<I: Int>(&mut self, value: I) -> Result<(), EncodeError> {
        F::write_int(&mut self.out, value)
    }

    /// Writes a length prefix or count as the format does.
    ///
    /// # Errors
    /// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit) when the format
    /// has no encoding for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn length(&mut self, len: usize) -> Result<(), EncodeError> {
        F::write_len(&mut self.out, len)
    }

    /// Writes whether an option holds a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn option_tag(&mut self, present: bool) -> Result<(), EncodeError> {
        self.out.byte(u8::from(present))
    }

    /// Runs a loop over a local copy of the writer. The caller's writer lives in memory
    /// when the caller was not inlined; in a loop every field would be a load
    /// and a store of the position. Generated code calls this, too.
    ///
    /// # Errors
    /// The errors of `run`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn hoisted(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        if cfg!(debug_assertions) {
            return run(self);
        }
        let mut own = Self::new(self.take_output());
        let outcome = run(&mut own);
        self.out = own.out;
        outcome
    }
}
