//! Rules on frame headers.

use crate::attr::{Ctxt, Effect, Given};
use crate::check::field;
use crate::diagnostics::{
    HEADER_ATTRIBUTE, HEADER_GENERIC, HEADER_MISSING, HEADER_SHAPE, HEADER_TWICE,
};
use crate::model::{Body, Fields, Model};

/// The attributes about the wire that a field of a header may have.
const OF_FIELD: [&str; 6] = ["be", "le", "check", "default", "magic", "max"];
/// Attributes of the struct of a header.
const OF_TYPE: [&str; 3] = ["be", "le", "check"];
/// Attributes that change the code of other derives, and would be silently ignored on a header: it
/// is parsed in no format that could have a context, and is no other type.
const WITHOUT_EFFECT: [&str; 5] = ["context", "from", "try_from", "into", "remote"];

/// A header is a struct of fixed size.
pub(super) fn check_shape(cx: &Ctxt, model: &Model<'_>) {
    if !matches!(model.data, Body::Struct(_)) {
        cx.refuse(model.ident, &HEADER_SHAPE, &[]);
    }
    if !model.generics.params.is_empty() {
        cx.refuse(model.generics, &HEADER_GENERIC, &[]);
    }
}

/// One field is the id, and another the length.
pub(super) fn check_roles(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>) {
    for (name, required) in [("id", true), ("payload_len", true), ("flags", false)] {
        let mut given = fields.list.iter().filter_map(|field| {
            let mut given = field.attrs.given().into_iter();
            Some((field, given.find(|(entry, _)| entry.name == name)?.1))
        });
        let Some((first, _)) = given.next() else {
            if required {
                cx.refuse(model.ident, &HEADER_MISSING, &[&name]);
            }
            continue;
        };
        for (_, path) in given {
            cx.refuse(path, &HEADER_TWICE, &[&name, &first.name()]);
        }
    }
}

/// A header has no attributes that it does not support.
pub(super) fn check_attributes(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>) {
    let refuse = |(entry, path): Given<'_>| {
        cx.refuse(path, &HEADER_ATTRIBUTE, &[&entry.name]);
    };
    let unknown = |given: Vec<Given<'_>>, known: &[&str]| {
        let wire = given.into_iter().filter(|(entry, _)| {
            entry.effect == Effect::Wire || WITHOUT_EFFECT.contains(&entry.name)
        });
        wire.filter(|(entry, _)| !known.contains(&entry.name)).for_each(refuse);
    };
    unknown(model.attrs.given(), &OF_TYPE);
    for one in &fields.list {
        unknown(one.attrs.given(), &OF_FIELD);
        let other = !one.attrs.payload_len.is_given();
        cx.refuse_given(&one.attrs.max, other, &HEADER_ATTRIBUTE, &[&"max"]);
        cx.refuse_given(&one.attrs.includes, other, &HEADER_ATTRIBUTE, &[&"includes"]);
        field::check_magic(cx, one);
    }
}
