//! Rules on what borrows, and on declaring it.

use crate::attr::{Ctxt, spelled};
use crate::diagnostics::{
    BORROW_TWICE, BORROW_WITHOUT_EFFECT, CONTRADICTION, FORM_WITHOUT_EFFECT, MISSING_BORROW,
    STATIC_REFERENCE, TYPE_WITH_LIFETIME, WITHOUT_EFFECT,
};
use crate::model::{Borrowing, Encoding, Fields, Model};

/// A type with a lifetime gets no other forms: as in serde, each of its fields declares whether it
/// borrows. Nothing can be borrowed from pieces: each is gone when the next one arrives.
pub(super) fn check_type_with_lifetime(cx: &Ctxt, model: &Model<'_>) {
    let attrs = &model.attrs;
    let given = [attrs.borrow.name(), attrs.shared.name(), attrs.plain.name(), attrs.push.name()];
    for name in given.into_iter().flatten().filter(|_| model.borrowing() == Borrowing::Lifetime) {
        cx.refuse(name, &TYPE_WITH_LIFETIME, &[&spelled(name)]);
    }
}

/// A type that is its own form borrows nothing.
pub(super) fn check_plain(cx: &Ctxt, model: &Model<'_>) {
    let wrong = model.attrs.plain.is_given() && model.borrowing() != Borrowing::Lifetime;
    for field in model.fields() {
        cx.refuse_given(&field.attrs.borrow, wrong, &CONTRADICTION, &[&"borrow", &"plain"]);
    }
}

/// Options of a form require that the form is generated.
pub(super) fn check_form_options(cx: &Ctxt, model: &Model<'_>) {
    if !model.attrs.transparent.is_given() && !model.is_own_form() {
        return;
    }
    let forms = [&model.attrs.borrow, &model.attrs.shared];
    for name in forms.into_iter().filter_map(|form| form.value()?.said.as_ref()) {
        cx.refuse(name, &FORM_WITHOUT_EFFECT, &[&spelled(name)]);
    }
}

/// `own` is only for a field that could be borrowed or shared.
pub(super) fn check_own(cx: &Ctxt, model: &Model<'_>) {
    let borrows = matches!(model.borrowing(), Borrowing::Whole | Borrowing::Marked);
    let forms = borrows || model.attrs.shared.is_given();
    let forms = forms && !model.is_own_form() && !model.attrs.transparent.is_given();
    for field in model.fields() {
        cx.refuse_given(
            &field.attrs.own,
            !forms,
            &WITHOUT_EFFECT,
            &[&"own", &"borrow` or `shared"],
        );
    }
}

/// `borrow` on the type applies to every field.
pub(super) fn check_twice(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>) {
    let whole = model.borrowing() == Borrowing::Whole;
    for field in &fields.list {
        // A field that a user's module decodes has to declare it itself.
        let twice = whole && !matches!(field.encoding(), Encoding::With | Encoding::Adapted);
        cx.refuse_given(&field.attrs.borrow, twice, &BORROW_TWICE, &[]);
    }
}

/// In a struct with a lifetime, a field that borrows mentions one, or a type
/// that may have one.
pub(super) fn check_effect(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>) {
    let lifetime = model.borrowing() == Borrowing::Lifetime;
    for field in &fields.list {
        let mentions = &field.mentions;
        let may = mentions.lifetime || mentions.opaque || mentions.generic();
        cx.refuse_given(&field.attrs.borrow, lifetime && !may, &BORROW_WITHOUT_EFFECT, &[]);
    }
}

/// A field that borrows has to declare it, because that decides how long the input must live.
pub(super) fn check_missing(cx: &Ctxt, fields: &Fields<'_>) {
    for field in fields.list.iter().filter(|field| field.is_on_wire()) {
        if field.mentions.lifetime && !field.attrs.borrow.is_given() {
            cx.refuse(field.ty, &MISSING_BORROW, &[&field.name()]);
        }
    }
}

/// No input is `'static`.
pub(super) fn check_static(cx: &Ctxt, fields: &Fields<'_>) {
    let on_wire = fields.list.iter().filter(|field| field.is_on_wire());
    for field in on_wire.filter(|field| field.mentions.static_reference) {
        cx.refuse(field.ty, &STATIC_REFERENCE, &[&field.name()]);
    }
}
