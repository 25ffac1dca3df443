//! Sequences: their counts, and what they hold.

use codec_core::schema::{Content, Field, Prefix, Seq, Width};

use super::number::{plain, width_of};
use super::{Charset, Count, Int, Limits, Shape};
use crate::measure::{Encoding, Number};

/// The count of a sequence, with the field's attributes.
pub(super) fn count(seq: &Seq, len: Width, min: u64, max: Option<u64>, around: &Encoding) -> Count {
    if let Some(end) = seq.until {
        return Count::Until(end);
    }
    let given = if len == Width::Format { seq.prefix.width } else { len };
    let Prefix { little, .. } = seq.prefix;
    let number = match around.width(given, around.len) {
        Number::Fixed(bytes) if little && len == Width::Format => Number::Little(bytes),
        number => number,
    };
    let int = plain(number, width_of(given, 8), around);
    let max = match (max, seq.max) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    Count::Prefix { int, min, max }
}

/// A count with the limits from other fields.
pub(super) fn within(count: Count, field: &Field) -> Count {
    let limits = Limits { least: field.least, most: field.most };
    match limits {
        Limits { least: None, most: None } => count,
        limits => Count::Within(Box::new(count), limits),
    }
}

/// The sequence of a field, perhaps with a table, of these items.
pub(super) fn elements(field: &Field, seq: &Seq, count: Count, item: Shape) -> Shape {
    if field.indexed {
        return Shape::Indexed(count, Box::new(item));
    }
    items(seq.content, count, item)
}

/// A sequence of these items: bytes or a string if the content is one.
pub(super) fn items(content: Content, count: Count, item: Shape) -> Shape {
    let charset = match content {
        Content::Utf8 => Charset::Utf8,
        Content::Text => Charset::Any,
        Content::NoZero => Charset::NoZero,
        Content::Utf16 => Charset::Utf16,
        _ => match item {
            Shape::Int(Int { bytes: 1, signed: false, nonzero: false, max: None, .. }) => {
                return Shape::Bytes(count);
            }
            item => {
                let list = Shape::List(count, Box::new(item));
                let is_list = content == Content::Items;
                return if is_list { list } else { Shape::Unordered(Box::new(list)) };
            }
        },
    };
    Shape::Text(count, charset)
}
