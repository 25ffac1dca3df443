//! `Debug`, `Clone`, `PartialEq` and, where possible, `Copy` for a generated
//! form. Written out, because those of the standard library ask the wrong
//! things of type parameters.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Type, WherePredicate, parse_quote};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::{Form, FormField, Way};
use crate::model::{Body, Style};

/// All of them.
pub(super) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (clone, copy) = (clone(env, form), copy(env, form));
    let (debug, partial_eq) = (debug(env, form), partial_eq(env, form));
    quote!(#clone #copy #debug #partial_eq)
}

fn clone(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let generics = bounds::fieldwise(env, form, &quote!(::core::clone::Clone));
    let (impls, types, bounds) = generics.split_for_impl();
    let fields = form.fields.iter().map(|field| {
        let (ty, member) = (&field.ty, field.member());
        quote_spanned! {field.span()=>
            #member: <#ty as ::core::clone::Clone>::clone(&self.#member),
        }
    });
    let marker = form.marker();
    quote! {
        #[automatically_derived]
        impl #impls ::core::clone::Clone for #ident #types #bounds {
            #[inline]
            fn clone(&self) -> Self {
                Self { #(#fields)* #marker }
            }
        }
    }
}

/// A form that borrows every field is `Copy` when all of them are.
fn copy(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let borrows_all = form.fields.iter().all(|field| field.way == Way::Borrowed);
    if form.way != Way::Borrowed || !borrows_all {
        return None;
    }
    let ident = &form.ident;
    let mut generics = bounds::fieldwise(env, form, &quote!(::core::clone::Clone));
    let clauses = &mut generics.make_where_clause().predicates;
    let mut seen: Vec<&Type> = Vec::new();
    for field in &form.fields {
        if !seen.contains(&field.field.ty) {
            seen.push(field.field.ty);
            clauses.push(copy_predicate(env, field));
        }
    }
    let (impls, types, bounds) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #impls ::core::marker::Copy for #ident #types #bounds {}
    })
}

fn copy_predicate(env: &Env<'_>, field: &FormField<'_>) -> WherePredicate {
    let Env { krate, any, .. } = env;
    let (own, ty) = (field.field.ty, &field.ty);
    if field.field.mentions.generic() {
        return parse_quote!(#ty: ::core::marker::Copy);
    }
    // A bound that is false is an error, unless a lifetime is bound in it: then
    // there is just no `Copy`.
    parse_quote!(for<#any> <#own as #krate::Borrowable>::Ref<#any>: ::core::marker::Copy)
}

fn debug(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (ident, name) = (&form.ident, form.ident.to_string());
    let generics = bounds::fieldwise(env, form, &quote!(::core::fmt::Debug));
    let (impls, types, bounds) = generics.split_for_impl();
    let tuple = matches!(&env.model.data, Body::Struct(data) if data.style == Style::Tuple);
    let builder = if tuple { quote!(debug_tuple) } else { quote!(debug_struct) };
    let fields = form.fields.iter().map(|field| {
        let (member, text) = (field.member(), field.field.name());
        let label = (!tuple).then(|| quote!(#text,));
        quote_spanned!(field.span()=> __builder.field(#label &self.#member);)
    });
    quote! {
        #[automatically_derived]
        impl #impls ::core::fmt::Debug for #ident #types #bounds {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut __builder = __f.#builder(#name);
                #(#fields)*
                __builder.finish()
            }
        }
    }
}

fn partial_eq(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let generics = bounds::fieldwise(env, form, &quote!(::core::cmp::PartialEq));
    let (impls, types, bounds) = generics.split_for_impl();
    let fields = form.fields.iter().map(|field| {
        let (ty, member) = (&field.ty, field.member());
        quote_spanned! {field.span()=>
            <#ty as ::core::cmp::PartialEq>::eq(&self.#member, &__other.#member)
        }
    });
    quote! {
        #[automatically_derived]
        impl #impls ::core::cmp::PartialEq for #ident #types #bounds {
            #[inline]
            fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                true #(&& #fields)*
            }
        }
    }
}
