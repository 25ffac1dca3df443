//! Rules on messages and enums of them.

use std::collections::HashMap;

use syn::Error;

use crate::attr::Ctxt;
use crate::diagnostics::{
    FLAGS_WITHOUT_ID, MESSAGE_TWICE, MESSAGE_VARIANT, MESSAGES_EMPTY, MESSAGES_GENERIC,
    MESSAGES_LAYOUT, OTHER_MESSAGE, OTHER_TWICE,
};
use crate::mentions::spelled;
use crate::model::{Model, Style, Variant};

/// Flags require an id.
pub(super) fn check_flags(cx: &Ctxt, model: &Model<'_>) {
    if model.attrs.messages.is_given() {
        return;
    }
    if let (None, Some(name)) = (model.attrs.id.name(), model.attrs.flags.name()) {
        cx.push(Error::new_spanned(name, FLAGS_WITHOUT_ID.text(&[])));
    }
}

/// The type of ids is that of the first message, so there has to be one.
pub(super) fn check_empty(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    if variants.iter().all(|variant| variant.attrs.other.is_given()) {
        cx.push(Error::new_spanned(model.ident, MESSAGES_EMPTY.text(&[])));
    }
}

/// Ids are used in patterns, which can't depend on a parameter.
pub(super) fn check_generic(cx: &Ctxt, model: &Model<'_>) {
    if !model.generics.params.is_empty() {
        cx.push(Error::new_spanned(model.generics, MESSAGES_GENERIC.text(&[])));
    }
}

/// A variant holds one message and nothing else; one may catch unknown ids.
pub(super) fn check_variants(cx: &Ctxt, variants: &[Variant<'_>]) {
    for variant in variants {
        if let Some(name) = variant.attrs.value.name() {
            cx.push(Error::new_spanned(name, MESSAGES_LAYOUT.text(&["value"])));
        }
        if variant.attrs.other.is_given() {
            if variant.fields.style != Style::Tuple || variant.fields.list.len() != 2 {
                let text = OTHER_MESSAGE.text(&[&variant.ident.to_string()]);
                cx.push(Error::new_spanned(variant.ident, text));
            }
            continue;
        }
        if variant.message().is_some() {
            continue;
        }
        let text = MESSAGE_VARIANT.text(&[&variant.ident.to_string()]);
        cx.push(Error::new_spanned(variant.ident, text));
    }
}

/// Each id belongs to one variant.
pub(super) fn check_distinct(cx: &Ctxt, variants: &[Variant<'_>]) {
    let mut seen = HashMap::new();
    for variant in variants {
        let Some(message) = variant.message() else { continue };
        let first = *seen.entry(spelled(message)).or_insert(variant.ident);
        if first != variant.ident {
            let names = [&variant.ident.to_string(), &first.to_string()];
            let text = MESSAGE_TWICE.text(&names.map(String::as_str));
            cx.push(Error::new_spanned(message, text));
        }
    }
}

/// At most one variant catches unknown ids.
pub(super) fn check_other(cx: &Ctxt, variants: &[Variant<'_>]) {
    let mut others = variants.iter().filter(|variant| variant.attrs.other.is_given());
    let Some(first) = others.next() else { return };
    for name in others.filter_map(|variant| variant.attrs.other.name()) {
        cx.push(Error::new_spanned(name, OTHER_TWICE.text(&[&first.ident.to_string()])));
    }
}
