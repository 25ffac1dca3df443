//! The result of `check` for a value: by a function, a closure, or an expression over fields.

use proc_macro2::{Delimiter, Group, TokenStream};

use crate::attr::{Function, REMAINING, any_name};
use crate::expand::env::Env;
use crate::expand::field::expression::Scope;
use crate::expand::field::place::Place;
use crate::expand::field::read::Earlier;
use crate::expand::field::write::written;
use crate::expand::form::{Arm, FormField};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;

/// The result for the value `own`.
pub(in crate::expand) fn called(
    scope: Scope<'_>,
    check: &Function,
    own: &TokenStream,
) -> TokenStream {
    let place = at(check);
    match check {
        Function::Path(path) => {
            // By the user's own tokens: of a function that takes no reference, the compiler proposes
            // to remove this one, which changes nothing, and not `Decode.clone()`.
            let mut own = Group::new(Delimiter::Parenthesis, own.clone());
            own.set_span(path.span());
            let given = quote_spanned!(path.span()=> &#own);
            quote_spanned!(place=> #path(#given))
        }
        Function::Closure(closure) => {
            let door = located(scope.env.door.clone(), place);
            let closure = scope.closure(closure);
            quote_spanned!(place=> #door::verdict_by(&#own, #closure))
        }
        Function::Value(value) => scope.verdict(value, own),
    }
}

/// The result for a whole value, `owner`, whose fields an expression finds in it.
pub(in crate::expand) fn of_type(
    env: &Env<'_>,
    arms: &[Arm<'_>],
    check: &Function,
    owner: &TokenStream,
) -> Option<TokenStream> {
    let member = |field: &FormField<'_>| {
        let member = field.member();
        quote_spanned!(field.span()=> (#owner).#member)
    };
    let arm = arms.first()?;
    // Of an enum, no fields are known.
    let before = if arm.variant.is_some() { 0 } else { arm.fields.len() };
    let scope = Scope { env, arm, before, has_made: true, place: &member };
    Some(called(scope, check, owner))
}

/// Checks a value that is written, whose fields are bound. A function is given the value, in which
/// fields that are computed and spans are not what they are once it is read: it checks no type that
/// has some.
pub(in crate::expand) fn of_written(env: &Env<'_>, arm: &Arm<'_>) -> Option<TokenStream> {
    let check = env.model.attrs.check.value()?;
    let known = match check {
        Function::Value(value) => {
            let unknown =
                |field: &&FormField<'_>| field.field.is_late() || field.field.attrs.span.is_given();
            let unknown: Vec<_> =
                arm.fields.iter().filter(unknown).map(|field| field.field.name()).gathered();
            !any_name(&value.to_token_stream(), &|name| unknown.iter().any(|field| field == name))
        }
        Function::Path(_) | Function::Closure(_) => !arm.has_computed() && !arm.has_spans(),
    };
    let known = known && !asks_what_is_left(env, arm);
    // Of an enum, no fields are known.
    let before = if arm.variant.is_some() { 0 } else { arm.fields.len() };
    let scope = Scope { env, arm, before, has_made: true, place: &written };
    let (place, door) = (at(check), located(env.door.clone(), at(check)));
    known.then(|| {
        let verdict = called(scope, check, &quote!((*self)));
        quote_spanned!(place=> #door::check_written(__w, #verdict)?;)
    })
}

/// Returns true if the check of the type asks what is left of the input.
pub(in crate::expand) fn asks_what_is_left(env: &Env<'_>, arm: &Arm<'_>) -> bool {
    let check = env.model.attrs.check.value();
    let check = check.and_then(Function::code);
    let first = arm.fields.first().map(|field| field.field);
    first.zip(check).is_some_and(|(first, check)| first.asks_in(check, REMAINING))
}

impl Place<'_, '_> {
    /// The result for the field, which `own` is; `earlier` finds those before it.
    pub(in crate::expand) fn verdict(
        &self,
        check: &Function,
        earlier: Earlier<'_>,
        own: &TokenStream,
    ) -> TokenStream {
        let index = self.field.field.index;
        let place = |field: &FormField<'_>| {
            if field.field.index == index { own.clone() } else { earlier(field) }
        };
        let scope = Scope { before: index + 1, ..self.scope(&place) };
        called(scope, check, own)
    }
}
