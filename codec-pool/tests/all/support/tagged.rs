//! A header of four bytes: an id, and the payload's length in three bytes.

use codec_core::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Header};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tagged {
    pub(crate) id: u8,
    pub(crate) len: usize,
}

/// No frame starts with this id.
pub(crate) const NO_ID: u8 = 0xff;
/// The payload of a frame with this id starts with the sum of its other bytes.
pub(crate) const SUMMED: u8 = 0xcc;

impl Header for Tagged {
    type Id = u8;
    const SIZE: usize = 4;
    const MAX_PAYLOAD: usize = (1 << 24) - 1;

    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let &[id, a, b, c] = bytes else { panic!("the reader passes exactly four bytes") };
        if id == NO_ID {
            return Err(DecodeError::new(DecodeErrorKind::InvalidMagic, 0));
        }
        Ok(Self { id, len: u32::from_le_bytes([a, b, c, 0]) as usize })
    }

    fn describe(id: u8, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        if payload.len() > Self::MAX_PAYLOAD {
            return Err(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0));
        }
        Ok(Self { id, len: payload.len() })
    }

    fn write(&self, bytes: &mut [u8]) {
        let len = u32::try_from(self.len).expect("it was described").to_le_bytes();
        bytes[..4].copy_from_slice(&[self.id, len[0], len[1], len[2]]);
    }

    fn id(&self) -> u8 {
        self.id
    }

    fn payload_len(&self) -> usize {
        self.len
    }

    fn verify(&self, payload: &[u8]) -> Result<(), DecodeError> {
        let sum = |bytes: &[u8]| bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
        match payload {
            [first, rest @ ..] if self.id == SUMMED && *first != sum(rest) => {
                Err(DecodeError::new(DecodeErrorKind::InvalidChecksum, 0))
            }
            _ => Ok(()),
        }
    }
}

/// A frame on the wire.
pub(crate) fn frame(id: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    Tagged { id, len: payload.len() }.write(&mut bytes);
    bytes.extend_from_slice(payload);
    bytes
}
