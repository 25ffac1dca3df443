//! Rules on the attributes of one field.

use std::ptr;

use quote::ToTokens as _;
use syn::{Expr, ExprLit, Lit, Type};

use crate::attr::{Ctxt, Extent, FieldAttrs, Function, SpanRun};
use crate::check::bits::bits_of;
use crate::diagnostics::{
    BYTES_OF_NUMBER, BYTES_TWICE, CHECK_OF_ENUM, DEFAULT_WITHOUT_EFFECT, INDEX_COUNT, INDEX_TYPE,
    LENGTH_OF_NUMBER, LIMITS_REVERSED, MAGIC_FIELD_TYPE, MAGIC_WIDTH, NULLABLE_TYPE, OPTION_LIMIT,
    SPAN_REVERSED, SPAN_UNKNOWN_FIELD, TAIL_NOT_LAST,
};
use crate::mentions::{holding, is_named};
use crate::model::{Body, Encoding, Field, Fields, Model, unraw};
use crate::tags::literal;

/// The minimum is not above the maximum.
pub(super) fn check_limits(cx: &Ctxt, attrs: &FieldAttrs) {
    let (Some(min), Some(max)) = (attrs.min.value(), attrs.max.value()) else { return };
    if let (Some(least), Some(most)) = (literal(min), literal(max))
        && least > most
    {
        cx.refuse(min, &LIMITS_REVERSED, &[]);
    }
}

/// Only a field that may be absent has a length that encodes absence.
pub(super) fn check_nullable(cx: &Ctxt, field: &Field<'_>) {
    const ALWAYS: [&str; 7] = ["Vec", "String", "Bytes", "Box", "VecDeque", "BTreeMap", "HashMap"];
    if field.is_nullable() && is_named(field.ty, &ALWAYS) {
        cx.refuse(field.ty, &NULLABLE_TYPE, &[&field.name()]);
    }
}

/// A field with a table of offsets is a sequence without a count of its own, judging by the name
/// of its type.
pub(super) fn check_index(cx: &Ctxt, field: &Field<'_>) {
    const OTHERS: &str = "String Bytes LinkedList BinaryHeap BTreeMap BTreeSet HashMap HashSet \
                          u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 bool char";
    const PREFIXED: [(&str, &str); 4] =
        [("Seq0255", "u8"), ("Seq064K", "u16"), ("Seq0255Ref", "u8"), ("Seq064KRef", "u16")];
    if !field.attrs.index.is_given() {
        return;
    }
    let ty = inside_option(field.ty);
    let is_other = |ty| OTHERS.split(' ').any(|name| is_named(ty, &[name]));
    if is_other(ty) || matches!(ty, Type::Array(_) | Type::Tuple(_)) {
        cx.refuse(field.ty, &INDEX_TYPE, &[&field.name()]);
    }
    if let Some((_, width)) = PREFIXED.iter().find(|(name, _)| is_named(ty, &[name])) {
        cx.refuse(field.ty, &INDEX_COUNT, &[&field.name(), &width]);
    }
}

/// A default is for a field that may be absent.
pub(super) fn check_default(cx: &Ctxt, field: &Field<'_>) {
    let chosen = field.is_defaulted() && ptr::eq(inside_option(field.ty), field.ty);
    let absent = field.may_be_absent() || field.attrs.span.is_given() || chosen;
    cx.refuse_given(&field.attrs.default, !absent, &DEFAULT_WITHOUT_EFFECT, &[]);
}

/// A constant takes no memory, and its width is explicit.
pub(super) fn check_magic(cx: &Ctxt, field: &Field<'_>) {
    let Some(value) = field.attrs.magic.value() else { return };
    check_constant(cx, value);
    // A `macro_rules!` passes it on in a group.
    let is_unit = |ty: &Type| matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty());
    if !is_unit(field.ty) && !matches!(field.ty, Type::Group(group) if is_unit(&group.elem)) {
        cx.refuse(field.ty, &MAGIC_FIELD_TYPE, &[&field.name()]);
    }
}

