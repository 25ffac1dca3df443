//! The rules, one function each. Whatever passes them can be expanded.

mod bits;
mod borrow;
mod computed;
mod expression;
mod field;
mod header;
mod messages;
mod shape;
mod table;
mod tags;
mod version;

use crate::Derive;
use crate::attr::Ctxt;
use crate::model::{Body, Fields, Model, Variant};

/// Checks the type against every rule.
pub(crate) fn check(cx: &Ctxt, model: &Model<'_>, derive: Derive) {
    if derive == Derive::Header {
        check_header(cx, model);
        return;
    }
    shape::check_union(cx, model);
    shape::check_packed(cx, model);
    table::check_kind(cx, model);
    table::check_contradictions(cx, model);
    table::check_needs(cx, model);
    shape::check_transparent(cx, model);
    borrow::check_type_with_lifetime(cx, model);
    borrow::check_form_options(cx, model);
    borrow::check_plain(cx, model);
    borrow::check_own(cx, model);
    shape::check_converted(cx, model, derive);
    field::check_of_enum(cx, model);
    expression::check_self(cx, model);
    shape::check_whole(cx, model);
    if let Some(value) = model.attrs.magic.value() {
        field::check_constant(cx, value);
    }
    let variants = model.variants();
    messages::check_other(cx, variants);
    if matches!(model.data, Body::Enum(_)) && model.attrs.messages.is_given() {
        check_messages(cx, model, variants);
        return;
    }
    tags::check_numbers(cx, model, variants);
    tags::check_source(cx, model, variants);
    tags::check_other(cx, model, variants);
    check_versions(cx, model);
    for fields in model.groups() {
        check_fields(cx, model, fields, derive);
    }
}

fn check_header(cx: &Ctxt, model: &Model<'_>) {
    header::check_shape(cx, model);
    table::check_contradictions(cx, model);
    if let Body::Struct(fields) = &model.data {
        header::check_roles(cx, model, fields);
        header::check_attributes(cx, model, fields);
    }
}

fn check_messages(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    messages::check_empty(cx, model, variants);
    messages::check_generic(cx, model);
    messages::check_variants(cx, variants);
    messages::check_distinct(cx, variants);
    messages::check_sides(cx, variants);
}

fn check_versions(cx: &Ctxt, model: &Model<'_>) {
    if let (Some(version), Body::Struct(fields)) = (model.attrs.version.value(), &model.data) {
        for field in &fields.list {
            version::check_range(cx, *version, field);
            version::check_made(cx, field);
        }
        version::check_order(cx, *version, &fields.list);
        version::check_readable(cx, model, *version, &fields.list);
    }
}

fn check_fields(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>, derive: Derive) {
    for one in &fields.list {
        field::check_limits(cx, &one.attrs);
        field::check_nullable(cx, one);
        field::check_index(cx, one);
        field::check_default(cx, one);
        field::check_magic(cx, one);
        field::check_lengths(cx, one);
    }
    field::check_tail(cx, fields);
    bits::check_runs(cx, fields);
    field::check_span(cx, fields);
    expression::check_names(cx, fields);
    expression::check_words(cx, model, fields);
    computed::check_computed(cx, model, fields);
    borrow::check_twice(cx, model, fields);
    borrow::check_effect(cx, model, fields);
    // A value that borrows can be encoded as it is.
    if derive == Derive::Decode {
        borrow::check_missing(cx, fields);
        borrow::check_static(cx, fields);
    }
}
