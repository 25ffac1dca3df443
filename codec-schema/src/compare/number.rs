//! Checks that one encoding of a number can be read as another.

use crate::measure::{Encoding, Number};

/// The largest value that is one byte, and that byte itself.
const fn one_byte(number: Number) -> Option<u128> {
    match number {
        Number::Fixed(1) | Number::Little(1) => Some(0xff),
        Number::Marked(_) => Some(250),
        Number::Leb128 { .. } => Some(0x7f),
        Number::CompactSize => Some(0xfc),
        _ => None,
    }
}

/// The width of a fixed-width number, and whether it is big-endian.
const fn fixed(number: Number, encoding: &Encoding) -> Option<(u8, bool)> {
    match number {
        Number::Fixed(bytes) => Some((bytes, encoding.rules.big_endian && bytes > 1)),
        Number::Little(bytes) => Some((bytes, false)),
        _ => None,
    }
}

/// Returns `true` if `reader` accepts all that `writer` writes, up to `largest`.
pub(super) fn reads(
    reader: (Number, &Encoding),
    writer: (Number, &Encoding),
    largest: u128,
) -> bool {
    if let (Some(read), Some(written)) = (fixed(reader.0, reader.1), fixed(writer.0, writer.1)) {
        return read == written;
    }
    if let (Some(read), Some(written)) = (one_byte(reader.0), one_byte(writer.0))
        && largest <= read.min(written)
    {
        return true;
    }
    match (reader.0, writer.0) {
        (Number::Marked(1), _) | (_, Number::Marked(1)) => false,
        (Number::Marked(_), Number::Marked(_)) | (Number::Leb128 { .. }, Number::Leb128 { .. }) => {
            largest <= reader.0.largest()
        }
        (Number::CompactSize, Number::CompactSize) => true,
        _ => false,
    }
}

/// The encoding in words.
pub(super) fn spelled(number: Number, encoding: &Encoding) -> String {
    let order = |bytes: u8, big: bool| match (bytes, big) {
        (1, _) => "a byte".to_owned(),
        (_, true) => format!("{bytes} bytes, big-endian"),
        (_, false) => format!("{bytes} bytes, little-endian"),
    };
    match number {
        Number::Fixed(bytes) => order(bytes, encoding.rules.big_endian),
        Number::Little(bytes) => order(bytes, false),
        Number::Marked(bytes) => format!("a marked number of up to {} bytes", bytes + 1),
        Number::Leb128 { bytes, .. } => {
            format!("LEB128 of a number of {} bits", u32::from(bytes) * 8)
        }
        Number::CompactSize => "a CompactSize".to_owned(),
        _ => "nothing".to_owned(),
    }
}
