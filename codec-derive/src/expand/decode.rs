//! `Decodable`: one field after the other, into values of their own.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::runs::{Runs, total};

/// `impl Decodable for` a form that does not borrow.
pub(super) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, name, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form);
    let (impls, types, bounds) = generics.split_for_impl();
    let sizes: Vec<_> = form
        .fields
        .iter()
        .map(|field| {
            let ty = &field.ty;
            quote_spanned!(field.span()=> <#ty as #krate::Decodable>::size::<#format>())
        })
        .collect();
    let total = total(env, &sizes);
    let Runs { prelude, arguments } = Runs::new(env, &sizes);
    let reads = form.fields.iter().zip(&arguments).map(|(field, run)| {
        let (member, text) = (field.member(), field.field.name());
        quote_spanned!(field.span()=> #member: __r.field(#name, #text, #run)?,)
    });
    let reads_into = form.fields.iter().zip(&arguments).map(|(field, run)| {
        let (member, text) = (field.member(), field.field.name());
        quote_spanned!(field.span()=> __r.field_into(&mut self.#member, #name, #text, #run)?;)
    });
    quote! {
        #[automatically_derived]
        impl #impls #krate::Decodable for #ident #types #bounds {
            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                #total
            }

            #[inline]
            fn decode<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #prelude
                ::core::result::Result::Ok(Self { #(#reads)* })
            }

            #[inline]
            fn decode_into<#format: #krate::Format>(
                &mut self,
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #prelude
                #(#reads_into)*
                ::core::result::Result::Ok(())
            }
        }
    }
}
