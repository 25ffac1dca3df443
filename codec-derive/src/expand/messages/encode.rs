//! `Encode` of an enum of messages.

use proc_macro2::{Ident, Span, TokenStream};

use crate::expand::env::Env;
use crate::expand::items::Signature;
use crate::expand::location::at;
use crate::expand::messages::MessagesForm;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

/// `Encode`: the payload alone, because the id is in the frame's header.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let (krate, format, params) = (&env.krate, &env.format, &form.params);
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    // What is called on each message, and on the payload of an unknown one.
    let all = |function: &str, content: TokenStream, more: Option<TokenStream>| {
        let arms = form.arms(|variant, message| {
            let (ty, name) = (&message.ty, Ident::new("__message", message.own.span()));
            let function = Ident::new(function, name.span());
            let turbofish = more.is_none().then(|| quote_spanned!(name.span()=> ::<#format>));
            let call = quote_spanned!(name.span()=> <#ty as #krate::Encode>::#function #turbofish);
            quote_spanned!(at(message.own)=> Self::#variant(#name) => #call(#name #more),)
        });
        let other = form.other(|variant, other| {
            quote_spanned! {at(other.payload.own)=>
                Self::#variant(_, __payload) => #krate::field::Counted::#content(__payload #more),
            }
        });
        quote!(match self { #arms #other })
    };
    let len = all("encoded_len", quote!(content_len::<#format>), None);
    let writes = all("encode", quote!(encode_content), Some(quote!(, __w)));
    let ident = &form.ident;
    quote! {
        #[automatically_derived]
        impl #params #krate::Encode for #ident #params {
            #[inline]
            fn encoded_len<#over>(&self) -> ::core::primitive::usize { #len }

            #[inline]
            fn encode<#over>(&self, __w: #writer) -> #written { #writes }
        }
    }
}
