//! `Header`: a frame header made of the fields of a struct, each of fixed size.

use proc_macro2::{Ident, Span, TokenStream};

use crate::attr::Function;
use crate::expand::env::{Env, Order};
use crate::expand::field::expression::Scope;
use crate::expand::field::verdict;
use crate::expand::form::{Form, FormField};
use crate::expand::items::implement;
use crate::expand::location::{at, located, placed};
use crate::gather::Gather as _;
use crate::model::{Body, Field};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};

/// The purpose of a field of a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::expand) enum Role {
    Id,
    PayloadLen,
    Flags,
    /// A constant, which the struct does not store.
    Magic,
    /// The user's own.
    Own,
}

impl Role {
    /// The purpose of this field.
    pub(in crate::expand) fn of(field: &Field<'_>) -> Self {
        let attrs = &field.attrs;
        let given = [
            (&attrs.id, Self::Id),
            (&attrs.payload_len, Self::PayloadLen),
            (&attrs.flags, Self::Flags),
        ];
        let given = given.into_iter().find(|(attr, _)| attr.is_given()).map(|(_, role)| role);
        given.unwrap_or(if attrs.magic.is_given() { Self::Magic } else { Self::Own })
    }
}

/// The byte order of a field of a header.
pub(in crate::expand) fn order(env: &Env<'_>, field: &Field<'_>) -> Order {
    match Order::of(&field.attrs.be, &field.attrs.le) {
        Order::Format => env.order(),
        own => own,
    }
}

