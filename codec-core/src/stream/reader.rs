//! Values one after the other, out of one buffer.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use std::io::{self, Read};

use super::error::ReadError;
use super::records::Records;
use super::scan::{AHEAD, AHEAD_MOST, Lent, Owned, Pass, Stop, read_some, scan};
use crate::borrow::Borrowable;
use crate::cursor::Cursor;
use crate::decode::Decodable;
use crate::decode_ref::DecodableRef;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::reader::Reader;

/// Reads values in the format `F` that follow each other without frames, from
/// any `std` file, pipe or socket.
///
/// It reads ahead into a buffer of its own, which grows to twice the longest
/// record at most; what was read too much is kept for the next value. A call
/// returns as soon as the value is there, and waits for no byte behind it. Values
/// may be of different types. An interrupted `read` is repeated; after
/// [`WouldBlock`](io::ErrorKind::WouldBlock) the same call goes on later.
///
/// The work is linear in the bytes, whatever pieces they arrive in. A source that
/// says `WouldBlock` within a record has the record begun anew on the next call,
/// once all bytes are there that it is then known to need.
///
/// After any other error the reader stands where it stood, before the record; so
/// a file that ends within a record may be read on once it has grown.
///
/// ```
/// use codec_core::stream::StreamReader;
/// use codec_core::{Bincode, Format};
/// let mut file = Bincode::to_vec(&(7u8, String::from("a.b")))?;
/// file.extend(Bincode::to_vec(&0x0102u16)?);
/// let mut reader = StreamReader::<_, Bincode>::new(&file[..], 1 << 20);
/// assert_eq!(reader.read::<(u8, String)>()?, Some((7, "a.b".into())));
/// assert_eq!((reader.offset(), reader.read::<u16>()?), (12, Some(0x0102)));
/// assert_eq!(reader.read::<u16>()?, None); // a clean end
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StreamReader<R, F> {
    source: R,
    /// What was read: the record begins at `start`, and what is stale at `end`.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Memory that scans read into, all of it zeros or stale.
    spare: Vec<u8>,
    /// How many bytes the record has at least, as far as is known.
    need: usize,
    /// Offset of the record in the stream.
    offset: u64,
    limit: usize,
    ended: bool,
    format: PhantomData<F>,
}

impl<R: Read, F: Format> StreamReader<R, F> {
    /// A reader of `source`, of records of `limit` bytes at most.
    pub const fn new(source: R, limit: usize) -> Self {
        Self {
            source,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            spare: Vec::new(),
            need: 1,
            offset: 0,
            limit,
            ended: false,
            format: PhantomData,
        }
    }

    /// Offset of the next record: how many bytes the values so far had.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that were read ahead.
    ///
    /// ```
    /// use codec_core::Sv2;
    /// use codec_core::stream::StreamReader;
    /// let mut reader = StreamReader::<_, Sv2>::new(&[1, 2, 3][..], 100);
    /// assert_eq!((reader.read::<u8>()?, reader.buffered()), (Some(1), &[2, 3][..]));
    /// # Ok::<(), codec_core::stream::ReadError>(())
    /// ```
    pub fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The source. What it was read ahead is in [`buffered`](Self::buffered).
    pub const fn get_ref(&self) -> &R {
        &self.source
    }

    /// The source, to be configured; bytes that are read from it are lost to
    /// this reader.
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// The source, and the bytes that were read ahead.
    pub fn into_parts(mut self) -> (R, Vec<u8>) {
        self.buffer.truncate(self.end);
        self.buffer.drain(..self.start);
        (self.source, self.buffer)
    }

    /// Reads a value; `None` when the stream ends before its first byte.
    ///
    /// # Errors
    /// [`ReadError::Decode`] for what is no value and for a cut one,
    /// [`ReadError::TooLong`], [`ReadError::Io`].
    pub fn read<T: Decodable>(&mut self) -> Result<Option<T>, ReadError> {
        if !self.begin()? {
            return Ok(None);
        }
        let mut value = None;
        let len = self.settle::<Owned<T>>(|r| {
            value = Some(T::decode(r)?);
            Ok(())
        })?;
        self.consume(len);
        Ok(value)
    }

    /// As [`read`](Self::read), over an existing value that keeps the capacity
    /// it has; `false` when the stream ends before its first byte.
    ///
    /// # Errors
    /// As [`read`](Self::read); which parts of the value were replaced then is
    /// not specified.
    ///
    /// ```
    /// use codec_core::Postcard;
    /// use codec_core::stream::StreamReader;
    /// let mut reader = StreamReader::<_, Postcard>::new(&b"\x02hi\x01!"[..], 100);
    /// let mut text = String::with_capacity(10);
    /// assert!(reader.read_into(&mut text)? && text == "hi");
    /// assert!(reader.read_into(&mut text)? && text == "!");
    /// assert!(!reader.read_into(&mut text)? && text.capacity() == 10);
    /// # Ok::<(), codec_core::stream::ReadError>(())
    /// ```
    pub fn read_into<T: Decodable>(&mut self, value: &mut T) -> Result<bool, ReadError> {
        if !self.begin()? {
            return Ok(false);
        }
        let len = self.settle::<Owned<T>>(|r| value.decode_into(r))?;
        self.consume(len);
        Ok(true)
    }

