//! Reading a shape.

use codec_core::schema::Kind as Ty;
use codec_core::{DecodeErrorKind as Kind, Size};

use super::record::Scope;
use super::source::Source;
use super::{Content, Description, Label, Outcome, Part, Stop};
use crate::plan::{Bits, Charset, Count, Int, Magic, Shape};

/// The deepest nesting that is read: a list and a type for each level of a decoder's default depth.
const DEEPEST: u32 = 256;

/// The most parts that are read of a value: each takes some hundred bytes, however few it is of.
const MOST_PARTS: u32 = 1 << 20;

/// Reads one value.
pub(super) struct Reading<'d, 'i> {
    pub(super) of: &'d Description,
    pub(super) source: Source<'i>,
    pub(super) depth: u32,
    /// The number of parts so far.
    pub(super) parts: u32,
    /// `true` if the bytes of a run of fields have to be there before the first is read.
    pub(super) asks_ahead: bool,
}

impl<'d> Reading<'d, '_> {
    /// Reads the whole input.
    pub(super) fn root(&mut self, shape: &'d Shape, part: &mut Part) -> Outcome<()> {
        let scope = Scope { items: &[], parts: &[], spans: &[], given: 0, word: 0 };
        let outcome = self.shape(shape, &scope, part).and_then(|()| self.source.finish());
        part.is_wrong = outcome.is_err();
        outcome
    }

    /// Reads a value of this shape into `part`, of which what is read remains.
    pub(super) fn shape(
        &mut self,
        of: &'d Shape,
        scope: &Scope<'_>,
        part: &mut Part,
    ) -> Outcome<()> {
        if self.depth == DEEPEST {
            return Source::fail(Kind::DepthExceeded, self.source.at);
        }
        self.depth += 1;
        let outcome = self.inner(of, scope, part);
        self.depth -= 1;
        part.range.end = self.source.at;
        part.is_wrong = outcome.is_err();
        outcome
    }

    /// Reads the parts of a value. It and what it calls have little on the stack: values nest.
    fn inner(&mut self, of: &'d Shape, scope: &Scope<'_>, part: &mut Part) -> Outcome<()> {
        let start = self.source.at;
        match of {
            Shape::List(count, item) => {
                part.content = Content::List(Vec::new());
                return self.list(count, item, scope, part);
            }
            Shape::Indexed(count, item) => {
                part.content = Content::List(Vec::new());
                return self.indexed(count, item, scope, part);
            }
            Shape::Unordered(of) => return self.shape(of, scope, part),
            Shape::Option(of) => match self.source.byte()? {
                0 => part.content = Content::Absent,
                1 => return self.some(of, scope, part),
                _ => return Source::fail(Kind::InvalidOptionTag, start),
            },
            Shape::Maybe(count, of) => match self.maybe(count, scope)? {
                0 => part.content = Content::Absent,
                1 => return self.some(of, scope, part),
                _ => return Source::fail(Kind::LengthOverLimit, self.source.at),
            },
            Shape::Nullable(count, of) => match self.nullable(count, scope)? {
                None => part.content = Content::Absent,
                Some(given) => return self.some(of, &Scope { given, ..*scope }, part),
            },
            Shape::Tuple(items) => {
                if self.asks_ahead {
                    self.source.need(1, self.size(of).min)?;
                }
                part.content = Content::List(Vec::new());
                return items.iter().try_for_each(|item| self.push(item, scope, part));
            }
            Shape::Type(index) => return self.record(*index, part),
            Shape::Sized(count, of) => {
                let len = self.count(count, scope)?;
                self.source.need(len, 1)?;
                let outer = self.source.end;
                self.source.end = self.source.at + usize::try_from(len).unwrap_or(usize::MAX);
                self.shape(of, scope, part)?;
                self.source.finish()?;
                self.source.end = outer;
            }
            Shape::Tagged(tag, index) => match Self::length(tag, scope)? {
                None => return Source::fail(Kind::InvalidTag, start),
                Some(tag) => return self.variant(*index, (start, tag.into()), part),
            },
            leaf => return self.leaf(leaf, scope, part),
        }
        Ok(())
    }

    /// Reads a value without parts.
    #[inline(never)]
    fn leaf(&mut self, of: &'d Shape, scope: &Scope<'_>, part: &mut Part) -> Outcome<()> {
        let start = self.source.at;
        part.content = match of {
            Shape::Bool(by_bit) => match self.source.byte()? {
                byte if *by_bit => Content::Bool(byte & 1 == 1),
                byte @ 0..=1 => Content::Bool(byte == 1),
                _ => return Source::fail(Kind::InvalidBool, start),
            },
            Shape::Int(int) => self.int(int)?,
            Shape::Float(bytes, big) => self.float(*bytes, *big)?,
            Shape::Utf8Char => Content::Char(self.utf8_char()?),
            Shape::Char(of) => Content::Char(self.char(of)?),
            Shape::Magic(magic) => self.magic(magic)?,
            Shape::Bytes(count) => Content::Bytes(self.bytes(count, 1, scope)?),
            Shape::Text(count, charset) => self.text(count, *charset, scope)?,
            Shape::Bits(bits) => self.bits(bits, scope.word)?,
            Shape::Opaque(words) => return Err(Stop::Undescribed((*words).to_owned())),
            _ => Content::Nothing,
        };
        Ok(())
    }

    /// Reads the value of an option.
    pub(super) fn some(
        &mut self,
        of: &'d Shape,
        scope: &Scope<'_>,
        part: &mut Part,
    ) -> Outcome<()> {
        let outcome = self.shape(of, scope, part);
        let inner = std::mem::replace(&mut part.content, Content::Nothing);
        part.content = Content::Some(Box::new(inner));
        outcome
    }

    /// Reads an element of a list.
    fn push(&mut self, item: &'d Shape, scope: &Scope<'_>, part: &mut Part) -> Outcome<()> {
        self.count_part()?;
        let Content::List(parts) = &mut part.content else { return Ok(()) };
        let start = self.source.at;
        let mut inner = Part::new(Label::Element(parts.len()), start);
        let outcome = self.shape(item, scope, &mut inner);
        parts.push(inner);
        outcome?;
        self.source.element(start)
    }

    /// Counts a part, which is read next.
    pub(super) fn count_part(&mut self) -> Outcome<()> {
        if self.parts == MOST_PARTS {
            return Err(Stop::Undescribed(format!("only {MOST_PARTS} parts are read")));
        }
        self.parts += 1;
        Ok(())
    }

    fn size(&self, of: &Shape) -> Size {
        if self.of.is_recursive { Size::UNKNOWN } else { crate::plan::size_of(&self.of.plan, of) }
    }

    fn int(&mut self, int: &Int) -> Outcome<Content> {
        let start = self.source.at;
        let value = self.source.number(int)?;
        if !int.signed && int.max.is_some_and(|max| value > max.into()) {
            return Source::fail(Kind::LengthOverLimit, start);
        }
        if int.nonzero && value == 0 {
            return Source::fail(Kind::InvalidValue, start);
        }
        Ok(if int.signed { Content::Signed(value.cast_signed()) } else { Content::Unsigned(value) })
    }

    fn float(&mut self, bytes: u8, big: bool) -> Outcome<Content> {
        let start = self.source.at;
        let bits = self.source.fixed(bytes, big)?;
        let content = match u32::try_from(bits) {
            Ok(bits) if bytes == 4 => Content::Single(f32::from_bits(bits)),
            _ => Content::Double(f64::from_bits(u64::try_from(bits).unwrap_or(0))),
        };
        let is_nan = match content {
            Content::Single(value) => value.is_nan(),
            Content::Double(value) => value.is_nan(),
            _ => false,
        };
        if is_nan && self.of.plan.encoding.rules.refuses_nan {
            return Source::fail(Kind::InvalidValue, start);
        }
        Ok(content)
    }

    fn utf8_char(&mut self) -> Outcome<char> {
        let start = self.source.at;
        let first = self.source.data[..self.source.end].get(start).copied().unwrap_or(0);
        let count = match first {
            0..=0x7f => 1,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return Source::fail(Kind::InvalidChar, start),
        };
        self.one_char(count, start)
    }

    fn one_char(&mut self, count: u64, start: usize) -> Outcome<char> {
        let bytes = self.source.bytes(count)?;
        let found = std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next());
        found.map_or_else(|| Source::fail(Kind::InvalidChar, start), Ok)
    }

    fn char(&mut self, of: &Shape) -> Outcome<char> {
        let start = self.source.at;
        match of {
            Shape::Int(int) => {
                let value = self.source.number(int)?;
                let found = u32::try_from(value).ok().and_then(char::from_u32);
                found.map_or_else(|| Source::fail(Kind::InvalidChar, start), Ok)
            }
            Shape::Text(Count::Prefix { int, .. }, _) => {
                match u64::try_from(self.source.number(int)?) {
                    Ok(count @ ..=4) => self.one_char(count, start),
                    _ => Source::fail(Kind::InvalidChar, start),
                }
            }
            _ => Err(Stop::Undescribed("a character".into())),
        }
    }

    pub(super) fn magic(&mut self, of: &Magic) -> Outcome<Content> {
        let start = self.source.at;
        let is_same = match &of.number {
            Some((int, value)) => self.source.number(int)?.cast_signed() == *value,
            None => self.source.bytes(of.bytes.len() as u64)? == of.bytes,
        };
        if !is_same {
            return Source::fail(Kind::InvalidMagic, start);
        }
        Ok(Content::Magic(start..self.source.at))
    }

    /// The range of so many units.
    fn bytes(
        &mut self,
        count: &Count,
        unit: u64,
        scope: &Scope<'_>,
    ) -> Outcome<std::ops::Range<usize>> {
        let len = self.count(count, scope)?;
        let start = self.source.at;
        self.source.bytes(len.saturating_mul(unit))?;
        let range = start..self.source.at;
        if let Count::Until(_) = count {
            self.source.byte()?;
        }
        Ok(range)
    }

    fn text(&mut self, count: &Count, charset: Charset, scope: &Scope<'_>) -> Outcome<Content> {
        let is_wide = charset == Charset::Utf16;
        let range = self.bytes(count, if is_wide { 2 } else { 1 }, scope)?;
        let bytes = &self.source.data[range.clone()];
        let text = if is_wide {
            let (pairs, _) = bytes.as_chunks::<2>();
            let units: Vec<u16> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
            String::from_utf16(&units).ok()
        } else {
            std::str::from_utf8(bytes).ok().map(str::to_owned)
        };
        match text {
            Some(text) => Ok(Content::Text(text)),
            None if charset == Charset::Utf8 => Source::fail(Kind::InvalidUtf8, range.start),
            None => Ok(Content::NoText(range)),
        }
    }

    fn maybe(&mut self, count: &Count, scope: &Scope<'_>) -> Outcome<u64> {
        let Count::Prefix { int, min, .. } = count else { return self.count(count, scope) };
        let start = self.source.at;
        let count = self.source.number(int)?;
        Self::limit(start, count, *min, None)
    }

    /// A count of which -1 is none.
    fn nullable(&mut self, count: &Count, scope: &Scope<'_>) -> Outcome<Option<u64>> {
        let (min, max) = Self::limits(count, scope)?;
        let mut inner = count;
        while let Count::Within(of, _) = inner {
            inner = of;
        }
        let Count::Prefix { int, .. } = inner else {
            return Err(Stop::Undescribed("a count that is told in another way".into()));
        };
        let start = self.source.at;
        let word = self.source.number(&Int { signed: false, ..*int })?;
        let bits = 8 * u32::from(int.bytes);
        if word == (u128::MAX >> (128 - bits)) {
            return Ok(None);
        }
        if word >> (bits - 1) > 0 {
            return Source::fail(Kind::LengthOverflow, start);
        }
        Self::limit(start, word, min, max).map(Some)
    }

    fn list(
        &mut self,
        count: &'d Count,
        item: &'d Shape,
        scope: &Scope<'_>,
        part: &mut Part,
    ) -> Outcome<()> {
        let size = self.size(item);
        let count = match count {
            Count::Left if size.fixed && size.min > 0 => {
                self.source.left().div_ceil(size.min) as u64
            }
            Count::Left => {
                while self.source.at < self.source.end {
                    self.push(item, scope, part)?;
                }
                return Ok(());
            }
            Count::Last(until) => {
                while !(until.open && self.source.at == self.source.end) {
                    let start = self.source.at;
                    self.push(item, scope, part)?;
                    let last = part.parts().last();
                    if Self::is_last(&until.end, scope, last)? {
                        return Ok(());
                    }
                    if self.source.at == start {
                        return Source::fail(Kind::TooManyEmptyElements, start);
                    }
                }
                return Ok(());
            }
            count => self.count(count, scope)?,
        };
        self.source.need(count, size.min)?;
        self.each(count, size, item, scope, part)
    }

    fn each(
        &mut self,
        count: u64,
        size: Size,
        item: &'d Shape,
        scope: &Scope<'_>,
        part: &mut Part,
    ) -> Outcome<()> {
        for _ in 0..count {
            let outer = self.source.end;
            if size.fixed && size.min > 0 {
                self.source.end = outer.min(self.source.at + size.min);
            }
            self.push(item, scope, part)?;
            self.source.end = outer;
        }
        Ok(())
    }

    fn indexed(
        &mut self,
        count: &'d Count,
        item: &'d Shape,
        scope: &Scope<'_>,
        part: &mut Part,
    ) -> Outcome<()> {
        let (count, size) = (self.count(count, scope)?, self.size(item));
        let table = self.source.at;
        let (ends, _) = self.source.bytes(count.saturating_mul(4))?.as_chunks::<4>();
        let start = self.source.at;
        self.source.need(count, size.min)?;
        let check =
            |index: usize, end: usize| match usize::try_from(u32::from_le_bytes(ends[index])) {
                Ok(found) if found == end => Ok(()),
                _ => Source::fail(Kind::InvalidIndex, table + 4 * index),
            };
        if size.fixed && size.min > 0 {
            self.each(count, size, item, scope, part)?;
            return (0..ends.len()).try_for_each(|index| check(index, size.min * (index + 1)));
        }
        for index in 0..ends.len() {
            self.push(item, scope, part)?;
            check(index, self.source.at - start)?;
        }
        Ok(())
    }

    fn bits(&self, bits: &Bits, word: u128) -> Outcome<Content> {
        let value = word >> bits.shift & (u128::MAX >> (128 - bits.width.clamp(1, 128)));
        let Ty::Int(int) = bits.kind else {
            return Ok(if matches!(bits.kind, Ty::Bool) {
                Content::Bool(value != 0)
            } else {
                Content::Unsigned(value)
            });
        };
        let fail = || Source::fail(Kind::InvalidValue, self.source.at - bits.len as usize);
        let own = 8 * u32::from(int.bytes);
        if int.signed {
            let shift = 128 - bits.width;
            let value = (value << shift).cast_signed() >> shift;
            let fits = bits.width <= own || value >> (own - 1) == value >> 127;
            return if fits { Ok(Content::Signed(value)) } else { fail() };
        }
        if own < 128 && value >> own > 0 { fail() } else { Ok(Content::Unsigned(value)) }
    }
}
