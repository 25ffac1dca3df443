//! Targets that a serializer writes to: a writer, a vector that grows, or a count of the bytes.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use serde::Serialize;

use super::error::Fault;
use super::serializer::Values;
use crate::error::{EncodeError, EncodeErrorKind};
use crate::format::int::Int;
use crate::format::{Format, Layout as _, MapOrder};
use crate::impls::result;
use crate::io::output::Output;
use crate::io::target::Target as _;
use crate::write::writer::Writer;

/// Numbers, each written by a method of the format.
macro_rules! numbers {
    ($($name:ident $write:ident $type:ident $(: $int:ident)?;)*) => {$(
        #[inline]
        fn $name $(<$type: $int>)? (&mut self, value: $type) -> Result<(), Fault> {
            self.number(|out| Self::Format::$write(out, value))
        }
    )*};
}

/// A target as a serializer needs it.
pub(super) trait Sink {
    type Format: Format;

    /// The order in which the entries of maps are written.
    const MAP_ORDER: MapOrder = MapOrder::Iteration;

    /// Number of bytes that have been written.
    fn position(&self) -> usize;

    /// Lets `write` write a number, of at most [`NUMBER`] bytes.
    fn number(
        &mut self,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), Fault>;

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Fault>;

    #[inline]
    fn byte(&mut self, byte: u8) -> Result<(), Fault> {
        self.number(|out| out.byte(byte))
    }

    #[inline]
    fn signed_byte(&mut self, byte: i8) -> Result<(), Fault> {
        self.byte(byte.cast_unsigned())
    }

    numbers! {
        int write_int I: Int;
        single write_f32 f32;
        double write_f64 f64;
        char write_char char;
        length write_len usize;
        tag write_tag u32;
    }

    /// The tag of a `Result`.
    #[inline]
    fn outcome(&mut self, ok: bool) -> Result<(), Fault> {
        let tag = result::tag::<Self::Format>(ok);
        if Self::Format::RULES.result_byte { self.byte(u8::from(tag == 1)) } else { self.tag(tag) }
    }

    /// A string or a byte string.
    #[inline]
    fn text(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.length(bytes.len())?;
        self.bytes(bytes)
    }

    /// Another element of a sequence or entry of a map comes next.
    #[inline]
    fn more(&mut self) {}

    /// A sequence or a map ends.
    #[inline]
    fn end(&mut self) {}

    /// Writes content that follows its length, which is known only afterwards: it is encoded into
    /// `held`, unless only its length counts.
    #[inline]
    fn hold<T: Serialize + ?Sized>(&mut self, value: &T, held: &mut Vec<u8>) -> Result<(), Fault> {
        append::<Self::Format, T>(value, held)
    }

    /// An error of this kind after what has been written.
    fn error(&self, kind: EncodeErrorKind) -> Fault {
        EncodeError::new(kind, self.position()).into()
    }
}

impl<F: Format> Sink for Writer<'_, F> {
    type Format = F;
    const MAP_ORDER: MapOrder = F::RULES.map_order;

    fn position(&self) -> usize {
        self.written()
    }

    #[inline]
    fn number(
        &mut self,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), Fault> {
        Ok(write(self.output())?)
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        Ok(Writer::bytes(self, bytes)?)
    }
}

/// The most bytes of a number, in any format: 128 bits as LEB128 have 19.
const NUMBER: usize = 20;

/// A vector that grows with what is written.
struct Growing<F> {
    bytes: Vec<u8>,
    format: PhantomData<F>,
}

/// Appends the encoding of a value of serde to a vector; after an error the vector is empty.
pub(super) fn append<F: Format, T: Serialize + ?Sized>(
    value: &T,
    bytes: &mut Vec<u8>,
) -> Result<(), Fault> {
    let mut sink = Growing::<F> { bytes: core::mem::take(bytes), format: PhantomData };
    sink.grow(size_of_val(value).max(32) + NUMBER)?;
    value.serialize(Values::new(&mut sink))?;
    *bytes = sink.bytes;
    Ok(())
}

impl<F: Format> Growing<F> {
    /// Makes room for `len` bytes more. A call, so that little is inlined wherever a number is
    /// written.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, len: usize) -> Result<(), Fault> {
        let grown = self.bytes.try_reserve(len);
        grown.map_err(|_| self.error(EncodeErrorKind::OutOfMemory))
    }

    /// Lets `write` append at most `len` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(
        &mut self,
        len: usize,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), Fault> {
        if self.bytes.room() < len {
            self.grow(len)?;
        }
        // There is room for `len`; what the compiler knows of it is that no more is asked for.
        let len = self.bytes.room().min(len);
        let outcome = self.bytes.write_with(len, |mut out| write(&mut out).map(|()| out));
        match outcome {
            Ok(_) => Ok(()),
            Err(error) => Err(self.error(error.kind())),
        }
    }
}

impl<F: Format> Sink for Growing<F> {
    type Format = F;
    const MAP_ORDER: MapOrder = F::RULES.map_order;

    fn position(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    fn number(
        &mut self,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), Fault> {
        self.write(NUMBER, write)
    }

    #[inline]
    fn byte(&mut self, byte: u8) -> Result<(), Fault> {
        self.write(1, |out| out.byte(byte))
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.write(bytes.len(), |out| out.bytes(bytes))
    }
}

/// Counts the bytes that a format would write.
pub(super) struct Counter<F> {
    len: usize,
    format: PhantomData<F>,
}

impl<F: Format> Counter<F> {
    pub(super) const fn new() -> Self {
        Self { len: 0, format: PhantomData }
    }
}

impl<F: Format> Sink for Counter<F> {
    type Format = F;

    fn position(&self) -> usize {
        self.len
    }

    #[inline]
    fn number(
        &mut self,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), Fault> {
        let mut room = [MaybeUninit::uninit(); NUMBER];
        let mut out = Output::new(&mut room);
        write(&mut out)?;
        self.len = self.len.wrapping_add(out.written());
        Ok(())
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.len = self.len.wrapping_add(bytes.len());
        Ok(())
    }

    fn hold<T: Serialize + ?Sized>(&mut self, value: &T, _held: &mut Vec<u8>) -> Result<(), Fault> {
        value.serialize(Values::new(self))
    }
}
