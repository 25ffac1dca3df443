//! `Decodable`: one field after the other, into values of their own.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::body::Body;
use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;

/// `impl Decodable for` a form that does not borrow.
pub(super) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form);
    let (impls, types, bounds) = generics.split_for_impl();
    let body = Body { env, form };
    let size = body.size();
    let decode = decode(env, form, &body);
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

/// `decode`, by way of `decode_with` where there is no work between the two.
fn decode(env: &Env<'_>, form: &Form<'_>, body: &Body<'_, '_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let hoisted = |decode| form.hoisted(&quote!(__r), decode);
    let Some(with) = body.decode_with(&quote!(__done)).map(hoisted) else {
        let decode = hoisted(body.decode());
        return quote! {
            #[inline]
            fn decode<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #decode
            }
        };
    };
    quote! {
        #[inline(always)]
        fn decode<#format: #krate::Format>(
            __r: &mut #krate::Reader<'_, #format>,
        ) -> ::core::result::Result<Self, #krate::DecodeError> {
            <Self as #krate::Decodable>::decode_with(__r, |__value| __value)
        }

        #[inline]
        fn decode_with<#format: #krate::Format, __D, __W: ::core::ops::FnOnce(Self) -> __D>(
            __r: &mut #krate::Reader<'_, #format>,
            __done: __W,
        ) -> ::core::result::Result<__D, #krate::DecodeError> {
            #with
        }
    }
}
