//! An adapter for a type of another crate that has the same fields: `remote`.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{PathArguments, Type};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::encode;
use crate::expand::location::at;
use crate::gather::Gather as _;

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
    let mut said = TokenStream::new();
    for token in code {
        match token {
            TokenTree::Group(group) => {
                let inner = of_remote(group.stream(), constructor);
                let mut inner = Group::new(group.delimiter(), inner);
                inner.set_span(group.span());
                said.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(ident) if ident == "self" => said.extend(quote!(__remote)),
            TokenTree::Ident(ident) if ident == "Self" => said.extend(constructor.clone()),
            other => said.extend([other]),
        }
    }
    said
}

/// `impl EncodeWith` the other type.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let remote = env.model.attrs.remote.value()?;
    let (krate, format, ident) = (&env.krate, &env.format, &form.ident);
    let generics = bounds::encodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let named = constructor(remote);
    let (len, writes) = (encode::len(env, form), encode::writes(env, form));
    let (len, writes) = (of_remote(len, &named), of_remote(writes, &named));
    Some(quote_spanned! {at(remote)=>
        #[automatically_derived]
        impl #impls #krate::field::EncodeWith<#remote> for #ident #types #bounds {
            #[inline(always)]
            fn encoded_size<#format: #krate::Format>() -> #krate::Size {
                <Self as #krate::Encode>::encoded_size::<#format>()
            }

            #[inline]
            fn encoded_len<#format: #krate::Format>(__remote: &#remote) -> ::core::primitive::usize {
                #len
            }

            #[inline]
            fn encode<#format: #krate::Format>(
                __remote: &#remote,
                __w: &mut #krate::Writer<'_, #format>,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                #writes
            }
        }
    })
}

/// `impl DecodeWith` the other type.
pub(in crate::expand) fn decode(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let remote = env.model.attrs.remote.value()?;
    let (krate, format, ident) = (&env.krate, &env.format, &form.ident);
    let generics = bounds::decodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let named = constructor(remote);
    let arms = form.arms.iter().map(|arm| {
        let pattern = arm.pattern(&quote!(Self), "m");
        let values = arm.fields.iter().map(|field| field.binding("m").into_token_stream());
        let values: Vec<_> = values.gathered();
        let value = arm.value(&named, &TokenStream::new(), &values);
        quote!(#pattern => #value,)
    });
    let arms = arms.tokens();
    Some(quote_spanned! {at(remote)=>
        #[automatically_derived]
        impl #impls #krate::field::DecodeWith<'_, #remote> for #ident #types #bounds {
            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                <Self as #krate::Decodable>::size::<#format>()
            }

            #[inline]
            fn decode<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<#remote, #krate::DecodeError> {
                let __value = <Self as #krate::Decodable>::decode(__r)?;
                ::core::result::Result::Ok(match __value { #arms })
            }
        }
    })
}
