//! Sequences of `u8`, which serde reads element by element.
#![forbid(unsafe_code)]

use core::any::type_name;

use serde::de::{DeserializeSeed, IntoDeserializer as _, SeqAccess};

use super::access::{COUNTED, Parts};
use super::deserializer::Strings;
use crate::de::Decoder;
use crate::de::read::{AT_ONCE, Reader as _};
use crate::error::DecodeError;

/// Bytes of a run that are read at once.
const RUN: usize = 64;

/// Returns true if a sequence goes to serde's own visitor of `Vec<u8>`, which reads all of it or fails,
/// and its source is better read in runs. The compiler knows the answer. Names say it, since the visitor has
/// none that could be written here; it decides between two ways to read the same.
#[inline(always)]
pub(super) fn are_wanted<D: Decoder, V>() -> bool {
    let name = type_name::<V>();
    let own = name.starts_with("serde_core::de::impls::") || name.starts_with("serde::de::impls::");
    D::R::RUNS && own && name.ends_with("::VecVisitor<u8>")
}

/// The elements of a sequence of `u8`, read from the source in runs.
pub(super) struct Bytes<'a, D: Decoder, S, E> {
    /// The elements after the run.
    parts: Parts<'a, D, S, E, COUNTED>,
    run: [u8; RUN],
    /// The start of the unread bytes of the run; they end with the array.
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
        let byte = if let Some(&byte) = self.run.get(self.at) {
            self.at += 1;
            byte
        } else if let Some(byte) = self.first()? {
            byte
        } else {
            return self.parts.next(seed);
        };
        self.parts.decoder.claim_bytes_read(1)?;
        seed.deserialize(byte.into_deserializer()).map(Some)
    }

    /// The same as for a byte string: nothing else is reserved before its bytes have been read.
    fn size_hint(&self) -> Option<usize> {
        Some((self.parts.left.saturating_add(RUN - self.at)).min(AT_ONCE))
    }
}