/// The size of a field of a header.
pub(in crate::expand) fn size(env: &Env<'_>, field: &Field<'_>) -> TokenStream {
    let (ty, place) = (field.ty, at(field.ty));
    let [krate, door] = [&env.krate, &env.door].map(|path| located(path.clone(), place));
    if let Some(magic) = field.attrs.magic.value() {
        quote_spanned!(at(magic)=> #door::header::part_size(&(#magic)))
    } else {
        quote_spanned!(place=> <#ty as #krate::header::HeaderPart>::SIZE)
    }
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
    let krate = &env.krate;
    let offsets: TokenStream = parts.iter().map(Part::offset).gathered();
    let size = parts.last().map(|part| &part.end);
    let (parse, describe) = (parse(env, &parts), describe(env, &parts));
    let of = |role| parts.iter().find(move |part| part.role == role);
    let max = of(Role::PayloadLen).map(Part::max_payload);
    let [id, len] = [Role::Id, Role::PayloadLen].map(|role| of(role).map(Part::told));
    let flags = of(Role::Flags).map(Part::told).map(|flags| {
        quote! {
            #[inline]
            fn flags(&self) -> ::core::option::Option<::core::primitive::u32> {
                ::core::option::Option::Some(#flags)
            }
        }
    });
    let writes: TokenStream = parts.iter().map(Part::write).gathered();
    let [read, written] = ["DecodeError", "EncodeError"].map(|error| {
        let error = Ident::new(error, Span::call_site());
        quote!(::core::result::Result<Self, #krate::#error>)
    });
    let items = quote! {
        type Id = ::core::primitive::u32;
        const SIZE: ::core::primitive::usize = { #offsets #size };
        const MAX_PAYLOAD: ::core::primitive::usize = #max;

        #[inline]
        fn parse(__bytes: &[::core::primitive::u8]) -> #read { #offsets #parse }

        #[inline]
        fn describe(
            __id: ::core::primitive::u32,
            __flags: ::core::primitive::u32,
            __payload: &[::core::primitive::u8],
        ) -> #written {
            #describe
        }

        #[inline]
        fn write(&self, __bytes: &mut [::core::primitive::u8]) {
            #offsets
            let __bytes = &mut __bytes[..#size];
            #writes
        }

        #[inline]
        fn id(&self) -> ::core::primitive::u32 { #id }

        #flags

        #[inline]
        fn payload_len(&self) -> ::core::primitive::usize { #len }
    };
    implement(env.model.generics, &quote!(#krate::Header), env.model.ident, &items)
}

fn parse(env: &Env<'_>, parts: &[Part<'_, '_>]) -> TokenStream {
    let (krate, door, ident) = (&env.krate, &env.door, env.model.ident);
    let reads = parts.iter().map(Part::read).tokens();
    let values = parts.iter().map(Part::member).ended(',');
    let check = env.model.attrs.check.value().map(|check| {
        let owner = quote_spanned!(at(check)=> __header);
        let verdict = verdict::of_type(env, &Form::owned(env).arms, check, &owner);
        quote_spanned!(at(check)=> #door::header::checked(0, #verdict)?;)
    });
    quote! {
        let __bytes = #door::header::exactly::<{ <#ident as #krate::Header>::SIZE }>(__bytes)?;
        #reads
        let __header = Self { #values };
        #check
        ::core::result::Result::Ok(__header)
    }
}

fn describe(env: &Env<'_>, parts: &[Part<'_, '_>]) -> TokenStream {
    let door = &env.door;
    let has_flags = parts.iter().any(|part| part.role == Role::Flags);
    let no_flags = (!has_flags).then(|| quote!(#door::header::no_flags(__flags)?;));
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
        let index = field.index;
        let begin = match index.checked_sub(1) {
            Some(before) => format_ident!("__END{before}"),
            None => format_ident!("__BEGIN"),
        };
        let end = format_ident!("__END{index}");
        let value = Ident::new(&format!("__f{index}"), at(field.ty));
        Self { env, field, role: Role::of(field), begin, end, value }
    }

    /// A call of a function of the runtime about headers, reported at the field.
    fn call(&self, function: TokenStream, arguments: &TokenStream) -> TokenStream {
        let place = at(self.field.ty);
        let (door, function) = (located(self.env.door.clone(), place), placed(function, place));
        quote_spanned!(place=> #door::header::#function(#arguments))
    }

    /// Returns `true` if its integers are big-endian.
    fn is_big(&self) -> bool {
        order(self.env, self.field) == Order::Big
    }

    /// The constant for where it ends, and for the first field also where it begins.
    fn offset(&self) -> TokenStream {
        let (begin, end, size) = (&self.begin, &self.end, size(self.env, self.field));
        let usize = quote!(::core::primitive::usize);
        let first = (self.field.index == 0).then(|| quote!(const #begin: #usize = 0;));
        quote!(#first const #end: #usize = #begin + #size;)
    }

    /// The longest payload: the largest that the length can encode, unless the user sets a limit.
    fn max_payload(&self) -> TokenStream {
        let ty = self.field.ty;
        match self.field.attrs.max.value() {
            Some(max) => quote_spanned!(at(max)=> #max),
            None => self.call(quote!(max_payload::<#ty>), &self.includes()),
        }
    }

    /// The field as part of a struct expression.
    fn member(&self) -> TokenStream {
        let (member, value) = (&self.field.member, &self.value);
        quote!(#member: #value)
    }

    /// Its value, in a method.
    fn access(&self) -> TokenStream {
        let member = &self.field.member;
        placed(quote!(self.#member), at(self.field.ty))
    }

    /// Its value as the trait returns it.
    fn told(&self) -> TokenStream {
        let (access, includes) = (self.access(), self.includes());
        if self.role == Role::PayloadLen {
            self.call(quote!(payload_len), &quote!(#access, #includes))
        } else {
            self.call(quote!(id), &access)
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
        let (door, max) = (&env.door, quote!(<Self as #krate::Header>::MAX_PAYLOAD));
        if let Some(magic) = attrs.magic.value() {
            return quote_spanned! {at(magic)=>
                let #value = #door::header::expect::<#big, { #end - #begin }, _>(
                    &__bytes[#begin..#end],
                    &(#magic),
                    #begin,
                )?;
            };
        }
        let rule = match self.role {
            Role::Id => Some(self.call(quote!(check_id), &quote!(#value, #begin))),
            Role::PayloadLen => {
                let includes = self.includes();
                Some(self.call(quote!(check_len), &quote!(#value, #includes, #max, #begin)))
            }
            Role::Flags | Role::Magic | Role::Own => None,
        };
        let rule = rule.map(|rule| quote_spanned!(at(ty)=> #rule?;));
        let check = attrs.check.value().map(|check| {
            let arms = Form::owned(self.env).arms;
            let place = |field: &FormField<'_>| field.binding("f").into_token_stream();
            let verdict = arms.first().map(|arm| {
                let before = self.field.index + 1;
                let scope = Scope { env: self.env, arm, before, has_made: true, place: &place };
                verdict::called(scope, check, &value.to_token_stream())
            });
            quote_spanned!(at(check)=> #door::header::checked(#begin, #verdict)?;)
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
        let (krate, ty, value) = (&self.env.krate, self.field.ty, &self.value);
        let described = |function, arguments| {
            let call = self.call(function, &arguments);
            quote_spanned!(at(ty)=> #call?)
        };
        let described = match self.role {
            Role::Id => described(quote!(describe::<#ty>), quote!(__id)),
            Role::Flags => described(quote!(describe::<#ty>), quote!(__flags)),
            Role::PayloadLen => {
                let (max, includes) =
                    (quote!(<Self as #krate::Header>::MAX_PAYLOAD), self.includes());
                let arguments = quote!(__payload.len(), #includes, #max);
                described(quote!(describe_len::<#ty>), arguments)
            }
            Role::Magic => quote!(()),
            Role::Own => {
                let made = self.field.attrs.default.value().and_then(Option::as_ref);
                made.map_or_else(
                    || quote_spanned!(at(ty)=> <#ty as ::core::default::Default>::default()),
                    Function::made,
                )
            }
        };
        quote!(let #value = #described;)
    }

    /// Writes it.
    fn write(&self) -> TokenStream {
        let krate = located(self.env.krate.clone(), at(self.field.ty));
        let (big, begin, end) = (self.is_big(), &self.begin, &self.end);
        let (place, part) = match self.field.attrs.magic.value() {
            Some(magic) => (at(magic), quote!((#magic))),
            None => (at(self.field.ty), self.access()),
        };
        quote_spanned! {place=>
            #krate::header::HeaderPart::write::<#big>(&#part, &mut __bytes[#begin..#end]);
        }
    }
}
