//! Rules on the tags of an enum.

use std::collections::HashMap;

use quote::ToTokens;

use crate::attr::{Ctxt, Width};
use crate::check::bits::bits_of;
use crate::diagnostics::{
    CONTRADICTION, OTHER_NARROW, OTHER_SHAPE, TAG_NEGATIVE, TAG_OR_DISCRIMINANT, TAG_OVERFLOW,
    TAG_TWICE,
};
use crate::model::{Model, Variant};
use crate::tags::{Number, literal, tags};

/// Every variant has a distinct tag that fits the width.
pub(super) fn check_numbers(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    let mut seen: HashMap<u64, &Variant<'_>> = HashMap::new();
    for (variant, number) in variants.iter().zip(tags(model, variants)) {
        let value = variant.attrs.value.value();
        let at = value.or(variant.discriminant);
        let at = at.map_or_else(|| variant.ident.to_token_stream(), ToTokens::to_token_stream);
        let Some(Number::Literal(number)) = number else { continue };
        let Ok(tag) = u64::try_from(number) else {
            cx.refuse(at, &TAG_NEGATIVE, &[]);
            continue;
        };
        if let Some(width) = model.attrs.tag.width.value()
            && tag > width.max()
        {
            cx.refuse(&at, &TAG_OVERFLOW, &[&tag, &width.name()]);
        }
        if let Some(first) = seen.get(&tag) {
            cx.refuse(at, &TAG_TWICE, &[variant.ident, first.ident, &tag]);
        } else {
            seen.insert(tag, variant);
        }
    }
}

/// Discriminants that differ from the indices are declared as tags, or as none.
pub(super) fn check_source(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    let attrs = &model.attrs;
    let converted = attrs.from.is_given() || attrs.try_from.is_given() || attrs.into.is_given();
    if attrs.tag.source.is_given() || converted {
        return;
    }
    for (index, variant) in variants.iter().enumerate() {
        let Some(value) = variant.discriminant else { continue };
        let told = variant.attrs.value.is_given() || variant.attrs.other.is_given();
        if !told && literal(value) != i128::try_from(index).ok() {
            cx.refuse(value, &TAG_OR_DISCRIMINANT, &[&variant.ident, &index]);
            return;
        }
    }
}

/// The variant for unknown tags keeps the tag unchanged.
pub(super) fn check_other(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    let width = model.attrs.tag.width.value();
    for variant in variants.iter().filter(|variant| variant.attrs.other.is_given()) {
        let fields = &variant.fields;
        if fields.list.is_empty() {
            cx.refuse(variant.ident, &OTHER_SHAPE, &[&variant.ident]);
        }
        // Judging by the name of its type.
        if let (Some(width), Some(kept)) = (width, fields.list.first())
            && bits_of(kept.ty).is_some_and(|bits| u64::MAX >> (64 - bits) < width.max())
        {
            let name = kept.ty.to_token_stream().to_string();
            let needed = if *width == Width::U24 { "u32" } else { width.name() };
            let needed = if *width == Width::Varint { "u64" } else { needed };
            cx.refuse(kept.ty, &OTHER_NARROW, &[&needed, &name]);
        }
        // The first is the tag, and the others follow it.
        for (entry, name) in fields.list.iter().take(1).flat_map(|field| field.attrs.given()) {
            cx.refuse(name, &CONTRADICTION, &[&entry.name, &"other"]);
        }
    }
}
