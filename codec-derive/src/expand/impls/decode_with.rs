//! The methods that read a value: `decode` and `decode_with`, or those of the form
//! that borrows.

use proc_macro2::TokenStream;

use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::{Form, inline_always};
use crate::expand::form_kind::Kind;
use quote::{quote, quote_spanned};

/// Both methods, the short one by calling the other; or the short one alone, where the value is
/// checked before it is returned, or the type is to be `small`: a function that takes what to do
/// with the value is instantiated once for each use. `kind` is the trait's.
pub(in crate::expand) fn methods(body: &Body<'_, '_>, kind: Kind) -> TokenStream {
    let (env, form) = (body.env, body.form);
    let (krate, format, de) = (&env.krate, &env.format, &env.de);
    let result = form.placed(quote!(::core::result::Result<Self, #krate::DecodeError>));
    let borrowed = kind == Kind::Borrowed;
    let (owner, name, with, input, inline) = if borrowed {
        let owner = quote!(DecodableRef<#de>);
        (owner, quote!(decode_ref), quote!(decode_ref_with), quote!(#de), form.inline())
    } else {
        let owner = quote!(Decodable);
        (owner, quote!(decode), quote!(decode_with), quote!('_), quote!(#[inline]))
    };
    let small = env.model.attrs.small.is_given();
    let inline = if small { quote!(#[inline(never)]) } else { inline };
    // Inlined code uses the reader of its caller.
    let hoisted = |decode| {
        let as_is = borrowed || body.hoists_itself();
        if as_is { decode } else { form.hoisted(&env.door, decode) }
    };
    let with_done = if small { None } else { body.decode_with(&quote!(__done)) };
    let Some(decode) = with_done.map(hoisted) else {
        let decode = hoisted(body.decode());
        return quote_spanned! {form.place()=>
            #inline
            fn #name<#format: #krate::Format>(__r: &mut #krate::Reader<#input, #format>) -> #result {
                #decode
            }
        };
    };
    let (inline, call) = if !borrowed && outlined(env, form) {
        let door = &env.door;
        (inline_always(), quote!(#door::decode_outlined(__r)))
    } else {
        (inline, quote!(<Self as #krate::#owner>::#with(__r, ::core::convert::identity)))
    };
    let outer = if borrowed { quote!(#[inline]) } else { quote!(#[inline(always)]) };
    quote_spanned! {form.place()=>
        #outer
        fn #name<#format: #krate::Format>(__r: &mut #krate::Reader<#input, #format>) -> #result {
            #call
        }

        #inline
        fn #with<#format: #krate::Format, __D, __W: ::core::ops::FnOnce(Self) -> __D>(
            __r: &mut #krate::Reader<#input, #format>,
            __done: __W,
        ) -> ::core::result::Result<__D, #krate::DecodeError> {
            #decode
        }
    }
}

/// Returns `true` if one function decodes the type, and is called wherever the type is used.
pub(in crate::expand) fn outlined(env: &Env<'_>, form: &Form<'_>) -> bool {
    let small = env.model.attrs.small.is_given();
    let body = Body { env, form };
    !small && form.allocates() && body.decode_with(&quote!(__done)).is_some()
}
