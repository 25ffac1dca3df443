//! Generates values one after another, field by field.

use crate::measure::{CharLayout, Encoding, Number};
use codec_core::schema::{Content, Int, Node, Operand, Width};

use super::choice::Choices;
use super::dice::Dice;
use super::ended::Watch;
use super::{Generator, Sample, bytes};
use crate::model::{Body, Expr, Message, Messages, Model, Seq, Type};

/// The nesting depth at which the smallest values are chosen.
pub(super) const DEPTH: usize = 6;
/// The deepest nesting: a recursive type may have no finite value.
const DEEPEST: usize = 100;
/// The longest sample, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// A sample that is being generated.
pub(super) struct Making<'g, 'm> {
    pub(super) generator: &'g mut Generator<'m>,
    pub(super) bytes: Vec<u8>,
    pub(super) fields: Vec<(String, std::ops::Range<usize>)>,
    pub(super) path: Vec<String>,
    pub(super) depth: usize,
    pub(super) choices: Choices,
    /// The value that the next integer must have.
    pub(super) wanted: Option<u64>,
    /// `true` if bit fields begin at the lowest bit.
    pub(super) low_first: bool,
    /// The parts of an element that may be the last.
    pub(super) watch: Watch,
    /// The id of the generated message.
    id: Option<Message>,
}

/// The properties of a field that expressions may use.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    pub(super) value: Option<i128>,
    pub(super) len: Option<i128>,
    /// The range of bytes.
    pub(super) range: Option<(usize, usize)>,
}

impl Known {
    /// A field with this value.
    pub(super) const fn of(value: Option<i128>) -> Self {
        Self { value, len: None, range: None }
    }
}

impl Generator<'_> {
    /// A sample; `None` if an expression has no value, or one that violates the limits.
    pub(super) fn attempt(&mut self, choices: &mut Choices) -> Option<Sample> {
        let (model, encoding) = (self.model, self.encoding);
        let mut making = Making {
            generator: self,
            bytes: Vec::new(),
            fields: Vec::new(),
            path: Vec::new(),
            depth: 0,
            choices: std::mem::take(choices),
            wanted: None,
            low_first: false,
            watch: Watch::default(),
            id: None,
        };
        let done = making.root(model, &encoding);
        *choices = making.choices;
        done?;
        Some(Sample { bytes: making.bytes, fields: making.fields, message: making.id })
    }
}

