//! Rules on messages and enums of them.

use std::collections::HashMap;

use syn::Ident;

use crate::attr::Ctxt;
use crate::diagnostics::{
    FROM_THIRD_SIDE, MESSAGE_TWICE, MESSAGE_VARIANT, MESSAGES_EMPTY, MESSAGES_GENERIC,
    MESSAGES_LAYOUT, OTHER_MESSAGE, OTHER_TWICE,
};
use crate::mentions::spelled;
use crate::model::{Model, Style, Variant};

/// The type of ids is that of the first message, so there has to be one.
pub(super) fn check_empty(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    if variants.iter().all(|variant| variant.attrs.other.is_given()) {
        cx.refuse(model.ident, &MESSAGES_EMPTY, &[]);
    }
}

/// Ids are used in patterns, which can't depend on a parameter.
pub(super) fn check_generic(cx: &Ctxt, model: &Model<'_>) {
    if !model.generics.params.is_empty() {
        cx.refuse(model.generics, &MESSAGES_GENERIC, &[]);
    }
}

/// A variant holds one message and nothing else; one may catch unknown ids.
pub(super) fn check_variants(cx: &Ctxt, variants: &[Variant<'_>]) {
    for variant in variants {
        cx.refuse_given(&variant.attrs.value, true, &MESSAGES_LAYOUT, &[&"value"]);
        if !variant.attrs.other.is_given() {
            if variant.message().is_none() {
                cx.refuse(variant.ident, &MESSAGE_VARIANT, &[&variant.ident]);
            }
        } else if variant.fields.style != Style::Tuple || variant.fields.list.len() != 2 {
            cx.refuse(variant.ident, &OTHER_MESSAGE, &[&variant.ident]);
        }
    }
}

/// Each id belongs to one variant.
pub(super) fn check_distinct(cx: &Ctxt, variants: &[Variant<'_>]) {
    let mut seen = HashMap::new();
    for variant in variants {
        let Some(message) = variant.message() else { continue };
        let first = *seen.entry(spelled(message)).or_insert(variant.ident);
        if first != variant.ident {
            cx.refuse(message, &MESSAGE_TWICE, &[&variant.ident, &first]);
        }
    }
}

/// At most one variant catches unknown ids.
pub(super) fn check_other(cx: &Ctxt, variants: &[Variant<'_>]) {
    let mut others = variants.iter().filter(|variant| variant.attrs.other.is_given());
    let Some(first) = others.next() else { return };
    others.for_each(|one| cx.refuse_given(&one.attrs.other, true, &OTHER_TWICE, &[&first.ident]));
}

/// A connection has two sides: a third one must be a typo.
pub(super) fn check_sides(cx: &Ctxt, variants: &[Variant<'_>]) {
    let mut sides: Vec<&Ident> = Vec::new();
    for side in variants.iter().filter_map(|variant| variant.attrs.from.value()) {
        match &*sides {
            _ if sides.contains(&side) => {}
            [first, second] => cx.refuse(side, &FROM_THIRD_SIDE, &[side, first, second]),
            _ => sides.push(side),
        }
    }
}
