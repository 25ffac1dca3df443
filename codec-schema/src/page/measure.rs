//! Encoded sizes of values.

use crate::measure::Number;
use codec_core::schema::Padding;

use crate::plan::{Body, Count, Int, Item, Plan, Shape, There};

/// The smallest and the largest size; the latter is `None` if it is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bytes {
    pub(super) min: u64,
    pub(super) max: Option<u64>,
}

impl Bytes {
    pub(super) const NONE: Self = Self { min: 0, max: Some(0) };
    const ANY: Self = Self { min: 0, max: None };

    const fn exactly(len: u64) -> Self {
        Self { min: len, max: Some(len) }
    }

    /// One after the other.
    pub(super) fn and(self, other: Self) -> Self {
        let max = self.max.zip(other.max).and_then(|(one, other)| one.checked_add(other));
        Self { min: self.min.saturating_add(other.min), max }
    }

    fn or(self, other: Self) -> Self {
        let max = self.max.zip(other.max).map(|(one, other)| one.max(other));
        Self { min: self.min.min(other.min), max }
    }

    fn times(self, count: Self) -> Self {
        let max = match (self.max, count.max) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (one, times) => one.zip(times).and_then(|(one, times)| one.checked_mul(times)),
        };
        Self { min: self.min.saturating_mul(count.min), max }
    }

    /// The size, if it is fixed.
    pub(super) fn fixed(self) -> Option<u64> {
        self.max.filter(|max| *max == self.min)
    }
}

/// A number up to this one.
pub(super) fn int(int: &Int, min: u64, max: Option<u64>) -> Bytes {
    let largest = max.map_or(int.number.largest(), u128::from);
    let of = |value: u128| int.number.len_of(value.min(int.number.largest()));
    let long = match int.number {
        // Longer encodings may be read than are written.
        Number::Leb128 { most, .. } => u64::from(most),
        _ => of(largest),
    };
    Bytes { min: of(min.into()), max: Some(long) }
}

/// A value at this nesting depth.
pub(super) fn shape(plan: &Plan, of: &Shape, depth: u32) -> Bytes {
    if depth == 16 {
        return Bytes::ANY;
    }
    let deeper = |of: &Shape| shape(plan, of, depth + 1);
    match of {
        Shape::Bool(_) => Bytes::exactly(1),
        Shape::Int(one) => int(one, 0, one.max),
        Shape::Float(bytes, _) => Bytes::exactly(u64::from(*bytes)),
        Shape::Char(of) | Shape::Unordered(of) => deeper(of),
        Shape::Utf8Char => Bytes { min: 1, max: Some(4) },
        Shape::Magic(magic) => Bytes::exactly(magic.bytes.len() as u64),
        Shape::Bytes(count) => counted(count, Bytes::exactly(1)),
        Shape::Text(count, charset) => {
            let unit = if *charset == crate::plan::Charset::Utf16 { 2 } else { 1 };
            counted(count, Bytes::exactly(unit))
        }
        Shape::Option(item) => Bytes::exactly(1).and(Bytes::NONE.or(deeper(item))),
        Shape::List(count, item) | Shape::Maybe(count, item) => counted(count, deeper(item)),
        Shape::Indexed(count, item) => counted(count, deeper(item).and(Bytes::exactly(4))),
        Shape::Nullable(count, item) => {
            let (prefix, elements) = sized(count);
            prefix.and(Bytes::NONE.or(deeper(item).times(elements)))
        }
        Shape::Tuple(parts) => parts.iter().fold(Bytes::NONE, |sum, part| sum.and(deeper(part))),
        Shape::Type(index) => named(plan, *index, depth + 1),
        Shape::Sized(count, item) => {
            let (prefix, content) = sized(count);
            let own = deeper(item);
            let max = match (own.max, content.max) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
            prefix.and(Bytes { min: own.min.max(content.min), max })
        }
        Shape::Tagged(_, index) => variants(plan, *index, depth + 1),
        Shape::Bits(bits) if bits.is_first => Bytes::exactly(bits.len.into()),
        Shape::Nothing | Shape::Bits(_) => Bytes::NONE,
        Shape::Opaque(_) => Bytes::ANY,
    }
}

