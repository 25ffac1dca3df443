//! `Encode` of an enum of messages.

use proc_macro2::TokenStream;

use crate::expand::env::Env;
use crate::expand::location::at;
use crate::expand::messages::MessagesForm;
use quote::{quote, quote_spanned};

/// `Encode`: the payload alone, because the id is in the frame's header.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let MessagesForm { ident, params, .. } = form;
    let lens = form.arms(|variant, message| {
        let ty = &message.ty;
        quote_spanned! {at(message.own)=>
            Self::#variant(__message) => <#ty as #krate::Encode>::encoded_len::<#format>(__message),
        }
    });
    let writes = form.arms(|variant, message| {
        let ty = &message.ty;
        quote_spanned! {at(message.own)=>
            Self::#variant(__message) => <#ty as #krate::Encode>::encode(__message, __w),
        }
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
