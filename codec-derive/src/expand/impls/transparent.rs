//! A struct with the encoding of its one field, in every form.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::place::Place;
use crate::expand::form::{Form, FormField};
use crate::expand::way::Way;
use crate::model::Borrowing;

/// The field that is on the wire.
fn inner<'f, 'a>(form: &'f Form<'a>) -> Option<&'f FormField<'a>> {
    form.fields().find(|field| field.field.travels())
}

/// `impl Encode`.
pub(in crate::expand) fn encode(env: &Env<'_>) -> TokenStream {
    let (krate, format, form) = (&env.krate, &env.format, Form::owned(env));
    let Some(field) = inner(&form) else { return TokenStream::new() };
    let (ident, ty, member) = (&form.ident, &field.ty, field.member());
    let generics = bounds::fieldwise(env, form.way, &quote!(#krate::Encode));
    let (impls, types, bounds) = generics.split_for_impl();
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Encode>);
    quote! {
        #[automatically_derived]
        impl #impls #krate::Encode for #ident #types #bounds {
            #[inline(always)]
            fn encoded_size<#format: #krate::Format>() -> #krate::Size {
                #inner::encoded_size::<#format>()
            }

            #[inline(always)]
            fn encoded_len<#format: #krate::Format>(&self) -> ::core::primitive::usize {
                #inner::encoded_len::<#format>(&self.#member)
            }

            #[inline(always)]
            fn encode<#format: #krate::Format>(
                &self,
                __w: &mut #krate::Writer<'_, #format>,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                #inner::encode(&self.#member, __w)
            }
        }
    }
}

/// The value, from that of its field.
fn value(env: &Env<'_>, form: &Form<'_>, inner: &TokenStream) -> TokenStream {
    let values = form.arms.iter().map(|arm| {
        let values: Vec<_> = arm
            .fields
            .iter()
            .map(|field| {
                let place = Place { env, arm, field };
                if field.field.travels() { inner.clone() } else { place.made() }
            })
            .collect();
        arm.value(&quote!(Self), &TokenStream::new(), &values)
    });
    values.collect()
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
    let (ident, ty, member) = (&form.ident, &field.ty, field.member());
    let generics = bounds::decodable(env, form.way);
    let (impls, types, bounds) = generics.split_for_impl();
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Decodable>);
    let value = value(env, form, &quote!(#inner::decode(__r)?));
    quote! {
        #[automatically_derived]
        impl #impls #krate::Decodable for #ident #types #bounds {
            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                #inner::size::<#format>()
            }

            #[inline(always)]
            fn decode<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                ::core::result::Result::Ok(#value)
            }

            #[inline(always)]
            fn decode_into<#format: #krate::Format>(
                &mut self,
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #inner::decode_into(&mut self.#member, __r)
            }

            #[inline(always)]
            fn skip<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #inner::skip(__r)
            }

            fn memory<#format: #krate::Format>(__walk: &mut #krate::MemoryWalk) {
                #inner::memory::<#format>(__walk);
            }
        }
    }
}

fn decode_ref(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let Env { krate, format, de, .. } = env;
    let (ident, ty) = (&form.ident, &field.ty);
    let generics = bounds::decodable_ref(env, form.way);
    let (impls, types, bounds) = generics.split_for_impl();
    let (inner, decode) = match field.way {
        Way::Borrowed => (quote!(#krate::DecodableRef<#de>), quote!(decode_ref)),
        Way::Owned | Way::Shared => (quote!(#krate::Decodable), quote!(decode)),
    };
    let inner = quote_spanned!(field.span()=> <#ty as #inner>);
    let value = value(env, form, &quote!(#inner::#decode(__r)?));
    quote! {
        #[automatically_derived]
        impl #impls #krate::DecodableRef<#de> for #ident #types #bounds {
            #[inline(always)]
            fn ref_size<#format: #krate::Format>() -> #krate::Size {
                #inner::ref_size::<#format>()
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

fn borrow(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let Env { krate, de, .. } = env;
    let (ident, ty, member) = (&form.ident, &field.ty, field.member());
    let generics = bounds::borrowable(env, form.generics.clone());
    let (impls, types, bounds) = generics.split_for_impl();
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Borrowable>);
    let value = value(env, form, &quote!(#inner::from_ref(__borrowed)));
    quote! {
        #[automatically_derived]
        impl #impls #krate::Borrowable for #ident #types #bounds {
            type Ref<#de> = #inner::Ref<#de> where Self: #de;
            type Seq<#de> = #krate::SeqRef<#de, #inner::Ref<#de>> where Self: #de;

            #[inline]
            fn to_ref(&self) -> Self::Ref<'_> {
                #inner::to_ref(&self.#member)
            }

            #[inline]
            fn from_ref<#de>(__borrowed: Self::Ref<#de>) -> Self
            where
                Self: #de,
            {
                #value
            }

            #[inline]
            fn seq_to_ref(__items: &[Self]) -> Self::Seq<'_> {
                #krate::SeqRef::from_owned(__items)
            }

            #[inline]
            fn seq_from_ref<#de, __E: ::core::iter::Extend<Self>>(
                __borrowed: Self::Seq<#de>,
                __items: &mut __E,
            ) where
                Self: #de,
            {
                let __owned = ::core::iter::Iterator::map(
                    __borrowed.iter(),
                    <Self as #krate::Borrowable>::from_ref,
                );
                ::core::iter::Extend::extend(__items, __owned);
            }
        }
    }
}

fn share(env: &Env<'_>, form: &Form<'_>, field: &FormField<'_>) -> TokenStream {
    let krate = &env.krate;
    let (ident, ty) = (&form.ident, &field.ty);
    let generics = bounds::definition(env, Way::Shared);
    let (impls, types, bounds) = generics.split_for_impl();
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Shareable>);
    let value = value(env, form, &quote!(#inner::from_shared(__shared)));
    quote! {
        #[automatically_derived]
        impl #impls #krate::Shareable for #ident #types #bounds {
            type Shared = #inner::Shared;
            type SharedSeq = #krate::SeqShared<#inner::Shared>;

            #[inline]
            fn from_shared(__shared: Self::Shared) -> Self {
                #value
            }

            #[inline]
            fn seq_from_shared<__E: ::core::iter::Extend<Self>>(
                __shared: Self::SharedSeq,
                __items: &mut __E,
            ) {
                let __owned = ::core::iter::Iterator::map(
                    __shared.iter(),
                    <Self as #krate::Shareable>::from_shared,
                );
                ::core::iter::Extend::extend(__items, __owned);
            }
        }
    }
}
