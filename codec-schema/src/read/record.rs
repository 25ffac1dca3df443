//! Reading structs and enums.

use std::ops::Range;

use codec_core::DecodeErrorKind as Kind;
use codec_core::schema::Padding;

use super::shape::Reading;
use super::source::Source;
use super::{Content, Label, Outcome, Part};
use crate::measure::Number;
use crate::plan::{Body, Item, Shape, There, Version};

/// The fields that an expression may ask for.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    pub(super) items: &'s [Item],
    /// The items that are read so far.
    pub(super) parts: &'s [Part],
    /// The range of each, with its padding.
    pub(super) spans: &'s [Range<usize>],
    /// The count before an optional sequence.
    pub(super) given: u64,
    /// The word of the bit fields.
    pub(super) word: u128,
}

fn fields(part: &mut Part) -> Option<&mut Vec<Part>> {
    match &mut part.content {
        Content::Fields(parts) | Content::Variant { fields: parts, .. } => Some(parts),
        _ => None,
    }
}

impl<'d> Reading<'d, '_> {
    pub(super) fn record(&mut self, index: usize, part: &mut Part) -> Outcome<()> {
        let of = &self.of.plan.types[index];
        if let Some(magic) = &of.magic {
            self.magic(magic)?;
        }
        match &of.body {
            Body::Struct { version, items } => {
                let outer = self.source.end;
                let known = version.as_ref().map(|version| self.version(version)).transpose()?;
                part.content = Content::Fields(Vec::new());
                self.items(items, &self.of.runs[index][0], known, part)?;
                if known.is_some() {
                    self.source.at = self.source.end;
                    self.source.end = outer;
                }
                Ok(())
            }
            Body::Enum { tag, .. } => {
                let start = self.source.at;
                let found = match tag.number {
                    Number::None => return Source::fail(Kind::Unsupported, start),
                    _ => self.source.number(tag)?,
                };
                self.variant(index, (start, found), part)
            }
        }
    }

    /// Reads the version and the length, up to which the fields are read.
    fn version(&mut self, of: &Version) -> Outcome<u128> {
        let start = self.source.at;
        let mut version = self.source.number(&of.number)?;
        if version == 0 {
            version = self.source.number(&of.number)?;
            if version == 0 {
                return Source::fail(Kind::InvalidVersion, start);
            }
            let at = self.source.at;
            let readable = self.source.number(&of.number)?;
            if !(2..=version).contains(&readable) {
                return Source::fail(Kind::InvalidVersion, start);
            }
            if u128::from(of.known) < readable {
                return Source::fail(Kind::UnreadableVersion, at);
            }
        }
        let len = self.source.number(&of.len)?;
        let len = u64::try_from(len).unwrap_or(u64::MAX);
        self.source.need(len, 1)?;
        self.source.end = self.source.at + usize::try_from(len).unwrap_or(usize::MAX);
        Ok(version)
    }

    /// Reads the fields of the variant with this tag, which begins at `start`.
    pub(super) fn variant(
        &mut self,
        index: usize,
        (start, tag): (usize, u128),
        part: &mut Part,
    ) -> Outcome<()> {
        let Body::Enum { variants, .. } = &self.of.plan.types[index].body else {
            return Source::fail(Kind::Unsupported, start);
        };
        let is = |own: Option<u64>| own.map(u128::from) == Some(tag);
        let found = variants.iter().position(|variant| is(variant.tag));
        let found = found.or_else(|| variants.iter().position(|variant| variant.tag.is_none()));
        let Some(at) = found else { return Source::fail(Kind::InvalidTag, start) };
        let variant = &variants[at];
        let is_kept = variant.tag.is_none();
        let fits = |bytes: u8| bytes >= 16 || tag >> (8 * u32::from(bytes)) == 0;
        if is_kept && !variant.kept.is_none_or(fits) {
            return Source::fail(Kind::InvalidTag, start);
        }
        let (name, fields) = (variant.name, Vec::new());
        part.content = Content::Variant { name, tag, is_kept, fields };
        self.items(&variant.items, &self.of.runs[index][at], None, part)
    }

    fn items(
        &mut self,
        items: &'d [Item],
        runs: &[usize],
        version: Option<u128>,
        part: &mut Part,
    ) -> Outcome<()> {
        let (base, mut word, mut spans) = (self.source.at, 0, Vec::new());
        for (item, need) in items.iter().zip(runs) {
            if self.asks_ahead {
                self.source.need(1, *need)?;
            }
            self.count_part()?;
            let begin = self.source.at;
            let mut inner = Part::new(Label::Field(item.name), begin);
            let parts = fields(part).map_or(&[][..], |parts| parts);
            let scope = Scope { items, parts, spans: &spans, given: 0, word };
            let outcome = self.item(item, version, (base, &mut word), &scope, &mut inner);
            inner.is_wrong = outcome.is_err();
            if let Some(parts) = fields(part) {
                parts.push(inner);
            }
            outcome?;
            spans.push(begin..self.source.at);
        }
        Self::computed(items, &spans, word, part)
    }

    /// Checks the fields whose values others determine.
    #[inline(never)]
    fn computed(
        items: &[Item],
        spans: &[Range<usize>],
        word: u128,
        part: &mut Part,
    ) -> Outcome<()> {
        let parts = fields(part).map_or(&[][..], |parts| parts);
        let scope = Scope { items, parts, spans, given: 0, word };
        let mut wrong = None;
        for (place, item) in items.iter().enumerate() {
            let Some(computed) = item.computed.filter(|of| of.node.is_some()) else { continue };
            let wanted = Self::evaluate(&computed, &scope, None)?;
            let found = match parts[place].content {
                Content::Unsigned(value) => i128::try_from(value).ok(),
                Content::Signed(value) => Some(value),
                Content::Bool(value) => Some(value.into()),
                _ => continue,
            };
            if wanted.is_none() || wanted != found {
                wrong = Some((place, spans[place].start));
                break;
            }
        }
        match wrong {
            None => Ok(()),
            Some((place, start)) => {
                // The fields after it are not read as far as anyone knows.
                if let Some(parts) = fields(part) {
                    parts.truncate(place + 1);
                    if let Some(last) = parts.last_mut() {
                        last.is_wrong = true;
                    }
                }
                Source::fail(Kind::CheckFailed, start)
            }
        }
    }

    /// Reads a field.
    fn item(
        &mut self,
        item: &'d Item,
        version: Option<u128>,
        (base, word): (usize, &mut u128),
        scope: &Scope<'_>,
        part: &mut Part,
    ) -> Outcome<()> {
        if let Some(version) = version {
            let is_since = item.since.is_none_or(|since| since <= 1 || version >= since.into());
            if !is_since || item.removed.is_some_and(|removed| version >= removed.into()) {
                part.content = Content::Missing;
                return Ok(());
            }
        }
        let is_there = match &item.there {
            There::Always => true,
            There::Left => self.source.left() > 0,
            There::If(condition) => self.test(condition, scope)?,
        };
        if !is_there {
            part.content = Content::Absent;
            return Ok(());
        }
        self.begin(item, (base, word), part)?;
        let scope = Scope { word: *word, ..*scope };
        match (&item.there, &item.shape) {
            (There::Always, shape) => self.shape(shape, &scope, part)?,
            (_, shape) => self.some(shape, &scope, part)?,
        }
        self.source.bytes(item.padding.after)?;
        Ok(())
    }

    /// Reads the padding before a field, and the word of which it is the first bits.
    #[inline(never)]
    fn begin(
        &mut self,
        item: &Item,
        (base, word): (usize, &mut u128),
        part: &mut Part,
    ) -> Outcome<()> {
        let Padding { before, align, .. } = item.padding;
        self.source.bytes(before)?;
        let beyond = (self.source.at - base) as u64 % align.max(1);
        self.source.bytes(if beyond > 0 { align - beyond } else { 0 })?;
        if let Shape::Bits(bits) = &item.shape
            && bits.is_first
        {
            let [len, ..] = bits.len.to_le_bytes();
            *word = self.source.fixed(len, !bits.little)?;
        }
        part.range.start = match &item.shape {
            Shape::Bits(bits) => self.source.at - bits.len as usize,
            _ => self.source.at,
        };
        Ok(())
    }
}
