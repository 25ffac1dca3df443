//! Rules on what kind of type it is.

use syn::Error;

use crate::attr::Ctxt;
use crate::check::field::check_pair;
use crate::diagnostics::{PACKED, TRANSPARENT_LAYOUT, TRANSPARENT_SHAPE, UNION};
use crate::model::{Body, Model};

/// A union can't be read: nothing says which field is valid.
pub(super) fn check_union(cx: &Ctxt, model: &Model<'_>) {
    if let Body::Union(keyword) = &model.data {
        cx.push(Error::new_spanned(keyword, UNION.text(&[])));
    }
}

/// Fields are encoded through references, which a packed struct doesn't give.
pub(super) fn check_packed(cx: &Ctxt, model: &Model<'_>) {
    if let Some(packed) = &model.packed {
        cx.push(Error::new_spanned(packed, PACKED.text(&[])));
    }
}

/// Integers have one byte order.
pub(super) fn check_order(cx: &Ctxt, model: &Model<'_>) {
    check_pair(cx, ("be", model.attrs.be.name()), ("le", model.attrs.le.name()));
}

/// A transparent struct has one field, and that field's encoding.
pub(super) fn check_transparent(cx: &Ctxt, model: &Model<'_>) {
    let Some(name) = model.attrs.transparent.name() else { return };
    let kept = match &model.data {
        Body::Struct(fields) => fields.list.iter().filter(|field| field.travels()).count(),
        Body::Enum(..) | Body::Union(_) => 0,
    };
    if kept != 1 {
        cx.push(Error::new_spanned(name, TRANSPARENT_SHAPE.text(&[])));
    }
    let of_type = model.attrs.layout();
    let of_fields = model.fields().filter(|field| field.travels());
    let of_fields = of_fields.flat_map(|field| field.attrs.given());
    let harmless = ["transparent", "bound", "borrow", "plain", "push", "whole"];
    for (text, path) in of_type.into_iter().chain(of_fields) {
        if !harmless.contains(&text) {
            cx.push(Error::new_spanned(path, TRANSPARENT_LAYOUT.text(&[text])));
        }
    }
}
