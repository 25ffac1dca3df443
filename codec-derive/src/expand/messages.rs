//! Enums of messages: dispatch by id, and the forms of such an enum.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

use crate::expand::definition::{carry, type_attrs};
use crate::expand::env::Env;
use crate::expand::form::{Way, at};
use crate::model::{Variant, form_ident};

/// A form of an enum of messages.
pub(super) struct MessagesForm<'a> {
    way: Way,
    ident: Ident,
    /// `<'de>`, for the form that borrows.
    params: TokenStream,
    messages: Vec<Message<'a>>,
}

/// A variant of a form.
struct Message<'a> {
    variant: &'a Variant<'a>,
    /// The message, as the user wrote it.
    own: &'a Type,
    /// Its type in this form.
    ty: TokenStream,
}

/// The enum and its generated forms.
pub(super) fn forms<'a>(env: &Env<'_>, variants: &'a [Variant<'a>]) -> Vec<MessagesForm<'a>> {
    let attrs = &env.model.attrs;
    let mut ways = vec![Way::Owned];
    ways.extend(attrs.borrow.is_given().then_some(Way::Borrowed));
    ways.extend(attrs.shared.is_given().then_some(Way::Shared));
    ways.into_iter().map(|way| form(env, variants, way)).collect()
}

fn form<'a>(env: &Env<'_>, variants: &'a [Variant<'a>], way: Way) -> MessagesForm<'a> {
    let Env { krate, de, model, .. } = env;
    let (ident, params) = match way {
        Way::Owned => (model.ident.clone(), TokenStream::new()),
        Way::Borrowed => (form_ident(model.ident, "Ref"), quote!(<#de>)),
        Way::Shared => (form_ident(model.ident, "Shared"), TokenStream::new()),
    };
    let messages = variants.iter().filter_map(|variant| {
        let own = variant.message()?;
        let ty = match way {
            Way::Owned => quote!(#own),
            Way::Borrowed => quote_spanned!(at(own)=> <#own as #krate::Borrowable>::Ref<#de>),
            Way::Shared => quote_spanned!(at(own)=> <#own as #krate::Shareable>::Shared),
        };
        Some(Message { variant, own, ty })
    });
    MessagesForm { way, ident, params, messages: messages.collect() }
}

impl MessagesForm<'_> {
    /// One arm of a `match` for each variant.
    fn arms(&self, arm: impl Fn(&Ident, &Message<'_>) -> TokenStream) -> TokenStream {
        let arms = self.messages.iter().map(|message| arm(message.variant.ident, message));
        quote!(#(#arms)*)
    }
}

/// The definition of a generated form.
pub(super) fn definition(env: &Env<'_>, form: &MessagesForm<'_>) -> Option<TokenStream> {
    if form.way == Way::Owned {
        return None;
    }
    let MessagesForm { ident, params, .. } = form;
    let vis = env.model.vis;
    let attrs = type_attrs(env, form.way);
    let variants = form.arms(|variant, message| {
        let (attrs, ty) = (carry(&message.variant.carried), &message.ty);
        quote!(#attrs #variant(#ty),)
    });
    Some(quote! {
        #attrs
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #vis enum #ident #params { #variants }
    })
}

/// `Encode`: the payload alone, for the id travels in the frame's header.
pub(super) fn encode(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let MessagesForm { ident, params, .. } = form;
    let lens = form.arms(|variant, message| {
        let ty = &message.ty;
        quote_spanned! {at(message.own)=>
            Self::#variant(__message) => <#ty as #krate::Encode>::encoded_len::<#format>(__message),
        }
    });
    let writes = form.arms(|variant, message| {
        let ty = &message.ty;
        quote_spanned! {at(message.own)=>
            Self::#variant(__message) => <#ty as #krate::Encode>::encode(__message, __w),
        }
    });
    quote! {
        #[automatically_derived]
        impl #params #krate::Encode for #ident #params {
            #[inline]
            fn encoded_len<#format: #krate::Format>(&self) -> ::core::primitive::usize {
                match self { #lens }
            }

            #[inline]
            fn encode<#format: #krate::Format>(
                &self,
                __w: &mut #krate::Writer<'_, #format>,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                match self { #writes }
            }
        }
    }
}

/// The dispatch, and the ways between the enum, its messages and its forms.
pub(super) fn decode(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let dispatch = dispatch(env, form);
    let conversions = match form.way {
        Way::Owned => from_messages(form),
        Way::Borrowed => borrow(env, form),
        Way::Shared => share(env, form),
    };
    quote!(#dispatch #conversions)
}

fn dispatch(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let Env { krate, format, de, .. } = env;
    let MessagesForm { ident, params, .. } = form;
    let (messages, method, input, decode) = match form.way {
        Way::Borrowed => (
            quote!(MessagesRef<#de>),
            quote!(decode_message_ref),
            quote!(#de),
            quote!(DecodableRef<#de>>::decode_ref),
        ),
        Way::Owned | Way::Shared => {
            (quote!(Messages), quote!(decode_message), quote!('_), quote!(Decodable > ::decode))
        }
    };
    let first = form.messages.first().map(|message| message.own);
    let ids = form.arms(|variant, message| {
        let (own, ty) = (message.own, &message.ty);
        quote_spanned! {at(own)=>
            <#own as #krate::Message>::ID =>
                ::core::result::Result::Ok(Self::#variant(<#ty as #krate::#decode(__r)?)),
        }
    });
    let of_message = |name: TokenStream| {
        form.arms(|variant, message| {
            let own = message.own;
            quote_spanned!(at(own)=> Self::#variant(_) => <#own as #krate::Message>::#name,)
        })
    };
    let (id, flags, name) =
        (of_message(quote!(ID)), of_message(quote!(FLAGS)), of_message(quote!(NAME)));
    quote! {
        #[automatically_derived]
        impl #params #krate::#messages for #ident #params {
            type Id = <#first as #krate::Message>::Id;

            #[inline]
            fn #method<#format: #krate::Format>(
                __id: Self::Id,
                __r: &mut #krate::Reader<#input, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                match __id {
                    #ids
                    _ => ::core::result::Result::Err(
                        __r.error(#krate::DecodeErrorKind::UnknownMessage)
                    ),
                }
            }

            #[inline]
            fn id(&self) -> Self::Id {
                match self { #id }
            }

            #[inline]
            fn flags(&self) -> ::core::primitive::u32 {
                match self { #flags }
            }

            #[inline]
            fn name(&self) -> &'static ::core::primitive::str {
                match self { #name }
            }
        }
    }
}

fn from_messages(form: &MessagesForm<'_>) -> TokenStream {
    let ident = &form.ident;
    form.arms(|variant, message| {
        let own = message.own;
        quote_spanned! {at(own)=>
            #[automatically_derived]
            impl ::core::convert::From<#own> for #ident {
                #[inline]
                fn from(__message: #own) -> Self {
                    Self::#variant(__message)
                }
            }
        }
    })
}

fn borrow(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let Env { krate, de, any, model, .. } = env;
    let (own, vis, ident) = (model.ident, model.vis, &form.ident);
    let to_ref = form.arms(|variant, message| {
        let ty = message.own;
        quote_spanned! {at(ty)=>
            Self::#variant(__message) =>
                #ident::#variant(<#ty as #krate::Borrowable>::to_ref(__message)),
        }
    });
    let from_ref = form.arms(|variant, message| {
        let ty = message.own;
        quote_spanned! {at(ty)=>
            #ident::#variant(__message) =>
                Self::#variant(<#ty as #krate::Borrowable>::from_ref(__message)),
        }
    });
    let copies = form.messages.iter().map(|message| {
        let ty = message.own;
        quote!(for<#any> <#ty as #krate::Borrowable>::Ref<#any>: ::core::marker::Copy)
    });
    let doc = format!("Borrows from the message: what decoding its bytes as [`{ident}`] yields.");
    quote! {
        #[automatically_derived]
        impl<#de> ::core::marker::Copy for #ident<#de> where #(#copies),* {}

        #[automatically_derived]
        impl #own {
            #[doc = #doc]
            #[inline]
            #[must_use]
            #[allow(dead_code)]
            #vis fn to_ref(&self) -> #ident<'_> {
                match self { #to_ref }
            }
        }

        #[automatically_derived]
        impl<#de> ::core::convert::From<#ident<#de>> for #own {
            #[inline]
            fn from(__borrowed: #ident<#de>) -> Self {
                match __borrowed { #from_ref }
            }
        }
    }
}

fn share(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let (krate, own, ident) = (&env.krate, env.model.ident, &form.ident);
    let from_shared = form.arms(|variant, message| {
        let ty = message.own;
        quote_spanned! {at(ty)=>
            #ident::#variant(__message) =>
                Self::#variant(<#ty as #krate::Shareable>::from_shared(__message)),
        }
    });
    quote! {
        #[automatically_derived]
        impl ::core::convert::From<#ident> for #own {
            #[inline]
            fn from(__shared: #ident) -> Self {
                match __shared { #from_shared }
            }
        }
    }
}
