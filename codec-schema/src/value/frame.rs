//! Everything around the content of a field: a condition, padding, a length in bytes, bits.

use crate::measure::Encoding;
use codec_core::schema::FieldEncoding;

use super::generate::{Known, LONGEST, Making, evaluate, unneeded};
use super::relation::limits;
use crate::model::{Extent, ExtentLen, Field, Type};

/// The bits of a shared word so far.
#[derive(Default)]
pub(super) struct Word {
    bits: u128,
    /// The number of bits.
    len: u32,
}

impl<'m> Making<'_, 'm> {
    /// A field that shares no bytes; `base` is the offset of the first field.
    pub(super) fn framed(
        &mut self,
        field: &'m Field,
        (known, base): (&[Known], usize),
        ended: &mut bool,
        encoding: &Encoding,
    ) -> Option<Known> {
        let encoding = &encoding.ordered(field.order);
        if let Some(condition) = &field.condition
            && evaluate(condition, known)? == 0
        {
            return Some(Known::default());
        }
        let zeros = |making: &mut Self, count: u64| {
            let len = usize::try_from(count).ok().filter(|count| *count < LONGEST)?;
            making.bytes.resize(making.bytes.len() + len, 0);
            Some(())
        };
        zeros(self, field.padding.before)?;
        let beyond = (self.bytes.len() - base) as u64 % field.padding.align.max(1);
        if beyond > 0 {
            zeros(self, field.padding.align - beyond)?;
        }
        let made = match &field.bytes {
            None => self.content(field, known, ended, encoding)?,
            Some(extent) => self.extent(field, extent, known, ended, encoding)?,
        };
        zeros(self, field.padding.after)?;
        Some(made)
    }

    fn extent(
        &mut self,
        field: &'m Field,
        extent: &'m Extent,
        known: &[Known],
        ended: &mut bool,
        encoding: &Encoding,
    ) -> Option<Known> {
        let (least, most) = limits(field, (extent.min, extent.max), known)?;
        let wanted = match &extent.told {
            ExtentLen::Prefix(width) => {
                let number = encoding.width(*width, encoding.len);
                let own = u64::try_from(number.largest()).unwrap_or(u64::MAX).min(width.max());
                let fits = Some((least, most.min(own)));
                return self.after_len(number, encoding, fits, |making| {
                    making.content(field, known, ended, encoding)
                });
            }
            ExtentLen::Expression(len) => u64::try_from(evaluate(len, known)?).ok()?,
            _ => return None,
        };
        if wanted < least || wanted > most {
            return None;
        }
        let start = self.bytes.len();
        let made = match (field.encoding, unneeded(&field.ty)) {
            (FieldEncoding::Tail, Type::Seq(seq)) if matches!(seq.item, Type::Int(int) if int.bytes == 1) => {
                self.seq((seq, false), None, (wanted, wanted), encoding)?
            }
            _ => self.content(field, known, ended, encoding)?,
        };
        ((self.bytes.len() - start) as u64 == wanted).then_some(made)
    }

    /// A bit field: the bytes are written once they are full.
    pub(super) fn bits(
        &mut self,
        field: &'m Field,
        word: &mut Word,
        low_first: bool,
    ) -> Option<Known> {
        let width = match unneeded(&field.ty) {
            Type::Bool => 1,
            Type::Int(int) => 8 * u32::from(int.bytes),
            _ => return None,
        };
        let largest = (1_u128 << width.min(field.bits)) - 1;
        let over = (field.bits > width && width > 1).then_some(largest + 1);
        let wanted = self.wanted.take().map(u128::from).filter(|wanted| *wanted <= largest);
        let value = self.choose("", (0, largest), over, |dice| {
            wanted.unwrap_or_else(|| dice.bits(width.min(field.bits)))
        })?;
        if low_first {
            word.bits |= value << word.len;
        } else {
            word.bits = word.bits << field.bits | value;
        }
        word.len += field.bits;
        if word.len.is_multiple_of(8) {
            // At a byte boundary, one word and several have the same byte order.
            let len = usize::try_from(word.len / 8).ok()?;
            let all = if low_first { word.bits.to_le_bytes() } else { word.bits.to_be_bytes() };
            self.bytes.extend(if low_first { &all[..len] } else { &all[16 - len..] });
            *word = Word::default();
        }
        Some(Known::of(i128::try_from(value).ok()))
    }
}
