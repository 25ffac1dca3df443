//! The dispatch by id, and `Encode` of an enum of messages.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::expand::env::Env;
use crate::expand::form::Kind;
use crate::expand::items::Signature;
use crate::expand::location::{at, located};
use crate::expand::messages::{MessagesForm, told};
use crate::gather::Gather as _;

/// `impl Messages for` a form, or `MessagesRef` for the one that borrows, and `MessageInfo`.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let (Env { krate, de, .. }, MessagesForm { ident, params, .. }) = (env, form);
    let Signature { over, reader, input, .. } = env.signature(Span::call_site());
    let (messages, method, reader) = match form.kind {
        Kind::Borrowed => (quote!(MessagesRef<#de>), quote!(decode_message_ref), input),
        Kind::Owned | Kind::Shared => (quote!(Messages), quote!(decode_message), reader),
    };
    let (id, result) = (form.id(env), env.decoded(&quote!(Self)));
    let (decodes, unknown) = (decodes(env, form), unknown(env, form));
    let decode = quote!(match __id { #decodes _ => #unknown, });
    let (inline, decode) = if form.messages.len() > FEW {
        let door = &env.door;
        (quote!(#[inline(never)]), quote!(#door::message!(__r, #decode)))
    } else {
        (quote!(#[inline]), decode)
    };
    let (other_id, other_flags, other_name) = (
        form.other(|variant, _| quote!(Self::#variant(__id, _) => *__id,)),
        form.other(|variant, _| quote!(Self::#variant(..) => 0,)),
        form.other(|variant, _| {
            let name = crate::model::unraw(variant);
            quote!(Self::#variant(..) => #name,)
        }),
    );
    let [of_id, flags, name] = ["ID", "FLAGS", "NAME"].map(|constant| tell(env, form, constant));
    let names = form.messages.iter().map(|message| {
        let (own, told) = (message.own, told(env, message));
        quote_spanned!(at(own)=> (#told),)
    });
    let names: TokenStream = names.gathered();
    let str = quote!(&'static ::core::primitive::str);
    quote! {
        #[automatically_derived]
        impl #params #krate::#messages for #ident #params {
            #inline
            fn #method<#over>(__id: Self::Id, __r: #reader) -> #result { #decode }
        }

        #[automatically_derived]
        impl #params #krate::MessageInfo for #ident #params {
            type Id = #id;

            #[inline]
            fn id(&self) -> Self::Id { match self { #of_id #other_id } }

            #[inline]
            fn flags(&self) -> ::core::primitive::u32 { match self { #flags #other_flags } }

            #[inline]
            fn name(&self) -> #str { match self { #name #other_name } }

            fn name_of(__id: Self::Id) -> ::core::option::Option<#str> {
                let __names: &[(Self::Id, #str)] = &[#names];
                for (__known, __name) in __names {
                    if *__known == __id {
                        return ::core::option::Option::Some(__name);
                    }
                }
                ::core::option::Option::None
            }
        }
    }
}

/// The code for an id that no message has: an error, or the variant that keeps the message.
fn unknown(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let krate = &env.krate;
    let kept = form.other(|variant, other| {
        let decode = match form.kind {
            Kind::Borrowed => quote!(DecodeCountedRef::decode_rest_ref),
            Kind::Owned | Kind::Shared => quote!(DecodeCounted::decode_rest),
        };
        let payload = quote_spanned!(at(other.payload.own)=> #krate::field::#decode(__r));
        quote!(#payload.map(|__payload| Self::#variant(__id, __payload)))
    });
    kept.unwrap_or_else(|| {
        let door = &env.door;
        let valid = match &*form.messages {
            few @ [_, ..] if few.len() <= FEW => {
                let names = few.iter().map(|message| crate::model::unraw(message.variant.ident));
                format!("`{}` has {}", env.name, names.gathered::<Vec<_>>().join(", "))
            }
            many => format!("`{}` has {} messages, and not this one", env.name, many.len()),
        };
        quote!(::core::result::Result::Err(#door::unknown_message(__r, #valid)))
    })
}

/// The most messages whose dispatch may be inlined. With more, the message is better built in the
/// caller's memory: inlined, the parts of all messages compete for the same few registers and are
/// spilled.
const FEW: usize = 8;

/// The most messages that are decoded in one function, without a call. Compile time grows faster
/// than the length of a function.
const INLINE: usize = 64;

/// From an id to the message.
fn decodes(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let door = &env.door;
    let Env { krate, de, .. } = env;
    form.arms(|variant, message| {
        let (own, ty, place) = (message.own, &message.ty, message.own.span());
        // The user's own token, so that the compiler warns of an id that an earlier message has: it
        // does not for code that a derive generated. What else names the type is there as well, so
        // that a missing trait is one error.
        let id = quote_spanned!(place=> <#own as #krate::Message>::ID);
        let (krate, variant) =
            (located(krate.clone(), place), located(quote!(Self::#variant), place));
        let decode = match form.kind {
            Kind::Borrowed => quote_spanned!(place=> DecodableRef<#de>>::decode_ref_with),
            Kind::Owned | Kind::Shared => quote_spanned!(place=> Decodable>::decode_with),
        };
        let decode = quote_spanned!(place=> <#ty as #krate::#decode);
        let message = quote_spanned!(at(own)=> #decode(__r, #variant));
        if form.messages.len() > INLINE {
            quote!(#id => #door::read_group(__r, |__r| #message),)
        } else {
            quote!(#id => #message,)
        }
    })
}

/// A constant of the message.
fn tell(env: &Env<'_>, form: &MessagesForm<'_>, constant: &str) -> TokenStream {
    let (krate, constant) = (&env.krate, format_ident!("{constant}"));
    form.arms(|variant, message| {
        let (own, any) = (message.own, quote_spanned!(message.own.span()=> _));
        quote_spanned!(at(own)=> Self::#variant(#any) => <#own as #krate::Message>::#constant,)
    })
}

/// `Encode`: the payload alone, because the id is in the frame's header.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let (krate, format, params) = (&env.krate, &env.format, &form.params);
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    // Calls a function on each message, and on the payload of an unknown one.
    let all = |function: &str, content: TokenStream, more: Option<TokenStream>| {
        let arms = form.arms(|variant, message| {
            let (ty, name) = (&message.ty, Ident::new("__message", message.own.span()));
            let function = Ident::new(function, name.span());
            let turbofish = more.is_none().then(|| quote_spanned!(name.span()=> ::<#format>));
            let call = quote_spanned!(name.span()=> <#ty as #krate::Encode>::#function #turbofish);
            quote_spanned!(at(message.own)=> Self::#variant(#name) => #call(#name #more),)
        });
        let other = form.other(|variant, other| {
            quote_spanned! {at(other.payload.own)=>
                Self::#variant(_, __payload) => #krate::field::Counted::#content(__payload #more),
            }
        });
        quote!(match self { #arms #other })
    };
    let len = all("encoded_len", quote!(content_len::<#format>), None);
    let writes = all("encode", quote!(encode_content), Some(quote!(, __w)));
    let ident = &form.ident;
    quote! {
        #[automatically_derived]
        impl #params #krate::Encode for #ident #params {
            #[inline]
            fn encoded_len<#over>(&self) -> ::core::primitive::usize { #len }

            #[inline]
            fn encode<#over>(&self, __w: #writer) -> #written { #writes }
        }
    }
}
