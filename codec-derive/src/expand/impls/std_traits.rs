//! `Debug`, `Clone`, `PartialEq` and, where possible, `Copy` for a generated
//! form. Written out, because those of the standard library have the wrong
//! bounds on type parameters.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::{Arm, Form, FormField, Kind};
use crate::expand::impls::borrow::{called, convert};
use crate::expand::impls::definition::chosen_derives;
use crate::expand::items;
use crate::expand::known::{in_form, is_primitive};
use crate::expand::location::headed;
use crate::gather::Gather as _;
use crate::mentions::spelled;
use crate::model::Style;

/// All of them, unless the user chose others.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    if chosen_derives(env, form.kind).is_some() {
        return TokenStream::new();
    }
    let (clone, copy) = (clone(env, form), copy(env, form));
    let (debug, partial_eq) = (debug(env, form), partial_eq(env, form));
    quote!(#clone #copy #debug #partial_eq)
}

/// The implementation of a trait, if all fields have it.
fn implement(
    env: &Env<'_>,
    form: &Form<'_>,
    of: &TokenStream,
    method: &TokenStream,
) -> TokenStream {
    items::implement(&bounds::fieldwise(env, form.kind, of), of, &form.ident, method)
}

fn clone(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let own = quote!(Self);
    let arms = convert(form, &own, &own, &form.marker(), |field| {
        let ty = &field.ty;
        called(field, &quote_spanned!(field.own()=> <#ty as ::core::clone::Clone>::clone), &["a"])
    });
    let method = quote!(#[inline] fn clone(&self) -> Self { match self { #arms } });
    implement(env, form, &quote!(::core::clone::Clone), &method)
}

/// A form that borrows is `Copy` when all of its fields are. For those that it doesn't borrow, the
/// type's name must show it: a bound that is false is an error.
fn copy(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let told = |field: &FormField<'_>| field.kind == Kind::Borrowed || is_primitive(field.field.ty);
    if form.kind != Kind::Borrowed || !form.fields().all(told) {
        return None;
    }
    let mut generics = bounds::fieldwise(env, form.kind, &quote!(::core::clone::Clone));
    let mut seen = Vec::new();
    let unknown = |field: &&FormField<'_>| in_form(env, field.field.ty, Kind::Borrowed).is_none();
    for field in form.fields().filter(|field| field.kind == Kind::Borrowed).filter(unknown) {
        let known = spelled(field.field.ty);
        if !seen.contains(&known) {
            seen.push(known);
            bounds::require(&mut generics, copy_predicate(env, field));
        }
    }
    let of = quote!(::core::marker::Copy);
    Some(items::implement(&generics, &of, &form.ident, &TokenStream::new()))
}

fn copy_predicate(env: &Env<'_>, field: &FormField<'_>) -> TokenStream {
    let Env { any, de, .. } = env;
    let (own, door) = (headed(field.field.ty), &env.door);
    // The lifetime that is bound is not that of the form, or two fields that borrow as the same type
    // would have two bounds that the compiler can't choose from.
    quote_spanned!(field.own()=> for<#any> #own: #door::Copied<#de, #any>)
}

fn debug(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let arms = form.arms.iter().map(|arm| {
        let (pattern, show) = (arm.pattern(&quote!(Self), "a"), show(arm, form));
        quote!(#pattern => #show)
    });
    let arms = arms.tokens();
    let method = quote! {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            match self { #arms }
        }
    };
    implement(env, form, &quote!(::core::fmt::Debug), &method)
}

fn show(arm: &Arm<'_>, form: &Form<'_>) -> TokenStream {
    let name = arm.variant.map_or(&form.ident, |variant| variant.ident);
    let name = crate::model::unraw(name);
    if arm.style == Style::Unit {
        return quote!(__f.write_str(#name),);
    }
    let tuple = arm.style == Style::Tuple;
    let builder = if tuple { quote!(debug_tuple) } else { quote!(debug_struct) };
    let fields = arm.fields.iter().map(|field| {
        let (binding, text) = (field.binding("a"), field.field.name());
        let label = (!tuple).then(|| quote!(#text,));
        quote_spanned!(field.span()=> __builder.field(#label #binding);)
    });
    let fields = fields.tokens();
    quote!({
        let mut __builder = __f.#builder(#name);
        #fields
        __builder.finish()
    })
}

fn partial_eq(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let arms = form.arms.iter().map(|arm| {
        let (one, other) = (arm.pattern(&quote!(Self), "a"), arm.pattern(&quote!(Self), "b"));
        let mut fields = arm.fields.iter().map(|field| {
            let ty = &field.ty;
            let eq = quote_spanned!(field.own()=> <#ty as ::core::cmp::PartialEq>::eq);
            called(field, &eq, &["a", "b"])
        });
        let first = fields.next().unwrap_or_else(|| quote!(true));
        let others = fields.map(|equal| quote!(&& #equal)).tokens();
        quote!((#one, #other) => #first #others,)
    });
    let arms = arms.tokens();
    let differ = (form.arms.len() > 1).then(|| quote!(_ => false,));
    let method = quote! {
        #[inline]
        fn eq(&self, __other: &Self) -> ::core::primitive::bool {
            match (self, __other) { #arms #differ }
        }
    };
    implement(env, form, &quote!(::core::cmp::PartialEq), &method)
}
