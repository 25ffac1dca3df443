//! Floats and characters.
#![forbid(unsafe_code)]

use crate::config::Wire;
use crate::de::Sizes;
use crate::de::read::Reader as _;
use crate::error::DecodeError;

macro_rules! floats {
    ($($float:ident $size:literal;)*) => {$(
        decode!($float, Sizes::always($size); |decoder| {
            decoder.claim_bytes_read($size)?;
            let mut bytes = [0; $size];
            decoder.reader().read(&mut bytes)?;
            let big = <D::C as Wire>::BIG;
            Ok(if big { Self::from_be_bytes(bytes) } else { Self::from_le_bytes(bytes) })
        };);
    )*};
}

floats! {
    f32 4;
    f64 8;
}

/// The encoded length of a character with this first byte; 0 if that is invalid.
const fn width(first: u8) -> usize {
    match first {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 0,
    }
}

decode!(char; |decoder| {
    let mut bytes = [0; 4];
    decoder.reader().read(&mut bytes[..1])?;
    let width = width(bytes[0]);
    decoder.claim_bytes_read(width)?;
    if width > 1 {
        decoder.reader().read(&mut bytes[1..width])?;
    }
    core::str::from_utf8(&bytes[..width])
        .ok()
        .and_then(|text| text.chars().next())
        .ok_or(DecodeError::InvalidCharEncoding(bytes))
};);
