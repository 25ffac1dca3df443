//! The least size of each shape and whether it is fixed, as `codec_core::Size` has it: a decoder
//! checks once that a run of fields is there, so that it decides which error is found first.

use codec_core::Size;
use codec_core::schema::Padding;

use super::{Body, Count, Int, Item, Magic, Plan, Shape, There, used};
use crate::measure::Number;

/// Sets the size of each type, and whether one contains itself, in as many steps as there are uses.
pub(super) fn measure(plan: &mut Plan) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let count = plan.types.len();
    plan.sizes = vec![Size::UNKNOWN; count];
    let mut states = vec![State::New; count];
    for root in 0..count {
        let mut open = vec![(root, false)];
        while let Some((index, has_parts)) = open.pop() {
            if has_parts {
                plan.sizes[index] = of_type(plan, index);
                states[index] = State::Done;
            } else if states[index] == State::New {
                states[index] = State::Open;
                open.push((index, true));
                let parts = used(&plan.types[index]);
                plan.is_recursive |= parts.iter().any(|part| states[*part] == State::Open);
                open.extend(parts.into_iter().map(|part| (part, false)));
            }
        }
    }
}

/// The size of a number.
pub(crate) const fn number(int: &Int) -> Size {
    match int.number {
        Number::Fixed(bytes) | Number::Little(bytes) => Size::fixed(bytes as usize),
        Number::None => Size::ZERO,
        _ => Size::at_least(1),
    }
}

fn magic(of: &Magic) -> Size {
    let len = of.bytes.len();
    match &of.number {
        Some((int, _)) if !number(int).fixed => Size::at_least(len),
        _ => Size::fixed(len),
    }
}

fn counted(count: &Count, item: Size) -> Size {
    match count {
        Count::Fixed(count) => item.times(usize::try_from(*count).unwrap_or(usize::MAX)),
        Count::Prefix { int, .. } => Size::at_least(number(int).min),
        Count::Until(_) => Size::at_least(1),
        Count::Within(inner, _) => counted(inner, item),
        Count::Expression { .. } | Count::Left | Count::Last(_) | Count::Given => Size::UNKNOWN,
    }
}

/// The size of a shape.
pub(crate) fn shape(plan: &Plan, of: &Shape) -> Size {
    match of {
        Shape::Bool(_) => Size::fixed(1),
        Shape::Int(int) => number(int),
        Shape::Float(bytes, _) => Size::fixed(usize::from(*bytes)),
        Shape::Utf8Char | Shape::Option(_) => Size::at_least(1),
        Shape::Char(of) => match &**of {
            Shape::Int(int) => number(int),
            _ => Size::at_least(2),
        },
        Shape::Magic(of) => magic(of),
        Shape::Bytes(count) | Shape::Text(count, _) => counted(count, Size::fixed(1)),
        Shape::List(count, item) => counted(count, shape(plan, item)),
        Shape::Indexed(count, _) | Shape::Maybe(count, _) | Shape::Nullable(count, _) => {
            counted(count, Size::UNKNOWN)
        }
        Shape::Unordered(of) => shape(plan, of),
        Shape::Tuple(parts) => {
            parts.iter().fold(Size::ZERO, |size, part| size.and(shape(plan, part)))
        }
        Shape::Type(index) => plan.sizes[*index],
        Shape::Sized(count, _) => counted(count, Size::UNKNOWN),
        Shape::Tagged(..) => Size::UNKNOWN,
        Shape::Bits(bits) if bits.is_first => Size::fixed(bits.len as usize),
        Shape::Nothing | Shape::Opaque(_) | Shape::Bits(_) => Size::ZERO,
    }
}

fn all(plan: &Plan, items: &[Item]) -> Size {
    items.iter().fold(Size::ZERO, |size, one| size.and(item(plan, one)))
}

fn of_type(plan: &Plan, index: usize) -> Size {
    let of = &plan.types[index];
    let body = match &of.body {
        Body::Struct { version: Some(version), .. } => {
            Size::at_least(number(&version.number).min + number(&version.len).min)
        }
        Body::Struct { items, .. } => all(plan, items),
        Body::Enum { tag, variants } => {
            let content = variants.iter().map(|variant| all(plan, &variant.items));
            number(tag).and(content.reduce(Size::or).unwrap_or(Size::ZERO))
        }
    };
    of.magic.as_ref().map_or(Size::ZERO, magic).and(body)
}

/// The size of a field.
fn item(plan: &Plan, of: &Item) -> Size {
    let is_versioned = of.since.is_some_and(|since| since > 1) || of.removed.is_some();
    match of.there {
        There::Always if !is_versioned => {}
        _ => return Size::UNKNOWN,
    }
    let Padding { before, after, align, .. } = of.padding;
    let fixed = |len| Size::fixed(usize::try_from(len).unwrap_or(usize::MAX));
    let gap = if align > 1 { Size::UNKNOWN } else { Size::ZERO };
    fixed(before).and(gap).and(shape(plan, &of.shape)).and(fixed(after))
}

/// The bytes that have to be there before each field is read; 0 where none are asked for.
pub(crate) fn runs(plan: &Plan, items: &[Item]) -> Vec<usize> {
    /// The fields that are read together.
    const GROUP: usize = 16;
    let mut needs = Vec::new();
    for group in items.chunks(GROUP) {
        let sizes: Vec<_> = group.iter().map(|one| item(plan, one)).collect();
        let mut before = Size::UNKNOWN;
        for (index, size) in sizes.iter().enumerate() {
            let run = sizes[index..].iter().rev().copied().reduce(|next, one| one.run(next));
            let run = run.map_or(0, |run| run.min);
            needs.push(if before.fixed { 0 } else { run });
            before = *size;
        }
    }
    needs
}

/// Returns whether the value of a field that is absent is known: 0, false, nothing, or empty.
pub(crate) fn has_zero(of: &Shape) -> bool {
    match of {
        Shape::Int(int) => !int.nonzero,
        Shape::Bytes(count) | Shape::Text(count, _) | Shape::List(count, _) => {
            !matches!(count, Count::Fixed(_))
        }
        Shape::Bool(_)
        | Shape::Float(..)
        | Shape::Option(_)
        | Shape::Maybe(..)
        | Shape::Nullable(..) => true,
        _ => false,
    }
}
