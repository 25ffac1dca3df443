//! Rules on types that are encoded as another one.

use syn::Error;

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
            let text = CONVERTED_ONE_WAY.text(&[name, "read", "written", "into = .."]);
            cx.push(Error::new_spanned(read, text));
        }
        (Derive::Decode, None, Some(written)) => {
            let text = CONVERTED_ONE_WAY.text(&["into", "written", "read", "from = .."]);
            cx.push(Error::new_spanned(written, text));
        }
        _ => {}
    }
    if !model.is_converted() {
        return;
    }
    let of_fields = model.fields().flat_map(|field| field.attrs.given());
    for (entry, name) in of_fields.filter(|(entry, _)| entry.effect == Effect::Wire) {
        cx.push(Error::new_spanned(name, CONVERTED_FIELD.text(&[entry.name])));
    }
}