/// A length is of what the user thinks it is: there is one, and it is not of an option.
pub(super) fn check_lengths(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let plain = field.encoding() == Encoding::Plain;
    cx.refuse_given(&attrs.bytes, plain && is_bytes(field.ty), &BYTES_TWICE, &[&field.name()]);
    // A number of fixed size has as many bytes, and a varint of its own is read up to there.
    if let Some(Extent::Expression(len)) = attrs.bytes.value()
        && let (Some(given), Some(bits)) = (literal(len), bits_of(field.ty))
        && given != i128::from(bits / 8)
        && plain
    {
        let name = field.ty.to_token_stream();
        cx.refuse(len, &BYTES_OF_NUMBER, &[&name, &(bits / 8), &given]);
    }
    if field.encoding() == Encoding::Counted
        && !attrs.index.is_given()
        && bits_of(field.ty).is_some()
    {
        cx.refuse(field.ty, &LENGTH_OF_NUMBER, &[&field.ty.to_token_stream()]);
    }
    let reaches = attrs.condition.is_given() || attrs.bytes.is_given() || field.is_nullable();
    if reaches || ptr::eq(inside_option(field.ty), field.ty) {
        return;
    }
    // Of the numbers that an option holds, these say something.
    for (word, attr, is_said) in [("max", &attrs.max, 0), ("min", &attrs.min, 1)] {
        let other = attr.value().is_some_and(|value| literal(value) != Some(is_said));
        cx.refuse_given(attr, other, &OPTION_LIMIT, &[&word, &field.name()]);
    }
}

/// Returns true for a string or bytes, by the name of the type.
fn is_bytes(ty: &Type) -> bool {
    let is_byte = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("u8"));
    match ty {
        Type::Slice(slice) => is_byte(&slice.elem),
        Type::Reference(inner) => is_bytes(&inner.elem),
        _ => holding(ty).is_some_and(|(name, inner)| match &*name.to_string() {
            "String" | "Bytes" | "str" => true,
            "Vec" | "VecDeque" => inner.is_some_and(is_byte),
            "Box" | "Rc" | "Arc" | "Cow" => inner.is_some_and(is_bytes),
            _ => false,
        }),
    }
}

/// Expressions refer to the fields of a struct.
pub(super) fn check_of_enum(cx: &Ctxt, model: &Model<'_>) {
    let expression = model.attrs.check.value().and_then(Function::expression);
    if let (Some(expression), Body::Enum(_)) = (expression, &model.data) {
        cx.refuse(expression, &CHECK_OF_ENUM, &[]);
    }
}

/// A number without a type would be an `i32`, which is not what the user means.
pub(super) fn check_constant(cx: &Ctxt, value: &Expr) {
    if let Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) = value
        && number.suffix().is_empty()
    {
        cx.refuse(value, &MAGIC_WIDTH, &[&number]);
    }
}

/// Nothing is left for fields after a tail, unless they may be absent as well.
pub(super) fn check_tail(cx: &Ctxt, fields: &Fields<'_>) {
    for (index, field) in fields.list.iter().enumerate() {
        let Some(name) = field.attrs.tail.name().filter(|_| field.is_open_tail()) else { continue };
        // Options may follow one another; a sequence that ends with an element begins the tail.
        let follows =
            |next: &&Field<'_>| next.is_on_wire() && (!next.is_open_tail() || next.end().is_some());
        if let Some(next) = fields.list[index + 1..].iter().find(follows) {
            cx.refuse(name, &TAIL_NOT_LAST, &[&next.name()]);
        }
    }
}

/// A span names fields that are read, in order.
pub(super) fn check_span(cx: &Ctxt, fields: &Fields<'_>) {
    let spans = fields.list.iter().filter_map(|field| field.attrs.span.value());
    spans.flatten().for_each(|run| {
        check_run(cx, fields, run);
    });
}

/// The places of the first and the last field of a run, which are on the wire and in order.
pub(super) fn check_run(cx: &Ctxt, fields: &Fields<'_>, run: &SpanRun) -> Option<[usize; 2]> {
    let SpanRun { first, last } = run;
    let [begin, end] = [first, last].map(|name| {
        let named = |field: &Field<'_>| field.is_on_wire() && field.name() == unraw(name);
        let found = fields.list.iter().position(named);
        if found.is_none() {
            cx.refuse(name, &SPAN_UNKNOWN_FIELD, &[&name]);
        }
        found
    });
    let (begin, end) = begin.zip(end)?;
    if begin > end {
        cx.refuse(first, &SPAN_REVERSED, &[first, last]);
    }
    (begin <= end).then_some([begin, end])
}

/// The type in an option, by its name; of others, the type itself.
fn inside_option(ty: &Type) -> &Type {
    match holding(ty) {
        Some((name, Some(inner))) if name == "Option" => inside_option(inner),
        _ => ty,
    }
}
