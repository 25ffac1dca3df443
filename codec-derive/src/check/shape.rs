//! Rules on what kind of type it is.

use crate::attr::{Ctxt, Effect, Entry};
use crate::diagnostics::{PACKED, TRANSPARENT_FORMS, TRANSPARENT_LAYOUT, TRANSPARENT_SHAPE, UNION};
use crate::model::{Body, Borrowing, Model};

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
