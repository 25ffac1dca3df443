//! `Encode` of an enum of messages.

use proc_macro2::{Ident, TokenStream};

use crate::expand::env::Env;
use crate::expand::location::at;
use crate::expand::messages::MessagesForm;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

/// `Encode`: the payload alone, because the id is in the frame's header.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let MessagesForm { ident, params, .. } = form;
    let lens = form.arms(|variant, message| {
        let (ty, name) = (&message.ty, Ident::new("__message", message.own.span()));
        let len = quote_spanned!(name.span()=> <#ty as #krate::Encode>::encoded_len::<#format>);
        quote_spanned!(at(message.own)=> Self::#variant(#name) => #len(#name),)
    });
    let writes = form.arms(|variant, message| {
        let (ty, name) = (&message.ty, Ident::new("__message", message.own.span()));
        let encode = quote_spanned!(name.span()=> <#ty as #krate::Encode>::encode);
        quote_spanned!(at(message.own)=> Self::#variant(#name) => #encode(#name, __w),)
    });
    let other_len = form.other(|variant, other| {
        let own = other.payload.own;
        quote_spanned! {at(own)=>
            Self::#variant(_, __payload) =>
                #krate::field::Counted::content_len::<#format>(__payload),
        }
    });
    let other_write = form.other(|variant, other| {
        let own = other.payload.own;
        quote_spanned! {at(own)=>
            Self::#variant(_, __payload) =>
                #krate::field::Counted::encode_content(__payload, __w),
        }
    });
    quote! {
        #[automatically_derived]
        impl #params #krate::Encode for #ident #params {
            #[inline]
            fn encoded_len<#format: #krate::Format>(&self) -> ::core::primitive::usize {
                match self { #lens #other_len }
            }

            #[inline]
            fn encode<#format: #krate::Format>(
                &self,
                __w: &mut #krate::Writer<'_, #format>,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                match self { #writes #other_write }
            }
        }
    }
}
