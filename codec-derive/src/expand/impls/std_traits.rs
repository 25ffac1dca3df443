//! `Debug`, `Clone`, `PartialEq` and, where possible, `Copy` for a generated
//! form. Written out, because those of the standard library have the wrong
//! bounds on type parameters.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::{Arm, Form, FormField, known_form};
use crate::expand::known::is_primitive;
use crate::expand::way::{Way, form_trait};
use crate::gather::Gather as _;
use crate::mentions::spelled;
use crate::model::Style;

/// All of them, unless the user chose others.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let chosen = match form.way {
        Way::Borrowed => env.model.chooses_derives(),
        Way::Owned | Way::Shared => env.model.chooses_shared_derives(),
    };
    if chosen {
        return TokenStream::new();
    }
    let (clone, copy) = (clone(env, form), copy(env, form));
    let (debug, partial_eq) = (debug(env, form), partial_eq(env, form));
    quote!(#clone #copy #debug #partial_eq)
}

fn clone(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let generics = bounds::fieldwise(env, form.way, &quote!(::core::clone::Clone));
    let (impls, types, bounds) = generics.split_for_impl();
    let arms = form
        .arms
        .iter()
        .map(|arm| {
            let pattern = arm.pattern(&quote!(Self), "a");
            let fields: Vec<_> = arm
                .fields
                .iter()
                .map(|field| {
                    let (ty, name) = (&field.ty, field.binding("a"));
                    quote_spanned!(field.span()=> <#ty as ::core::clone::Clone>::clone(#name))
                })
                .gathered();
            let value = arm.value(&quote!(Self), &form.marker(), &fields);
            quote!(#pattern => #value,)
        })
        .tokens();
    quote! {
        #[automatically_derived]
        impl #impls ::core::clone::Clone for #ident #types #bounds {
            #[inline]
            fn clone(&self) -> Self {
                match self { #arms }
            }
        }
    }
}

/// A form that borrows is `Copy` when all of its fields are. For those that it doesn't borrow, the
/// type's name must show it: a bound that is false is an error.
fn copy(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let told = |field: &FormField<'_>| field.way == Way::Borrowed || is_primitive(field.field.ty);
    if form.way != Way::Borrowed || !form.fields().all(told) {
        return None;
    }
    let ident = &form.ident;
    let mut generics = bounds::fieldwise(env, form.way, &quote!(::core::clone::Clone));
    let mut seen: Vec<(String, bool)> = Vec::new();
    let unknown = |field: &&FormField<'_>| known_form(env, field.field).is_none();
    for field in form.fields().filter(|field| field.way == Way::Borrowed).filter(unknown) {
        let known = (spelled(field.field.ty), field.field.attrs.index.is_given());
        if !seen.contains(&known) {
            seen.push(known);
            bounds::require(&mut generics, copy_predicate(env, field));
        }
    }
    let (impls, types, bounds) = generics.split_for_impl();
    // A field without a borrowed form is an error of the whole implementation.
    let place = form.place();
    Some(quote_spanned! {place=>
        #[automatically_derived]
        impl #impls ::core::marker::Copy for #ident #types #bounds {}
    })
}

fn copy_predicate(env: &Env<'_>, field: &FormField<'_>) -> TokenStream {
    let Env { any, de, .. } = env;
    let of = form_trait(env, field.field, Way::Borrowed);
    let (own, ty) = (field.field.ty, &field.ty);
    if field.field.mentions.generic() {
        return quote!(#ty: ::core::marker::Copy);
    }
    // A bound that is false is an error, unless a lifetime is bound in it: then
    // there is just no `Copy`. The lifetime is not that of the form, or two fields that
    // borrow as the same type would have two bounds that the compiler can't choose from.
    quote_spanned!(field.span()=> for<#any> <#own as #of>::Ref<#de>: ::core::marker::Copy)
}

fn debug(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let generics = bounds::fieldwise(env, form.way, &quote!(::core::fmt::Debug));
    let (impls, types, bounds) = generics.split_for_impl();
    let arms = form
        .arms
        .iter()
        .map(|arm| {
            let pattern = arm.pattern(&quote!(Self), "a");
            let show = show(arm, form);
            quote!(#pattern => #show)
        })
        .tokens();
    quote! {
        #[automatically_derived]
        impl #impls ::core::fmt::Debug for #ident #types #bounds {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self { #arms }
            }
        }
    }
}

fn show(arm: &Arm<'_>, form: &Form<'_>) -> TokenStream {
    let name = arm.variant.map_or(&form.ident, |variant| variant.ident);
    let name = crate::model::unraw(name);
    if arm.style == Style::Unit {
        return quote!(__f.write_str(#name),);
    }
    let tuple = arm.style == Style::Tuple;
    let builder = if tuple { quote!(debug_tuple) } else { quote!(debug_struct) };
    let fields = arm
        .fields
        .iter()
        .map(|field| {
            let (binding, text) = (field.binding("a"), field.field.name());
            let label = (!tuple).then(|| quote!(#text,));
            quote_spanned!(field.span()=> __builder.field(#label #binding);)
        })
        .tokens();
    quote!({
        let mut __builder = __f.#builder(#name);
        #fields
        __builder.finish()
    })
}

fn partial_eq(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let generics = bounds::fieldwise(env, form.way, &quote!(::core::cmp::PartialEq));
    let (impls, types, bounds) = generics.split_for_impl();
    let arms = form.arms.iter().map(|arm| {
        let (one, other) = (arm.pattern(&quote!(Self), "a"), arm.pattern(&quote!(Self), "b"));
        let fields = arm.fields.iter().map(|field| {
            let (ty, one, other) = (&field.ty, field.binding("a"), field.binding("b"));
            quote_spanned! {field.span()=>
                <#ty as ::core::cmp::PartialEq>::eq(#one, #other)
            }
        });
        let fields = fields.map(|equal| quote!(&& #equal)).tokens();
        quote!((#one, #other) => true #fields,)
    });
    let arms = arms.tokens();
    let differ = (form.arms.len() > 1).then(|| quote!(_ => false,));
    quote! {
        #[automatically_derived]
        impl #impls ::core::cmp::PartialEq for #ident #types #bounds {
            #[inline]
            fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                match (self, __other) { #arms #differ }
            }
        }
    }
}
