//! Values one after another, out of any `AsyncRead`.
#![forbid(unsafe_code)]

use core::fmt;
use core::future::poll_fn;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use std::io::{self, ErrorKind};

use tokio::io::{AsyncRead, ReadBuf};

use super::ReadError;
use crate::format::Format;
use crate::io::limits::Limits;
use crate::push::{Progress, Push, PushDecode};

/// Number of bytes that are read at once.
const BUFFER: usize = 8 * 1024;

/// Reads values of the type `T` in the format `F` that follow each other without
/// frames, from any `tokio::io::AsyncRead`.
///
/// All state is in the reader, none in the futures, so reads are cancel-safe: a future that is
/// dropped, for example in a `select!`, loses nothing, and the next call resumes at the byte where
/// it stopped. Nothing is decoded twice, whatever pieces the bytes arrive in.
///
/// It reads up to 8 KiB ahead; apart from that and the value there is no buffer. A call
/// returns as soon as the value is there, and waits for no byte after it.
///
/// ```
/// use codec_core::stream::AsyncStreamReader;
/// use codec_core::{Bincode, Format};
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let mut bytes = Bincode::to_vec(&(7u8, String::from("a.b")))?;
/// bytes.extend(Bincode::to_vec(&(8u8, String::new()))?);
/// let mut reader = AsyncStreamReader::<_, Bincode, (u8, String)>::new(&bytes[..], 1 << 20);
/// assert_eq!(reader.read().await?, Some((7, "a.b".into())));
/// assert_eq!((reader.offset(), reader.read().await?), (12, Some((8, String::new()))));
/// assert_eq!(reader.read().await?, None); // a clean end
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AsyncStreamReader<R, F: Format, T: PushDecode> {
    source: R,
    ahead: Ahead,
    decoder: Push<F, T>,
    /// Offset of the value in the stream.
    offset: u64,
    limit: usize,
    /// `true` if the value is over the limit.
    too_long: bool,
}

/// Bytes that were read ahead.
struct Ahead {
    /// Empty before the first read.
    bytes: Vec<u8>,
    /// The bytes that were read and not decoded are from `start` to `end`.
    start: usize,
    end: usize,
    ended: bool,
}

impl<R, F: Format, T: PushDecode> AsyncStreamReader<R, F, T> {
    /// A reader of `source`, of values of `limit` bytes at most.
    pub fn new(source: R, limit: usize) -> Self {
        let ahead = Ahead { bytes: Vec::new(), start: 0, end: 0, ended: false };
        Self { source, ahead, decoder: Push::new(), offset: 0, limit, too_long: false }
    }

    /// Offset of the next value, or of the one that was begun, in the stream.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Number of bytes of an incomplete value that were decoded.
    pub const fn consumed(&self) -> usize {
        self.decoder.consumed()
    }

    /// The bytes that were read and not yet decoded.
    pub fn buffered(&self) -> &[u8] {
        &self.ahead.bytes[self.ahead.start..self.ahead.end]
    }

    /// The source.
    pub const fn get_ref(&self) -> &R {
        &self.source
    }

    /// The source, to be configured. Bytes that are read from it directly are lost to this reader.
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// The source; what was [`buffered`](Self::buffered) is lost.
    pub fn into_inner(self) -> R {
        self.source
    }