    /// Lends the next value, borrowed from the buffer; `None` when the stream
    /// ends before its first byte. `T` is the owned type: of a `Foo`, a `FooRef`
    /// is lent; of a `String`, a `str`. It is checked, and then decoded.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    ///
    /// ```
    /// use codec_core::Postcard;
    /// use codec_core::stream::StreamReader;
    /// let mut reader = StreamReader::<_, Postcard>::new(&b"\x03a.b\x02hi"[..], 100);
    /// assert_eq!(reader.next_ref::<String>()?, Some("a.b"));
    /// assert_eq!(reader.next_ref::<Vec<u8>>()?, Some(&b"hi"[..]));
    /// assert_eq!(reader.next_ref::<String>()?, None);
    /// # Ok::<(), codec_core::stream::ReadError>(())
    /// ```
    pub fn next_ref<T: Borrowable + 'static>(&mut self) -> Result<Option<T::Ref<'_>>, ReadError> {
        if !self.begin()? {
            return Ok(None);
        }
        let len =
            self.settle::<Lent<T>>(|r| <T::Ref<'_> as DecodableRef<'_>>::decode_ref(r).map(drop))?;
        let (record, start) = (self.offset, self.start);
        self.consume(len);
        let value = F::from_slice_ref(&self.buffer[start..start + len]);
        value.map(Some).map_err(|error| ReadError::Decode { error, record })
    }

    /// An iterator over records of one type, until the stream ends.
    pub const fn into_records<T: Decodable>(self) -> Records<R, F, T> {
        Records::of(self)
    }

    /// Whether there is a record: reads until there is a byte of it.
    fn begin(&mut self) -> Result<bool, ReadError> {
        // A file may have grown since.
        self.ended = false;
        self.fill(self.need).map_err(|error| self.failed(error))?;
        Ok(self.start < self.end)
    }

    /// Decodes the record that begins here, and returns its length.
    fn settle<P: Pass>(
        &mut self,
        mut decode: impl FnMut(&mut Reader<'_, F>) -> Result<(), DecodeError>,
    ) -> Result<usize, ReadError> {
        let mut whole = false;
        loop {
            let (outcome, len, left) = {
                let record = &self.buffer[self.start..self.end];
                let mut r = Reader::<F>::from_cursor(Cursor::new(record));
                (decode(&mut r), r.offset(), r.remaining())
            };
            let settled = match outcome {
                Ok(()) if left > 0 || whole => true,
                // It ends with what is there, or is of a type that goes on as long
                // as there is input. A scan tells, and asks for more of the latter.
                Ok(()) => !self.fetch::<P>()?,
                Err(error) if whole => {
                    if error.kind() != DecodeErrorKind::UnexpectedEnd || self.ended {
                        return Err(ReadError::Decode { error, record: self.offset });
                    }
                    // An implementation that reads past the reader has to be
                    // tried again.
                    self.need = self.end - self.start + 1;
                    if self.need > self.limit {
                        return Err(self.too_long());
                    }
                    self.fill(self.need).map_err(|error| self.failed(error))?;
                    false
                }
                Err(_) => {
                    self.fetch::<P>()?;
                    false
                }
            };
            if settled {
                return if len > self.limit { Err(self.too_long()) } else { Ok(len) };
            }
            whole = true;
        }
    }

    /// Passes over the record that begins here, and reads what it lacks; whether
    /// that was anything.
    fn fetch<P: Pass>(&mut self) -> Result<bool, ReadError> {
        let head = &self.buffer[self.start..self.end];
        let spare = core::mem::take(&mut self.spare);
        let scan = scan::<F, P>(&mut self.source, head, self.limit, Some(spare));
        let end = self.end + scan.filled;
        if end > self.buffer.len() {
            self.compact();
            self.buffer.truncate(self.end);
            self.buffer.extend_from_slice(scan.fresh());
            self.end = self.buffer.len();
        } else {
            self.buffer[self.end..end].copy_from_slice(scan.fresh());
            self.end = end;
        }
        let fetched = scan.filled > 0;
        self.spare = scan.bytes;
        match scan.stop {
            None => Ok(fetched),
            Some(Stop::End) => {
                self.ended = true;
                Ok(fetched)
            }
            Some(Stop::TooLong) => Err(self.too_long()),
            Some(Stop::Io(error)) => {
                self.need = scan.need;
                Err(self.failed(error))
            }
        }
    }

    /// Reads until `len` bytes are there, or the stream ends.
    fn fill(&mut self, len: usize) -> io::Result<()> {
        while self.end - self.start < len && !self.ended {
            if self.end == self.buffer.len() {
                self.compact();
                let room = self.end.clamp(AHEAD, AHEAD_MOST);
                if self.buffer.len() - self.end < room {
                    self.buffer.resize(self.end + room, 0);
                }
            }
            match read_some(&mut self.source, &mut self.buffer[self.end..])? {
                0 => self.ended = true,
                read => self.end += read,
            }
        }
        Ok(())
    }

    /// Moves what is left to the front.
    fn compact(&mut self) {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
    }

    fn consume(&mut self, len: usize) {
        self.start += len;
        self.offset = self.offset.saturating_add(len as u64);
        self.need = 1;
    }

    const fn too_long(&self) -> ReadError {
        ReadError::TooLong { limit: self.limit, record: self.offset }
    }

    fn failed(&self, error: io::Error) -> ReadError {
        let offset = self.offset.saturating_add((self.end - self.start) as u64);
        ReadError::Io { error, record: self.offset, offset }
    }
}

impl<R: fmt::Debug, F: Format> fmt::Debug for StreamReader<R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamReader")
            .field("source", &self.source)
            .field("format", &F::NAME)
            .field("offset", &self.offset)
            .field("buffered", &(self.end - self.start))
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
