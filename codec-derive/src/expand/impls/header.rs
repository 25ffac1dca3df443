//! `Header`: a frame header made of the fields of a struct, each of fixed size.

use proc_macro2::{Ident, TokenStream};

use crate::expand::env::{Env, Order};
use crate::expand::field::expression::Scope;
use crate::expand::field::verdict;
use crate::expand::form::{Form, FormField};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::{Body, Field};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};

/// The purpose of a field of a header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Id,
    PayloadLen,
    Flags,
    /// A constant, which the struct does not store.
    Magic,
    /// The user's own.
    Own,
}

/// A field, and the position of its bytes.
struct Part<'f, 'a> {
    env: &'f Env<'a>,
    field: &'f Field<'a>,
    role: Role,
    /// The names of the constants for where it begins and ends.
    begin: Ident,
    end: Ident,
    /// The name of its value.
    value: Ident,
}

/// `impl Header for` a struct.
pub(in crate::expand) fn expand(env: &Env<'_>) -> TokenStream {
    let Body::Struct(fields) = &env.model.data else { return TokenStream::new() };
    let parts: Vec<_> = fields.list.iter().map(|field| Part::new(env, field)).gathered();
    let (krate, ident) = (&env.krate, env.model.ident);
    let offsets: TokenStream = parts.iter().map(Part::offset).gathered();
    let size = parts.last().map(|part| &part.end);
    let (parse, describe) = (parse(env, &parts), describe(env, &parts));
    let max = max_payload(env, &parts);
    let of = |role| parts.iter().find(move |part| part.role == role).map(Part::told);
    let (id, len) = (of(Role::Id), of(Role::PayloadLen));
    let flags = parts.iter().find(|part| part.role == Role::Flags).map(|part| {
        let flags = part.told();
        quote! {
            #[inline]
            fn flags(&self) -> ::core::option::Option<::core::primitive::u32> {
                ::core::option::Option::Some(#flags)
            }
        }
    });
    let writes: TokenStream = parts.iter().map(Part::write).gathered();
    quote! {
        #[automatically_derived]
        impl #krate::Header for #ident {
            type Id = ::core::primitive::u32;
            const SIZE: ::core::primitive::usize = { #offsets #size };
            const MAX_PAYLOAD: ::core::primitive::usize = #max;

            #[inline]
            fn parse(
                __bytes: &[::core::primitive::u8],
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #offsets
                #parse
            }

            #[inline]
            fn describe(
                __id: ::core::primitive::u32,
                __flags: ::core::primitive::u32,
                __payload: &[::core::primitive::u8],
            ) -> ::core::result::Result<Self, #krate::EncodeError> {
                #describe
            }

            #[inline]
            fn write(&self, __bytes: &mut [::core::primitive::u8]) {
                #offsets
                let __bytes = &mut __bytes[..#size];
                #writes
            }

            #[inline]
            fn id(&self) -> ::core::primitive::u32 {
                #id
            }

            #flags

            #[inline]
            fn payload_len(&self) -> ::core::primitive::usize {
                #len
            }
        }
    }
}

/// The longest payload: the largest that the length can encode, unless the user sets a limit.
fn max_payload(env: &Env<'_>, parts: &[Part<'_, '_>]) -> TokenStream {
    let krate = &env.krate;
    let part = parts.iter().find(|part| part.role == Role::PayloadLen);
    part.map_or_else(TokenStream::new, |part| {
        let ty = part.field.ty;
        if let Some(max) = part.field.attrs.max.value() {
            return quote_spanned!(at(max)=> #max);
        }
        let includes = part.includes();
        quote_spanned!(at(ty)=> #krate::__private_0_1::header::max_payload::<#ty>(#includes))
    })
}

fn parse(env: &Env<'_>, parts: &[Part<'_, '_>]) -> TokenStream {
    let krate = &env.krate;
    let ident = env.model.ident;
    let reads = parts.iter().map(Part::read).tokens();
    let values = parts.iter().map(Part::member).ended(',');
    let check = env.model.attrs.check.value().map(|check| {
        let owner = quote_spanned!(at(check)=> __header);
        let verdict = verdict::of_type(env, &Form::owned(env).arms, check, &owner);
        quote_spanned! {at(check)=>
            #krate::__private_0_1::header::checked(0, #verdict)?;
        }
    });
    quote! {
        let __bytes = #krate::__private_0_1::header::exactly::<{ <#ident as #krate::Header>::SIZE }>(__bytes)?;
        #reads
        let __header = Self { #values };
        #check
        ::core::result::Result::Ok(__header)
    }
}

fn describe(env: &Env<'_>, parts: &[Part<'_, '_>]) -> TokenStream {
    let krate = &env.krate;
    let has_flags = parts.iter().any(|part| part.role == Role::Flags);
    let no_flags = (!has_flags).then(|| quote!(#krate::__private_0_1::header::no_flags(__flags)?;));
    let describes = parts.iter().map(Part::describe).tokens();
    let values = parts.iter().map(Part::member).ended(',');
    quote! {
        #no_flags
        #describes
        ::core::result::Result::Ok(Self { #values })
    }
}

impl<'f, 'a> Part<'f, 'a> {
    fn new(env: &'f Env<'a>, field: &'f Field<'a>) -> Self {
        let (attrs, index) = (&field.attrs, field.index);
        let role = if attrs.id.is_given() {
            Role::Id
        } else if attrs.payload_len.is_given() {
            Role::PayloadLen
        } else if attrs.flags.is_given() {
            Role::Flags
        } else if attrs.magic.is_given() {
            Role::Magic
        } else {
            Role::Own
        };
        let begin = match index.checked_sub(1) {
            Some(before) => format_ident!("__END{before}"),
            None => format_ident!("__BEGIN"),
        };
        let (end, value) = (format_ident!("__END{index}"), format_ident!("__f{index}"));
        Self { env, field, role, begin, end, value }
    }

    /// Path of the runtime, with the field's span.
    fn krate(&self) -> TokenStream {
        located(self.env.krate.clone(), at(self.field.ty))
    }

    /// Returns `true` if its integers are big-endian.
    fn is_big(&self) -> bool {
        let attrs = &self.field.attrs;
        match Order::of(&attrs.be, &attrs.le) {
            Order::Format => self.env.order() == Order::Big,
            own => own == Order::Big,
        }
    }

    /// The constant for where it ends, and for the first field also where it begins.
    fn offset(&self) -> TokenStream {
        let (krate, begin, end, ty) = (self.krate(), &self.begin, &self.end, self.field.ty);
        let usize = quote!(::core::primitive::usize);
        let first = (self.field.index == 0).then(|| quote!(const #begin: #usize = 0;));
        let size = if let Some(magic) = self.field.attrs.magic.value() {
            quote_spanned!(at(magic)=> #krate::__private_0_1::header::part_size(&(#magic)))
        } else {
            quote_spanned!(at(ty)=> <#ty as #krate::header::HeaderPart>::SIZE)
        };
        quote!(#first const #end: #usize = #begin + #size;)
    }

    /// The field as part of a struct expression.
    fn member(&self) -> TokenStream {
        let (member, value) = (&self.field.member, &self.value);
        quote!(#member: #value)
    }

    /// Its value, in a method.
    fn access(&self) -> TokenStream {
        let member = &self.field.member;
        quote_spanned!(at(self.field.ty)=> self.#member)
    }

    /// Its value as the trait returns it.
    fn told(&self) -> TokenStream {
        let (krate, access, place) = (self.krate(), self.access(), at(self.field.ty));
        if matches!(self.role, Role::Id | Role::Flags) {
            quote_spanned!(place=> #krate::__private_0_1::header::id(#access))
        } else {
            let includes = self.includes();
            quote_spanned!(place=> #krate::__private_0_1::header::payload_len(#access, #includes))
        }
    }

    /// The number of bytes that a length counts besides the payload.
    fn includes(&self) -> TokenStream {
        self.field.attrs.includes.value().map_or_else(
            || quote_spanned!(at(self.field.ty)=> 0),
            |includes| quote_spanned!(at(includes)=> { #includes }),
        )
    }

    /// Reads it, and checks it against its rules.
    fn read(&self) -> TokenStream {
        let Self { env, begin, end, value, .. } = self;
        let (krate, ty, attrs, big) = (&env.krate, self.field.ty, &self.field.attrs, self.is_big());
        if let Some(magic) = attrs.magic.value() {
            return quote_spanned! {at(magic)=>
                let #value = #krate::__private_0_1::header::expect::<#big, { #end - #begin }, _>(
                    &__bytes[#begin..#end],
                    &(#magic),
                    #begin,
                )?;
            };
        }
        let rule = match self.role {
            Role::Id => Some(
                quote_spanned!(at(ty)=> #krate::__private_0_1::header::check_id(#value, #begin)?;),
            ),
            Role::PayloadLen => {
                let max = quote!(<Self as #krate::Header>::MAX_PAYLOAD);
                let includes = self.includes();
                Some(quote_spanned! {at(ty)=>
                    #krate::__private_0_1::header::check_len(#value, #includes, #max, #begin)?;
                })
            }
            Role::Flags | Role::Magic | Role::Own => None,
        };
        let check = attrs.check.value().map(|check| {
            let arms = Form::owned(self.env).arms;
            let place = |field: &FormField<'_>| field.binding("f").into_token_stream();
            let verdict = arms.first().map(|arm| {
                let before = self.field.index + 1;
                let scope = Scope { env: self.env, arm, before, place: &place };
                verdict::called(scope, check, &value.to_token_stream())
            });
            quote_spanned! {at(check)=>
                #krate::__private_0_1::header::checked(#begin, #verdict)?;
            }
        });
        quote_spanned! {at(ty)=>
            let #value =
                <#ty as #krate::header::HeaderField>::read::<#big>(&__bytes[#begin..#end]);
            #rule
            #check
        }
    }

    /// Its value in the header of a payload.
    fn describe(&self) -> TokenStream {
        let (krate, ty, value) = (self.krate(), self.field.ty, &self.value);
        let described = match self.role {
            Role::Id => {
                quote_spanned!(at(ty)=> #krate::__private_0_1::header::describe::<#ty>(__id)?)
            }
            Role::Flags => {
                quote_spanned!(at(ty)=> #krate::__private_0_1::header::describe::<#ty>(__flags)?)
            }
            Role::PayloadLen => {
                let max = quote!(<Self as #krate::Header>::MAX_PAYLOAD);
                let includes = self.includes();
                quote_spanned! {at(ty)=>
                    #krate::__private_0_1::header::describe_len::<#ty>(
                        __payload.len(),
                        #includes,
                        #max,
                    )?
                }
            }
            Role::Magic => quote!(()),
            Role::Own => {
                if let Some(Some(function)) = self.field.attrs.default.value() {
                    function.made()
                } else {
                    quote_spanned!(at(ty)=> <#ty as ::core::default::Default>::default())
                }
            }
        };
        quote!(let #value = #described;)
    }

    /// Writes it.
    fn write(&self) -> TokenStream {
        let (krate, ty, big) = (self.krate(), self.field.ty, self.is_big());
        let (begin, end, access) = (&self.begin, &self.end, self.access());
        let write = |place, part: TokenStream| {
            quote_spanned! {place=>
                #krate::header::HeaderPart::write::<#big>(&#part, &mut __bytes[#begin..#end]);
            }
        };
        match self.field.attrs.magic.value() {
            Some(magic) => write(at(magic), quote!((#magic))),
            None => write(at(ty), access),
        }
    }
}
