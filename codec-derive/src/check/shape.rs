//! Rules on what kind of type it is.

use syn::Error;

use crate::attr::{Ctxt, Effect};
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

/// A transparent struct has one field, and that field's encoding.
pub(super) fn check_transparent(cx: &Ctxt, model: &Model<'_>) {
    let Some(name) = model.attrs.transparent.name() else { return };
    let Body::Struct(fields) = &model.data else { return };
    if fields.list.iter().filter(|field| field.travels()).count() != 1 {
        cx.push(Error::new_spanned(name, TRANSPARENT_SHAPE.text(&[])));
    }
    for field in model.fields().filter(|field| field.travels()) {
        let given = field.attrs.given().into_iter();
        for (entry, name) in given.filter(|(entry, _)| entry.effect == Effect::Wire) {
            cx.push(Error::new_spanned(name, TRANSPARENT_LAYOUT.text(&[entry.name])));
        }
    }
}
