//! The decoder that users feed.
#![forbid(unsafe_code)]

use core::fmt;

use super::carry::Carry;
use super::{Feed, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::io::limits::{Budget, Limits};

/// The progress of a decode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress<T> {
    /// At least this many bytes are missing; 1 or more. A hint: a piece may be shorter.
    Need(usize),
    /// The value. No byte after it was consumed.
    Done(T),
}

impl<T> Progress<T> {
    /// The value, if it is complete.
    #[inline]
    pub fn done(self) -> Option<T> {
        match self {
            Self::Need(_) => None,
            Self::Done(value) => Some(value),
        }
    }
}

/// A decoder of values of the type `T` in the format `F`, which is fed with pieces.
///
/// After a value it starts over, so that one decoder reads many values.
///
/// ```
/// use codec_core::push::{Progress, Push};
/// use codec_core::{Postcard, Sv2};
/// let mut decoder = Push::<Sv2, u16>::new();
/// let mut input = &[1, 2, 3, 4, 5][..];
/// assert_eq!(decoder.push(&mut input)?, Progress::Done(0x0201));
/// assert_eq!(decoder.push(&mut input)?, Progress::Done(0x0403));
/// assert_eq!((decoder.push(&mut input)?, input.len()), (Progress::Need(1), 0));
/// assert_eq!(decoder.consumed(), 1);
/// assert!(decoder.end().is_err()); // the stream ends within a value
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
///
/// Its size is that of the value and of the state to resume it, a few words a level; with `alloc`,
/// types that contain themselves are boxed.
pub struct Push<F: Format, T: PushDecode> {
    decoder: T::Decoder<F>,
    carry: Carry,
    /// Number of bytes of the value that were taken.
    offset: usize,
    /// `true` if the value was begun.
    begun: bool,
    failed: Option<DecodeError>,
    /// Limits of a value.
    limits: Limits,
    /// The part of the limits that is left to the value in progress.
    budget: Budget,
    open: bool,
}

impl<F: Format, T: PushDecode> Push<F, T> {
    /// A decoder before the first byte.
    #[inline]
    pub fn new() -> Self {
        Self {
            decoder: T::Decoder::<F>::default(),
            carry: Carry::default(),
            offset: 0,
            begun: false,
            failed: None,
            limits: Limits::DEFAULT,
            budget: Budget::new(Limits::DEFAULT),
            open: T::Decoder::<F>::is_open(&mut Fuel::new()),
        }
    }

    /// Sets what a value may take; between values.
    ///
    /// ```
    /// use codec_core::push::PushDecode;
    /// use codec_core::{DecodeErrorKind, Limits, Postcard};
    /// let limits = Limits { memory: 3, ..Limits::DEFAULT };
    /// let mut decoder = String::push_decoder::<Postcard>().with_limits(limits);
    /// let error = decoder.push(&mut &b"\x04a.b"[..]).and_then(|_| decoder.push(&mut &b"c"[..]));
    /// assert_eq!(error.unwrap_err().kind(), DecodeErrorKind::MemoryExceeded);
    /// ```
    #[inline]
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.budget = Budget::new(limits);
        self
    }

    /// Returns the limits of a value.
    #[inline]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Takes what it needs from the front of `input`, and not a byte more.
    ///
    /// ```
    /// use codec_core::push::{Progress, PushDecode};
    /// use codec_core::Postcard;
    /// let mut decoder = String::push_decoder::<Postcard>();
    /// let mut input = &b"\x02hi, and what follows"[..];
    /// assert_eq!(decoder.push(&mut input)?, Progress::Done("hi".into()));
    /// assert_eq!(input, b", and what follows");
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`from_slice`](Format::from_slice) for the same bytes, with offsets from the
    /// first byte of the value. Until [`reset`](Self::reset), the decoder then returns the same
    /// error; how much of `input` it has taken is unspecified.
    #[inline]
    pub fn push(&mut self, input: &mut &[u8]) -> Result<Progress<T>, DecodeError> {
        let before = self.offset;
        let (step, end) = self.step(input, false);
        *input = input.get(end.wrapping_sub(before)..).unwrap_or_default();
        step
    }

    /// Ends the input, and returns the value of a type that ends with its input.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](crate::DecodeErrorKind::UnexpectedEnd) at the number of bytes that have
    /// arrived when the value is cut, and those of [`push`](Self::push).
    pub fn end(&mut self) -> Result<T, DecodeError> {
        match self.step(&[], true).0? {
            Progress::Done(value) => Ok(value),
            Progress::Need(_) => {
                let kind = crate::error::DecodeErrorKind::UnexpectedEnd;
                Err(DecodeError::new(kind, self.offset))
            }
        }
    }

    /// The outcome of a piece, and the offset after the bytes that were taken of it.
    fn step(&mut self, input: &[u8], ended: bool) -> (Result<Progress<T>, DecodeError>, usize) {
        if let Some(error) = self.failed {
            return (Err(error), self.offset);
        }
        let mut feed = Feed {
            rest: input,
            offset: self.offset,
            budget: self.budget,
            ended,
            need: 1,
            spare: input.len().saturating_mul(2),
            open: self.open,
            carry: &mut self.carry,
        };
        let whole = if self.begun || ended { None } else { feed.attempt::<F, T>() };
        let outcome = if whole.is_some() {
            Ok(whole)
        } else {
            self.begun = true;
            self.decoder.resume(&mut feed)
        };
        let Feed { offset, need, budget, .. } = feed;
        (self.offset, self.budget) = (offset, budget);
        let outcome = match outcome {
            Ok(None) => Ok(Progress::Need(need)),
            Ok(Some(value)) => {
                self.restart();
                Ok(Progress::Done(value))
            }
            Err(error) => {
                self.failed = Some(error);
                Err(error)
            }
        };
        (outcome, offset)
    }

    #[inline]
    fn restart(&mut self) {
        if self.begun {
            self.decoder = T::Decoder::<F>::default();
            self.carry.clear();
            self.begun = false;
        }
        self.offset = 0;
        self.budget = Budget::new(self.limits);
    }

    /// Discards the value in progress, and an error.
    pub fn reset(&mut self) {
        self.begun = true;
        self.failed = None;
        self.restart();
    }

    /// Returns whether the value may continue for as long as there is input.
    #[cfg(feature = "tokio")]
    pub(crate) const fn is_open(&self) -> bool {
        self.open
    }

    /// Number of bytes of the value in progress that were taken; 0 between values.
    #[inline]
    pub const fn consumed(&self) -> usize {
        self.offset
    }
}

impl<F: Format, T: PushDecode> Default for Push<F, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Format, T: PushDecode> fmt::Debug for Push<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push")
            .field("format", &F::RULES.name)
            .field("consumed", &self.offset)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}
