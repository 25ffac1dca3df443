//! The rules, one function each. What passes here can be expanded.

mod borrow;
mod messages;
mod shape;

use crate::Derive;
use crate::attr::Ctxt;
use crate::model::{Body, Model};

/// Holds every rule against the type.
pub(crate) fn check(cx: &Ctxt, model: &Model<'_>, derive: Derive) {
    shape::check_union(cx, model);
    shape::check_enum(cx, model);
    shape::check_packed(cx, model);
    messages::check_on_struct(cx, model);
    messages::check_flags(cx, model);
    if let Body::Enum(_, variants) = &model.data
        && model.attrs.messages.is_given()
    {
        messages::check_empty(cx, model, variants);
        messages::check_generic(cx, model);
        messages::check_id(cx, model);
        messages::check_variants(cx, variants);
        messages::check_distinct(cx, variants);
    }
    if let Body::Struct(data) = &model.data {
        borrow::check_type_with_lifetime(cx, model);
        borrow::check_twice(cx, model, data);
        borrow::check_effect(cx, model, data);
        // A value that borrows can be encoded as it is.
        if derive == Derive::Decode {
            borrow::check_missing(cx, data);
            borrow::check_static(cx, data);
        }
    }
}
