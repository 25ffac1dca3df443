//! `Decodable`: one field after the other, into owned values.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::{Body, is_other};
use crate::expand::field::place::Place;
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
    let memory = memory(env, form);
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
            #memory
        }
    }
}

/// Names to a walk what the fields of all arms allocate.
pub(in crate::expand) fn memory(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let arms = form.arms.iter().filter(|arm| !is_other(arm));
    let places = arms.flat_map(|arm| arm.fields.iter().map(move |field| Place { env, arm, field }));
    let parts: Vec<_> = places.filter_map(|place| place.memory()).collect();
    let walk = if parts.is_empty() { quote!(_) } else { quote!(__walk) };
    quote! {
        fn memory<#format: #krate::Format>(#walk: &mut #krate::MemoryWalk) {
            #(#parts)*
        }
    }
}
