//! One value after the other, field by field.

use codec_core::schema::{CharLayout, Content, Encoding, Int, Number, Operand, Travel, Width};

use super::{Generator, Sample, bytes};
use crate::model::{Body, Enum, Expr, Field, Magic, Messages, Model, Named, Seq, Struct, Type};

/// As deep as types are nested before the smallest of each is taken.
const DEPTH: usize = 6;
/// As deep as types may be nested at all: a type may have no end.
const DEEPEST: usize = 100;
/// The longest sample, in bytes.
const LONGEST: usize = 1 << 20;

/// A sample that is being made.
struct Making<'g, 'm> {
    generator: &'g mut Generator<'m>,
    bytes: Vec<u8>,
    fields: Vec<(String, std::ops::Range<usize>)>,
    path: Vec<String>,
    depth: usize,
}

/// What expressions may take of a field.
#[derive(Clone, Copy, Default)]
struct Known {
    value: Option<i128>,
    len: Option<i128>,
}

impl Generator<'_> {
    /// A sample, unless an expression has no value, or one that the limits refuse.
    pub(super) fn attempt(&mut self) -> Option<Sample> {
        let (model, encoding) = (self.model, self.encoding);
        let mut making = Making {
            generator: self,
            bytes: Vec::new(),
            fields: Vec::new(),
            path: Vec::new(),
            depth: 0,
        };
        let mut message = None;
        match &model.root {
            Type::Named(index) => {
                if let Body::Messages(of) = &model.named[*index].body {
                    let named = making.message(of)?;
                    message = model.named[named].message.as_ref().map(|one| one.id.clone());
                    making.named(&model.named[named], &encoding)?;
                } else {
                    making.named(&model.named[*index], &encoding)?;
                }
            }
            other => {
                making.ty(other, &encoding)?;
            }
        }
        Some(Sample { bytes: making.bytes, fields: making.fields, message })
    }
}

