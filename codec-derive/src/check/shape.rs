//! Rules on what kind of type it is, and on one that is encoded as another.

use crate::Derive;
use crate::attr::{Ctxt, Effect, Entry};
use crate::diagnostics::{
    CONVERTED_FIELD, CONVERTED_ONE_WAY, PACKED, TRANSPARENT_FORMS, TRANSPARENT_LAYOUT,
    TRANSPARENT_SHAPE, UNION, WHOLE_WITHOUT_EFFECT,
};
use crate::model::{Body, Borrowing, Encoding, Model};

/// A union can't be read: nothing determines which field is valid.
pub(super) fn check_union(cx: &Ctxt, model: &Model<'_>) {
    if let Body::Union(keyword) = &model.data {
        cx.refuse(keyword, &UNION, &[]);
    }
}

/// Fields are encoded through references, which a packed struct doesn't allow.
pub(super) fn check_packed(cx: &Ctxt, model: &Model<'_>) {
    if let Some(packed) = &model.packed {
        cx.refuse(packed, &PACKED, &[]);
    }
}

/// A transparent struct has one field, and that field's encoding.
pub(super) fn check_transparent(cx: &Ctxt, model: &Model<'_>) {
    let Some(name) = model.attrs.transparent.name() else { return };
    let Body::Struct(fields) = &model.data else { return };
    if fields.list.iter().filter(|field| field.is_on_wire()).count() != 1 {
        cx.refuse(name, &TRANSPARENT_SHAPE, &[]);
    }
    for field in model.fields().filter(|field| field.is_on_wire()) {
        let given = field.attrs.given().into_iter();
        let layout = |entry: &Entry| {
            entry.effect == Effect::Wire && !["with", "as", "varint"].contains(&entry.name)
        };
        let adapter = || field.attrs.adapter.name().or(field.attrs.varint.name());
        if let Some(with) = field.attrs.with.name().or_else(adapter)
            && (model.borrowing() == Borrowing::Whole || model.attrs.shared.is_given())
        {
            cx.refuse(with, &TRANSPARENT_FORMS, &[]);
        }
        for (entry, name) in given.filter(|(entry, _)| layout(entry)) {
            cx.refuse(name, &TRANSPARENT_LAYOUT, &[&entry.name]);
        }
    }
}

/// Each derive that is used needs a type on the wire, and fields can't have attributes about the
/// wire.
pub(super) fn check_converted(cx: &Ctxt, model: &Model<'_>, derive: Derive) {
    let attrs = &model.attrs;
    let (read, written) = (attrs.from.name().or(attrs.try_from.name()), attrs.into.name());
    let name = if attrs.from.is_given() { "from" } else { "try_from" };
    match (derive, read, written) {
        (Derive::Encode, Some(read), None) => {
            cx.refuse(read, &CONVERTED_ONE_WAY, &[&name, &"read", &"written", &"into = .."]);
        }
        (Derive::Decode, None, Some(written)) => {
            cx.refuse(written, &CONVERTED_ONE_WAY, &[&"into", &"written", &"read", &"from = .."]);
        }
        _ => {}
    }
    if !model.is_converted() {
        return;
    }
    let of_fields = model.fields().flat_map(|field| field.attrs.given());
    for (entry, name) in of_fields.filter(|(entry, _)| entry.effect == Effect::Wire) {
        cx.refuse(name, &CONVERTED_FIELD, &[&entry.name]);
    }
}

/// `whole` is only for a field that could be resumed.
pub(super) fn check_whole(cx: &Ctxt, model: &Model<'_>) {
    use Encoding::{Adapted, Detached, Ended, Magic, Tail, Terminated, With};
    for field in model.fields() {
        let collected = field.attrs.index.is_given()
            || matches!(
                field.encoding(),
                With | Adapted | Terminated | Ended | Detached | Tail | Magic
            );
        let wrong = collected && model.attrs.push.is_given();
        cx.refuse_given(&field.attrs.whole, wrong, &WHOLE_WITHOUT_EFFECT, &[&field.name()]);
    }
}