impl<'m> Making<'_, 'm> {
    /// Generates the root type.
    fn root(&mut self, model: &'m Model, encoding: &Encoding) -> Option<()> {
        match &model.root {
            Type::Named(index) => {
                if let Body::Messages(of) = &model.named[*index].body {
                    let named = self.message(of)?;
                    self.id = model.named[named].message.as_ref().map(|one| one.id.clone());
                    self.path.push(model.named[named].name.clone());
                    self.named(&model.named[named], encoding)?;
                    self.path.pop();
                } else {
                    self.named(&model.named[*index], encoding)?;
                }
            }
            other => {
                self.ty(other, encoding)?;
            }
        }
        Some(())
    }

    pub(super) fn model(&self) -> &'m Model {
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

    pub(super) fn number(
        &mut self,
        number: Number,
        encoding: &Encoding,
        value: u128,
    ) -> Option<()> {
        bytes::write(number, encoding, value, &mut self.bytes)
    }

    /// Generates a value, and returns what expressions may use of it.
    pub(super) fn ty(&mut self, ty: &'m Type, encoding: &Encoding) -> Option<Known> {
        if self.depth > DEEPEST || self.bytes.len() > LONGEST {
            return None;
        }
        self.depth += 1;
        let known = self.kind(ty, encoding);
        self.depth -= 1;
        known
    }

    fn kind(&mut self, ty: &'m Type, encoding: &Encoding) -> Option<Known> {
        match ty {
            Type::Unit => {}
            Type::Bool => {
                let over = (!encoding.bool_by_bit).then_some(2);
                let value = self.choose("", (0, 1), over, |dice| dice.below(2).into())?;
                self.bytes.push(u8::try_from(value).ok()?);
                return Some(Known::of(i128::try_from(value).ok()));
            }
            Type::Char => self.char(encoding)?,
            Type::Int(int) => return self.int(*int, encoding),
            Type::Float(len) => self.float(*len, encoding)?,
            Type::Length(max) => {
                let over = max.checked_add(1).map(u128::from);
                let over = over.filter(|over| *over <= encoding.len.largest());
                let usual = |dice: &mut Dice| dice.between(0, *max).into();
                let value = self.choose("", (0, u128::from(*max)), over, usual)?;
                self.number(encoding.len, encoding, value)?;
                return Some(Known::of(i128::try_from(value).ok()));
            }
            Type::Array(item, len) => self.items(item, *len, encoding)?,
            Type::Seq(seq) => {
                if let Some(end) = seq.until {
                    return self.terminated(seq, end, encoding);
                }
                let number = prefix(seq, encoding);
                let most = limit(&[seq.max], seq.width, number);
                return self.seq((seq, false), Some(number), (0, most), encoding);
            }
            Type::Option(item) => {
                let likely = self.there();
                let there = self.choose("?", (0, 1), Some(2), |_| likely.into())?;
                self.bytes.push(u8::try_from(there).ok()?);
                if there == 1 {
                    self.ty(item, encoding)?;
                }
            }
            Type::Result(ok, err) => {
                let is_ok = self.generator.dice.below(2) == 0;
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

    /// The known quirks leave out the length of an array.
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

    /// Decides whether an optional part is present.
    pub(super) fn there(&mut self) -> bool {
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
        let (bits, number) = (8 * u32::from(int.bytes), encoding.int(int));
        let all = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        let (least, most) = match int {
            Int { signed: true, .. } => ((all >> 1) + 1, all >> 1),
            Int { nonzero: true, .. } => (1, all),
            _ => (0, all),
        };
        let is_wide = matches!(number, Number::Leb128 { .. }) && bits <= 64
            || matches!(number, Number::Marked(_)) && bits < 64;
        let over = if int.nonzero { Some(0) } else { is_wide.then_some(all.wrapping_add(1)) };
        let wanted = self.wanted.take().map(u128::from).filter(|wanted| *wanted <= most);
        let wanted = self.wished_value(bits).or(wanted);
        let twos = self.choose("", (least, most), over, |dice| {
            let any = dice.bits(bits);
            wanted.unwrap_or(if int.nonzero && any == 0 { 1 } else { any })
        })?;
        let written =
            if int.signed && twos <= all { bytes::signed(number, twos, bits) } else { twos };
        self.number(number, encoding, written)?;
        let shift = 128 - bits;
        let value = if int.signed {
            Some((twos << shift).cast_signed() >> shift)
        } else {
            i128::try_from(twos).ok()
        };
        Some(Known::of(value))
    }

    /// A string or bytes with a terminator byte, which occurs nowhere in the content.
    fn terminated(&mut self, seq: &Seq, end: u8, _encoding: &Encoding) -> Option<Known> {
        let most = self.generator.most;
        let count = self.generator.dice.between(0, most);
        for _ in 0..count {
            let any = u8::try_from(self.generator.dice.below(256)).ok()?;
            let letter = if seq.content == Content::Items { any } else { b'a' + any % 26 };
            if letter != end {
                self.bytes.push(letter);
            }
        }
        self.bytes.push(end);
        Some(Known::default())
    }

    fn items(&mut self, item: &'m Type, count: u64, encoding: &Encoding) -> Option<()> {
        if is_byte(item) {
            // Each may have any value: there is no choice to force.
            let count = usize::try_from(count).ok().filter(|count| *count <= LONGEST)?;
            self.generator.dice.fill(count, &mut self.bytes);
            return Some(());
        }
        for _ in 0..count {
            self.ty(item, encoding)?;
        }
        Some(())
    }

    /// A sequence with a length in this range, perhaps with a table of where its elements end;
    /// `number` is `None` if the count is elsewhere.
    pub(super) fn seq(
        &mut self,
        (seq, is_indexed): (&'m Seq, bool),
        number: Option<Number>,
        (least, most): (u64, u64),
        encoding: &Encoding,
    ) -> Option<Known> {
        let free = if self.depth > DEPTH { least } else { self.generator.most };
        // A single element is always sorted and unique.
        let free = match seq.content {
            Content::Set | Content::Map => 1,
            _ if nests(&seq.item) => 3,
            _ => free,
        };
        if least > most {
            return None;
        }
        let count = if number.is_some() || least < most {
            let few = matches!(seq.content, Content::Set | Content::Map);
            let over = number.filter(|number| u128::from(most) < number.largest() && !few);
            let over = over.map(|_| u128::from(most) + 1);
            let ends = (least.into(), if few { 1 } else { most.into() });
            let wished = self.wished_len().filter(|len| (least..=most).contains(len));
            let usual = |dice: &mut Dice| match wished {
                Some(len) => len.into(),
                None => dice.between(least, most.min(free.max(least))).into(),
            };
            u64::try_from(self.choose("#", ends, over, usual)?).ok()?
        } else {
            least
        };
        if let Some(number) = number {
            self.number(number, encoding, count.into())?;
        }
        if is_indexed {
            self.indexed(&seq.item, count, encoding)?;
        } else {
            self.elements(seq, count, encoding)?;
        }
        Some(Known { len: Some(count.into()), ..Known::default() })
    }

    /// A table of where each element ends, and the elements.
    fn indexed(&mut self, item: &'m Type, count: u64, encoding: &Encoding) -> Option<()> {
        let count = usize::try_from(count).ok().filter(|count| *count < LONGEST)?;
        let table = self.bytes.len();
        let elements = table + 4 * count;
        self.bytes.resize(elements, 0);
        for entry in (table..elements).step_by(4) {
            self.ty(item, encoding)?;
            let end = u32::try_from(self.bytes.len() - elements).ok()?;
            self.bytes[entry..entry + 4].copy_from_slice(&end.to_le_bytes());
        }
        Some(())
    }

    fn elements(&mut self, seq: &'m Seq, count: u64, encoding: &Encoding) -> Option<()> {
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
}

/// Returns `true` for `u8`, a byte in every format.
fn is_byte(ty: &Type) -> bool {
    matches!(ty, Type::Int(Int { bytes: 1, signed: false, nonzero: false, leb128: false, .. }))
}

/// Returns `true` if values of a type take long to generate.
fn nests(ty: &Type) -> bool {
    matches!(ty, Type::Named(_) | Type::Seq(_) | Type::Needs(..))
}

pub(super) fn unneeded(ty: &Type) -> &Type {
    match ty {
        Type::Needs(_, inner) => unneeded(inner),
        other => other,
    }
}

pub(super) fn prefix(seq: &Seq, encoding: &Encoding) -> Number {
    match encoding.width(seq.width, encoding.len) {
        Number::Fixed(bytes) if seq.little => Number::Little(bytes),
        number => number,
    }
}

pub(super) fn limit(limits: &[Option<u64>], width: Width, number: Number) -> u64 {
    let room = u64::try_from(number.largest()).unwrap_or(u64::MAX).min(width.max());
    limits.iter().flatten().copied().fold(room, u64::min)
}

pub(super) fn evaluate(expression: &Expr, known: &[Known]) -> Option<i128> {
    evaluate_over(expression.node?, known, &|_| None)
}

/// Like [`evaluate`]; `element` has the parts of an element.
pub(super) fn evaluate_over(
    node: &Node,
    known: &[Known],
    element: &dyn Fn(Operand) -> Option<i128>,
) -> Option<i128> {
    node.evaluate(&|operand| match operand {
        Operand::Value(index) => known.get(usize::from(index))?.value,
        Operand::Len(index) => known.get(usize::from(index))?.len,
        Operand::Encoded(first, last) => {
            let (from, to) = (known.get(usize::from(first))?, known.get(usize::from(last))?);
            i128::try_from(to.range?.1.checked_sub(from.range?.0)?).ok()
        }
        other => element(other),
    })
}
