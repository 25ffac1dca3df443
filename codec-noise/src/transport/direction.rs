//! One direction of a session: a key, and how often it was used.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use crate::cipher::{Cipher, DefaultCipher};
use crate::error::NoiseError;
use crate::key::KeyBytes;

/// A key and the number of its next message (the specification's `CipherState`).
///
/// It keeps the key's 32 bytes and not the cipher state derived from them: with `ring`,
/// that is 17 times as large, and each of many idle connections would hold it.
pub(crate) struct Direction<C = DefaultCipher> {
    key: KeyBytes,
    nonce: u64,
    /// The error that ended the session.
    end: Option<NoiseError>,
    cipher: PhantomData<fn() -> C>,
}

/// A direction with its cipher prepared, for the one or two messages of a frame.
pub(crate) struct InUse<'a, C> {
    cipher: C,
    nonce: &'a mut u64,
    end: &'a mut Option<NoiseError>,
}

/// The one nonce that no message uses: Noise reserves it for rekeying, which Stratum V2
/// doesn't have.
const LAST: u64 = u64::MAX;

/// Four zero bytes and the number, little-endian.
const fn nonce(number: u64) -> [u8; 12] {
    // A number of 96 bits, shifted up by 32.
    let [bytes @ .., _, _, _, _] = ((number as u128) << 32).to_le_bytes();
    bytes
}

impl<C: Cipher> InUse<'_, C> {
    /// Uses the next number. After an error, there is none.
    #[inline]
    fn use_next(
        &mut self,
        cipher: impl FnOnce(&C, [u8; 12]) -> Result<(), NoiseError>,
    ) -> Result<(), NoiseError> {
        if let Some(end) = *self.end {
            return Err(end);
        }
        let result = if *self.nonce == LAST {
            Err(NoiseError::NonceExhausted)
        } else {
            cipher(&self.cipher, nonce(*self.nonce))
        };
        match result {
            Ok(()) => *self.nonce += 1,
            Err(error) => *self.end = Some(error),
        }
        result
    }

    /// Like [`Cipher::seal`].
    #[inline]
    pub(crate) fn seal(&mut self, context: &[u8], room: &mut [u8]) -> Result<(), NoiseError> {
        self.use_next(|cipher, nonce| cipher.seal(nonce, context, room))
    }

    /// Like [`Cipher::open`].
    #[inline]
    pub(crate) fn open(
        &mut self,
        context: &[u8],
        room: &mut [u8],
        from: usize,
    ) -> Result<(), NoiseError> {
        self.use_next(|cipher, nonce| cipher.open(nonce, context, room, from))
    }
}

impl<C: Cipher> Direction<C> {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        let mut own = KeyBytes::zeros();
        own.copy_from_slice(key);
        Self { key: own, nonce: 0, end: None, cipher: PhantomData }
    }

    pub(crate) const fn key(&self) -> &KeyBytes {
        &self.key
    }

    /// Prepares the cipher.
    #[inline]
    pub(crate) fn begin(&mut self) -> InUse<'_, C> {
        InUse { cipher: C::new(&self.key), nonce: &mut self.nonce, end: &mut self.end }
    }

    /// Skips messages without opening them.
    pub(crate) fn skip(&mut self, messages: u64) -> Result<(), NoiseError> {
        if let Some(end) = self.end {
            return Err(end);
        }
        match self.nonce.checked_add(messages) {
            Some(nonce) => self.nonce = nonce,
            None => self.end = Some(NoiseError::NonceExhausted),
        }
        self.end.map_or(Ok(()), Err)
    }

    /// The error that ended the session, if any.
    pub(crate) const fn end(&self) -> Option<NoiseError> {
        self.end
    }

    /// Number of messages that were sealed or opened.
    pub(crate) const fn count(&self) -> u64 {
        self.nonce
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number_is_never_used_and_none_twice() {
        let mut direction = Direction::<DefaultCipher>::new(&[3; 32]);
        direction.nonce = LAST - 1;
        let mut room = [0; 20];
        direction.begin().seal(&[], &mut room).expect("one is left");
        let sealed = room;
        assert_eq!(direction.begin().seal(&[], &mut room), Err(NoiseError::NonceExhausted));
        assert_eq!(room, sealed, "nothing is sealed with no number");
        assert_eq!(direction.begin().open(&[], &mut room, 0), Err(NoiseError::NonceExhausted));
        assert_eq!(direction.count(), LAST);
    }

    #[test]
    fn skipping_beyond_the_last_number_ends_the_session() {
        let mut direction = Direction::<DefaultCipher>::new(&[3; 32]);
        direction.nonce = LAST - 1;
        assert_eq!(direction.skip(2), Err(NoiseError::NonceExhausted));
        assert_eq!(direction.skip(0), Err(NoiseError::NonceExhausted));
    }

    #[test]
    fn a_number_is_written_behind_four_zeros_with_its_lowest_byte_first() {
        assert_eq!(nonce(0x0807_0605_0403_0201), [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn nothing_opens_after_a_tag_that_did_not_match() {
        let mut sender = Direction::<DefaultCipher>::new(&[3; 32]);
        let mut receiver = Direction::<DefaultCipher>::new(&[3; 32]);
        let mut sealed = [5; 20];
        sender.begin().seal(&[], &mut sealed).expect("there is room");
        let mut bad = sealed;
        bad[0] ^= 1;
        assert_eq!(receiver.begin().open(&[], &mut bad, 0), Err(NoiseError::TagMismatch));
        assert_eq!(receiver.begin().open(&[], &mut sealed, 0), Err(NoiseError::TagMismatch));
        assert_eq!(receiver.end(), Some(NoiseError::TagMismatch));
    }
}
