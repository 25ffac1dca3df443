//! A struct with the encoding of its one field, in every form.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::adapter::{decodes, encodes};
use crate::expand::field::place::Place;
use crate::expand::form::{Form, FormField};
use crate::expand::form_kind::Kind;
use crate::expand::impls::encode::open;
use crate::expand::impls::{borrow, decode};
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
        if let Some(module) = self.field.field.attrs.with.value() {
            let name = if name.ends_with("size") { "size" } else { name };
            return module.function(name, &quote!(#format));
        }
        let by = if of == "Encode" { encodes } else { decodes };
        if let Some(by) = by(self.env, self.field.field, ty) {
            let name = if name == "ref_size" { "size" } else { name };
            let name = format_ident!("{}", if name == "decode_ref" { "decode" } else { name });
            return quote!(#by::#name::<#format>);
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
    let (krate, format, form) = (&env.krate, &env.format, Form::owned(env));
    let Some(field) = inner(&form) else { return TokenStream::new() };
    let (ident, member) = (&form.ident, field.member());
    let generics = bounds::encodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let inner = Inner { env, field };
    let (size, len, encode) = (
        inner.function("Encode", "encoded_size"),
        inner.function("Encode", "encoded_len"),
        inner.function("Encode", "encode"),
    );
    let open = open(env, &form);
    quote! {
        #[automatically_derived]
        impl #impls #krate::Encode for #ident #types #bounds {
            #open

            #[inline(always)]
            fn encoded_size<#format: #krate::Format>() -> #krate::Size {
                #size()
            }

            #[inline(always)]
            fn encoded_len<#format: #krate::Format>(&self) -> ::core::primitive::usize {
                #len(&self.#member)
            }

            #[inline(always)]
            fn encode<#format: #krate::Format>(
                &self,
                __w: &mut #krate::Writer<'_, #format>,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                #encode(&self.#member, __w)
            }
        }
    }
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
    let Env { krate, format, .. } = env;
    let (ident, member) = (&form.ident, field.member());
    let generics = bounds::decodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let inner = Inner { env, field };
    let (size, decode) =
        (inner.function("Decodable", "size"), inner.function("Decodable", "decode"));
    let value = value(env, form, &quote!(#decode(__r)?));
    let over = inner.is_of_type().then(|| {
        let (into, skip) =
            (inner.function("Decodable", "decode_into"), inner.function("Decodable", "skip"));
        let memory = inner.function("Decodable", "memory");
        quote! {
            #[inline(always)]
            fn decode_into<#format: #krate::Format>(
                &mut self,
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #into(&mut self.#member, __r)
            }

            #[inline(always)]
            fn skip<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #skip(__r)
            }

            fn memory<#format: #krate::Format>(__walk: &mut #krate::MemoryWalk) {
                #memory(__walk);
            }
        }
    });
    let by_ref = decode::by_ref(env, form);
    quote! {
        #[automatically_derived]
        impl #impls #krate::Decodable for #ident #types #bounds {
            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                #size()
            }

            #[inline(always)]
            fn decode<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                ::core::result::Result::Ok(#value)
            }

            #over
        }

        #by_ref
    }
}

fn decode_ref(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let Env { krate, format, de, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable_ref(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let (of, size, decode) = match field.kind {
        Kind::Borrowed => ("DecodableRef", "ref_size", "decode_ref"),
        Kind::Owned | Kind::Shared => ("Decodable", "size", "decode"),
    };
    let inner = Inner { env, field };
    let (size, decode) = (inner.function(of, size), inner.function(of, decode));
    let value = value(env, form, &quote!(#decode(__r)?));
    quote! {
        #[automatically_derived]
        impl #impls #krate::DecodableRef<#de> for #ident #types #bounds {
            #[inline(always)]
            fn ref_size<#format: #krate::Format>() -> #krate::Size {
                #size()
            }

            #[inline(always)]
            fn decode_ref<#format: #krate::Format>(
                __r: &mut #krate::Reader<#de, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                ::core::result::Result::Ok(#value)
            }
        }
    }
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
    let krate = &env.krate;
    let (ident, ty) = (&form.ident, &field.ty);
    let generics = bounds::definition(env, Kind::Shared);
    let (impls, types, bounds) = generics.split_for_impl();
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Shareable>);
    let value = value(env, form, &quote!(#inner::from_shared(__shared)));
    let place = place(env);
    let own = quote_spanned!(place=> type Shared = #inner::Shared;);
    let seq = quote_spanned!(place=> type SharedSeq = #krate::SeqShared<#inner::Shared>;);
    quote! {
        #[automatically_derived]
        impl #impls #krate::Shareable for #ident #types #bounds {
            #own

            #[inline]
            fn from_shared(__shared: Self::Shared) -> Self {
                #value
            }
        }

        #[automatically_derived]
        impl #impls #krate::ShareableElement for #ident #types #bounds {
            #seq
        }
    }
}
