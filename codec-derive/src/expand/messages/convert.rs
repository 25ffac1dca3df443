//! Conversions between an enum of messages, its messages and its forms.

use proc_macro2::TokenStream;

use crate::expand::env::Env;
use crate::expand::form::{Form, Kind};
use crate::expand::impls::borrow::{from_form, to_form};
use crate::expand::location::at;
use crate::expand::messages::MessagesForm;
use quote::{quote, quote_spanned};

/// From each message to the enum.
///
/// Forms of messages have none to those of the enum: being an associated type, the form of a
/// message of another crate may be any type to the compiler, that of the enum included.
pub(in crate::expand) fn from_messages(form: &MessagesForm<'_>) -> TokenStream {
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

/// Conversions to a borrowed form, and back.
pub(in crate::expand) fn of_form(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { de, model, .. } = env;
    let (own, vis, ident) = (model.ident, model.vis, &form.ident);
    let (from, params) =
        (from_form(env, form), (form.kind == Kind::Borrowed).then(|| quote!(<#de>)));
    let to_ref = params.is_some().then(|| {
        let to_ref = to_form(env, form);
        let doc =
            format!("Borrows from the message: what decoding its bytes as [`{ident}`] yields.");
        quote! {
            #[automatically_derived]
            impl #own {
                #[doc = #doc]
                #[inline]
                #[must_use]
                #[allow(dead_code)]
                #vis fn to_ref(&self) -> #ident<'_> {
                    match self { #to_ref }
                }
            }
        }
    });
    quote! {
        #to_ref

        #[automatically_derived]
        impl #params ::core::convert::From<#ident #params> for #own {
            #[inline]
            fn from(__form: #ident #params) -> Self {
                match __form { #from }
            }
        }
    }
}
