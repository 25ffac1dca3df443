//! Rules on versions.

use syn::Error;

use crate::attr::{Ctxt, Version};
use crate::diagnostics::{
    GONE_BEFORE_SINCE, READABLE_SINCE_EARLY, READABLE_SINCE_MISSING, READABLE_SINCE_RANGE,
    SINCE_AFTER_VERSION, SINCE_DECREASES, VERSION_WITHOUT_TYPE,
};
use crate::model::{Field, Model};

/// Only fields of a versioned struct are added and removed.
pub(super) fn check_without(cx: &Ctxt, model: &Model<'_>) {
    if model.attrs.version.is_given() {
        return;
    }
    if let Some(name) = model.attrs.readable_since.name() {
        cx.push(Error::new_spanned(name, VERSION_WITHOUT_TYPE.text(&["readable_since"])));
    }
    for field in model.fields() {
        let attrs = &field.attrs;
        let names = [
            ("since", attrs.since.name()),
            ("removed", attrs.removed.name()),
            ("retired", attrs.retired.name()),
        ];
        for (text, name) in names {
            if let Some(name) = name {
                cx.push(Error::new_spanned(name, VERSION_WITHOUT_TYPE.text(&[text])));
            }
        }
    }
}

/// A field is added before it is removed, both no later than the struct's version.
pub(super) fn check_range(cx: &Ctxt, version: Version, field: &Field<'_>) {
    let attrs = &field.attrs;
    let since = attrs.since.value().map_or(1, |since| since.0);
    let all = [&attrs.since, &attrs.removed, &attrs.retired];
    for (attr, given) in all.iter().filter_map(|attr| Some((attr, attr.value()?))) {
        if *given > version {
            let numbers = [given.0.to_string(), field.name(), version.0.to_string()];
            let text = SINCE_AFTER_VERSION.text(&numbers.each_ref().map(String::as_str));
            cx.push(Error::new_spanned(attr.name(), text));
        }
    }
    for attr in [&attrs.removed, &attrs.retired] {
        if attr.value().is_some_and(|gone| gone.0 <= since) {
            let text = GONE_BEFORE_SINCE.text(&[&field.name()]);
            cx.push(Error::new_spanned(attr.name(), text));
        }
    }
}

/// Fields that an older program does not know come last.
pub(super) fn check_order(cx: &Ctxt, version: Version, fields: &[Field<'_>]) {
    let mut newest = 1;
    for field in fields.iter().filter(|field| field.travels()) {
        let since = field.attrs.since.value().map_or(1, |since| since.0);
        if since < newest {
            let text = SINCE_DECREASES.text(&[&field.name(), &newest.to_string()]);
            match field.attrs.since.name() {
                Some(name) => cx.push(Error::new_spanned(name, text)),
                None => cx.push(Error::new_spanned(field.ty, text)),
            }
        }
        // A version newer than the struct's has been refused already, and is not compared.
        newest = newest.max(since.min(version.0));
    }
}

/// Programs that would read another field in place of a removed one are told to refuse the value.
pub(super) fn check_readable(cx: &Ctxt, model: &Model<'_>, version: Version, fields: &[Field<'_>]) {
    let given = &model.attrs.readable_since;
    let oldest = given.value().map_or(1, |oldest| oldest.0);
    if given.is_given() && !(2..=version.0).contains(&oldest) {
        let text = READABLE_SINCE_RANGE.text(&[&version.0.to_string()]);
        cx.push(Error::new_spanned(given.name(), text));
        return;
    }
    for (index, field) in fields.iter().enumerate() {
        let Some(removed) = field.attrs.removed.value().filter(|removed| removed.0 > oldest) else {
            continue;
        };
        let follows = |next: &Field<'_>| next.travels() && !next.attrs.removed.is_given();
        if fields[index + 1..].iter().any(follows) {
            let (name, text) = match given.name() {
                None => (field.attrs.removed.name(), &READABLE_SINCE_MISSING),
                Some(name) => (Some(name), &READABLE_SINCE_EARLY),
            };
            let text = text.text(&[&field.name(), &removed.0.to_string()]);
            cx.push(Error::new_spanned(name, text));
        }
    }
}
