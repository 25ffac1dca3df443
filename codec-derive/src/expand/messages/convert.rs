//! Conversions between an enum of messages, its messages and its forms.

use proc_macro2::TokenStream;

use crate::expand::env::Env;
use crate::expand::location::at;
use crate::expand::messages::MessagesForm;
use quote::{quote, quote_spanned};

/// From each message to the enum.
///
/// Not from the forms of messages to those of the enum: being an associated type, the form of a
/// message of another crate may be any type to the compiler, that of the enum included.
pub(super) fn from_messages(form: &MessagesForm<'_>) -> TokenStream {
    let ident = &form.ident;
    form.arms(|variant, message| {
        let ty = message.own;
        quote_spanned! {at(ty)=>
            #[automatically_derived]
            impl ::core::convert::From<#ty> for #ident {
                #[inline]
                fn from(__message: #ty) -> Self {
                    Self::#variant(__message)
                }
            }
        }
    })
}

/// To the form that borrows, and back.
pub(super) fn borrow(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let Env { krate, de, model, .. } = env;
    let (own, vis, ident) = (model.ident, model.vis, &form.ident);
    let to_ref = form.arms(|variant, message| {
        let ty = message.own;
        quote_spanned! {at(ty)=>
            Self::#variant(__message) =>
                #ident::#variant(<#ty as #krate::Borrowable>::to_ref(__message)),
        }
    });
    let from_ref = form.arms(|variant, message| {
        let ty = message.own;
        quote_spanned! {at(ty)=>
            #ident::#variant(__message) =>
                Self::#variant(<#ty as #krate::Borrowable>::from_ref(__message)),
        }
    });
    let other_ref = form.other(|variant, other| {
        let ty = other.payload.own;
        quote_spanned! {at(ty)=>
            Self::#variant(__id, __payload) =>
                #ident::#variant(*__id, <#ty as #krate::Borrowable>::to_ref(__payload)),
        }
    });
    let other_back = form.other(|variant, other| {
        let ty = other.payload.own;
        quote_spanned! {at(ty)=>
            #ident::#variant(__id, __payload) =>
                Self::#variant(__id, <#ty as #krate::Borrowable>::from_ref(__payload)),
        }
    });
    let doc = format!("Borrows from the message: what decoding its bytes as [`{ident}`] yields.");
    quote! {
        #[automatically_derived]
        impl #own {
            #[doc = #doc]
            #[inline]
            #[must_use]
            #[allow(dead_code)]
            #vis fn to_ref(&self) -> #ident<'_> {
                match self { #to_ref #other_ref }
            }
        }

        #[automatically_derived]
        impl<#de> ::core::convert::From<#ident<#de>> for #own {
            #[inline]
            fn from(__borrowed: #ident<#de>) -> Self {
                match __borrowed { #from_ref #other_back }
            }
        }
    }
}

/// Back from the form that shares.
pub(super) fn share(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let (krate, own, ident) = (&env.krate, env.model.ident, &form.ident);
    let from_shared = form.arms(|variant, message| {
        let ty = message.own;
        quote_spanned! {at(ty)=>
            #ident::#variant(__message) =>
                Self::#variant(<#ty as #krate::Shareable>::from_shared(__message)),
        }
    });
    let other_back = form.other(|variant, other| {
        let ty = other.payload.own;
        quote_spanned! {at(ty)=>
            #ident::#variant(__id, __payload) =>
                Self::#variant(__id, <#ty as #krate::Shareable>::from_shared(__payload)),
        }
    });
    quote! {
        #[automatically_derived]
        impl ::core::convert::From<#ident> for #own {
            #[inline]
            fn from(__shared: #ident) -> Self {
                match __shared { #from_shared #other_back }
            }
        }
    }
}
