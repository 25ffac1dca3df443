//! `DecodeDetached`: an enum after a tag that another field holds.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::Form;
use crate::expand::form_kind::Kind;
use crate::expand::items::{Signature, implement, implement_at};
use crate::model::Borrowing;
use quote::quote;

/// `impl DecodeDetached for` a form, or `DecodeDetachedRef` for one that borrows.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    if !env.model.attrs.detached.is_given() {
        return None;
    }
    let (krate, de) = (&env.krate, &env.de);
    let Signature { reader, input, .. } = env.signature(Span::call_site());
    let borrowed = form.kind == Kind::Borrowed || env.model.borrowing() == Borrowing::Lifetime;
    let (generics, of, name, reader) = if borrowed {
        let generics = bounds::decodable_ref(env, form.kind);
        (generics, quote!(DecodeDetachedRef<#de>), quote!(decode_detached_ref), input)
    } else {
        let generics = bounds::decodable(env, form.kind);
        (generics, quote!(DecodeDetached), quote!(decode_detached), reader)
    };
    let reads = reads(env, &name, &reader, &Body { env, form }.detached()?);
    Some(implement(&generics, &quote!(#krate::field::#of), &form.ident, &reads))
}

/// The function that reads what follows the tag `__tag`.
fn reads(
    env: &Env<'_>,
    name: &TokenStream,
    reader: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let (over, result) = (env.signature(Span::call_site()).over, env.decoded(&quote!(Self)));
    quote! {
        #[inline]
        fn #name<#over>(__r: #reader, __tag: ::core::primitive::u64) -> #result { #body }
    }
}

/// The same for an enum that is its own borrowed form.
pub(in crate::expand) fn own_form(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let attrs = &env.model.attrs;
    let own = env.model.is_own_form() && (attrs.plain.is_given() || attrs.borrow.is_given());
    if !attrs.detached.is_given() || !own {
        return None;
    }
    let (krate, de, generics) = (&env.krate, &env.de, bounds::decodable(env, form.kind));
    let params = bounds::with_input(env, generics.clone());
    let (input, name) = (env.signature(Span::call_site()).input, quote!(decode_detached_ref));
    let body = quote!(<Self as #krate::field::DecodeDetached>::decode_detached(__r, __tag));
    let (of, reads) =
        (quote!(#krate::field::DecodeDetachedRef<#de>), reads(env, &name, &input, &body));
    Some(implement_at(Span::call_site(), [&params, &generics], &of, &form.ident, &reads))
}
