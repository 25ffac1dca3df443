//! `DecodeDetached`: an enum after a tag that another field holds.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::Form;
use crate::expand::form_kind::Kind;
use crate::expand::items::{Signature, implement_at};
use crate::model::Borrowing;
use quote::quote;

/// `impl DecodeDetached for` a form. One that does not borrow is its own borrowed form.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    if !env.model.attrs.detached.is_given() {
        return None;
    }
    let (krate, de) = (&env.krate, &env.de);
    let Signature { over, input, .. } = env.signature(Span::call_site());
    let borrowed = form.kind == Kind::Borrowed || env.model.borrowing() == Borrowing::Lifetime;
    let (params, generics) = if borrowed {
        let generics = bounds::decodable_ref(env, form.kind);
        (generics.clone(), generics)
    } else {
        let generics = bounds::decodable(env, form.kind);
        (bounds::with_input(env, generics.clone()), generics)
    };
    let (decode, result) = (Body { env, form }.detached()?, env.decoded(&quote!(Self)));
    let reads = quote! {
        #[inline]
        fn decode_detached<#over>(__r: #input, __tag: ::core::primitive::u64) -> #result {
            #decode
        }
    };
    let of = quote!(#krate::field::DecodeDetached<#de>);
    Some(implement_at(Span::call_site(), [&params, &generics], &of, &form.ident, &reads))
}
