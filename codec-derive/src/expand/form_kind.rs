//! The forms of a type by name, and which of them a field takes part in.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use crate::expand::env::Env;
use crate::expand::location::located;
use crate::mentions::is_named;
use crate::model::{Borrowing, Encoding, Field};

/// A form of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The type as the user wrote it.
    Owned,
    /// Borrowing from the input.
    Borrowed,
    /// Keeping the input alive by reference counting.
    Shared,
}

impl Kind {
    /// The name of a type in this form.
    pub(super) fn ident(self, env: &Env<'_>) -> Ident {
        match self {
            Self::Owned => env.model.ident.clone(),
            Self::Borrowed => env.model.borrowed_ident(),
            Self::Shared => env.model.shared_ident(),
        }
    }

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
    let (whole, marked) =
        (env.model.borrowing() == Borrowing::Whole, field.attrs.borrow.is_given());
    has_form(field, marked, whole, whole || marked)
}

/// Returns `true` if a form has another type for this field, by how that is encoded: by an adapter, as
/// a span of bytes, or otherwise.
fn has_form(field: &Field<'_>, adapted: bool, span: bool, other: bool) -> bool {
    match field.encoding() {
        _ if field.attrs.own.is_given() => false,
        Encoding::Skip | Encoding::Magic | Encoding::Bits => false,
        Encoding::With | Encoding::Adapted => adapted,
        // Offsets are the same in every form.
        Encoding::Span => span && !is_named(field.ty, &["Range"]),
        Encoding::Plain
        | Encoding::Counted
        | Encoding::Tail
        | Encoding::Terminated
        | Encoding::Ended
        | Encoding::Detached => other,
    }
}

/// The trait that says what a field becomes in a form, and converts it.
pub(super) fn form_trait(env: &Env<'_>, field: &Field<'_>, kind: Kind) -> TokenStream {
    let span = field.ty.span();
    let krate = located(env.krate.clone(), span);
    match kind {
        Kind::Shared => quote_spanned!(span=> #krate::Shareable),
        Kind::Owned | Kind::Borrowed => quote_spanned!(span=> #krate::Borrowable),
    }
}

/// Returns `true` if the form that shares shares this field.
pub(super) fn shares(field: &Field<'_>) -> bool {
    has_form(field, false, true, true)
}
