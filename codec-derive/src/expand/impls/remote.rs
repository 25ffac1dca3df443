//! An adapter for a type of another crate that has the same fields: `remote`.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{PathArguments, Type};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::encode;
use crate::expand::items::{Signature, implement_at};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::input::mapped;

/// The type as values and patterns name it: without arguments.
fn constructor(remote: &Type) -> TokenStream {
    let mut named = remote.clone();
    if let Type::Path(ty) = &mut named
        && let Some(last) = ty.path.segments.last_mut()
    {
        last.arguments = PathArguments::None;
    }
    quote!(#named)
}

/// The code with `self` replaced by `__remote`.
fn of_remote(code: TokenStream, constructor: &TokenStream) -> TokenStream {
    mapped(code, &mut |tokens, index| match &tokens[index] {
        TokenTree::Ident(ident) if ident == "self" => Some(quote!(__remote)),
        TokenTree::Ident(ident) if ident == "Self" => Some(constructor.clone()),
        _ => None,
    })
}

/// `impl EncodeWith` the other type.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let remote = env.model.attrs.remote.value()?;
    let (krate, format, place) = (&env.krate, &env.format, at(remote));
    let (generics, named) = (bounds::encodable(env, form.kind), constructor(remote));
    let (len, writes) = (encode::len(env, form), encode::writes(env, form));
    let (len, writes) = (of_remote(len, &named), of_remote(writes, &named));
    let Signature { over, writer, written, .. } = env.signature(place);
    let items = quote_spanned! {place=>
        #[inline(always)]
        fn encoded_size<#over>() -> #krate::Size { <Self as #krate::Encode>::encoded_size::<#format>() }

        #[inline]
        fn encoded_len<#over>(__remote: &#remote) -> ::core::primitive::usize { #len }

        #[inline]
        fn encode<#over>(__remote: &#remote, __w: #writer) -> #written { #writes }
    };
    let of = quote_spanned!(place=> #krate::field::EncodeWith<#remote>);
    Some(implement_at(place, [&generics; 2], &of, &form.ident, &items))
}

/// `impl DecodeWith` the other type.
pub(in crate::expand) fn decode(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let remote = env.model.attrs.remote.value()?;
    let (krate, format, place) = (&env.krate, &env.format, at(remote));
    let (generics, named) = (bounds::decodable(env, form.kind), constructor(remote));
    let arms = form.arms.iter().map(|arm| {
        let pattern = arm.pattern(&quote!(Self), "m");
        let values = arm.fields.iter().map(|field| field.binding("m").into_token_stream());
        let values: Vec<_> = values.gathered();
        let value = arm.value(&named, &TokenStream::new(), &values);
        quote!(#pattern => #value,)
    });
    let arms = arms.tokens();
    let Signature { over, reader, .. } = env.signature(place);
    let result = located(env.decoded(&quote!(#remote)), place);
    let items = quote_spanned! {place=>
        #[inline(always)]
        fn size<#over>() -> #krate::Size { <Self as #krate::Decodable>::size::<#format>() }

        #[inline]
        fn decode<#over>(__r: #reader) -> #result {
            let __value = <Self as #krate::Decodable>::decode(__r)?;
            ::core::result::Result::Ok(match __value { #arms })
        }
    };
    let of = quote_spanned!(place=> #krate::field::DecodeWith<'_, #remote>);
    Some(implement_at(place, [&generics; 2], &of, &form.ident, &items))
}
