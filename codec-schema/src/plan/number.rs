//! Numbers and characters as a format encodes them.

use codec_core::schema::Width;

use super::{Charset, Count, Int, Shape};
use crate::measure::{CharLayout, Encoding, Number};

/// An unsigned number.
pub(super) fn plain(number: Number, bytes: u8, around: &Encoding) -> Int {
    let bytes = match number {
        Number::Fixed(bytes) | Number::Little(bytes) => bytes,
        _ => bytes,
    };
    let big = around.rules.big_endian && matches!(number, Number::Fixed(_));
    Int { number, bytes, signed: false, big, nonzero: false, max: None }
}

/// An integer of this type.
pub(super) fn integer(int: codec_core::schema::Int, around: &Encoding) -> Int {
    let (signed, nonzero) = (int.signed, int.nonzero);
    Int { signed, nonzero, ..plain(around.int(int), int.bytes, around) }
}

/// The width of a count; `own` is that of the format's own.
pub(super) const fn width_of(width: Width, own: u8) -> u8 {
    match width {
        Width::Fixed(bytes) => bytes,
        Width::Varint => 8,
        _ => own,
    }
}

/// A character.
pub(super) fn character(around: &Encoding) -> Shape {
    let shape = match around.char {
        CharLayout::Text => {
            let int = plain(around.len, 8, around);
            Shape::Text(Count::Prefix { int, min: 1, max: Some(4) }, Charset::Utf8)
        }
        CharLayout::Scalar => {
            let int = plain(around.int_of(4), 4, around);
            Shape::Int(Int { max: Some(0x0010_ffff), ..int })
        }
        _ => return Shape::Utf8Char,
    };
    Shape::Char(Box::new(shape))
}
