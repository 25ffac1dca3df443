//! Constraints between fields: limits from earlier fields, and computed fields.

use std::ops::Range;

use crate::measure::{Encoding, Number};
use codec_core::schema::{FieldEncoding, Node, Operand};

use super::bytes;
use super::generate::{Known, Making, evaluate, limit, unneeded};
use crate::model::{Expr, ExtentLen, Field, Type};

/// The limits of a count or a length in bytes; `min` and `max` are the constant ones.
pub(super) fn limits(
    field: &Field,
    (min, max): (u64, Option<u64>),
    known: &[Known],
) -> Option<(u64, u64)> {
    let of = |limit: &Option<Expr>, constant| match limit {
        None => Some(constant),
        Some(limit) => u64::try_from(evaluate(limit, known)?).ok(),
    };
    Some((of(&field.least, min)?, of(&field.most, max.unwrap_or(u64::MAX))?))
}

impl<'m> Making<'_, 'm> {
    /// A signed length and the content, or -1.
    pub(super) fn nullable(
        &mut self,
        field: &'m Field,
        item: &'m Type,
        (least, most): (u64, u64),
        encoding: &Encoding,
    ) -> Option<Known> {
        let Type::Seq(seq) = unneeded(item) else { return None };
        let number = encoding.width(field.len, encoding.len);
        let likely = self.there();
        if self.choose("?", (0, 1), None, |_| likely.into())? == 0 {
            self.number(number, encoding, number.largest())?;
            return Some(Known::default());
        }
        let own = field.len.max() >> 1;
        let most = limit(&[seq.max, Some(most), Some(own)], field.len, number);
        self.seq((seq, field.indexed), Some(number), (least, most), encoding)?;
        Some(Known::default())
    }

    /// Calls `make`. If the field is computed and no other depends on its value, no choice in it is
    /// forced: it is computed after all others.
    pub(super) fn unforced<T>(
        &mut self,
        fields: &[Field],
        index: usize,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if fields[index].computed.is_none() || is_asked_for(fields, index) {
            return make(self);
        }
        let choices = std::mem::take(&mut self.choices);
        let value = make(self);
        self.choices = choices;
        value
    }

    /// Sets fields to their computed values; `None` if such a value is unknown, or other fields
    /// depend on it. The positions of fields are in `self.fields` from `noted` on.
    pub(super) fn compute(
        &mut self,
        fields: &'m [Field],
        known: &mut [Known],
        noted: usize,
        encoding: &Encoding,
    ) -> Option<()> {
        let computed = fields.iter().enumerate().filter_map(|(index, field)| {
            let is_empty = known[index].range.is_none_or(|(start, end)| start == end);
            let is_there = !is_empty || field.encoding == FieldEncoding::Bits;
            field.computed.as_ref().filter(|_| is_there).map(|of| (index, field, of))
        });
        let computed: Vec<_> = computed.collect();
        // One may be computed from another, whose length changes with its value.
        for _ in 0..=computed.len() {
            let mut settled = true;
            for (index, field, of) in &computed {
                let value = evaluate(of, known)?;
                if known[*index].value == Some(value) {
                    continue;
                }
                let written = written(field, value, &encoding.ordered(field.order))?;
                if is_asked_for(fields, *index) {
                    return None;
                }
                let place = known[*index].range?;
                known[*index].value = Some(value);
                self.replace(place, written, known, noted);
                settled = false;
            }
            if settled {
                return Some(());
            }
        }
        None
    }

    /// Replaces bytes, and moves those after them.
    fn replace(
        &mut self,
        (start, end): (usize, usize),
        bytes: Vec<u8>,
        known: &mut [Known],
        noted: usize,
    ) {
        let to = start + bytes.len();
        self.bytes.splice(start..end, bytes);
        let moved = |at: usize| if at >= end { at - end + to } else { at };
        for one in known.iter_mut().filter_map(|one| one.range.as_mut()) {
            *one = (moved(one.0), moved(one.1));
        }
        for (_, Range { start, end }) in &mut self.fields[noted..] {
            (*start, *end) = (moved(*start), moved(*end));
        }
    }
}

/// A number in its field's encoding; `None` if it doesn't fit, or isn't a number.
fn written(field: &Field, value: i128, encoding: &Encoding) -> Option<Vec<u8>> {
    let Type::Int(int) = unneeded(&field.ty) else { return None };
    if field.encoding == FieldEncoding::Bits {
        return None;
    }
    let (bits, number) = (8 * u32::from(int.bytes), encoding.int(*int));
    let all = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let fits = if int.signed {
        (value << (128 - bits)) >> (128 - bits) == value
    } else {
        u128::try_from(value).is_ok_and(|value| value <= all)
    };
    if !fits || int.nonzero && value == 0 || matches!(number, Number::None) {
        return None;
    }
    let twos = value.cast_unsigned() & all;
    let twos = if int.signed { bytes::signed(number, twos, bits) } else { twos };
    let mut written = Vec::new();
    bytes::write(number, encoding, twos, &mut written)?;
    Some(written)
}

/// Returns `true` if the length, count, variant or presence of another field depends on the value
/// of this one.
fn is_asked_for(fields: &[Field], index: usize) -> bool {
    fields.iter().any(|field| {
        let told = match field.bytes.as_ref().map(|extent| &extent.told) {
            Some(ExtentLen::Expression(of)) => Some(of),
            _ => None,
        };
        let all = [&field.count, &field.condition, &field.tag, &field.least, &field.most];
        let mut all = all.into_iter().flatten().chain(told);
        all.any(|of| of.node.is_some_and(|node| names(node, index)))
    })
}

fn names(node: &Node, index: usize) -> bool {
    match node {
        Node::Field(Operand::Value(field)) => usize::from(*field) == index,
        Node::Not(of) => names(of, index),
        Node::Binary(_, left, right) => names(left, index) || names(right, index),
        _ => false,
    }
}
