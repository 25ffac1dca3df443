//! `handler`: a trait with a method for each message, for all of them or for those that come
//! from one side, and the calls of the right method.

use proc_macro2::{Ident, TokenStream};

use crate::expand::env::Env;
use crate::expand::form::Kind;
use crate::expand::impls::definition::carry;
use crate::expand::messages::{MessagesForm, told};
use crate::gather::Gather as _;
use crate::model::{Variant, unraw};
use quote::{format_ident, quote};

/// Messages that are handled by one trait.
struct Handled<'a> {
    /// The side that they come from; `None` when an enum names none.
    side: Option<&'a Ident>,
    /// `true` if the methods return futures.
    is_async: bool,
}

/// The traits, and the calls of their methods.
pub(in crate::expand) fn expand(
    env: &Env<'_>,
    forms: &[MessagesForm<'_>],
) -> Option<(TokenStream, TokenStream)> {
    let is_async = *env.model.attrs.handler.value()?;
    let (owned, borrowed) = (form(forms, Kind::Owned)?, form(forms, Kind::Borrowed));
    // An owned value can be borrowed as the other form: one trait serves both.
    let form = borrowed.unwrap_or(owned);
    let ways = if is_async { &[false, true][..] } else { &[false] };
    let all = sides(owned).into_iter().flat_map(|side| {
        let of_side = move |is_async: &bool| Handled { side, is_async: *is_async };
        ways.iter().map(of_side)
    });
    let all: Vec<_> = all.gathered();
    let traits = all.iter().map(|handled| handled.definition(env, form)).tokens();
    let calls = all.iter().map(|handled| handled.calls(env, owned, borrowed)).tokens();
    Some((quote!(#traits), quote!(#calls)))
}

fn form<'f, 'a>(forms: &'f [MessagesForm<'a>], way: Kind) -> Option<&'f MessagesForm<'a>> {
    forms.iter().find(|form| form.kind == way)
}

/// The sides that are named, each once; only `None` when none is named.
fn sides<'a>(form: &MessagesForm<'a>) -> Vec<Option<&'a Ident>> {
    let other = form.other.iter().map(|other| other.variant);
    let variants = form.messages.iter().map(|message| message.variant).chain(other);
    let mut sides = Vec::new();
    for side in variants.filter_map(|variant| variant.attrs.from.value()) {
        if !sides.contains(&Some(side)) {
            sides.push(Some(side));
        }
    }
    if sides.is_empty() { vec![None] } else { sides }
}

impl Handled<'_> {
    /// `HandleFoo`, `HandleFooFromClient`, `HandleFooFromClientAsync`.
    fn name(&self, env: &Env<'_>) -> Ident {
        let side = self.side.map(|side| format!("From{}", camel(&unraw(side))));
        let way = if self.is_async { "Async" } else { "" };
        let name = format!("Handle{}{}{way}", env.name, side.unwrap_or_default());
        Ident::new(&name, env.model.ident.span())
    }

    /// `handle`, `handle_from_client`, `handle_from_client_async`.
    fn call(&self) -> Ident {
        let side = self.side.map(|side| format!("_from_{}", unraw(side)));
        let way = if self.is_async { "_async" } else { "" };
        format_ident!("handle{}{way}", side.unwrap_or_default())
    }

    /// Returns `true` if a message may come from that side.
    fn takes(&self, variant: &Variant<'_>) -> bool {
        match (self.side, variant.attrs.from.value()) {
            (Some(side), Some(from)) => side == from,
            _ => true,
        }
    }

    /// The trait.
    fn definition(&self, env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
        let Env { krate, name, model, .. } = env;
        let (vis, ident, call, params) = (model.vis, self.name(env), self.call(), &form.params);
        let id = form.id(env);
        let from = self.side.map(|side| format!(" from the {}", unraw(side)));
        let doc = format!(
            "What is done with each [`{name}`]{}: [`{name}::{call}`] calls the method of the \
             message. A message whose method is not written is handed to `unexpected`.",
            from.unwrap_or_default(),
        );
        let methods = form.arms(|_, message| {
            let ty = &message.ty;
            self.method(env, message.variant, &quote!(message: #ty), &told(env, message))
        });
        let other = form.other(|variant, other| {
            let (id, ty, name) = (other.id, &other.payload.ty, unraw(variant));
            self.method(env, other.variant, &quote!(id: #id, message: #ty), &quote!(id, #name))
        });
        let (supertrait, bound) = if self.is_async {
            (quote!(: ::core::marker::Send), quote!(: ::core::marker::Send))
        } else {
            Default::default()
        };
        quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #vis trait #ident #params #supertrait {
                /// The result of handling a message.
                type Output #bound;
                /// Why a message could not be handled.
                type Error #bound;

                /// A message without a method, or one that does not come from that side.
                fn unexpected(
                    &mut self,
                    message: #krate::message::UnexpectedMessage<#id>,
                ) -> ::core::result::Result<Self::Output, Self::Error>;

                #methods
                #other
            }
        }
    }

    /// The method for one message, if it may come from that side; `told` is its id and its name.
    fn method(
        &self,
        env: &Env<'_>,
        variant: &Variant<'_>,
        arguments: &TokenStream,
        told: &TokenStream,
    ) -> TokenStream {
        if !self.takes(variant) {
            return TokenStream::new();
        }
        let (krate, named) = (&env.krate, variant.ident);
        let carried = carry(&variant.carried);
        let doc = format!("[`{}::{named}`]: unexpected, unless this is written.", env.name);
        let gap = (!carried.is_empty()).then(|| quote!(#[doc = ""]));
        let method = method_of(named);
        let mut result = quote!(::core::result::Result<Self::Output, Self::Error>);
        let mut refused = quote!(self.unexpected(#krate::message::UnexpectedMessage::new(#told)));
        if self.is_async {
            result = quote! {
                impl ::core::future::Future<Output = #result> + ::core::marker::Send
            };
            refused = quote!(::core::future::ready(#refused));
        }
        quote! {
            #carried
            #gap
            #[doc = #doc]
            #[inline]
            fn #method(&mut self, #arguments) -> #result {
                let _ = message;
                #refused
            }
        }
    }

    /// The functions that call them, for the enum and for the form that borrows.
    fn calls(
        &self,
        env: &Env<'_>,
        owned: &MessagesForm<'_>,
        borrowed: Option<&MessagesForm<'_>>,
    ) -> TokenStream {
        let (own, call) = (env.model.ident, self.call());
        let form = borrowed.unwrap_or(owned);
        let (name, params, arms) = (&form.ident, &form.params, self.arms(env, form));
        let signature = self.signature(env, form, false);
        let body = if self.is_async {
            // A block, whose future names what it borrows: for an `async fn` with the same bounds,
            // the compiler can't tell that it is `Send`.
            quote!(async move { match self { #arms } })
        } else {
            quote!(match self { #arms })
        };
        let of_owned = borrowed.map(|form| {
            let signature = self.signature(env, form, true);
            quote! {
                #[automatically_derived]
                impl #own {
                    #signature {
                        #own::to_ref(self).#call(handler)
                    }
                }
            }
        });
        quote! {
            #[automatically_derived]
            impl #params #name #params {
                #signature {
                    #body
                }
            }

            #of_owned
        }
    }

    /// The signature of the function that calls a method: of the form itself, or `by_reference` of
    /// the owned one.
    fn signature(&self, env: &Env<'_>, form: &MessagesForm<'_>, by_reference: bool) -> TokenStream {
        let Env { de, any, model, .. } = env;
        let (vis, ident, call, params) = (model.vis, self.name(env), self.call(), &form.params);
        let is_borrowed = form.kind == Kind::Borrowed;
        let doc = format!(
            "Calls the handler's method for this message.\n\n# Errors\nThose of the method; \
             without one, those of [`{ident}::unexpected`].",
        );
        let receiver = if by_reference { quote!(&#de self) } else { quote!(self) };
        let of_input = by_reference.then(|| quote!(#de,));
        let mut result = quote!(::core::result::Result<__H::Output, __H::Error>);
        let (mut of_handler, mut lifetime, mut unsized_too) =
            (None, None, Some(quote!(+ ?::core::marker::Sized)));
        if self.is_async {
            let captured = is_borrowed.then(|| quote!(#de,));
            result = quote! {
                impl ::core::future::Future<Output = #result>
                    + ::core::marker::Send + use<#any, #captured __H>
            };
            (of_handler, lifetime, unsized_too) = (Some(quote!(#any,)), Some(any), None);
        }
        quote! {
            #[doc = #doc]
            #[inline]
            #[allow(dead_code)]
            #vis fn #call<#of_handler #of_input __H: #ident #params #unsized_too>(
                #receiver,
                handler: &#lifetime mut __H,
            ) -> #result
        }
    }

    /// One arm for each variant.
    fn arms(&self, env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
        let krate = &env.krate;
        let wait = self.is_async.then(|| quote!(.await));
        let unexpected = |told: TokenStream| quote!(handler.unexpected(#krate::message::UnexpectedMessage::new(#told)));
        let one = |variant: &Variant<'_>, bound: [TokenStream; 2], told: TokenStream| {
            let ([given, other], own) = (bound, variant.ident);
            if self.takes(variant) {
                let method = method_of(own);
                return quote!(Self::#own(#given) => handler.#method(#given)#wait,);
            }
            let refused = unexpected(told);
            quote!(Self::#own(#other) => #refused,)
        };
        let arms = form.arms(|_, message| {
            one(message.variant, [quote!(__message), quote!(_)], told(env, message))
        });
        let other = form.other(|variant, other| {
            let (name, bound) = (unraw(variant), [quote!(__id, __payload), quote!(__id, _)]);
            one(other.variant, bound, quote!(__id, #name))
        });
        quote!(#arms #other)
    }
}

/// `handle_new_mining_job` of `NewMiningJob`.
fn method_of(variant: &Ident) -> Ident {
    Ident::new(&format!("handle_{}", snake(&unraw(variant))), variant.span())
}

/// A name in lower case, its words joined by underscores.
fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().gathered();
    let mut words = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let after = index.checked_sub(1).map(|before| letters[before]);
        let ends = after.is_some_and(|one| one.is_lowercase() || one.is_numeric());
        let begins = after.is_some_and(|one| one != '_')
            && letters.get(index + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (ends || begins) {
            words.push('_');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// A name with its words capitalised and joined.
fn camel(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect::<String>()
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::{camel, snake};

    #[test]
    fn methods_are_named_by_the_words_of_a_variant() {
        assert_eq!(snake("NewMiningJob"), "new_mining_job");
        assert_eq!(snake("TLVData"), "tlv_data");
        assert_eq!(snake("GetCFilterV2Range"), "get_c_filter_v2_range");
        assert_eq!(snake("Ping"), "ping");
        assert_eq!(snake("Odd_Name"), "odd_name");
    }

    #[test]
    fn traits_are_named_by_the_words_of_a_side() {
        assert_eq!(camel("client"), "Client");
        assert_eq!(camel("full_node"), "FullNode");
    }
}
