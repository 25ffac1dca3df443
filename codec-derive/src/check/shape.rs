//! Rules on what kind of type it is.

use syn::Error;

use crate::attr::Ctxt;
use crate::diagnostics::{ENUM_WITHOUT_MESSAGES, PACKED, UNION};
use crate::model::{Body, Model};

/// A union can't be read: nothing says which field is valid.
pub(super) fn check_union(cx: &Ctxt, model: &Model<'_>) {
    if let Body::Union(keyword) = &model.data {
        cx.push(Error::new_spanned(keyword, UNION.text(&[])));
    }
}

/// An enum says how its variants are told apart.
pub(super) fn check_enum(cx: &Ctxt, model: &Model<'_>) {
    if let Body::Enum(keyword, _) = &model.data
        && !model.attrs.messages.is_given()
    {
        cx.push(Error::new_spanned(keyword, ENUM_WITHOUT_MESSAGES.text(&[])));
    }
}

/// Fields are encoded through references, which a packed struct doesn't give.
pub(super) fn check_packed(cx: &Ctxt, model: &Model<'_>) {
    if let Some(packed) = &model.packed {
        cx.push(Error::new_spanned(packed, PACKED.text(&[])));
    }
}
