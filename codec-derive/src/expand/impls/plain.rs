//! A type that holds nothing of the input is its own borrowed and shared form.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::borrow::{convert, implement};
use quote::{quote, quote_spanned};

/// The forms of a type that is its own form.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (model, attrs) = (env.model, &env.model.attrs);
    if !model.is_own_form() {
        return TokenStream::new();
    }
    let plain = attrs.plain.is_given();
    let borrow = (plain || attrs.borrow.is_given()).then(|| borrow(env, form));
    let share = (plain || attrs.shared.is_given()).then(|| share(env, form));
    quote!(#borrow #share)
}

/// `Borrowable`, with `Self` as the form.
fn borrow(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let own = quote!(Self);
    let copy = convert(form, &own, &own, &TokenStream::new(), |field| {
        let (ty, name) = (&field.ty, field.binding("a"));
        quote_spanned!(field.span()=> <#ty as ::core::clone::Clone>::clone(#name))
    });
    let copy =
        if form.arms.is_empty() { quote!(match *self {}) } else { quote!(match self { #copy }) };
    let generics = bounds::borrowable(env, form.generics.clone());
    implement(env, form, &generics, &own, &[copy, quote!(__borrowed)], Span::call_site())
}

/// `Shareable`, with `Self` as the form, where the runtime has shared forms.
fn share(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let krate = &env.krate;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    quote!(#krate::__impl_plain_shared! { [#impls] [#ident #types] [#bounds] })
}
