//! Rules on decoding from pieces.

use crate::attr::Ctxt;
use crate::diagnostics::{PUSH_WITH_LIFETIME, WHOLE_WITHOUT_EFFECT, WHOLE_WITHOUT_PUSH};
use crate::model::{Borrowing, Encoding, Model};

/// Nothing can be borrowed from pieces: each is gone when the next one arrives.
pub(super) fn check_owned(cx: &Ctxt, model: &Model<'_>) {
    if let Some(name) = model.attrs.push.name()
        && model.borrowing() == Borrowing::Lifetime
    {
        cx.refuse(name, &PUSH_WITH_LIFETIME, &[]);
    }
}

/// `whole` is only for a field that could be resumed, in a type that decodes from pieces.
pub(super) fn check_whole(cx: &Ctxt, model: &Model<'_>) {
    for field in model.fields() {
        let Some(name) = field.attrs.whole.name() else { continue };
        if !model.attrs.push.is_given() {
            cx.refuse(name, &WHOLE_WITHOUT_PUSH, &[]);
        } else if field.attrs.index.is_given()
            || matches!(
                field.encoding(),
                Encoding::With
                    | Encoding::Adapted
                    | Encoding::Terminated
                    | Encoding::Ended
                    | Encoding::Detached
                    | Encoding::Tail
                    | Encoding::Magic
            )
        {
            cx.refuse(name, &WHOLE_WITHOUT_EFFECT, &[&field.name()]);
        }
    }
}
