//! Values one after another, out of one buffer.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use std::io::{self, Read};

use super::ReadError;
use super::intake::{Bytes, Refused, take_in};
use super::pass::{Attempt, Lent, Over, Owned, Pass, Within, attempt};
use super::stage::{AHEAD_LONG, AHEAD_MOST, Stage};
use crate::format::Format;
use crate::io::limits::Limits;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;

/// Reads values in the format `F` that follow each other without frames, from
/// any `std` file, pipe or socket.
///
/// It reads ahead into its own buffer, of 8 to 64 KiB, or as long as the previous record, up to 4
/// MiB; bytes after a value are kept for the next one. A record that is not complete in the buffer
/// is read in pieces, of which the last is kept for the next such record: at most twice the longest
/// one. A call returns as soon as the value is complete, and waits for no byte after it. Values may
/// be of different types. An interrupted `read` is repeated; after
/// [`WouldBlock`](io::ErrorKind::WouldBlock) the same call may be repeated later.
///
/// The work is linear in the bytes, whatever pieces they arrive in. If the source returns
/// `WouldBlock` within a record, the next call decodes the record from its start, once all bytes
/// have arrived that it is known to need by then: so a record of many small parts costs one decode
/// each time that the source has no more bytes within it.
///
/// After any other error the reader is still positioned before the record; so a file that ends
/// within a record can be read further once it has grown.
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
    stage: Stage<R>,
    /// Memory for a record that came in pieces.
    spare: Vec<u8>,
    /// Number of bytes that the record has at least, as far as is known.
    need: usize,
    long: Long,
    /// Offset of the record in the stream.
    offset: u64,
    limit: usize,
    limits: Limits,
    format: PhantomData<F>,
}

/// Number of bytes of the first record that are tried in place, before its length is known at all.
const FIRST: usize = 1024;

/// The longest record that is always tried in place: decoding a part of it in vain takes no longer
/// than copying it into pieces does.
const SHORT: usize = 4 * 1024;

/// Statistics on records, by which those that are probably incomplete in the buffer are not decoded
/// there in vain.
struct Long {
    /// Length of the previous record.
    last: usize,
    /// Number of failed attempts at such records in the buffer, since one succeeded.
    tried: u32,
    /// Number of records that were not tried since the last attempt.
    passed: u32,
}

impl Long {
    const NONE: Self = Self { last: 0, tried: 0, passed: 0 };

    const fn is_long(&self) -> bool {
        self.last > AHEAD_MOST
    }

    /// Number of the `there` bytes of a record to try, if any. A failed attempt costs as much as
    /// decoding these bytes: for the first record, few are tried; none with fewer bytes than the
    /// previous record had, unless it was short; and of records that are longer than the
    /// read-ahead, the more attempts have failed, the fewer are made.
    const fn attempt_len(&mut self, there: usize) -> Option<usize> {
        if self.last == 0 && there > FIRST {
            return Some(FIRST);
        }
        if self.last > SHORT && there < self.last {
            return None;
        }
        if self.is_long() {
            if self.passed < self.tried {
                self.passed += 1;
                return None;
            }
            self.passed = 0;
        }
        Some(there)
    }
}

impl<R: Read, F: Format> StreamReader<R, F> {
    /// A reader of `source`, of records of `limit` bytes at most.
    pub const fn new(source: R, limit: usize) -> Self {
        Self {
            stage: Stage::new(source),
            spare: Vec::new(),
            need: 1,
            long: Long::NONE,
            offset: 0,
            limit,
            limits: Limits::DEFAULT,
            format: PhantomData,
        }
    }

