//! Sequences of `u8`, which serde reads element by element.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::any::type_name;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, IntoDeserializer as _, SeqAccess};

use super::access::Parts;
use super::deserializer::Strings;
use crate::de::Decoder;
use crate::de::read::{AT_ONCE, RUN, Reader as _};
use crate::error::DecodeError;

/// Whether a sequence becomes a `Vec<u8>` and its source is better read in runs. The compiler knows the
/// answer. Names say it, since a type that may have a lifetime has no `TypeId`; it decides between two
/// ways to read the same.
#[inline(always)]
pub(super) fn are_wanted<D: Decoder, T>() -> bool {
    D::R::RUNS && type_name::<T>() == type_name::<Vec<u8>>()
}

/// The elements of a sequence, read from the source in runs as long as they are `u8`.
pub(super) struct Bytes<'a, D: Decoder, S, E> {
    /// The elements after the run.
    parts: Parts<'a, D, S, E, true>,
    run: [u8; RUN],
    /// Where the unread bytes of the run begin; they end with the array.
    at: usize,
}

impl<'a, D: Decoder, S, E> Bytes<'a, D, S, E> {
    #[inline]
    pub(super) fn counted(decoder: &'a mut D, len: usize) -> Self {
        Self { parts: Parts::counted(decoder, len), run: [0; RUN], at: RUN }
    }

    /// Reads a run, and returns its first byte; nothing if the next element must be read by itself.
    #[inline(never)]
    fn first(&mut self) -> Result<Option<u8>, DecodeError> {
        let len = self.parts.left.min(RUN);
        let run = &mut self.run[RUN - len..];
        if len < 2 || !self.parts.decoder.reader().run(run)? {
            return Ok(None);
        }
        self.parts.left -= len;
        self.at = RUN - len + 1;
        Ok(run.first().copied())
    }

    /// Gives the rest of the run back.
    #[cold]
    fn unread(&mut self) {
        let rest = self.run.get(self.at..).unwrap_or_default();
        self.parts.left += rest.len();
        self.parts.decoder.reader().unread(rest);
        self.at = RUN;
    }
}

impl<D: Decoder, S, E> Drop for Bytes<'_, D, S, E> {
    #[inline]
    fn drop(&mut self) {
        if self.at < RUN {
            self.unread();
        }
    }
}

impl<'de, D, S, E> SeqAccess<'de> for Bytes<'_, D, S, E>
where
    D: Decoder,
    S: Strings<'de, D>,
    E: From<DecodeError> + serde::de::Error,
{
    type Error = E;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, E> {
        // This seed reads a `u8` and nothing else.
        if type_name::<T>() == type_name::<PhantomData<u8>>() {
            let byte = if let Some(&byte) = self.run.get(self.at) {
                self.at += 1;
                byte
            } else if let Some(byte) = self.first()? {
                byte
            } else {
                return self.parts.next(seed);
            };
            self.parts.decoder.claim_bytes_read(1)?;
            return seed.deserialize(byte.into_deserializer()).map(Some);
        }
        if self.at < RUN {
            self.unread();
        }
        self.parts.next(seed)
    }

    /// As for a byte string: nothing else is reserved before its bytes have been read.
    fn size_hint(&self) -> Option<usize> {
        Some((self.parts.left.saturating_add(RUN - self.at)).min(AT_ONCE))
    }
}
