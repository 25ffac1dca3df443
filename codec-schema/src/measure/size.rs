//! Lengths of encoded values, as constants.

use codec_core::schema::{
    Constant, Enum, ExtentLen, Field, FieldEncoding, Fields, Kind, Padding, Schema, SchemaRef, Seq,
    Struct, Until, Width,
};

use super::encoding::{CharLayout, Encoding, Number};

/// The range of a type's encoded lengths, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SizeRange {
    /// The shortest length.
    pub min: u64,
    /// The longest length; `None` if it is unlimited or unknown.
    pub max: Option<u64>,
}

impl SizeRange {
    const UNKNOWN: Self = Self { min: 0, max: None };
    /// A recursive value: if it is one variant of an enum, another one is the shortest.
    const ENDLESS: Self = Self { min: u64::MAX, max: None };

    const fn fixed(len: u64) -> Self {
        Self { min: len, max: Some(len) }
    }

    /// One after the other.
    const fn and(self, other: Self) -> Self {
        let max = match (self.max, other.max) {
            (Some(one), Some(other)) => one.checked_add(other),
            _ => None,
        };
        Self { min: self.min.saturating_add(other.min), max }
    }

    /// One or the other.
    const fn or(self, other: Self) -> Self {
        let max = match (self.max, other.max) {
            (Some(one), Some(other)) => Some(if one > other { one } else { other }),
            _ => None,
        };
        Self { min: if self.min < other.min { self.min } else { other.min }, max }
    }

    /// Between `min` and `max` of them.
    const fn times(self, min: u64, max: Option<u64>) -> Self {
        let max = match (self.max, max) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(one), Some(times)) => one.checked_mul(times),
            _ => None,
        };
        Self { min: self.min.saturating_mul(min), max }
    }

    /// The part of this range within these limits.
    const fn within(self, min: u64, max: Option<u64>) -> Self {
        let max = match (self.max, max) {
            (Some(one), Some(other)) => Some(if one < other { one } else { other }),
            (one, None) => one,
            (None, other) => other,
        };
        Self { min: if self.min > min { self.min } else { min }, max }
    }

    /// Present or absent.
    const fn or_nothing(self) -> Self {
        Self { min: 0, max: self.max }
    }
}

/// The budget of a walk, since descriptions may be cyclic.
struct Walk<'e> {
    encoding: &'e Encoding,
    /// The number of descriptions that may still be visited.
    fuel: u32,
}

/// The deepest nesting that is followed.
const DEPTH: u32 = 64;
/// The deepest nesting of boxes that is followed.
const BOXES: u32 = 3;

/// The lengths of encoded values of the type in its current version: a struct with a `version`
/// also reads longer and shorter values of newer and older programs.
///
/// A count limits the size if it has a `max` or at most 24 bits. Recursive types are unlimited,
/// and opaque parts may have any length. Boxes within boxes are followed three levels deep;
/// anything deeper may have any length, and is not considered for the smallest value.
///
/// ```
/// use codec_schema::{Describe, Encoding, size};
/// let size = size(<(u32, Option<u16>)>::SCHEMA, &Encoding::POSTCARD);
/// assert_eq!((size.min, size.max), (2, Some(5 + 1 + 3)));
/// ```
pub const fn size(schema: SchemaRef, encoding: &Encoding) -> SizeRange {
    let mut walk = Walk { encoding, fuel: 1 << 14 };
    let size = walk.schema(schema.get(), 0, 0);
    if size.min == u64::MAX { SizeRange::UNKNOWN } else { size }
}

/// The largest encoded length in bytes, for the length of an array; `None` if it is unlimited or
/// unknown.
///
/// ```
/// use codec_core::wire::B032Ref;
/// use codec_schema::{Describe, Encoding, max_len};
/// const LONGEST: usize = max_len(B032Ref::SCHEMA, &Encoding::SV2).unwrap();
/// assert_eq!([0; LONGEST].len(), 1 + 32);
/// ```
pub const fn max_len(schema: SchemaRef, encoding: &Encoding) -> Option<usize> {
    match size(schema, encoding).max {
        Some(max) if max <= usize::MAX as u64 =>
        {
            #[expect(clippy::cast_possible_truncation, reason = "it was compared")]
            Some(max as usize)
        }
        _ => None,
    }
}

const fn number(number: Number) -> SizeRange {
    SizeRange { min: number.len_of(0), max: Some(number.len_of(number.largest())) }
}

