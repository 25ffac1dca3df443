//! A string: bytes are appended as they arrive, and checked to be UTF-8 at the end.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Content, Feed, Fuel};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::raw;
use crate::value::text_owned;

/// The state of a string of `len` bytes.
#[derive(Debug)]
pub struct Letters<F> {
    bytes: Vec<u8>,
    len: usize,
    /// Offset of the first byte.
    start: usize,
    format: PhantomData<fn() -> F>,
}

impl<F: Format> Content for Letters<F> {
    type Value = String;

    #[inline]
    fn begin(len: usize, _start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        Ok(Self { bytes: Vec::new(), len, start: feed.offset(), format: PhantomData })
    }

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<String>, DecodeError> {
        if self.bytes.is_empty() && feed.remaining() >= self.len {
            let mut r = feed.reader::<F>();
            let text = r.str(self.len)?;
            feed.pass(self.len);
            feed.charge(self.len)?;
            return text_owned::owned(text, &r).map(Some);
        }
        self.append(feed)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_open(_fuel: &mut Fuel) -> bool {
        false
    }
}

impl<F: Format> Letters<F> {
    fn append(&mut self, feed: &mut Feed<'_>) -> Result<Option<String>, DecodeError> {
        let bytes = feed.pass(self.len - self.bytes.len());
        feed.charge(bytes.len())?;
        if raw::append_bytes(&mut self.bytes, bytes).is_none() {
            return Err(feed.out_of_memory());
        }
        let missing = self.len - self.bytes.len();
        if missing > 0 {
            return feed.wait(missing);
        }
        String::from_utf8(core::mem::take(&mut self.bytes))
            .map(Some)
            .map_err(|_| DecodeError::new(DecodeErrorKind::InvalidUtf8, self.start))
    }
}
