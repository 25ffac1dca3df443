//! The rules that are in the table of attributes: on which kind of type each is allowed, and what
//! it conflicts with.

use crate::attr::{Ctxt, Given, On};
use crate::diagnostics::{
    CONTRADICTION, MESSAGES_LAYOUT, MESSAGES_ON_STRUCT, MESSAGES_WITH_ID, MISPLACED_ATTRIBUTE,
    TAG_ON_STRUCT, TRANSPARENT_LAYOUT, TRANSPARENT_SHAPE, VERSION_ON_ENUM, WITHOUT_EFFECT,
};
use crate::gather::Gather as _;
use crate::model::{Body, Model};

/// The kind of type that this one is not.
const fn excluded(model: &Model<'_>) -> Option<On> {
    match &model.data {
        Body::Struct(_) => Some(On::Enum),
        Body::Enum(..) => Some(On::Struct),
        Body::Union(_) => None,
    }
}

/// Attributes of enums are refused on a struct, and the other way round.
pub(super) fn check_kind(cx: &Ctxt, model: &Model<'_>) {
    let Some(other) = excluded(model) else { return };
    let kind = if other == On::Enum { On::Struct } else { On::Enum };
    for (entry, name) in model.attrs.given().into_iter().filter(|(entry, _)| entry.on == other) {
        // For some, a better hint is known.
        let known = match entry.name {
            "messages" => MESSAGES_ON_STRUCT,
            "tag" => TAG_ON_STRUCT,
            "transparent" => TRANSPARENT_SHAPE,
            "version" => VERSION_ON_ENUM,
            _ => MISPLACED_ATTRIBUTE,
        };
        cx.refuse(name, &known, &[&entry.name, &kind.name(), &other.name()]);
    }
}

/// Attributes of the type, its fields and its variants that need another one of the type.
pub(super) fn check_needs(cx: &Ctxt, model: &Model<'_>) {
    let mut all = model.attrs.given();
    let names: Vec<_> = all.iter().map(|(entry, _)| entry.name).gathered();
    all.extend(model.fields().flat_map(|field| field.attrs.given()));
    all.extend(model.variants().iter().flat_map(|variant| variant.attrs.given()));
    // The flags of an enum of messages are refused as those of its messages.
    all.retain(|(entry, _)| entry.name != "flags" || !names.contains(&"messages"));
    for (entry, name) in all {
        let missing =
            |needed: &&str| !names.iter().any(|name| needed.split(' ').next() == Some(name));
        if let Some(needed) = entry.needs.filter(missing) {
            cx.refuse(name, &WITHOUT_EFFECT, &[&entry.name, &needed]);
        }
    }
}

/// Attributes of a type, of each field and of each variant that conflict.
pub(super) fn check_contradictions(cx: &Ctxt, model: &Model<'_>) {
    let mut of_type = model.attrs.given();
    of_type.retain(|(entry, _)| Some(entry.on) != excluded(model));
    contradictions(cx, &of_type, false);
    for field in model.fields() {
        contradictions(cx, &field.attrs.given(), field.end().is_some());
    }
    for variant in model.variants() {
        contradictions(cx, &variant.attrs.given(), false);
    }
}

/// `ended` means that `until` is about elements.
fn contradictions(cx: &Ctxt, given: &[Given<'_>], ended: bool) {
    let bytes = given.iter().any(|(entry, _)| entry.name == "bytes");
    for (one, _) in given {
        for (other, name) in given.iter().filter(|(other, _)| one.not.contains(&other.name)) {
            // With `bytes`, limits are on the bytes, and what takes the rest of the input ends with
            // them.
            let of_tail = one.name == "tail" && ["if", "pad_after"].contains(&other.name);
            let of_bytes = ["max", "min"].contains(&other.name) || of_tail;
            // A sequence that no element ends takes the rest of the input.
            let open = one.name == "until" && other.name == "tail" && ended;
            if (bytes && of_bytes) || open {
                continue;
            }
            let other = other.name;
            let known = match (one.name, other) {
                ("messages", "id" | "flags" | "formats") => MESSAGES_WITH_ID,
                ("messages", _) => MESSAGES_LAYOUT,
                ("transparent", _) => TRANSPARENT_LAYOUT,
                _ => CONTRADICTION,
            };
            cx.refuse(name, &known, &[&other, &one.name]);
        }
    }
}
