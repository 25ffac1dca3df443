//! `DecodeDetached`: an enum after a tag that another field holds.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::Form;
use crate::expand::form_kind::Kind;
use crate::model::Borrowing;
use quote::quote;

/// `impl DecodeDetached for` a form. One that does not borrow is its own borrowed form.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    if !env.model.attrs.detached.is_given() {
        return None;
    }
    let Env { krate, format, de, .. } = env;
    let ident = &form.ident;
    let borrowed = form.kind == Kind::Borrowed || env.model.borrowing() == Borrowing::Lifetime;
    let (input, generics) = if borrowed {
        let generics = bounds::decodable_ref(env, form.kind);
        (generics.clone(), generics)
    } else {
        let generics = bounds::decodable(env, form.kind);
        (bounds::with_input(env, generics.clone()), generics)
    };
    let ((impls, _, _), (_, types, bounds)) = (input.split_for_impl(), generics.split_for_impl());
    let decode = Body { env, form }.detached()?;
    Some(quote! {
        #[automatically_derived]
        impl #impls #krate::field::DecodeDetached<#de> for #ident #types #bounds {
            #[inline]
            fn decode_detached<#format: #krate::Format>(
                __r: &mut #krate::Reader<#de, #format>,
                __tag: ::core::primitive::u64,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #decode
            }
        }
    })
}