/// The size of a count between these limits.
const fn prefix(number: Number, min: u64, max: Option<u64>) -> SizeRange {
    let largest = match max {
        Some(max) if (max as u128) < number.largest() => max as u128,
        _ => number.largest(),
    };
    SizeRange { min: number.len_of(min as u128), max: Some(number.len_of(largest)) }
}

impl Walk<'_> {
    const fn schema(&mut self, schema: &'static Schema, depth: u32, boxes: u32) -> SizeRange {
        if depth == DEPTH || self.fuel == 0 {
            return SizeRange::UNKNOWN;
        }
        self.fuel -= 1;
        let encoding = self.encoding;
        let deeper = depth + 1;
        match schema.kind {
            Kind::Unit => SizeRange::fixed(0),
            Kind::Bool => SizeRange::fixed(1),
            Kind::Char => self.character(),
            Kind::Int(int) => number(encoding.int(int)),
            Kind::Length(max) => prefix(encoding.len, 0, Some(max)),
            Kind::Float(bytes) => SizeRange::fixed(bytes as u64),
            Kind::Array(item, len) => self.schema(item.get(), deeper, boxes).times(len, Some(len)),
            Kind::Seq(seq) => {
                let item = self.schema(seq.item.get(), deeper, boxes);
                self.counted(&seq, Width::Format, 0, None, item)
            }
            Kind::Optional(item) => {
                let item = self.schema(item.get(), deeper, boxes);
                SizeRange::fixed(1).and(item.or_nothing())
            }
            Kind::Outcome(ok, err) => {
                let tag = if encoding.rules.result_byte { Number::Fixed(1) } else { encoding.tag };
                let (ok, err) =
                    (self.schema(ok.get(), deeper, boxes), self.schema(err.get(), deeper, boxes));
                SizeRange::fixed(tag.len_of(1)).and(ok.or(err))
            }
            Kind::Tuple(items) => {
                let (mut size, mut index) = (SizeRange::fixed(0), 0);
                while index < items.len() {
                    size = size.and(self.schema(items[index].get(), deeper, boxes));
                    index += 1;
                }
                size
            }
            Kind::Struct(_) | Kind::Enum(_) | Kind::Messages(_) => {
                self.record(schema, deeper, boxes)
            }
            Kind::Same(of) => self.schema(of.get(), deeper, boxes),
            Kind::Boxed(_) if boxes == BOXES => SizeRange::ENDLESS,
            Kind::Boxed(of) => self.schema(of.get(), deeper, boxes + 1),
            Kind::Quirk(quirk, with, without) => {
                let of = if encoding.rules.has(quirk) { with } else { without };
                self.schema(of.get(), deeper, boxes)
            }
            // Opaque, or deferred.
            _ => SizeRange::UNKNOWN,
        }
    }

    const fn character(&self) -> SizeRange {
        match self.encoding.char {
            CharLayout::Utf8 => SizeRange { min: 1, max: Some(4) },
            CharLayout::Text => SizeRange { min: 2, max: Some(5) },
            CharLayout::Scalar => {
                let number = self.encoding.int_of(4);
                let (min, max) = (number.len_of(0), number.len_of(0x0010_ffff));
                SizeRange { min, max: Some(max) }
            }
        }
    }

    /// A sequence, with the field's limits on its count.
    const fn counted(
        &self,
        seq: &Seq,
        len: Width,
        min: u64,
        max: Option<u64>,
        item: SizeRange,
    ) -> SizeRange {
        let given = match len {
            Width::Format => seq.prefix.width,
            _ => len,
        };
        let count = self.encoding.width(given, self.encoding.len);
        let own = given.max();
        let limit = match (max, seq.max) {
            (Some(max), Some(other)) => Some(if max < other { max } else { other }),
            (Some(max), None) | (None, Some(max)) => Some(max),
            (None, None) => None,
        };
        let limit = match limit {
            Some(limit) if limit < own => Some(limit),
            _ if own < 1 << 24 => Some(own),
            limit => limit,
        };
        if seq.until.is_some() {
            return SizeRange { min: 1, max: None };
        }
        prefix(count, min, limit).and(item.times(min, limit))
    }

    /// An element of a field, with its entry in a table.
    const fn element(&mut self, field: &Field, seq: &Seq, depth: u32, boxes: u32) -> SizeRange {
        let entry = SizeRange::fixed(if field.indexed { 4 } else { 0 });
        entry.and(self.schema(seq.item.get(), depth, boxes))
    }

    const fn record(&mut self, schema: &'static Schema, depth: u32, boxes: u32) -> SizeRange {
        let around = *self.encoding;
        match schema.kind {
            Kind::Struct(of) => {
                let encoding = around.ordered(of.order);
                let mut inner = Walk { encoding: &encoding, fuel: self.fuel };
                let magic = constant(of.magic, &encoding);
                let body = inner.fields(of.fields, 0, (depth, boxes));
                self.fuel = inner.fuel;
                magic.and(versioned(&of, body, &encoding))
            }
            Kind::Enum(of) => {
                let encoding = around.ordered(of.order);
                let mut inner = Walk { encoding: &encoding, fuel: self.fuel };
                let all = inner.variants(&of, true, depth, boxes);
                self.fuel = inner.fuel;
                constant(of.magic, &encoding).and(all)
            }
            Kind::Messages(of) => {
                let (mut all, mut index) = (None, 0);
                while index < of.variants.len() {
                    let size = self.schema(of.variants[index].ty.get(), depth, boxes);
                    all = Some(either(all, size));
                    index += 1;
                }
                match (all, of.other) {
                    (Some(all), None) => all,
                    _ => SizeRange::UNKNOWN,
                }
            }
            _ => SizeRange::UNKNOWN,
        }
    }

    /// The variants of an enum, with or without their tags.
    const fn variants(&mut self, of: &Enum, tagged: bool, depth: u32, boxes: u32) -> SizeRange {
        let tag = self.encoding.width(of.tag, self.encoding.tag);
        let (mut all, mut index) = (None, 0);
        while index < of.variants.len() {
            let variant = &of.variants[index];
            let (tag, first) = match variant.tag {
                Some(value) => (SizeRange::fixed(tag.len_of(value as u128)), 0),
                // The first field is the tag.
                None => (number(tag), 1),
            };
            let fields = self.fields(variant.fields, first, (depth, boxes));
            all = Some(either(all, if tagged { tag.and(fields) } else { fields }));
            index += 1;
        }
        match all {
            Some(all) => all,
            None => SizeRange::fixed(0),
        }
    }

    /// The fields from this one on.
    const fn fields(
        &mut self,
        fields: Fields,
        mut index: usize,
        (depth, boxes): (u32, u32),
    ) -> SizeRange {
        let (mut size, mut bits) = (SizeRange::fixed(0), 0);
        while let Some(field) = fields.unnamed(index) {
            if matches!(field.encoding, FieldEncoding::Bits) {
                // Together they fill whole bytes.
                bits += field.bits as u64;
            }
            let around = *self.encoding;
            let encoding = around.ordered(field.order);
            let mut inner = Walk { encoding: &encoding, fuel: self.fuel };
            let one = inner.field(&field, depth, boxes);
            self.fuel = inner.fuel;
            size = size.and(one);
            index += 1;
        }
        size.and(SizeRange::fixed(bits / 8))
    }

    const fn field(&mut self, field: &Field, depth: u32, boxes: u32) -> SizeRange {
        if field.removed.is_some()
            || !field.encoding.is_on_wire()
            || matches!(field.encoding, FieldEncoding::Bits)
        {
            return SizeRange::fixed(0);
        }
        if field.condition.is_none() {
            let content = self.content(field, field.ty.get(), depth, boxes);
            return self.framed(field, content);
        }
        match field.ty.get().kind {
            Kind::Optional(inner) => {
                let content = self.content(field, inner.get(), depth, boxes);
                self.framed(field, content).or_nothing()
            }
            _ => SizeRange::UNKNOWN,
        }
    }

    /// The content of a field, with its length prefix and padding.
    const fn framed(&self, field: &Field, content: SizeRange) -> SizeRange {
        let content = match field.bytes {
            None => content,
            Some(extent) => {
                let content = content.within(extent.min, extent.max);
                if let ExtentLen::Prefix(width) = extent.told {
                    let own = width.max();
                    let limit = if own < 1 << 24 { Some(own) } else { None };
                    let content = content.within(0, limit);
                    let len = self.encoding.width(width, self.encoding.len);
                    prefix(len, content.min, content.max).and(content)
                } else {
                    content
                }
            }
        };
        let Padding { before, after, align, .. } = field.padding;
        let aligned = SizeRange { min: 0, max: Some(align.saturating_sub(1)) };
        SizeRange::fixed(before).and(aligned).and(content).and(SizeRange::fixed(after))
    }

    /// The content of the field when it is present.
    const fn content(
        &mut self,
        field: &Field,
        ty: &'static Schema,
        depth: u32,
        boxes: u32,
    ) -> SizeRange {
        if matches!(field.encoding, FieldEncoding::Plain) {
            return self.schema(ty, depth, boxes);
        }
        match (field.encoding, same(ty).kind) {
            (FieldEncoding::Magic, _) => constant(field.magic, self.encoding),
            (FieldEncoding::With, _) => self.schema(ty, depth, boxes),
            (FieldEncoding::Ended, Kind::Seq(seq)) => match field.until {
                // One element ends it.
                Some(Until { open: false, .. }) => {
                    let item = self.schema(seq.item.get(), depth, boxes);
                    SizeRange { min: item.min, max: None }
                }
                _ => SizeRange { min: 0, max: None },
            },
            (FieldEncoding::Detached, Kind::Enum(of)) => {
                let encoding = self.encoding.ordered(of.order);
                let mut inner = Walk { encoding: &encoding, fuel: self.fuel };
                let content = inner.variants(&of, false, depth, boxes);
                self.fuel = inner.fuel;
                content
            }
            (FieldEncoding::Tail, Kind::Optional(item)) => {
                self.schema(item.get(), depth, boxes).or_nothing()
            }
            (FieldEncoding::Counted, Kind::Optional(item)) if field.nullable => {
                let (Width::Fixed(bytes), Kind::Seq(seq)) = (field.len, same(item.get()).kind)
                else {
                    return SizeRange::UNKNOWN;
                };
                let own = field.len.max() >> 1;
                let max = match field.max {
                    Some(max) if max < own => Some(max),
                    _ if own < 1 << 24 => Some(own),
                    max => max,
                };
                let item = self.element(field, &seq, depth, boxes);
                SizeRange::fixed(bytes as u64).and(item.times(field.min, max).or_nothing())
            }
            (FieldEncoding::Counted, Kind::Seq(seq)) if field.count.is_some() => {
                self.element(field, &seq, depth, boxes).times(field.min, field.max)
            }
            (FieldEncoding::Counted, Kind::Seq(seq)) => {
                let item = self.element(field, &seq, depth, boxes);
                self.counted(&seq, field.len, field.min, field.max, item)
            }
            (FieldEncoding::Counted, Kind::Optional(item)) => {
                let item = self.schema(item.get(), depth, boxes);
                let min = if field.min > 0 { 1 } else { 0 };
                let item = item.times(min, Some(1));
                if field.count.is_some() {
                    return item;
                }
                let count = self.encoding.width(field.len, self.encoding.len);
                prefix(count, min, Some(1)).and(item)
            }
            _ => SizeRange::UNKNOWN,
        }
    }
}

