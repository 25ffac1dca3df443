//! `Shareable`, and the conversion from the form that shares.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::borrow::{form_type, from_form};
use crate::expand::location::located;
use quote::{quote, quote_spanned};

/// `impl Shareable` and `From` for a type with a form that shares.
pub(in crate::expand) fn expand(env: &Env<'_>, owned: &Form<'_>, shared: &Form<'_>) -> TokenStream {
    let place = shared.place();
    let krate = located(env.krate.clone(), place);
    let ident = &owned.ident;
    let generics = bounds::decodable(env, shared.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let to_owned = from_form(env, shared);
    let (form_type, value) = (form_type(shared), shared.placed(quote!(__shared)));
    quote_spanned! {place=>
        #[automatically_derived]
        impl #impls #krate::Shareable for #ident #types #bounds {
            type Shared = #form_type;

            #[inline]
            fn from_shared(__shared: Self::Shared) -> Self {
                match __shared { #to_owned }
            }
        }

        #[automatically_derived]
        impl #impls #krate::ShareableElement for #ident #types #bounds {
            type SharedSeq = #krate::SeqShared<#form_type>;
        }

        #[automatically_derived]
        impl #impls ::core::convert::From<#form_type> for #ident #types #bounds {
            #[inline]
            fn from(#value: #form_type) -> Self {
                <Self as #krate::Shareable>::from_shared(#value)
            }
        }
    }
}
