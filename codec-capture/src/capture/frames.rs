//! Finds in the bytes of a direction.

use std::ops::ControlFlow;

use codec_core::{DecodeError, Header};

/// An item found in a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A whole frame: its header, which parses, and its payload, unverified.
    Frame(Vec<u8>),
    /// Bytes that are skipped.
    Gap {
        /// The number of bytes; `None` for all later ones in this direction.
        len: Option<u64>,
        /// Why.
        reason: &'static str,
    },
    /// The bytes at the start of a frame are not a valid header. A gap without an end follows.
    Malformed(DecodeError),
}

/// Called with what was found, and its offset in the direction's data.
pub type Emit<'e> = dyn FnMut(u64, Event) + 'e;

/// Cuts the data of one direction of a connection, which comes in order, into frames:
/// [`Frames`], or what an encrypted protocol needs.
///
/// Each method returns `Break` when all that follows is left out, after a [`Gap`](Event::Gap) without a
/// length; it is not called again then.
pub trait Cut {
    /// Takes the bytes at this offset, which is where the previous ones, or the gap after them, end.
    fn bytes(&mut self, offset: u64, bytes: &[u8], emit: &mut Emit<'_>) -> ControlFlow<()>;

    /// Continues after a gap of this length at this offset, which is emitted already.
    fn gap(&mut self, offset: u64, len: u64, emit: &mut Emit<'_>) -> ControlFlow<()>;

    /// Ends with the capture, or where the same addresses begin another connection.
    fn end(&mut self, emit: &mut Emit<'_>);
}

/// The part of a header by which streams are cut into frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The number of bytes of payload after the header.
    pub payload_len: usize,
    /// `true` if a connection may begin with this header.
    pub begins: bool,
}

/// Parses a header.
type Parse<'h> = dyn Fn(&[u8]) -> Result<Head, DecodeError> + 'h;

/// Cuts a stream of frames, one after another, by their headers.
pub struct Frames<'h> {
    /// The size of a header in bytes.
    size: usize,
    /// Parses a header.
    head: Box<Parse<'h>>,
    /// The partial frame, and where it began.
    frame: Vec<u8>,
    frame_at: u64,
    /// Bytes of a frame with a gap that remain to be skipped.
    skipped: u64,
    is_begun: bool,
}

impl<'h> Frames<'h> {
    /// A direction of which nothing has been seen; it is left out if `begins` rejects its first header.
    pub fn new<H: Header + 'h>(begins: fn(H) -> bool) -> Self {
        Self::by(H::SIZE, move |bytes| {
            let header = H::parse(bytes)?;
            Ok(Head { payload_len: header.payload_len(), begins: begins(header) })
        })
    }

    /// A direction of which nothing has been seen, with headers of `size` bytes, at least 1, that `head`
    /// parses.
    ///
    /// ```
    /// use codec_capture::{Cut, Frames, Head};
    /// let mut frames = Frames::by(1, |header| {
    ///     Ok(Head { payload_len: usize::from(header[0]), begins: true })
    /// });
    /// let mut found = Vec::new();
    /// let flow = frames.bytes(0, &[1, 7, 0, 2], &mut |at, event| found.push((at, event)));
    /// assert!(flow.is_continue());
    /// assert_eq!(format!("{found:?}"), "[(0, Frame([1, 7])), (2, Frame([0]))]");
    /// ```
    pub fn by(size: usize, head: impl Fn(&[u8]) -> Result<Head, DecodeError> + 'h) -> Self {
        let (head, size) = (Box::new(head), size.max(1));
        Self { size, head, frame: Vec::new(), frame_at: 0, skipped: 0, is_begun: false }
    }

    /// Bytes that the frame lacks: first of its header, then of its payload.
    fn missing(&self) -> usize {
        match self.frame.get(..self.size).map(&self.head) {
            Some(Ok(head)) => self.size.saturating_add(head.payload_len) - self.frame.len(),
            _ => self.size - self.frame.len(),
        }
    }

    fn close(&mut self, at: u64, reason: &'static str, emit: &mut Emit<'_>) -> ControlFlow<()> {
        self.frame = Vec::new();
        emit(at, Event::Gap { len: None, reason });
        ControlFlow::Break(())
    }
}

impl Cut for Frames<'_> {
    fn bytes(&mut self, mut at: u64, mut data: &[u8], emit: &mut Emit<'_>) -> ControlFlow<()> {
        while !data.is_empty() {
            if self.frame.is_empty() {
                let skip = usize::try_from(self.skipped).unwrap_or(usize::MAX).min(data.len());
                self.skipped -= skip as u64;
                at += skip as u64;
                data = &data[skip..];
                self.frame_at = at;
            }
            let wanted = self.missing();
            let (part, rest) = data.split_at(wanted.min(data.len()));
            self.frame.extend_from_slice(part);
            at += part.len() as u64;
            data = rest;
            let Some(header) = self.frame.get(..self.size).map(&self.head) else { continue };
            let error = header.as_ref().err().copied();
            if !(self.is_begun || header.is_ok_and(|head| head.begins)) {
                let reason = "it doesn't begin as connections do; another protocol or encrypted?";
                return self.close(self.frame_at, reason, emit);
            } else if let Some(error) = error {
                emit(self.frame_at, Event::Malformed(error));
                return self.close(at, "no header tells where frames begin", emit);
            } else if self.missing() == 0 {
                self.is_begun = true;
                emit(self.frame_at, Event::Frame(std::mem::take(&mut self.frame)));
            }
        }
        ControlFlow::Continue(())
    }

    /// If the length of the frame is known, the next frame can be found.
    fn gap(&mut self, at: u64, len: u64, emit: &mut Emit<'_>) -> ControlFlow<()> {
        let left = match self.frame.len() {
            0 => self.skipped,
            known if known >= self.size => self.missing() as u64,
            _ => 0,
        };
        if len > left {
            let reason = "a frame's header is lost, and with it where frames begin";
            return self.close(at + len, reason, emit);
        }
        if !self.frame.is_empty() {
            let held = self.frame.len() as u64 + left;
            self.frame.clear();
            let gap = Event::Gap { len: Some(held), reason: "a frame with a gap" };
            emit(self.frame_at, gap);
        }
        self.skipped = left - len;
        ControlFlow::Continue(())
    }

    fn end(&mut self, emit: &mut Emit<'_>) {
        if !self.frame.is_empty() {
            let len = Some(self.frame.len() as u64);
            let reason = "the capture ends in the middle of a frame";
            emit(self.frame_at, Event::Gap { len, reason });
            self.frame.clear();
        }
    }
}
