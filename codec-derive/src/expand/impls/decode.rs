//! `Decodable`: one field after another, into owned values; and `DecodableRef`, borrowing where the
//! form does.

use proc_macro2::{Ident, Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::{Body, keeps_tag};
use crate::expand::field::field_group::FieldGroup;
use crate::expand::field::place::Place;
use crate::expand::form::{Form, Kind, allowed, inline_always};
use crate::expand::items::{Signature, implement_at, outlined};
use crate::gather::Gather as _;
use crate::model::Borrowing;
use quote::{quote, quote_spanned};

/// `impl Decodable for` a form that does not borrow, or `DecodableRef<'de>` for one that does
/// (`kind`), or for a type with a lifetime.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>, kind: Kind) -> TokenStream {
    let (krate, de, place) = (&env.krate, &env.de, form.place());
    let (body, Signature { over, reader, .. }) = (Body { env, form }, env.signature(place));
    let (size, decode, nothing) = (body.size(), methods(&body, kind), env.decoded(&quote!(())));
    let owned = kind == Kind::Owned;
    let into = body.decode_into().filter(|_| owned).map(|into| {
        quote_spanned! {place=>
            #[inline]
            fn decode_into<#over>(&mut self, __r: #reader) -> #nothing { #into }
        }
    });
    let skip = body.skip().filter(|_| owned).map(|skip| {
        quote_spanned! {place=>
            #[inline]
            fn skip<#over>(__r: #reader) -> #nothing { #skip }
        }
    });
    let (of, name, generics) = if owned {
        (quote_spanned!(place=> Decodable), "size", bounds::decodable(env, form.kind))
    } else {
        let of = quote_spanned!(place=> DecodableRef<#de>);
        (of, "ref_size", bounds::decodable_ref(env, form.kind))
    };
    let (name, allowed) = (Ident::new(name, place), allowed());
    let [memory, by_ref] = [memory, by_ref].map(|of| owned.then(|| of(env, form)));
    let outlined = outlined(owned && is_outlined(env, form));
    let items = quote_spanned! {place=>
        #outlined

        #[inline(always)]
        fn #name<#over>() -> #krate::Size { #size }

        #decode
        #into
        #skip
        #memory
    };
    let of = quote_spanned!(place=> #krate::#of);
    let implemented = implement_at(place, [&generics; 2], &of, &form.ident, &items);
    quote!(#allowed #implemented #by_ref)
}

/// Reports to a walk what the fields of all arms allocate.
pub(in crate::expand) fn memory(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let parts = form.arms.iter().map(|arm| {
        if let Some(fields) = FieldGroup::new(env, arm) {
            return fields.memory();
        }
        // A tag that is kept is no field of the wire.
        let fields = arm.fields.iter().skip(usize::from(keeps_tag(arm)));
        fields.filter_map(|field| Place { env, arm, field }.memory()).tokens()
    });
    let parts = parts.tokens();
    let walk = if parts.is_empty() { quote!(_) } else { quote!(__walk) };
    quote! {
        fn memory<#format: #krate::Format>(#walk: &mut #krate::MemoryWalk) {
            #parts
        }
    }
}

/// `impl DecodableRef for` the same form, through its `Decodable`, so that one bound covers owned
/// and borrowed types.
pub(in crate::expand) fn by_ref(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (krate, format, de, place) = (&env.krate, &env.format, &env.de, form.place());
    let (generics, signature) = (bounds::decodable(env, form.kind), env.signature(place));
    let Signature { over, input, .. } = &signature;
    let result = form.placed(env.decoded(&quote!(Self)));
    let own = quote_spanned!(place=> <Self as #krate::Decodable>);
    let with = quote_spanned!(place=> #own::decode_with(__r, __done));
    let inline = quote_spanned!(place=> #[inline]);
    let with = signature.reads_with(env, [&inline, input, &with], "decode_ref_with");
    let items = quote_spanned! {place=>
        #[inline(always)]
        fn ref_size<#over>() -> #krate::Size { #own::size::<#format>() }

        #[inline(always)]
        fn decode_ref<#over>(__r: #input) -> #result { #own::decode(__r) }

        #with
    };
    let (params, of) = (
        bounds::with_input(env, generics.clone()),
        quote_spanned!(place=> #krate::DecodableRef<#de>),
    );
    implement_at(place, [&params, &generics], &of, &form.ident, &items)
}

/// Both methods, the short one by calling the other; or the short one alone, where the value is
/// checked before it is returned: a function that takes what to do with the value is instantiated
/// once for each use. `kind` is the trait's.
fn methods(body: &Body<'_, '_>, kind: Kind) -> TokenStream {
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
    let (inline, call) = if !borrowed && is_outlined(env, form) {
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
fn is_outlined(env: &Env<'_>, form: &Form<'_>) -> bool {
    let body = Body { env, form };
    form.allocates() && body.decode_with(&quote!(__done)).is_some()
}

/// `impl DecodeDetached for` a form. One that does not borrow is its own borrowed form.
pub(in crate::expand) fn detached(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    if !env.model.attrs.detached.is_given() {
        return None;
    }
    let (krate, de, place) = (&env.krate, &env.de, Span::call_site());
    let Signature { over, input, .. } = env.signature(place);
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
    Some(implement_at(place, [&params, &generics], &of, &form.ident, &reads))
}
