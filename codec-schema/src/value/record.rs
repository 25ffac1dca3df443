//! Structs, enums and their fields.

use crate::measure::{Encoding, Number};
use codec_core::schema::{FieldEncoding, Node, Operand, Order, Width};

use super::bytes;
use super::choice::Forced;
use super::frame::Word;
use super::generate::{DEPTH, Known, LONGEST, Making, evaluate, limit, unneeded};
use super::relation::limits;
use crate::model::{Body, Enum, Field, Magic, Named, Struct, Type, Variant};

impl<'m> Making<'_, 'm> {
    pub(super) fn named(&mut self, named: &'m Named, encoding: &Encoding) -> Option<()> {
        if let Some(written) = self.generator.written(&named.name) {
            self.bytes.extend(written);
            return Some(());
        }
        match &named.body {
            Body::Struct(of) => self.structure(of, encoding),
            Body::Enum(of) => self.enumeration(of, encoding),
            Body::Messages(_) => None,
        }
    }

    fn constant(&mut self, magic: Option<&Magic>, encoding: &Encoding) -> Option<()> {
        match magic {
            None => {}
            Some(Magic::Bytes(bytes)) => {
                self.bytes.extend(bytes);
                if let (Some(last), true) = (self.bytes.last_mut(), !bytes.is_empty()) {
                    let own = u128::from(*last);
                    let chosen = self.choices.choose(&self.path, "=", (own, own), Some(own ^ 1));
                    *last = match chosen {
                        Forced::To(value) => u8::try_from(value).ok()?,
                        Forced::Not => *last,
                        Forced::Nowhere => return None,
                    };
                }
            }
            Some(Magic::Int { bytes: len, signed, value }) => {
                let (number, bits) = (encoding.int_of(*len), 8 * u32::from(*len));
                let twos = value.cast_unsigned();
                let twos = if bits < 128 { twos & ((1 << bits) - 1) } else { twos };
                let written = if *signed { bytes::signed(number, twos, bits) } else { twos };
                self.number(number, encoding, written)?;
            }
        }
        Some(())
    }

    fn structure(&mut self, of: &'m Struct, encoding: &Encoding) -> Option<()> {
        let encoding = &encoding.ordered(of.order);
        self.constant(of.magic.as_ref(), encoding)?;
        let around = std::mem::replace(&mut self.low_first, of.order == Order::Little);
        let made = match of.version {
            None => self.fields(&of.fields, encoding),
            Some(version) => {
                let head = match of.readable_since {
                    Some(oldest) => &[0, version, oldest][..],
                    None => &[version],
                };
                for number in head {
                    self.number(encoding.int_of(4), encoding, (*number).into())?;
                }
                self.after_len(encoding.len, encoding, None, |making| {
                    making.fields(&of.fields, encoding)
                })
            }
        };
        self.low_first = around;
        made
    }

    /// Content after its length in bytes, which must satisfy `fits`.
    pub(super) fn after_len<T>(
        &mut self,
        number: Number,
        encoding: &Encoding,
        fits: Option<(u64, u64)>,
        fill: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let (before, noted) = (std::mem::take(&mut self.bytes), self.fields.len());
        let filled = fill(self);
        let body = std::mem::replace(&mut self.bytes, before);
        let (filled, len) = (filled?, u64::try_from(body.len()).ok()?);
        if fits.is_some_and(|(least, most)| !(least..=most).contains(&len)) {
            return None;
        }
        self.number(number, encoding, len.into())?;
        let start = self.bytes.len();
        for (_, range) in &mut self.fields[noted..] {
            *range = range.start + start..range.end + start;
        }
        self.bytes.extend(body);
        Some(filled)
    }

    /// Fields; the offset of the first is a multiple of every alignment.
    pub(super) fn fields(&mut self, fields: &'m [Field], encoding: &Encoding) -> Option<()> {
        let mut known = vec![Known::default(); fields.len()];
        let (mut ended, base, first) = (false, self.bytes.len(), self.fields.len());
        let wanted = self.tags(fields);
        let mut word = Word::default();
        for (index, field) in fields.iter().enumerate() {
            if !field.is_on_wire() || field.removed.is_some() {
                continue;
            }
            self.path.push(field.name.clone());
            let (start, noted) = (self.bytes.len(), self.fields.len());
            self.wanted = wanted[index];
            let made = self.unforced(fields, index, |making| {
                if field.encoding == FieldEncoding::Bits {
                    return making.bits(field, &mut word, making.low_first);
                }
                making.framed(field, (&known, base), &mut ended, encoding)
            });
            known[index] = made?;
            self.wanted = None;
            self.note_field(known[index]);
            known[index].range = Some((start, self.bytes.len()));
            if self.bytes.len() > start {
                let path = self.path.join(".");
                self.fields.insert(noted, (path, start..self.bytes.len()));
            }
            self.path.pop();
        }
        self.compute(fields, &mut known, first, encoding)
    }

    /// The content of a field when it is present.
    pub(super) fn content(
        &mut self,
        field: &'m Field,
        known: &[Known],
        ended: &mut bool,
        encoding: &Encoding,
    ) -> Option<Known> {
        if field.magic.is_some() {
            self.constant(field.magic.as_ref(), encoding)?;
            return Some(Known::default());
        }
        match (field.encoding, unneeded(&field.ty)) {
            (FieldEncoding::Plain | FieldEncoding::With, ty) => self.ty(ty, encoding),
            (FieldEncoding::Tail, Type::Option(item)) => {
                *ended |= !self.there();
                if *ended { Some(Known::default()) } else { self.ty(item, encoding) }
            }
            (FieldEncoding::Tail, Type::Seq(seq)) => {
                let most = field.bytes.as_ref().and_then(|extent| extent.max);
                let most = most.map_or(self.generator.most, |max| max.min(self.generator.most));
                // It would be read as what is missing before it.
                let most = if *ended { 0 } else { most };
                self.seq((seq, false), None, (0, most), encoding)
            }
            (FieldEncoding::Ended, Type::Seq(seq)) => {
                let (made, has_last) = self.ended(seq, field.until.as_ref()?, known, encoding)?;
                *ended |= !has_last;
                Some(made)
            }
            (FieldEncoding::Counted, ty) => self.counted(field, ty, known, encoding),
            (FieldEncoding::Detached, Type::Named(index)) => {
                let tag = evaluate(field.tag.as_ref()?, known)?;
                self.detached(*index, u64::try_from(tag).ok()?, encoding)
            }
            _ => None,
        }
    }

    fn counted(
        &mut self,
        field: &'m Field,
        ty: &'m Type,
        known: &[Known],
        encoding: &Encoding,
    ) -> Option<Known> {
        let count = match &field.count {
            None => None,
            Some(count) => Some(u64::try_from(evaluate(count, known)?).ok()?),
        };
        let (least, most) = match field.bytes {
            // With a length in bytes, limits from other fields apply to that.
            Some(_) => (field.min, field.max.unwrap_or(u64::MAX)),
            None => limits(field, (field.min, field.max), known)?,
        };
        let fits = |count: u64| (least..=most).contains(&count);
        // A count from fields may be lower in another attempt; a constant stays.
        let constant = field.count.as_ref().is_some_and(|count| evaluate(count, &[]).is_some());
        let longest = if constant { LONGEST as u64 } else { 4 * self.generator.most };
        if count.is_some_and(|count| !fits(count) || count > longest) {
            return None;
        }
        match ty {
            Type::Seq(seq) => {
                let width = if field.len == Width::Format { seq.width } else { field.len };
                let number = match (encoding.width(width, encoding.len), field.len) {
                    (Number::Fixed(bytes), Width::Format) if seq.little => Number::Little(bytes),
                    (number, _) => number,
                };
                let seq = (&**seq, field.indexed);
                if let Some(count) = count {
                    return self.seq(seq, None, (count, count), encoding);
                }
                let most = limit(&[seq.0.max, Some(most)], width, number);
                self.seq(seq, Some(number), (least, most), encoding)
            }
            Type::Option(item) if field.nullable => {
                self.nullable(field, item, (least, most), encoding)
            }
            Type::Option(item) => {
                let there = match count {
                    Some(count @ 0..=1) => count == 1,
                    Some(_) => return None,
                    None => most != 0 && (least > 0 || self.there()),
                };
                if count.is_none() {
                    let number = encoding.width(field.len, encoding.len);
                    self.number(number, encoding, there.into())?;
                }
                if there {
                    self.ty(item, encoding)?;
                }
                Some(Known { len: Some(there.into()), ..Known::default() })
            }
            _ => None,
        }
    }

    fn enumeration(&mut self, of: &'m Enum, encoding: &Encoding) -> Option<()> {
        let encoding = &encoding.ordered(of.order);
        self.constant(of.magic.as_ref(), encoding)?;
        let number = encoding.width(of.tag, encoding.tag);
        let known = of.variants.iter().filter_map(|variant| variant.tag);
        let (least, most) = (known.clone().min(), known.max());
        let open = of.variants.iter().any(|variant| variant.tag.is_none());
        let usual = self.tag(of, number, encoding)?;
        let over = most.map(|most| u128::from(most) + 1);
        let over = over.filter(|over| !open && *over <= number.largest());
        let ends = (least.map_or(usual, u128::from), most.map_or(usual, u128::from));
        let tag = self.choose("tag", ends, over, |_| usual)?;
        self.number(number, encoding, tag)?;
        let tag = u64::try_from(tag).ok()?;
        let variant = of.variants.iter().find(|variant| variant.tag == Some(tag));
        self.note_variant(variant.map_or("", |variant| &variant.name));
        match variant.or_else(|| of.variants.iter().find(|variant| variant.tag.is_none())) {
            Some(variant) => self.variant(of, variant, encoding),
            // No variant has this tag.
            None => Some(()),
        }
    }

    /// The fields of a variant, without its tag.
    fn variant(&mut self, of: &Enum, variant: &'m Variant, encoding: &Encoding) -> Option<()> {
        let around = std::mem::replace(&mut self.low_first, of.order == Order::Little);
        // The first field of the variant for unknown tags is the tag.
        let fields = match variant.tag {
            Some(_) => &variant.fields[..],
            None => variant.fields.get(1..).unwrap_or_default(),
        };
        let made = self.fields(fields, encoding);
        self.low_first = around;
        made
    }

    /// A tag: that of a variant, or an unknown one for the catch-all variant.
    fn tag(&mut self, of: &'m Enum, number: Number, encoding: &Encoding) -> Option<u128> {
        let wished = self.wished_variant();
        let wished = of.variants.iter().position(|one| Some(&*one.name) == wished);
        let chosen = if let Some(wished) = wished {
            wished
        } else if self.depth > DEPTH {
            let least = of.variants.iter().enumerate().min_by_key(|(_, one)| one.fields.len());
            least.map(|(index, _)| index)?
        } else {
            let count = u64::try_from(of.variants.len()).ok().filter(|count| *count > 0)?;
            usize::try_from(self.generator.dice.below(count)).ok()?
        };
        let variant = of.variants.get(chosen)?;
        if let Some(tag) = variant.tag {
            return Some(tag.into());
        }
        let bits = match variant.fields.first().map(|field| &field.ty) {
            Some(Type::Int(int)) => 8 * u32::from(int.bytes),
            _ => 8,
        };
        let unknown = (0..50).find_map(|_| {
            let tag = self.generator.dice.bits(bits).min(number.largest());
            let mut all = of.variants.iter().filter_map(|variant| variant.tag);
            (!all.any(|one| u128::from(one) == tag)).then_some(tag)
        })?;
        let largest = u128::from(encoding.rules.tag_max);
        (of.tag != Width::Format || unknown <= largest).then_some(unknown)
    }

    /// The variant whose tag is in another field.
    fn detached(&mut self, index: usize, tag: u64, encoding: &Encoding) -> Option<Known> {
        let Body::Enum(of) = &self.model().named[index].body else { return None };
        let encoding = &encoding.ordered(of.order);
        let variant = of.variants.iter().find(|variant| variant.tag == Some(tag));
        let variant =
            variant.or_else(|| of.variants.iter().find(|variant| variant.tag.is_none()))?;
        self.variant(of, variant, encoding)?;
        Some(Known::default())
    }

    /// The tags that fields must hold, so that other fields have variants.
    fn tags(&mut self, fields: &'m [Field]) -> Vec<Option<u64>> {
        let mut wanted = vec![None; fields.len()];
        for field in fields {
            let Some(Node::Field(Operand::Value(at))) = field.tag.as_ref().and_then(|tag| tag.node)
            else {
                continue;
            };
            let Type::Named(index) = unneeded(&field.ty) else { continue };
            let Body::Enum(of) = &self.model().named[*index].body else { continue };
            let chosen = u64::try_from(of.variants.len()).ok().filter(|count| *count > 0);
            let chosen = chosen.map(|count| self.generator.dice.below(count));
            let variant = chosen.and_then(|at| of.variants.get(usize::try_from(at).ok()?));
            if let Some(wanted) = wanted.get_mut(usize::from(*at)) {
                *wanted = variant.and_then(|variant| variant.tag);
            }
        }
        wanted
    }
}