const fn either(one: Option<SizeRange>, other: SizeRange) -> SizeRange {
    match one {
        None => other,
        Some(one) => one.or(other),
    }
}

/// The type that determines the bytes: the slice, for a `Box<[T]>`.
const fn same(mut schema: &'static Schema) -> &'static Schema {
    let mut steps = 0;
    while let Kind::Same(of) | Kind::Boxed(of) = schema.kind {
        schema = of.get();
        steps += 1;
        if steps == DEPTH {
            break;
        }
    }
    schema
}

const fn constant(magic: Option<Constant>, encoding: &Encoding) -> SizeRange {
    match magic {
        None => SizeRange::fixed(0),
        Some(Constant { size: None, .. }) => SizeRange { min: 0, max: Some(255) },
        Some(Constant { size: Some(size), integer: false, .. }) => SizeRange::fixed(size as u64),
        Some(Constant { size: Some(size), .. }) => number(encoding.int_of(size)),
    }
}

/// A body, after its version and its length.
const fn versioned(of: &Struct, body: SizeRange, encoding: &Encoding) -> SizeRange {
    let Some(version) = of.version else { return body };
    let int = encoding.int_of(4);
    let mark = match of.readable_since {
        Some(oldest) => int.len_of(0) + int.len_of(oldest as u128),
        None => 0,
    };
    let head = SizeRange::fixed(mark + int.len_of(version as u128));
    head.and(prefix(encoding.len, body.min, body.max)).and(body)
}
