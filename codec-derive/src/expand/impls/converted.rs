//! A type that is encoded as another one: `from`, `try_from`, `into`.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::decode::by_ref;
use crate::expand::impls::message;
use crate::expand::location::at;
use quote::{quote, quote_spanned};

/// `impl Encode`, through the type that it is converted to.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (krate, format, ident) = (&env.krate, &env.format, &form.ident);
    let Some(wire) = env.model.attrs.into.value() else { return TokenStream::new() };
    let generics = bounds::encodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let by = quote_spanned! {at(wire)=>
        <#krate::field::Via<#wire> as #krate::field::EncodeWith<Self>>
    };
    quote! {
        #[automatically_derived]
        impl #impls #krate::Encode for #ident #types #bounds {
            #[inline(always)]
            fn encoded_size<#format: #krate::Format>() -> #krate::Size {
                #by::encoded_size::<#format>()
            }

            #[inline]
            fn encoded_len<#format: #krate::Format>(&self) -> ::core::primitive::usize {
                #by::encoded_len::<#format>(self)
            }

            #[inline]
            fn encode<#format: #krate::Format>(
                &self,
                __w: &mut #krate::Writer<'_, #format>,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                #by::encode(self, __w)
            }
        }
    }
}

/// `impl Decodable`, through the type that it is converted from.
pub(in crate::expand) fn decode(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (krate, format, ident) = (&env.krate, &env.format, &form.ident);
    let attrs = &env.model.attrs;
    let (wire, via) = match (attrs.from.value(), attrs.try_from.value()) {
        (Some(wire), _) => (wire, quote!(Via)),
        (None, Some(wire)) => (wire, quote!(TryVia)),
        (None, None) => return TokenStream::new(),
    };
    let generics = bounds::decodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let by = quote_spanned! {at(wire)=>
        <#krate::field::#via<#wire> as #krate::field::DecodeWith<'_, Self>>
    };
    let (message, by_ref) = (message::expand(env, form), by_ref(env, form));
    quote! {
        #[automatically_derived]
        impl #impls #krate::Decodable for #ident #types #bounds {
            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                #by::size::<#format>()
            }

            #[inline]
            fn decode<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #by::decode(__r)
            }
        }

        #by_ref
        #message
    }
}
