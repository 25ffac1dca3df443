//! `Decodable`: one field after the other, into values of their own.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::{Form, FormField};
use crate::expand::runs::{reads, steps, total};

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
    let members = form.fields.iter().map(FormField::member);
    let (prelude, values) = reads(env, &sizes, |index, run| {
        let (field, ty) = (&form.fields[index], &form.fields[index].ty);
        let text = field.field.name();
        quote_spanned!(field.span()=> __r.field::<#ty>(#name, #text, #run)?)
    });
    let reads_into = steps(env, &sizes, &quote!(__r), |index, run| {
        let field = &form.fields[index];
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
                ::core::result::Result::Ok(Self { #(#members: #values,)* })
            }

            #[inline]
            fn decode_into<#format: #krate::Format>(
                &mut self,
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #reads_into
                ::core::result::Result::Ok(())
            }
        }
    }
}
