//! Rules on the tags of an enum.

use quote::ToTokens;

use crate::attr::{Ctxt, Width};
use crate::check::bits::bits_of;
use crate::diagnostics::{
    CONTRADICTION, OTHER_NARROW, OTHER_SHAPE, TAG_NEGATIVE, TAG_OR_DISCRIMINANT, TAG_OVERFLOW,
    TAG_RANGE, TAG_RANGE_SCHEMA, TAG_TWICE,
};
use crate::model::{Model, Variant};
use crate::tags::{Number, largest, literal, tags};

/// Every variant has a distinct tag that fits the width, or a range of them.
pub(super) fn check_numbers(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    let place = |index: usize| {
        let variant = &variants[index];
        let at = variant.attrs.value.value().or(variant.discriminant);
        at.map_or_else(|| variant.ident.to_token_stream(), ToTokens::to_token_stream)
    };
    let mut known = Vec::new();
    for (index, ends) in tags(model, variants).into_iter().enumerate() {
        let Some(ends) = ends else { continue };
        let [first, last] = ends.map(Number::literal);
        if first.zip(last).is_some_and(|(first, last)| first > last) {
            cx.refuse(place(index), &TAG_RANGE, &[]);
            continue;
        }
        if first.is_some_and(|first| u64::try_from(first).is_err())
            || last.is_some_and(|last| last < 0)
        {
            cx.refuse(place(index), &TAG_NEGATIVE, &[]);
            continue;
        }
        if let (Some(width), Some(tag)) = (model.attrs.tag.width.value(), largest(ends))
            && tag > width.max()
        {
            cx.refuse(place(index), &TAG_OVERFLOW, &[&tag, &width.name()]);
        }
        if variants[index].keeps_tag() && model.attrs.schema.is_given() {
            cx.refuse(model.attrs.schema.name(), &TAG_RANGE_SCHEMA, &[variants[index].ident]);
        }
        known.extend(first.zip(last).map(|(first, last)| (first, index, last)));
    }
    known.sort_unstable();
    let mut before: Option<(i128, usize)> = None;
    for (first, index, last) in known {
        match before {
            Some((end, other)) if first <= end => {
                let (one, later) = (index.min(other), index.max(other));
                let names = [variants[later].ident, variants[one].ident];
                cx.refuse(place(later), &TAG_TWICE, &[names[0], names[1], &first]);
                before = Some((end.max(last), other));
            }
            _ => before = Some((last, index)),
        }
    }
}

/// Discriminants that differ from the indices are declared as tags, or as none.
pub(super) fn check_source(cx: &Ctxt, model: &Model<'_>, variants: &[Variant<'_>]) {
    if model.attrs.tag.source.is_given() || model.is_converted() {
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
    for variant in variants.iter().filter(|variant| variant.keeps_tag()) {
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
