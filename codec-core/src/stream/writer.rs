//! Values one after another, into one sink.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use std::io::{self, ErrorKind, Write};

use super::WriteError;
use crate::format::Format;
use crate::value::encode::Encode;

/// Writes values in the format `F` one after another, without frames.
///
/// The buffer is reused from value to value: after the longest there is no allocation. Each value
/// is passed to the sink in one call of `write`, if the sink accepts it; small values are best
/// written to a sink that buffers them, or collected here by [`put`](Self::put).
///
/// ```
/// use codec_core::Bincode;
/// use codec_core::stream::RecordWriter;
/// let mut writer = RecordWriter::<_, Bincode>::new(Vec::new());
/// assert_eq!(writer.write(&0x0102u16)?, 2);
/// assert_eq!(writer.write("hi")?, 10);
/// assert_eq!(writer.written(), 12);
/// assert_eq!(writer.into_inner()[..2], [2, 1]);
/// # Ok::<(), codec_core::stream::WriteError>(())
/// ```
pub struct RecordWriter<W, F> {
    sink: W,
    buffer: Vec<u8>,
    /// Number of bytes of the buffer that the sink has accepted.
    taken: usize,
    written: u64,
    format: PhantomData<F>,
}

impl<W: Write, F: Format> RecordWriter<W, F> {
    /// A writer to `sink`.
    pub const fn new(sink: W) -> Self {
        Self { sink, buffer: Vec::new(), taken: 0, written: 0, format: PhantomData }
    }

    /// Writes a value, after what is pending, and returns its length in bytes.
    ///
    /// # Errors
    /// [`WriteError::Encode`]: nothing of it was written. [`WriteError::Io`]: the value was
    /// accepted, and the bytes that the sink did not accept are pending; continue with
    /// [`send`](Self::send).
    pub fn write<T: Encode + ?Sized>(&mut self, value: &T) -> Result<usize, WriteError> {
        let len = self.put(value)?;
        self.send()?;
        Ok(len)
    }

    /// Appends a value to what is pending, and returns its length in bytes.
    ///
    /// # Errors
    /// [`WriteError::Encode`]: nothing was appended.
    ///
    /// ```
    /// use codec_core::Sv2;
    /// use codec_core::stream::RecordWriter;
    /// let mut writer = RecordWriter::<_, Sv2>::new(Vec::new());
    /// writer.put(&1u8)?;
    /// writer.put(&2u8)?;
    /// assert_eq!((writer.pending(), writer.get_ref().len()), (2, 0));
    /// writer.send()?;
    /// assert_eq!(writer.get_ref(), &[1, 2]);
    /// # Ok::<(), codec_core::stream::WriteError>(())
    /// ```
    pub fn put<T: Encode + ?Sized>(&mut self, value: &T) -> Result<usize, WriteError> {
        Ok(F::encode_into(value, &mut self.buffer)?)
    }

    /// Writes the pending bytes to the sink, which is not flushed.
    ///
    /// # Errors
    /// [`WriteError::Io`]; the bytes that the sink did not accept stay pending.
    pub fn send(&mut self) -> Result<(), WriteError> {
        let before = self.taken;
        while self.taken < self.buffer.len() {
            match write_some(&mut self.sink, &self.buffer[self.taken..]) {
                Ok(len) => {
                    self.taken += len;
                    self.written = self.written.saturating_add(len as u64);
                }
                Err(error) => {
                    return Err(WriteError::Io { error, written: self.settle(before) });
                }
            }
        }
        self.buffer.clear();
        self.taken = 0;
        Ok(())
    }

    /// Removes accepted bytes from the buffer, once they are the larger part of it, and returns how
    /// many were accepted since `before`.
    fn settle(&mut self, before: usize) -> usize {
        let taken = self.taken - before;
        if self.taken > self.buffer.len() / 2 {
            self.buffer.drain(..self.taken);
            self.taken = 0;
        }
        taken
    }

    /// Like [`send`](Self::send), and flushes the sink.
    ///
    /// # Errors
    /// [`WriteError::Io`].
    pub fn flush(&mut self) -> Result<(), WriteError> {
        self.send()?;
        self.sink.flush().map_err(|error| WriteError::Io { error, written: 0 })
    }

    /// Number of bytes that the sink has not accepted yet.
    pub const fn pending(&self) -> usize {
        self.buffer.len() - self.taken
    }

    /// Number of bytes that the sink has accepted.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// The sink.
    pub const fn get_ref(&self) -> &W {
        &self.sink
    }

    /// The sink, to be configured.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.sink
    }

    /// The sink; pending bytes are lost.
    pub fn into_inner(self) -> W {
        self.sink
    }
}

impl<W: fmt::Debug, F: Format> fmt::Debug for RecordWriter<W, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordWriter")
            .field("sink", &self.sink)
            .field("format", &F::RULES.name)
            .field("pending", &(self.buffer.len() - self.taken))
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

/// Writes once; an interrupted write is repeated.
///
/// # Errors
/// The errors of the sink, [`WriteZero`](ErrorKind::WriteZero) when it accepts nothing, and
/// [`InvalidData`](ErrorKind::InvalidData) when it reports more bytes than it was given.
pub(super) fn write_some(sink: &mut dyn Write, bytes: &[u8]) -> io::Result<usize> {
    loop {
        return match sink.write(bytes) {
            Ok(0) => Err(ErrorKind::WriteZero.into()),
            Ok(len) if len > bytes.len() => {
                let lie = "the sink reports more bytes than it was given";
                Err(io::Error::new(ErrorKind::InvalidData, lie))
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            outcome => outcome,
        };
    }
}
