//! A struct with the encoding of its one field, in every form.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::adapter::function;
use crate::expand::field::place::Place;
use crate::expand::form::{Form, FormField};
use crate::expand::form_kind::Kind;
use crate::expand::impls::encode::open;
use crate::expand::impls::{borrow, decode};
use crate::expand::items::{Signature, implement};
use crate::expand::location::at;
use crate::gather::Gather as _;
use crate::model::{Borrowing, Encoding};
use quote::{format_ident, quote, quote_spanned};

/// The field that is on the wire.
fn inner<'f, 'a>(form: &'f Form<'a>) -> Option<&'f FormField<'a>> {
    form.fields().find(|field| field.field.is_on_wire())
}

/// The field, encoded and decoded by its type, or by a module of the user's.
struct Inner<'f, 'a> {
    env: &'f Env<'a>,
    field: &'f FormField<'a>,
}

impl Inner<'_, '_> {
    /// A function of a trait of its type, or of the module, over the format.
    fn function(&self, of: &str, name: &str) -> TokenStream {
        let (krate, format, ty) = (&self.env.krate, &self.env.format, &self.field.ty);
        let by = function(self.env, self.field.field, name, ty, Some(&quote!(#format)));
        if let Some((by, _)) = by {
            return by;
        }
        let (of, name) = (format_ident!("{of}"), format_ident!("{name}"));
        let de = (of == "DecodableRef").then(|| {
            let de = &self.env.de;
            quote!(<#de>)
        });
        quote_spanned!(self.field.span()=> <#ty as #krate::#of #de>::#name::<#format>)
    }

    /// Returns `true` if the field is encoded by its type.
    fn is_of_type(&self) -> bool {
        self.field.field.encoding() == Encoding::Plain
    }
}

/// `impl Encode`.
pub(in crate::expand) fn encode(env: &Env<'_>) -> TokenStream {
    let (krate, form) = (&env.krate, Form::owned(env));
    let Some(field) = inner(&form) else { return TokenStream::new() };
    let (member, open) = (field.member(), open(env, &form));
    let [size, len, encode] = ["encoded_size", "encoded_len", "encode"]
        .map(|name| Inner { env, field }.function("Encode", name));
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    let items = quote! {
        #open

        #[inline(always)]
        fn encoded_size<#over>() -> #krate::Size { #size() }

        #[inline(always)]
        fn encoded_len<#over>(&self) -> ::core::primitive::usize { #len(&self.#member) }

        #[inline(always)]
        fn encode<#over>(&self, __w: #writer) -> #written { #encode(&self.#member, __w) }
    };
    implement(&bounds::encodable(env, form.kind), &quote!(#krate::Encode), &form.ident, &items)
}

/// The value, from that of its field.
fn value(env: &Env<'_>, form: &Form<'_>, inner: &TokenStream) -> TokenStream {
    let values = form.arms.iter().map(|arm| {
        let values = arm.fields.iter().map(|field| {
            let place = Place { env, arm, field };
            if field.field.is_on_wire() { inner.clone() } else { place.made() }
        });
        let values: Vec<_> = values.gathered();
        arm.value(&quote!(Self), &TokenStream::new(), &values)
    });
    values.gathered()
}

/// `impl Decodable` or `DecodableRef`, and `Borrowable` and `Shareable` with
/// the forms of the field.
pub(in crate::expand) fn decode(env: &Env<'_>) -> TokenStream {
    let form = Form::owned(env);
    let Some(field) = inner(&form) else { return TokenStream::new() };
    let attrs = &env.model.attrs;
    let decode = if env.model.borrowing() == Borrowing::Lifetime {
        decode_ref(env, &form, field)
    } else {
        decode_owned(env, &form, field)
    };
    let message = crate::expand::impls::message::expand(env, &form);
    let borrows = matches!(env.model.borrowing(), Borrowing::Whole | Borrowing::Marked);
    let borrow = borrows.then(|| borrow(env, &form, field));
    let share = attrs.shared.is_given().then(|| share(env, &form, field));
    quote!(#decode #message #borrow #share)
}

fn decode_owned(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let (krate, member, inner) = (&env.krate, field.member(), Inner { env, field });
    let [size, decode, into, skip, memory] = ["size", "decode", "decode_into", "skip", "memory"]
        .map(|name| inner.function("Decodable", name));
    let value = value(env, form, &quote!(#decode(__r)?));
    let Signature { over, reader, .. } = env.signature(Span::call_site());
    let [result, nothing] = [quote!(Self), quote!(())].map(|ty| env.decoded(&ty));
    let onto = inner.is_of_type().then(|| {
        quote! {
            #[inline(always)]
            fn decode_into<#over>(&mut self, __r: #reader) -> #nothing {
                #into(&mut self.#member, __r)
            }

            #[inline(always)]
            fn skip<#over>(__r: #reader) -> #nothing { #skip(__r) }

            fn memory<#over>(__walk: &mut #krate::MemoryWalk) { #memory(__walk); }
        }
    });
    let items = quote! {
        #[inline(always)]
        fn size<#over>() -> #krate::Size { #size() }

        #[inline(always)]
        fn decode<#over>(__r: #reader) -> #result { ::core::result::Result::Ok(#value) }

        #onto
    };
    let (generics, by_ref) = (bounds::decodable(env, form.kind), decode::by_ref(env, form));
    let decode = implement(&generics, &quote!(#krate::Decodable), &form.ident, &items);
    quote!(#decode #by_ref)
}

fn decode_ref(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let (krate, de) = (&env.krate, &env.de);
    let (of, names) = match field.kind {
        Kind::Borrowed => ("DecodableRef", ["ref_size", "decode_ref"]),
        Kind::Owned | Kind::Shared => ("Decodable", ["size", "decode"]),
    };
    let [size, decode] = names.map(|name| Inner { env, field }.function(of, name));
    let value = value(env, form, &quote!(#decode(__r)?));
    let Signature { over, input, .. } = env.signature(Span::call_site());
    let result = env.decoded(&quote!(Self));
    let items = quote! {
        #[inline(always)]
        fn ref_size<#over>() -> #krate::Size { #size() }

        #[inline(always)]
        fn decode_ref<#over>(__r: #input) -> #result { ::core::result::Result::Ok(#value) }
    };
    let of = quote!(#krate::DecodableRef<#de>);
    implement(&bounds::decodable_ref(env, form.kind), &of, &form.ident, &items)
}

/// The place for the error of a form that is less visible than the type: `transparent`.
fn place(env: &Env<'_>) -> Span {
    env.model.attrs.transparent.name().map_or_else(Span::call_site, at)
}

fn borrow(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let Env { krate, de, .. } = env;
    let (ty, member) = (&field.ty, field.member());
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Borrowable>);
    let value = value(env, form, &quote!(#inner::from_ref(__borrowed)));
    let generics = bounds::borrowable(env, form.generics.clone());
    let own = quote_spanned!(place(env)=> #inner::Ref<#de>);
    let convert = [quote!(#inner::to_ref(&self.#member)), value];
    borrow::implement(env, form, &generics, &own, &convert, place(env))
}

fn share(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let (krate, ty, place) = (&env.krate, &field.ty, place(env));
    let generics = bounds::definition(env, Kind::Shared);
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Shareable>);
    let value = value(env, form, &quote!(#inner::from_shared(__shared)));
    let own = quote_spanned!(place=> type Shared = #inner::Shared;);
    let seq = quote_spanned!(place=> type SharedSeq = #krate::SeqShared<#inner::Shared>;);
    let share = quote! {
        #own

        #[inline]
        fn from_shared(__shared: Self::Shared) -> Self { #value }
    };
    let share = implement(&generics, &quote!(#krate::Shareable), &form.ident, &share);
    let seq = implement(&generics, &quote!(#krate::ShareableElement), &form.ident, &seq);
    quote!(#share #seq)
}
