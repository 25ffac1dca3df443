//! `Shareable`, and the way back from the form that shares.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::env::Env;
use crate::expand::form::Form;

/// For a struct with a form that shares.
pub(super) fn expand(env: &Env<'_>, owned: &Form<'_>, shared: &Form<'_>) -> TokenStream {
    let krate = &env.krate;
    let (ident, form) = (&owned.ident, &shared.ident);
    let (impls, types, bounds) = shared.generics.split_for_impl();
    let fields = shared.fields.iter().map(|field| {
        let (ty, member) = (field.field.ty, field.member());
        quote_spanned! {field.span()=>
            #member: <#ty as #krate::Shareable>::from_shared(__shared.#member),
        }
    });
    let form_type = quote!(#form #types);
    let shareable = shareable(env, shared, ident, &form_type, &quote!(Self { #(#fields)* }));
    quote! {
        #shareable

        #[automatically_derived]
        impl #impls ::core::convert::From<#form_type> for #ident #types #bounds {
            #[inline]
            fn from(__shared: #form_type) -> Self {
                <Self as #krate::Shareable>::from_shared(__shared)
            }
        }
    }
}

/// For a struct without fields, which is its own shared form.
pub(super) fn itself(env: &Env<'_>, owned: &Form<'_>) -> TokenStream {
    shareable(env, owned, &owned.ident, &quote!(Self), &quote!(__shared))
}

fn shareable(
    env: &Env<'_>,
    bounded: &Form<'_>,
    ident: &syn::Ident,
    form: &TokenStream,
    from_shared: &TokenStream,
) -> TokenStream {
    let krate = &env.krate;
    let (impls, types, bounds) = bounded.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impls #krate::Shareable for #ident #types #bounds {
            type Shared = #form;
            type SharedSeq = #krate::SeqShared<#form>;

            #[inline]
            fn from_shared(__shared: Self::Shared) -> Self {
                #from_shared
            }

            #[inline]
            fn seq_from_shared<__E: ::core::iter::Extend<Self>>(
                __shared: Self::SharedSeq,
                __items: &mut __E,
            ) {
                let __owned = ::core::iter::Iterator::map(
                    __shared.iter(),
                    <Self as #krate::Shareable>::from_shared,
                );
                ::core::iter::Extend::extend(__items, __owned);
            }
        }
    }
}
