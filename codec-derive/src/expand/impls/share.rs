//! `Shareable`, and the conversion from the form that shares.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::borrow::convert;
use crate::expand::way::{Way, form_trait};
use quote::{quote, quote_spanned};

/// `impl Shareable` and `From` for a type with a form that shares.
pub(in crate::expand) fn expand(env: &Env<'_>, owned: &Form<'_>, shared: &Form<'_>) -> TokenStream {
    let krate = &env.krate;
    let (ident, form) = (&owned.ident, &shared.ident);
    // The bounds are those of decoding the form.
    let generics = bounds::decodable(env, shared.way);
    let (impls, types, bounds) = generics.split_for_impl();
    let to_owned = convert(shared, &quote!(#form), &quote!(Self), &TokenStream::new(), |field| {
        let (ty, name) = (field.field.ty, field.binding("a"));
        let of = form_trait(env, field.field, Way::Shared);
        match field.way {
            Way::Shared => quote_spanned!(field.span()=> <#ty as #of>::from_shared(#name)),
            Way::Owned | Way::Borrowed => quote!(#name),
        }
    });
    let form_type = quote!(#form #types);
    quote! {
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
            fn from(__shared: #form_type) -> Self {
                <Self as #krate::Shareable>::from_shared(__shared)
            }
        }
    }
}
