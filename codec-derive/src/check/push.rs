//! Rules on decoding from pieces.

use crate::attr::Ctxt;
use crate::diagnostics::{PUSH_WITH_LIFETIME, WHOLE_WITHOUT_EFFECT, WHOLE_WITHOUT_PUSH};
use crate::model::{Borrowing, Encoding, Model};

/// Nothing can be borrowed from pieces: each is gone when the next one arrives.
pub(super) fn check_owned(cx: &Ctxt, model: &Model<'_>) {
    let lifetime = model.borrowing() == Borrowing::Lifetime;
    cx.refuse_given(&model.attrs.push, lifetime, &PUSH_WITH_LIFETIME, &[]);
}

/// `whole` is only for a field that could be resumed, in a type that decodes from pieces.
pub(super) fn check_whole(cx: &Ctxt, model: &Model<'_>) {
    use Encoding::{Adapted, Detached, Ended, Magic, Tail, Terminated, With};
    let push = model.attrs.push.is_given();
    for field in model.fields() {
        let whole = &field.attrs.whole;
        let collected = field.attrs.index.is_given()
            || matches!(
                field.encoding(),
                With | Adapted | Terminated | Ended | Detached | Tail | Magic
            );
        cx.refuse_given(whole, !push, &WHOLE_WITHOUT_PUSH, &[]);
        cx.refuse_given(whole, push && collected, &WHOLE_WITHOUT_EFFECT, &[&field.name()]);
    }
}
