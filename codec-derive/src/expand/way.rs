//! The forms of a type by name, and which of them a field takes part in.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::Type;
use syn::spanned::Spanned as _;

use crate::expand::env::Env;
use crate::expand::location::located;
use crate::mentions::is_named;
use crate::model::{Borrowing, Field, Travel};

/// A form of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The type as the user wrote it.
    Owned,
    /// Borrowing from the input.
    Borrowed,
    /// Keeping the input alive by reference counting.
    Shared,
}

impl Way {
    /// Returns true if a field has another type in this form.
    pub(super) fn takes(self, env: &Env<'_>, field: &Field<'_>) -> bool {
        match self {
            Self::Owned => false,
            Self::Borrowed => borrows(env, field),
            Self::Shared => shares(field),
        }
    }
}

/// Returns `true` if the form that borrows borrows this field.
pub(super) fn borrows(env: &Env<'_>, field: &Field<'_>) -> bool {
    let whole = env.model.borrowing() == Borrowing::Whole;
    match field.travel() {
        _ if field.attrs.own.is_given() => false,
        Travel::Skip | Travel::Magic | Travel::Bits => false,
        Travel::With | Travel::Adapted => field.attrs.borrow.is_given(),
        Travel::Span => whole && !is_range(field.ty),
        Travel::Plain
        | Travel::Counted
        | Travel::Tail
        | Travel::Terminated
        | Travel::Ended
        | Travel::Detached => whole || field.attrs.borrow.is_given(),
    }
}

/// The trait that says what a field becomes in a form, and converts it.
pub(super) fn form_trait(env: &Env<'_>, field: &Field<'_>, way: Way) -> TokenStream {
    let span = field.ty.span();
    let krate = located(env.krate.clone(), span);
    match (way, field.attrs.index.is_given()) {
        (Way::Shared, false) => quote_spanned!(span=> #krate::Shareable),
        (Way::Shared, true) => quote_spanned!(span=> #krate::field::ShareIndexed),
        (Way::Owned | Way::Borrowed, false) => quote_spanned!(span=> #krate::Borrowable),
        (Way::Owned | Way::Borrowed, true) => quote_spanned!(span=> #krate::field::BorrowIndexed),
    }
}

/// Returns `true` if a span is kept as offsets, which are the same in every
/// form, rather than as bytes.
fn is_range(ty: &Type) -> bool {
    is_named(ty, &["Range"])
}

/// Returns `true` if the form that shares shares this field.
pub(super) fn shares(field: &Field<'_>) -> bool {
    match field.travel() {
        _ if field.attrs.own.is_given() => false,
        Travel::Skip | Travel::Magic | Travel::Bits | Travel::With | Travel::Adapted => false,
        Travel::Span => !is_range(field.ty),
        Travel::Plain
        | Travel::Counted
        | Travel::Tail
        | Travel::Terminated
        | Travel::Ended
        | Travel::Detached => true,
    }
}