    /// Sets the limits for decoding a value, apart from its length; between values.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.decoder = core::mem::take(&mut self.decoder).with_limits(limits);
        self
    }

    /// A reader of values of another type, which continues where this one is.
    ///
    /// # Errors
    /// This reader, when it is within a value.
    ///
    /// ```
    /// use codec_core::Sv2;
    /// use codec_core::stream::AsyncStreamReader;
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let reader = AsyncStreamReader::<_, Sv2, u8>::new(&[1, 2, 3][..], 100);
    /// let mut reader = { let mut reader = reader; reader.read().await?; reader };
    /// let mut reader = reader.of::<u16>().map_err(|_| "within a value")?;
    /// assert_eq!(reader.read().await?, Some(0x0302));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::result_large_err, reason = "the reader that was given comes back")]
    pub fn of<U: PushDecode>(self) -> Result<AsyncStreamReader<R, F, U>, Self> {
        if self.consumed() > 0 {
            return Err(self);
        }
        let limits = self.decoder.limits();
        let Self { source, ahead, offset, limit, too_long, .. } = self;
        Ok(AsyncStreamReader {
            source,
            ahead,
            decoder: Push::new().with_limits(limits),
            offset,
            limit,
            too_long,
        })
    }

    /// The result at the end of the stream.
    fn end(&mut self) -> Result<Option<T>, ReadError> {
        if self.consumed() == 0 {
            // A file may grow.
            self.ahead.ended = false;
            return Ok(None);
        }
        let taken = self.consumed();
        match self.decoder.end() {
            Ok(value) => {
                self.offset = self.offset.saturating_add(taken as u64);
                Ok(Some(value))
            }
            Err(error) => Err(ReadError::Decode { error, record: self.offset }),
        }
    }

    /// Decodes from the bytes that were read ahead; `None` when they are used up.
    fn decode(&mut self) -> Result<Option<T>, ReadError> {
        let (before, record) = (self.consumed(), self.offset);
        let room = self.limit.saturating_sub(before);
        let buffered = &self.ahead.bytes[self.ahead.start..self.ahead.end];
        let mut piece = &buffered[..buffered.len().min(room)];
        let (given, cut) = (piece.len(), buffered.len() > room);
        let progress = self.decoder.push(&mut piece);
        let taken = given - piece.len();
        let progress = progress.map_err(|error| ReadError::Decode { error, record })?;
        self.ahead.start += taken;
        match progress {
            Progress::Done(value) => {
                self.offset = record.saturating_add((before + taken) as u64);
                Ok(Some(value))
            }
            Progress::Need(need) => {
                let room = self.limit.saturating_sub(self.consumed());
                // An open-ended value may end here.
                let ends = room == 0 && self.decoder.is_open();
                self.too_long = cut || (need > room && !ends);
                if self.too_long { Err(self.over_limit()) } else { Ok(None) }
            }
        }
    }

    const fn over_limit(&self) -> ReadError {
        ReadError::TooLong { limit: self.limit, record: self.offset }
    }
}

impl<R: AsyncRead + Unpin, F: Format, T: PushDecode> AsyncStreamReader<R, F, T> {
    /// The next value, or `None` at a clean end of the stream.
    ///
    /// Cancel-safe: the future may be dropped at any time, and nothing is lost.
    ///
    /// # Errors
    /// [`ReadError::Io`]: the same call may be repeated. [`ReadError::Decode`], whose offset counts
    /// from the value's first byte, and [`ReadError::TooLong`], as soon as it is known: the start
    /// of the next value is then unknown, and further calls return the same error.
    pub async fn read(&mut self) -> Result<Option<T>, ReadError> {
        poll_fn(|cx| self.poll_read(cx)).await
    }

    /// Like [`read`](Self::read), for the caller's own future or stream.
    ///
    /// # Errors
    /// The same as [`read`](Self::read).
    pub fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<T>, ReadError>> {
        if self.too_long {
            return Poll::Ready(Err(self.over_limit()));
        }
        loop {
            if self.ahead.start < self.ahead.end {
                match self.decode() {
                    Ok(None) => {}
                    outcome => return Poll::Ready(outcome),
                }
            }
            if self.ahead.ended {
                return Poll::Ready(self.end());
            }
            if let Err(error) = ready!(self.ahead.poll_fill(&mut self.source, cx)) {
                let read = self.offset.saturating_add(self.consumed() as u64);
                return Poll::Ready(Err(ReadError::Io {
                    error,
                    record: self.offset,
                    offset: read,
                }));
            }
        }
    }
}

impl Ahead {
    /// Reads once; the bytes that were read before must be decoded.
    fn poll_fill<R: AsyncRead + Unpin>(
        &mut self,
        source: &mut R,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        if self.bytes.is_empty() {
            self.bytes = vec![0; BUFFER];
        }
        let mut room = ReadBuf::new(&mut self.bytes);
        loop {
            match ready!(Pin::new(&mut *source).poll_read(cx, &mut room)) {
                Ok(()) => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        let filled = room.filled();
        let (place, len) = (filled.as_ptr(), filled.len());
        if !core::ptr::eq(place, self.bytes.as_ptr()) {
            let lie = "the source put another buffer in the place of the one it was lent";
            return Poll::Ready(Err(io::Error::new(ErrorKind::InvalidData, lie)));
        }
        (self.start, self.end) = (0, len);
        self.ended = len == 0;
        Poll::Ready(Ok(()))
    }
}

impl<R: fmt::Debug, F: Format, T: PushDecode> fmt::Debug for AsyncStreamReader<R, F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncStreamReader")
            .field("source", &self.source)
            .field("format", &F::RULES.name)
            .field("offset", &self.offset)
            .field("consumed", &self.decoder.consumed())
            .field("buffered", &(self.ahead.end - self.ahead.start))
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
