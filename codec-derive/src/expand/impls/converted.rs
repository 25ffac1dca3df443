//! A type that is encoded as another one: `from`, `try_from`, `into`.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::decode::by_ref;
use crate::expand::impls::message;
use crate::expand::items::{Signature, implement};
use crate::expand::location::at;
use quote::{quote, quote_spanned};

/// `impl Encode`, through the type that it is converted to.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (krate, format) = (&env.krate, &env.format);
    let Some(wire) = env.model.attrs.into.value() else { return TokenStream::new() };
    let by = quote_spanned! {at(wire)=>
        <#krate::field::Via<#wire> as #krate::field::EncodeWith<Self>>
    };
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    let items = quote! {
        #[inline(always)]
        fn encoded_size<#over>() -> #krate::Size { #by::encoded_size::<#format>() }

        #[inline]
        fn encoded_len<#over>(&self) -> ::core::primitive::usize { #by::encoded_len::<#format>(self) }

        #[inline]
        fn encode<#over>(&self, __w: #writer) -> #written { #by::encode(self, __w) }
    };
    implement(&bounds::encodable(env, form.kind), &quote!(#krate::Encode), &form.ident, &items)
}

/// `impl Decodable`, through the type that it is converted from.
pub(in crate::expand) fn decode(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (krate, format, attrs) = (&env.krate, &env.format, &env.model.attrs);
    let (wire, via) = match (attrs.from.value(), attrs.try_from.value()) {
        (Some(wire), _) => (wire, quote!(Via)),
        (None, Some(wire)) => (wire, quote!(TryVia)),
        (None, None) => return TokenStream::new(),
    };
    let by = quote_spanned! {at(wire)=>
        <#krate::field::#via<#wire> as #krate::field::DecodeWith<'_, Self>>
    };
    let (message, by_ref) = (message::expand(env, form), by_ref(env, form));
    let Signature { over, reader, .. } = env.signature(Span::call_site());
    let result = env.decoded(&quote!(Self));
    let items = quote! {
        #[inline(always)]
        fn size<#over>() -> #krate::Size { #by::size::<#format>() }

        #[inline]
        fn decode<#over>(__r: #reader) -> #result { #by::decode(__r) }
    };
    let generics = bounds::decodable(env, form.kind);
    let decode = implement(&generics, &quote!(#krate::Decodable), &form.ident, &items);
    quote!(#decode #by_ref #message)
}
