//! Rules on handlers of messages, and on the sides that messages come from.

use syn::Ident;

use crate::attr::Ctxt;
use crate::diagnostics::{FROM_THIRD_SIDE, FROM_WITHOUT_HANDLER, HANDLER_WITHOUT_MESSAGES};
use crate::model::{Body, Model, Variant};

/// Handlers are for messages, and sides are for handlers.
pub(super) fn check_handler(cx: &Ctxt, model: &Model<'_>) {
    let Body::Enum(variants) = &model.data else { return };
    let has_messages = model.attrs.messages.is_given();
    cx.refuse_given(&model.attrs.handler, !has_messages, &HANDLER_WITHOUT_MESSAGES, &[]);
    let handled = has_messages && model.attrs.handler.is_given();
    for variant in variants {
        cx.refuse_given(&variant.attrs.from, !handled, &FROM_WITHOUT_HANDLER, &[]);
    }
    if handled {
        check_sides(cx, variants);
    }
}

/// A connection has two sides: a third one must be a typo.
fn check_sides(cx: &Ctxt, variants: &[Variant<'_>]) {
    let mut sides: Vec<&Ident> = Vec::new();
    for side in variants.iter().filter_map(|variant| variant.attrs.from.value()) {
        match &*sides {
            _ if sides.contains(&side) => {}
            [first, second] => cx.refuse(side, &FROM_THIRD_SIDE, &[side, first, second]),
            _ => sides.push(side),
        }
    }
}
