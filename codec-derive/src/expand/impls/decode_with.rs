//! The methods that read a value: `decode` and `decode_with`, or those of the form
//! that borrows.

use proc_macro2::{Ident, TokenStream};

use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::{Form, inline_always};
use crate::expand::form_kind::Kind;
use crate::expand::items::Signature;
use quote::{quote, quote_spanned};

/// Both methods, the short one by calling the other; or the short one alone, where the value is
/// checked before it is returned: a function that takes what to do with the value is instantiated
/// once for each use. `kind` is the trait's.
pub(in crate::expand) fn methods(body: &Body<'_, '_>, kind: Kind) -> TokenStream {
    let (env, form, place) = (body.env, body.form, body.form.place());
    let (krate, de, signature) = (&env.krate, &env.de, env.signature(place));
    let Signature { over, reader, input, .. } = &signature;
    let result = form.placed(env.decoded(&quote!(Self)));
    let borrowed = kind == Kind::Borrowed;
    let (owner, name, with, reader, inline) = if borrowed {
        (quote!(DecodableRef<#de>), "decode_ref", "decode_ref_with", input, form.inline())
    } else {
        (quote!(Decodable), "decode", "decode_with", reader, quote!(#[inline]))
    };
    let (name, with_ident) = (Ident::new(name, place), Ident::new(with, place));
    // Inlined code uses the reader of its caller.
    let hoisted = |decode| {
        let as_is = borrowed || body.hoists_itself();
        if as_is { decode } else { form.hoisted(&env.door, decode) }
    };
    let Some(decode) = body.decode_with(&quote!(__done)).map(hoisted) else {
        let decode = hoisted(body.decode());
        return quote_spanned!(place=> #inline fn #name<#over>(__r: #reader) -> #result { #decode });
    };
    let (inline, call) = if !borrowed && outlined(env, form) {
        let door = &env.door;
        (inline_always(), quote!(#door::decode_outlined(__r)))
    } else {
        let call = quote!(<Self as #krate::#owner>::#with_ident(__r, ::core::convert::identity));
        (inline, call)
    };
    let outer = if borrowed { quote!(#[inline]) } else { quote!(#[inline(always)]) };
    let with = signature.reads_with(env, [&inline, reader, &decode], with);
    quote_spanned! {place=>
        #outer
        fn #name<#over>(__r: #reader) -> #result { #call }

        #with
    }
}

/// Returns `true` if one function decodes the type, and is called wherever the type is used.
pub(in crate::expand) fn outlined(env: &Env<'_>, form: &Form<'_>) -> bool {
    let body = Body { env, form };
    form.allocates() && body.decode_with(&quote!(__done)).is_some()
}
