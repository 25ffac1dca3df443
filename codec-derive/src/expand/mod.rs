//! Generating the implementations: one file each, and nothing left to refuse. Paths are absolute,
//! so that they can't collide with the user's names.

mod bounds;
mod env;
mod field;
mod form;
mod impls;
mod known;
mod location;
mod messages;
mod schema;
mod way;

use proc_macro2::TokenStream;

use crate::Derive;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::{
    borrow, converted, decode, decode_ref, definition, detached, encode, formats, header, message,
    plain, push, remote, share, std_traits, transparent,
};
use crate::gather::Gather as _;
use crate::model::{Body, Borrowing, Model, Variant};
use quote::quote;

/// The code that a derive adds to the user's.
pub(crate) fn expand(model: &Model<'_>, derive: Derive) -> TokenStream {
    let env = Env::new(model);
    match (derive, &model.data) {
        (Derive::Header, _) => hidden(&[header::expand(&env), schema::header(&env)]),
        (Derive::Encode, Body::Enum(variants)) if model.attrs.messages.is_given() => {
            messages_encode(&env, variants)
        }
        (Derive::Decode, Body::Enum(variants)) if model.attrs.messages.is_given() => {
            messages_decode(&env, variants)
        }
        (Derive::Encode, _) if model.attrs.transparent.is_given() => {
            hidden(&[transparent::encode(&env)])
        }
        (Derive::Decode, _) if model.attrs.transparent.is_given() => {
            let owned = Form::owned(&env);
            let (push, plain) = (push::expand(&env, &owned), plain::expand(&env, &owned));
            hidden(&[transparent::decode(&env), push, plain, schema::expand(&env)])
        }
        (Derive::Encode, _) if model.is_converted() => {
            hidden(&[converted::encode(&env, &Form::owned(&env))])
        }
        (Derive::Decode, _) if model.is_converted() => {
            let owned = Form::owned(&env);
            let (push, plain) = (push::expand(&env, &owned), plain::expand(&env, &owned));
            hidden(&[converted::decode(&env, &owned), push, plain, schema::expand(&env)])
        }
        (Derive::Encode, _) => type_encode(&env),
        (Derive::Decode, _) => type_decode(&env),
    }
}

/// Puts what is generated where it can't be named.
fn hidden(impls: &[TokenStream]) -> TokenStream {
    let impls = impls.iter().tokens();
    quote! {
        #[allow(deprecated)]
        const _: () = { #impls };
    }
}

/// The generated forms that borrow, and that share.
fn forms<'a>(env: &Env<'a>) -> (Option<Form<'a>>, Option<Form<'a>>) {
    let model = env.model;
    if model.is_own_form() {
        return (None, None);
    }
    let borrowed = matches!(model.borrowing(), Borrowing::Whole | Borrowing::Marked);
    let shared = model.attrs.shared.is_given();
    (borrowed.then(|| Form::borrowed(env)), shared.then(|| Form::shared(env)))
}

fn type_encode(env: &Env<'_>) -> TokenStream {
    let formats = formats::expand(env);
    let (borrowed, shared) = forms(env);
    let forms = [Some(Form::owned(env)), borrowed, shared];
    let forms = forms.iter().flatten();
    let impls = forms.flat_map(|form| {
        [Some(encode::expand(env, form)), encode::detached(env, form)].into_iter().flatten()
    });
    let remote = remote::encode(env, &Form::owned(env));
    hidden(&impls.chain([formats]).chain(remote).gathered::<Vec<_>>())
}

fn type_decode(env: &Env<'_>) -> TokenStream {
    let owned = Form::owned(env);
    let mut definitions = TokenStream::new();
    let mut impls = Vec::new();
    match env.model.borrowing() {
        Borrowing::Lifetime => impls.push(decode_ref::expand(env, &owned)),
        Borrowing::None | Borrowing::Whole | Borrowing::Marked => {
            impls.push(decode::expand(env, &owned));
        }
    }
    impls.push(push::expand(env, &owned));
    impls.push(message::expand(env, &owned));
    impls.push(plain::expand(env, &owned));
    impls.push(schema::expand(env));
    impls.push(formats::expand(env));
    impls.extend(remote::decode(env, &owned));
    impls.extend(detached::expand(env, &owned));
    impls.extend(detached::own_form(env, &owned));
    let (borrowed, shared) = forms(env);
    if let Some(form) = &borrowed {
        definitions.extend(definition::expand(env, form));
        impls.extend([
            decode_ref::expand(env, form),
            std_traits::expand(env, form),
            borrow::expand(env, &owned, form),
            message::expand(env, form),
        ]);
        impls.extend(detached::expand(env, form));
    }
    if let Some(form) = &shared {
        definitions.extend(definition::expand(env, form));
        impls.extend([
            decode::expand(env, form),
            std_traits::expand(env, form),
            share::expand(env, &owned, form),
            message::expand(env, form),
        ]);
        impls.extend(detached::expand(env, form));
    }
    let hidden = hidden(&impls);
    quote!(#definitions #hidden)
}

fn messages_encode(env: &Env<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let forms = messages::forms(env, variants);
    let impls: Vec<_> = forms.iter().map(|form| messages::encode(env, form)).gathered();
    hidden(&impls)
}

fn messages_decode(env: &Env<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let (borrowed, shared) = forms(env);
    let generated: Vec<_> = [borrowed, shared].into_iter().flatten().gathered();
    let definitions = generated.iter().map(|form| definition::expand(env, form)).tokens();
    let forms = messages::forms(env, variants);
    let impls = forms.iter().map(|form| messages::decode(env, form));
    let impls = impls.chain(generated.iter().map(|form| std_traits::expand(env, form)));
    let (traits, calls) = messages::handler(env, &forms).unzip();
    let impls: Vec<_> = impls.chain([schema::expand(env)]).chain(calls).gathered();
    let hidden = hidden(&impls);
    quote!(#definitions #traits #hidden)
}
