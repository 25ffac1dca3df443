//! Rules on what kind of type it is.

use syn::Error;

use crate::attr::{Ctxt, Effect, Entry};
use crate::diagnostics::{PACKED, TRANSPARENT_FORMS, TRANSPARENT_LAYOUT, TRANSPARENT_SHAPE, UNION};
use crate::model::{Body, Borrowing, Model};

/// A union can't be read: nothing determines which field is valid.
pub(super) fn check_union(cx: &Ctxt, model: &Model<'_>) {
    if let Body::Union(keyword) = &model.data {
        cx.push(Error::new_spanned(keyword, UNION.text(&[])));
    }
}

/// Fields are encoded through references, which a packed struct doesn't allow.
pub(super) fn check_packed(cx: &Ctxt, model: &Model<'_>) {
    if let Some(packed) = &model.packed {
        cx.push(Error::new_spanned(packed, PACKED.text(&[])));
    }
}

/// A transparent struct has one field, and that field's encoding.
pub(super) fn check_transparent(cx: &Ctxt, model: &Model<'_>) {
    let Some(name) = model.attrs.transparent.name() else { return };
    let Body::Struct(fields) = &model.data else { return };
    if fields.list.iter().filter(|field| field.travels()).count() != 1 {
        cx.push(Error::new_spanned(name, TRANSPARENT_SHAPE.text(&[])));
    }
    for field in model.fields().filter(|field| field.travels()) {
        let given = field.attrs.given().into_iter();
        let layout = |entry: &Entry| {
            entry.effect == Effect::Wire && !["with", "as", "varint"].contains(&entry.name)
        };
        let adapter = || field.attrs.adapter.name().or(field.attrs.varint.name());
        if let Some(with) = field.attrs.with.name().or_else(adapter)
            && (model.borrowing() == Borrowing::Whole || model.attrs.shared.is_given())
        {
            cx.push(Error::new_spanned(with, TRANSPARENT_FORMS.text(&[])));
        }
        for (entry, name) in given.filter(|(entry, _)| layout(entry)) {
            cx.push(Error::new_spanned(name, TRANSPARENT_LAYOUT.text(&[entry.name])));
        }
    }
}