fn counted(count: &Count, item: Bytes) -> Bytes {
    let (prefix, min, max) = match count {
        Count::Fixed(count) => (Bytes::NONE, *count, Some(*count)),
        Count::Prefix { int: of, min, max } => {
            let own = u64::try_from(of.number.largest()).unwrap_or(u64::MAX);
            let limit = max.unwrap_or(own).min(own);
            let limit = (max.is_some() || own < 1 << 32).then_some(limit);
            (int(of, *min, limit), *min, limit)
        }
        Count::Expression { min, max, .. } => (Bytes::NONE, *min, *max),
        Count::Left => (Bytes::NONE, 0, None),
        Count::Until(_) => (Bytes::exactly(1), 0, None),
        Count::Last(of) => (Bytes::NONE, u64::from(!of.open), None),
        Count::Given => (Bytes::NONE, 1, Some(1)),
        Count::Within(count, _) => return counted(count, item),
    };
    prefix.and(item.times(Bytes { min, max }))
}

/// The size of a length prefix, and the range of lengths that it allows.
fn sized(count: &Count) -> (Bytes, Bytes) {
    match count {
        Count::Prefix { int: of, min, max } => {
            let own = u64::try_from(of.number.largest()).unwrap_or(u64::MAX);
            let limit = max.map_or(own, |max| max.min(own));
            let known = (max.is_some() || own < 1 << 32).then_some(limit);
            (int(of, *min, known), Bytes { min: *min, max: known })
        }
        Count::Expression { min, max, .. } => (Bytes::NONE, Bytes { min: *min, max: *max }),
        Count::Within(count, _) => sized(count),
        _ => (Bytes::NONE, Bytes::ANY),
    }
}

/// The variants of an enum, without their tags.
fn variants(plan: &Plan, index: usize, depth: u32) -> Bytes {
    let Body::Enum { variants, .. } = &plan.types[index].body else { return Bytes::ANY };
    let each = variants.iter().map(|variant| sum(plan, &variant.items, depth));
    each.reduce(Bytes::or).unwrap_or(Bytes::NONE)
}

/// A struct or an enum.
pub(super) fn named(plan: &Plan, index: usize, depth: u32) -> Bytes {
    let of = &plan.types[index];
    let magic = of.magic.as_ref().map_or(0, |magic| magic.bytes.len() as u64);
    let body = match &of.body {
        Body::Struct { version: Some(version), .. } => {
            Bytes { max: None, ..int(&version.number, 1, None).and(int(&version.len, 0, None)) }
        }
        Body::Struct { version: None, items } => sum(plan, items, depth),
        Body::Enum { tag, variants } => {
            let each = variants.iter().map(|variant| match variant.tag {
                None => int(tag, 0, None).and(sum(plan, &variant.items, depth)),
                Some(number) => {
                    int(tag, number, Some(number)).and(sum(plan, &variant.items, depth))
                }
            });
            each.reduce(Bytes::or).unwrap_or(Bytes::NONE)
        }
    };
    Bytes::exactly(magic).and(body)
}

fn sum(plan: &Plan, items: &[Item], depth: u32) -> Bytes {
    items.iter().fold(Bytes::NONE, |sum, one| sum.and(item(plan, one, depth)))
}

/// A field.
pub(super) fn item(plan: &Plan, of: &Item, depth: u32) -> Bytes {
    let Padding { before, after, align, .. } = of.padding;
    let aligned = Bytes { min: 0, max: Some(align.saturating_sub(1)) };
    let around = Bytes::exactly(before.saturating_add(after)).and(aligned);
    let size = shape(plan, &of.shape, depth).and(around);
    match of.there {
        There::Always if of.since.is_none() && of.removed.is_none() => size,
        _ => Bytes::NONE.or(size),
    }
}
