//! Rules on types that are encoded as another one.

use crate::Derive;
use crate::attr::{Ctxt, Effect};
use crate::diagnostics::{CONVERTED_FIELD, CONVERTED_ONE_WAY};
use crate::model::Model;

/// Each derive that is used needs a type on the wire, and fields can't have attributes about the
/// wire.
pub(super) fn check_converted(cx: &Ctxt, model: &Model<'_>, derive: Derive) {
    let attrs = &model.attrs;
    let (read, written) = (attrs.from.name().or(attrs.try_from.name()), attrs.into.name());
    let name = if attrs.from.is_given() { "from" } else { "try_from" };
    match (derive, read, written) {
        (Derive::Encode, Some(read), None) => {
            cx.refuse(read, &CONVERTED_ONE_WAY, &[&name, &"read", &"written", &"into = .."]);
        }
        (Derive::Decode, None, Some(written)) => {
            cx.refuse(written, &CONVERTED_ONE_WAY, &[&"into", &"written", &"read", &"from = .."]);
        }
        _ => {}
    }
    if !model.is_converted() {
        return;
    }
    let of_fields = model.fields().flat_map(|field| field.attrs.given());
    for (entry, name) in of_fields.filter(|(entry, _)| entry.effect == Effect::Wire) {
        cx.refuse(name, &CONVERTED_FIELD, &[&entry.name]);
    }
}
