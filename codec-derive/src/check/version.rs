//! Rules on versions.

use quote::ToTokens;

use crate::attr::{Ctxt, Version};
use crate::diagnostics::{
    DEFAULT_UNWRITABLE, GONE_BEFORE_SINCE, READABLE_SINCE_EARLY, READABLE_SINCE_MISSING,
    READABLE_SINCE_RANGE, SINCE_AFTER_VERSION, SINCE_DECREASES,
};
use crate::model::{Field, Model};
use crate::tags::literal;

/// A field is added before it is removed, both no later than the struct's version.
pub(super) fn check_range(cx: &Ctxt, version: Version, field: &Field<'_>) {
    let attrs = &field.attrs;
    let since = attrs.since.value().map_or(1, |since| since.0);
    let all = [&attrs.since, &attrs.removed, &attrs.retired];
    for (attr, given) in all.iter().filter_map(|attr| Some((attr, attr.value()?))) {
        if *given > version {
            cx.refuse(attr.name(), &SINCE_AFTER_VERSION, &[&given.0, &field.name(), &version.0]);
        }
    }
    for attr in [&attrs.removed, &attrs.retired] {
        let early = attr.value().is_some_and(|gone| gone.0 <= since);
        cx.refuse_given(attr, early, &GONE_BEFORE_SINCE, &[&field.name()]);
    }
}

/// The default of a field that an older value lacks can be written.
pub(super) fn check_made(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let wanted = [
        ("min", attrs.min.value().filter(|min| literal(min) != Some(0))),
        ("count", attrs.count.value()),
        ("tag", attrs.tag.value()),
        ("until", field.end().filter(|_| !attrs.tail.is_given())),
    ];
    if let Some(name) = attrs.since.name()
        && let Some((word, _)) = wanted.iter().find(|(_, given)| given.is_some())
        && field.may_be_absent()
        && !attrs.default.is_given()
    {
        cx.refuse(name, &DEFAULT_UNWRITABLE, &[&field.name(), word]);
    }
}

/// Fields that an older program does not know come last.
pub(super) fn check_order(cx: &Ctxt, version: Version, fields: &[Field<'_>]) {
    let mut newest = 1;
    for field in fields.iter().filter(|field| field.is_on_wire()) {
        let since = field.attrs.since.value().map_or(1, |since| since.0);
        if since < newest {
            let at: &dyn ToTokens = match field.attrs.since.name() {
                Some(name) => name,
                None => field.ty,
            };
            cx.refuse(at, &SINCE_DECREASES, &[&field.name(), &newest]);
        }
        // A version newer than the struct's has been refused already, and is not compared.
        newest = newest.max(since.min(version.0));
    }
}

/// Programs that would read another field in place of a removed one are made to refuse the value.
pub(super) fn check_readable(cx: &Ctxt, model: &Model<'_>, version: Version, fields: &[Field<'_>]) {
    let given = &model.attrs.readable_since;
    let oldest = given.value().map_or(1, |oldest| oldest.0);
    if given.is_given() && !(2..=version.0).contains(&oldest) {
        cx.refuse(given.name(), &READABLE_SINCE_RANGE, &[&version.0]);
        return;
    }
    for (index, field) in fields.iter().enumerate() {
        let Some(removed) = field.attrs.removed.value().filter(|removed| removed.0 > oldest) else {
            continue;
        };
        let follows = |next: &Field<'_>| next.is_on_wire() && !next.attrs.removed.is_given();
        if fields[index + 1..].iter().any(follows) {
            let (name, text) = match given.name() {
                None => (field.attrs.removed.name(), &READABLE_SINCE_MISSING),
                Some(name) => (Some(name), &READABLE_SINCE_EARLY),
            };
            cx.refuse(name, text, &[&field.name(), &removed.0]);
        }
    }
}
