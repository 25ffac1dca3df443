//! The result of `check` for a value: by a function, a closure, or an expression over fields.

use proc_macro2::TokenStream;

use crate::attr::Function;
use crate::expand::env::Env;
use crate::expand::field::expression::over_fields;
use crate::expand::field::place::Place;
use crate::expand::form::{Arm, FormField};
use crate::expand::location::{at, located};
use quote::quote_spanned;

/// The result of a function for the value behind `reference`.
pub(in crate::expand) fn called(
    env: &Env<'_>,
    check: &Function,
    reference: &TokenStream,
    expression: impl FnOnce(&syn::Expr) -> TokenStream,
) -> TokenStream {
    let place = at(check);
    match check {
        Function::Path(path) => quote_spanned!(place=> #path(#reference)),
        Function::Closure(closure) => {
            let door = located(env.door.clone(), place);
            quote_spanned!(place=> #door::verdict_by(#reference, #closure))
        }
        Function::Value(value) => expression(value),
    }
}

/// The result for a whole value, whose fields an expression finds in `owner`.
pub(in crate::expand) fn of_type(
    env: &Env<'_>,
    arms: &[Arm<'_>],
    check: &Function,
    reference: &TokenStream,
    owner: &TokenStream,
) -> TokenStream {
    called(env, check, reference, |value| {
        let member = |field: &FormField<'_>| {
            let member = field.member();
            quote_spanned!(field.span()=> (#owner).#member)
        };
        let verdict =
            arms.first().map(|arm| over_fields(env, value, arm, arm.fields.len(), &member));
        quote_spanned!(at(check)=> { #verdict })
    })
}

impl Place<'_, '_> {
    /// The result for the field behind `reference`; `earlier` finds those before it, and `own` is
    /// the field itself.
    pub(in crate::expand) fn verdict(
        &self,
        check: &Function,
        reference: &TokenStream,
        earlier: &dyn Fn(&FormField<'_>) -> TokenStream,
        own: &TokenStream,
    ) -> TokenStream {
        called(self.env, check, reference, |value| {
            let index = self.field.field.index;
            let place = |field: &FormField<'_>| {
                if field.field.index == index { own.clone() } else { earlier(field) }
            };
            let verdict = over_fields(self.env, value, self.arm, index + 1, &place);
            quote_spanned!(at(check)=> { #verdict })
        })
    }
}