    /// Sets the limits for decoding a record, apart from its length.
    ///
    /// ```
    /// use codec_core::stream::StreamReader;
    /// use codec_core::{Limits, Postcard};
    /// let limits = Limits { memory: 2, ..Limits::DEFAULT };
    /// let mut reader = StreamReader::<_, Postcard>::new(&b"\x02hi\x03all"[..], 100);
    /// reader.set_limits(limits);
    /// assert_eq!(reader.read::<String>()?, Some("hi".into()));
    /// assert!(reader.read::<String>().is_err());
    /// assert_eq!(reader.next_ref::<String>()?, Some("all")); // not copied
    /// # Ok::<(), codec_core::stream::ReadError>(())
    /// ```
    pub const fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Offset of the next record: the length of all values so far.
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
        self.stage.bytes()
    }

    /// The source. Bytes that were read ahead are in [`buffered`](Self::buffered).
    pub const fn get_ref(&self) -> &R {
        &self.stage.source
    }

    /// The source, to be configured; bytes that are read from it are lost to
    /// this reader.
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.stage.source
    }

    /// The source, and the bytes that were read ahead.
    pub fn into_parts(self) -> (R, Vec<u8>) {
        self.stage.into_parts()
    }

    /// Reads a value; `None` when the stream ends before its first byte.
    ///
    /// # Errors
    /// [`ReadError::Decode`] for an invalid or truncated value, [`ReadError::TooLong`],
    /// [`ReadError::Io`].
    pub fn read<T: Decodable>(&mut self) -> Result<Option<T>, ReadError> {
        if !self.begin()? {
            return Ok(None);
        }
        let (value, len) = self.settle(Owned::new(), Bytes::Pass)?;
        self.consumed(len);
        Ok(Some(value))
    }

    /// Like [`read`](Self::read), into an existing value that keeps its capacity; `false` when the
    /// stream ends before its first byte.
    ///
    /// # Errors
    /// The same as [`read`](Self::read); which parts of the value are replaced then is unspecified.
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
        let ((), len) = self.settle(Over(value), Bytes::Pass)?;
        self.consumed(len);
        Ok(true)
    }

    /// Lends the next value, borrowed from the buffer; `None` when the stream ends before its first
    /// byte. `T` is the owned type: for `Foo`, a `FooRef` is borrowed; for `String`, a `str`. It is
    /// checked, and then decoded.
    ///
    /// # Errors
    /// The same as [`read`](Self::read).
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
        let ((), len) = self.settle(Lent::<T>::new(), Bytes::Keep)?;
        let record = self.offset;
        self.stage.pass(len);
        self.consumed(len);
        let value = F::from_slice_ref_with(self.limits, self.stage.passed(len));
        value.map(Some).map_err(|error| ReadError::Decode { error, record })
    }

    /// Reads until there is a byte of the next record; `false` if there is none.
    fn begin(&mut self) -> Result<bool, ReadError> {
        // A file may have grown since.
        self.stage.ended = false;
        if self.long.is_long() {
            self.stage.widen(self.long.last.min(AHEAD_LONG));
        }
        self.stage.fill(self.need).map_err(|error| self.failed(error))?;
        Ok(!self.stage.bytes().is_empty())
    }

    /// Processes the next record, in place if it is complete.
    #[inline]
    fn settle<P: Pass>(&mut self, pass: P, bytes: Bytes) -> Result<(P::Value, usize), ReadError> {
        let mut pass = Within(pass, self.limits);
        let there = self.stage.bytes();
        let Some(tried) = self.long.attempt_len(there.len()) else {
            return self.settle_cut(pass, None, bytes);
        };
        let known = match attempt::<F, _>(&mut pass, &there[..tried.min(self.limit)]) {
            Attempt::Whole(value, len) => {
                if bytes == Bytes::Pass {
                    self.stage.pass(len);
                }
                self.long.tried = 0;
                return Ok((value, len));
            }
            Attempt::Refused(error) => {
                return Err(ReadError::Decode { error, record: self.offset });
            }
            Attempt::Open(value, len) => Some((value, len)),
            Attempt::Short(_) => None,
        };
        self.long.tried += u32::from(self.long.is_long());
        self.settle_cut(pass, known, bytes)
    }

    /// Processes a record that is not complete in the buffer, and reads the rest of it.
    fn settle_cut<P: Pass>(
        &mut self,
        mut pass: P,
        known: Option<(P::Value, usize)>,
        bytes: Bytes,
    ) -> Result<(P::Value, usize), ReadError> {
        let Self { stage, spare, limit, .. } = self;
        take_in::<F, P, _>(stage, *limit, &mut pass, known, spare, bytes).map_err(|refused| {
            match refused {
                Refused::Decode(error) => ReadError::Decode { error, record: self.offset },
                Refused::TooLong => ReadError::TooLong { limit: self.limit, record: self.offset },
                Refused::Io { error, need, .. } => {
                    self.need = need;
                    self.failed(error)
                }
            }
        })
    }

    const fn consumed(&mut self, len: usize) {
        self.long.last = len;
        self.offset = self.offset.saturating_add(len as u64);
        self.need = 1;
    }

    fn failed(&self, error: io::Error) -> ReadError {
        let offset = self.offset.saturating_add(self.stage.bytes().len() as u64);
        ReadError::Io { error, record: self.offset, offset }
    }
}

impl<R: fmt::Debug, F: Format> fmt::Debug for StreamReader<R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamReader")
            .field("source", &self.stage.source)
            .field("format", &F::RULES.name)
            .field("offset", &self.offset)
            .field("buffered", &self.stage.bytes().len())
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
