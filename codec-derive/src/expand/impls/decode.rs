//! `Decodable`: one field after the other, into owned values.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::Form;
use crate::expand::impls::decode_with;
use crate::expand::way::Way;

/// `impl Decodable for` a form that does not borrow.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form.way);
    let (impls, types, bounds) = generics.split_for_impl();
    let body = Body { env, form };
    let size = body.size();
    let decode = decode_with::methods(&body, Way::Owned);
    let into = body.decode_into().map(|into| {
        quote! {
            #[inline]
            fn decode_into<#format: #krate::Format>(
                &mut self,
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #into
            }
        }
    });
    let skip = body.skip().map(|skip| {
        quote! {
            #[inline]
            fn skip<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #skip
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #impls #krate::Decodable for #ident #types #bounds {
            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                #size
            }

            #decode
            #into
            #skip
        }
    }
}
