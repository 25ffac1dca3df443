//! Rules on the tags of an enum.

use std::collections::HashMap;

use syn::Error;

use crate::attr::Ctxt;
use crate::diagnostics::{CONTRADICTION, OTHER_SHAPE, TAG_NEGATIVE, TAG_OVERFLOW, TAG_TWICE};
use crate::model::{Model, Variant};
use crate::tags::{Number, tags};

/// Every variant has a distinct tag that fits the width.
pub(super) fn check_numbers(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    let mut seen: HashMap<u64, &Variant<'_>> = HashMap::new();
    for (variant, number) in variants.iter().zip(tags(model, variants)) {
        let value = variant.attrs.value.value();
        let at = value.or(variant.discriminant);
        let refuse = |text: String| match at {
            Some(value) => cx.push(Error::new_spanned(value, text)),
            None => cx.push(Error::new_spanned(variant.ident, text)),
        };
        let Some(Number::Literal(number)) = number else { continue };
        let Ok(tag) = u64::try_from(number) else {
            refuse(TAG_NEGATIVE.text(&[]));
            continue;
        };
        if let Some(width) = model.attrs.tag.width.value()
            && tag > width.max()
        {
            refuse(TAG_OVERFLOW.text(&[&tag.to_string(), width.name()]));
        }
        if let Some(first) = seen.get(&tag) {
            let names = [variant.ident.to_string(), first.ident.to_string(), tag.to_string()];
            refuse(TAG_TWICE.text(&names.each_ref().map(String::as_str)));
        } else {
            seen.insert(tag, variant);
        }
    }
}

/// The variant for unknown tags keeps the tag unchanged.
pub(super) fn check_other(cx: &Ctxt, variants: &[Variant<'_>]) {
    for variant in variants.iter().filter(|variant| variant.attrs.other.is_given()) {
        let fields = &variant.fields;
        if fields.list.is_empty() {
            let text = OTHER_SHAPE.text(&[&variant.ident.to_string()]);
            cx.push(Error::new_spanned(variant.ident, text));
        }
        // The first is the tag, and the others follow it.
        for (entry, name) in fields.list.iter().take(1).flat_map(|field| field.attrs.given()) {
            cx.push(Error::new_spanned(name, CONTRADICTION.text(&[entry.name, "other"])));
        }
    }
}
