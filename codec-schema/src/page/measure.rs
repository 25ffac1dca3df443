//! How many bytes values take.

use codec_core::schema::Number;

use crate::plan::{Body, Count, Int, Item, Plan, Shape, There};

/// The fewest and the most bytes; the most is `None` where nothing limits it.
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

    /// The size, where there is one.
    pub(super) fn fixed(self) -> Option<u64> {
        self.max.filter(|max| *max == self.min)
    }
}

/// A number up to this one.
pub(super) fn int(int: &Int, min: u64, max: Option<u64>) -> Bytes {
    let largest = max.map_or(int.number.largest(), u128::from);
    let of = |value: u128| int.number.len_of(value.min(int.number.largest()));
    let long = match int.number {
        // What is read may be longer than what is written.
        Number::Leb128 { most, .. } => u64::from(most),
        _ => of(largest),
    };
    Bytes { min: of(min.into()), max: Some(long) }
}

/// A value, nested in others so deep.
pub(super) fn shape(plan: &Plan, of: &Shape, depth: u32) -> Bytes {
    if depth == 16 {
        return Bytes::ANY;
    }
    let deeper = |of: &Shape| shape(plan, of, depth + 1);
    match of {
        Shape::Nothing => Bytes::NONE,
        Shape::Bool(_) => Bytes::exactly(1),
        Shape::Int(one) => int(one, 0, one.max),
        Shape::Float(bytes, _) => Bytes::exactly(u64::from(*bytes)),
        Shape::Utf8Char => Bytes { min: 1, max: Some(4) },
        Shape::Magic(magic) => Bytes::exactly(magic.bytes.len() as u64),
        Shape::Bytes(count) => counted(count, Bytes::exactly(1)),
        Shape::Text(count, charset) => {
            let unit = if *charset == crate::plan::Charset::Utf16 { 2 } else { 1 };
            counted(count, Bytes::exactly(unit))
        }
        Shape::Option(item) => Bytes::exactly(1).and(Bytes::NONE.or(deeper(item))),
        Shape::List(count, item) | Shape::Maybe(count, item) => counted(count, deeper(item)),
        Shape::Tuple(parts) => parts.iter().fold(Bytes::NONE, |sum, part| sum.and(deeper(part))),
        Shape::Type(index) => named(plan, *index, depth + 1),
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
    };
    prefix.and(item.times(Bytes { min, max }))
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
                None => int(tag, 0, None),
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
    let size = shape(plan, &of.shape, depth);
    match of.there {
        There::Always if of.since.is_none() && of.removed.is_none() => size,
        _ => Bytes::NONE.or(size),
    }
}