impl<'m> Making<'_, 'm> {
    fn model(&self) -> &'m Model {
        self.generator.model
    }

    fn message(&mut self, of: &Messages) -> Option<usize> {
        let count = u64::try_from(of.variants.len()).ok().filter(|count| *count > 0)?;
        let chosen = usize::try_from(self.generator.dice.below(count)).ok()?;
        match of.variants.get(chosen)?.1 {
            Type::Named(index) => Some(index),
            _ => None,
        }
    }

    fn number(&mut self, number: Number, encoding: &Encoding, value: u128) -> Option<()> {
        bytes::write(number, encoding, value, &mut self.bytes)
    }

    /// A value, and what expressions may take of it.
    fn ty(&mut self, ty: &'m Type, encoding: &Encoding) -> Option<Known> {
        if self.depth > DEEPEST || self.bytes.len() > LONGEST {
            return None;
        }
        self.depth += 1;
        let known = self.kind(ty, encoding);
        self.depth -= 1;
        known
    }

    fn kind(&mut self, ty: &'m Type, encoding: &Encoding) -> Option<Known> {
        let dice = &mut self.generator.dice;
        match ty {
            Type::Unit => {}
            Type::Bool => {
                let value = dice.below(2);
                self.bytes.push(u8::from(value == 1));
                return Some(Known { value: Some(value.into()), len: None });
            }
            Type::Char => self.char(encoding)?,
            Type::Int(int) => return self.int(*int, encoding),
            Type::Float(len) => self.float(*len, encoding)?,
            Type::Length(max) => {
                let value = dice.between(0, *max);
                self.number(encoding.len, encoding, value.into())?;
                return Some(Known { value: Some(value.into()), len: None });
            }
            Type::Array(item, len) => self.items(item, *len, encoding)?,
            Type::Seq(seq) => {
                let number = prefix(seq, encoding);
                let most = limit(&[seq.max], seq.width, number);
                return self.seq(seq, Some(number), (0, most), encoding);
            }
            Type::Option(item) => {
                let there = self.there();
                self.bytes.push(u8::from(there));
                if there {
                    self.ty(item, encoding)?;
                }
            }
            Type::Result(ok, err) => {
                let is_ok = dice.below(2) == 0;
                let tag = encoding.rules.ok_tag ^ u32::from(!is_ok);
                let number =
                    if encoding.rules.result_byte { Number::Fixed(1) } else { encoding.tag };
                self.number(number, encoding, tag.into())?;
                self.ty(if is_ok { ok } else { err }, encoding)?;
            }
            Type::Tuple(items) => {
                for item in items {
                    self.ty(item, encoding)?;
                }
            }
            Type::Named(index) => self.named(&self.model().named[*index], encoding)?,
            Type::Quirk(name, with, without) => {
                return self.quirk(name, with, without, encoding);
            }
            Type::Needs(_, inner) => return self.ty(inner, encoding),
            Type::Opaque(_) => return None,
        }
        Some(Known::default())
    }

    fn float(&mut self, len: u8, encoding: &Encoding) -> Option<()> {
        let word = u32::try_from(self.generator.dice.below(1 << 20)).ok()?;
        let quarter = f64::from(word) / 4.0 - 1000.0;
        #[expect(clippy::cast_possible_truncation, reason = "21 bits fit in a float")]
        let bits = match len {
            4 => u128::from((quarter as f32).to_bits()),
            _ => u128::from(quarter.to_bits()),
        };
        self.number(Number::Fixed(len), encoding, bits)
    }

    /// Known quirks leave the length of an array away.
    fn quirk(
        &mut self,
        name: &str,
        with: &'m Type,
        without: &'m Type,
        encoding: &Encoding,
    ) -> Option<Known> {
        let quirks = encoding.rules.quirks.iter();
        if quirks.clone().any(|quirk| quirk.name() == name) {
            return self.ty(with, encoding);
        }
        let Type::Seq(seq) = without else { return self.ty(without, encoding) };
        let Type::Array(item, len) = with else { return None };
        self.number(prefix(seq, encoding), encoding, u128::from(*len))?;
        self.items(item, *len, encoding)?;
        Some(Known::default())
    }

    /// Whether an optional part is there.
    fn there(&mut self) -> bool {
        self.depth < DEPTH && self.generator.dice.below(3) > 0
    }

    fn char(&mut self, encoding: &Encoding) -> Option<()> {
        let all = ['\0', 'a', '\u{7f}', 'é', '€', '\u{10ffff}'];
        let char = all[usize::try_from(self.generator.dice.below(6)).ok()?];
        match encoding.char {
            CharLayout::Scalar => {
                return self.number(encoding.int_of(4), encoding, u32::from(char).into());
            }
            CharLayout::Text => {
                self.number(encoding.len, encoding, u128::try_from(char.len_utf8()).ok()?)?;
            }
            _ => {}
        }
        self.bytes.extend(char.encode_utf8(&mut [0; 4]).bytes());
        Some(())
    }

    fn int(&mut self, int: Int, encoding: &Encoding) -> Option<Known> {
        let bits = 8 * u32::from(int.bytes);
        let mut twos = self.generator.dice.bits(bits);
        if int.nonzero && twos == 0 {
            twos = 1;
        }
        let number = encoding.int(int);
        let written = if int.signed { bytes::signed(number, twos, bits) } else { twos };
        self.number(number, encoding, written)?;
        let shift = 128 - bits;
        let value = if int.signed {
            Some((twos << shift).cast_signed() >> shift)
        } else {
            i128::try_from(twos).ok()
        };
        Some(Known { value, len: None })
    }

    fn items(&mut self, item: &'m Type, count: u64, encoding: &Encoding) -> Option<()> {
        for _ in 0..count {
            self.ty(item, encoding)?;
        }
        Some(())
    }

    /// A sequence of between so many elements; without a number where something else counts.
    fn seq(
        &mut self,
        seq: &'m Seq,
        number: Option<Number>,
        (least, most): (u64, u64),
        encoding: &Encoding,
    ) -> Option<Known> {
        let free = if self.depth > DEPTH { least } else { self.generator.most };
        // One element is in order, and without duplicates.
        let free = match seq.content {
            Content::Set | Content::Map => 1,
            _ if nests(&seq.item) => 3,
            _ => free,
        };
        let count = if least > most {
            return None;
        } else if number.is_some() || least < most {
            self.generator.dice.between(least, most.min(free.max(least)))
        } else {
            least
        };
        if let Some(number) = number {
            self.number(number, encoding, count.into())?;
        }
        self.content(seq, count, encoding)?;
        Some(Known { value: None, len: Some(count.into()) })
    }

    fn content(&mut self, seq: &'m Seq, count: u64, encoding: &Encoding) -> Option<()> {
        let count_bytes = usize::try_from(count).ok().filter(|count| *count < LONGEST)?;
        match seq.content {
            Content::Utf8 | Content::NoZero => {
                let start = self.bytes.len();
                while self.bytes.len() < start + count_bytes {
                    let room = start + count_bytes - self.bytes.len();
                    if room >= 2
                        && seq.content == Content::Utf8
                        && self.generator.dice.below(8) == 0
                    {
                        self.bytes.extend("é".bytes());
                    } else {
                        let letter = u8::try_from(self.generator.dice.below(26)).ok()?;
                        self.bytes.push(b'a' + letter);
                    }
                }
            }
            Content::Utf16 => {
                for _ in 0..count_bytes {
                    let letter = u8::try_from(self.generator.dice.below(26)).ok()?;
                    self.bytes.extend([b'a' + letter, 0]);
                }
            }
            _ => self.items(&seq.item, count, encoding)?,
        }
        Some(())
    }

    fn named(&mut self, named: &'m Named, encoding: &Encoding) -> Option<()> {
        match &named.body {
            Body::Struct(of) => self.structure(of, encoding),
            Body::Enum(of) => self.enumeration(of, encoding),
            Body::Messages(_) => None,
        }
    }

    fn constant(&mut self, magic: Option<&Magic>, encoding: &Encoding) -> Option<()> {
        match magic {
            None => {}
            Some(Magic::Bytes(bytes)) => self.bytes.extend(bytes),
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
        let Some(version) = of.version else { return self.fields(&of.fields, encoding) };
        self.number(encoding.int_of(4), encoding, version.into())?;
        let (before, noted) = (std::mem::take(&mut self.bytes), self.fields.len());
        self.fields(&of.fields, encoding)?;
        let body = std::mem::replace(&mut self.bytes, before);
        self.number(encoding.len, encoding, u128::try_from(body.len()).ok()?)?;
        let start = self.bytes.len();
        for (_, range) in &mut self.fields[noted..] {
            *range = range.start + start..range.end + start;
        }
        self.bytes.extend(body);
        Some(())
    }

    fn fields(&mut self, fields: &'m [Field], encoding: &Encoding) -> Option<()> {
        let mut known = vec![Known::default(); fields.len()];
        let mut ended = false;
        for (index, field) in fields.iter().enumerate() {
            if !field.is_on_wire() || field.removed.is_some() {
                continue;
            }
            self.path.push(field.name.clone());
            let start = self.bytes.len();
            let noted = self.fields.len();
            known[index] = self.field(field, &known, &mut ended, encoding)?;
            if self.bytes.len() > start {
                let path = self.path.join(".");
                self.fields.insert(noted, (path, start..self.bytes.len()));
            }
            self.path.pop();
        }
        Some(())
    }

    fn field(
        &mut self,
        field: &'m Field,
        known: &[Known],
        ended: &mut bool,
        encoding: &Encoding,
    ) -> Option<Known> {
        let encoding = &encoding.ordered(field.order);
        if let Some(condition) = &field.condition
            && evaluate(condition, known)? == 0
        {
            return Some(Known::default());
        }
        if field.magic.is_some() {
            self.constant(field.magic.as_ref(), encoding)?;
            return Some(Known::default());
        }
        match (field.travel, unneeded(&field.ty)) {
            (Travel::Plain | Travel::With, ty) => self.ty(ty, encoding),
            (Travel::Tail, Type::Option(item)) => {
                *ended |= !self.there();
                if *ended { Some(Known::default()) } else { self.ty(item, encoding) }
            }
            (Travel::Tail, Type::Seq(seq)) => {
                let most = self.generator.most;
                self.seq(seq, None, (0, most), encoding)
            }
            (Travel::Counted, ty) => self.counted(field, ty, known, encoding),
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
        let fits = |count: u64| count >= field.min && field.max.is_none_or(|max| count <= max);
        if count.is_some_and(|count| !fits(count) || count > 4 * self.generator.most) {
            return None;
        }
        match ty {
            Type::Seq(seq) => {
                let width = if field.len == Width::Format { seq.width } else { field.len };
                let number = match (encoding.width(width, encoding.len), field.len) {
                    (Number::Fixed(bytes), Width::Format) if seq.little => Number::Little(bytes),
                    (number, _) => number,
                };
                if let Some(count) = count {
                    return self.seq(seq, None, (count, count), encoding);
                }
                let most = limit(&[seq.max, field.max], width, number);
                self.seq(seq, Some(number), (field.min, most), encoding)
            }
            Type::Option(item) => {
                let there = match count {
                    Some(count @ 0..=1) => count == 1,
                    Some(_) => return None,
                    None => field.max != Some(0) && (field.min > 0 || self.there()),
                };
                if count.is_none() {
                    let number = encoding.width(field.len, encoding.len);
                    self.number(number, encoding, there.into())?;
                }
                if there {
                    self.ty(item, encoding)?;
                }
                Some(Known { value: None, len: Some(there.into()) })
            }
            _ => None,
        }
    }

    fn enumeration(&mut self, of: &'m Enum, encoding: &Encoding) -> Option<()> {
        let encoding = &encoding.ordered(of.order);
        self.constant(of.magic.as_ref(), encoding)?;
        let tag = encoding.width(of.tag, encoding.tag);
        let chosen = if self.depth > DEPTH {
            let least = of.variants.iter().enumerate().min_by_key(|(_, one)| one.fields.len());
            least.map(|(index, _)| index)?
        } else {
            let count = u64::try_from(of.variants.len()).ok().filter(|count| *count > 0)?;
            usize::try_from(self.generator.dice.below(count)).ok()?
        };
        let variant = of.variants.get(chosen)?;
        if let Some(number) = variant.tag {
            self.number(tag, encoding, number.into())?;
            return self.fields(&variant.fields, encoding);
        }
        let bits = match variant.fields.first().map(|field| &field.ty) {
            Some(Type::Int(int)) => 8 * u32::from(int.bytes),
            _ => 8,
        };
        let unknown = (0..50).find_map(|_| {
            let number = self.generator.dice.bits(bits).min(tag.largest());
            let known = |one: &u64| u128::from(*one) == number;
            let all = of.variants.iter().filter_map(|variant| variant.tag);
            (!all.into_iter().any(|one| known(&one))).then_some(number)
        })?;
        let largest = u128::from(encoding.rules.tag_max);
        if of.tag == Width::Format && unknown > largest {
            return None;
        }
        self.number(tag, encoding, unknown)
    }
}

/// Whether values of a type take long to make.
fn nests(ty: &Type) -> bool {
    matches!(ty, Type::Named(_) | Type::Seq(_) | Type::Needs(..))
}

fn unneeded(ty: &Type) -> &Type {
    match ty {
        Type::Needs(_, inner) => unneeded(inner),
        other => other,
    }
}

fn prefix(seq: &Seq, encoding: &Encoding) -> Number {
    match encoding.width(seq.width, encoding.len) {
        Number::Fixed(bytes) if seq.little => Number::Little(bytes),
        number => number,
    }
}

fn limit(limits: &[Option<u64>], width: Width, number: Number) -> u64 {
    let room = u64::try_from(number.largest()).unwrap_or(u64::MAX).min(width.max());
    limits.iter().flatten().copied().fold(room, u64::min)
}

fn evaluate(expression: &Expr, known: &[Known]) -> Option<i128> {
    expression.node?.evaluate(&|operand| match operand {
        Operand::Value(index) => known.get(usize::from(index))?.value,
        Operand::Len(index) => known.get(usize::from(index))?.len,
        _ => None,
    })
}
