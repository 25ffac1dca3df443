//! Generating the implementations: one file each, and nothing left to refuse. Paths are absolute,
//! so that they can't collide with the user's names.

mod bounds;
mod env;
mod field;
mod form;
mod impls;
mod items;
mod known;
mod location;
mod messages;
mod schema;

use proc_macro2::TokenStream;

use crate::Derive;
use crate::expand::env::Env;
use crate::expand::form::{Form, Kind};
use crate::expand::impls::{
    borrow, decode, definition, delegated, encode, formats, header, message, push, remote,
    std_traits,
};
use crate::gather::Gather as _;
use crate::model::{Borrowing, Model};
use quote::quote;

/// The code that a derive adds to the user's.
pub(crate) fn expand(model: &Model<'_>, derive: Derive) -> TokenStream {
    let env = Env::new(model);
    let delegates = model.attrs.transparent.is_given() || model.is_converted();
    match derive {
        Derive::Header => hidden(&[header::expand(&env), schema::header(&env)]),
        Derive::Encode if model.attrs.messages.is_given() => messages_encode(&env),
        Derive::Decode if model.attrs.messages.is_given() => messages_decode(&env),
        Derive::Encode if delegates => {
            hidden(&[delegated::encode(&env, &Form::owned(&env)).unwrap_or_default()])
        }
        Derive::Decode if delegates => {
            let owned = Form::owned(&env);
            let (push, plain) = (push::expand(&env, &owned), borrow::plain(&env, &owned));
            let decode = delegated::decode(&env, &owned);
            hidden(&[quote!(#decode #push #plain), schema::expand(&env)])
        }
        Derive::Encode => type_encode(&env),
        Derive::Decode => type_decode(&env),
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

/// Leaves it to the runtime whether there are forms that share.
fn of_kind(env: &Env<'_>, kind: Kind, items: TokenStream) -> TokenStream {
    let krate = &env.krate;
    if kind == Kind::Shared { quote!(#krate::shared! { #items }) } else { items }
}

/// The generated forms: that which borrows, and that which shares.
fn generated<'a>(env: &Env<'a>) -> Vec<Form<'a>> {
    let (model, mut forms) = (env.model, Vec::new());
    if !model.is_own_form() {
        let borrowed = matches!(model.borrowing(), Borrowing::Whole | Borrowing::Marked);
        forms.extend(borrowed.then(|| Form::generated(env, Kind::Borrowed)));
        forms.extend(model.attrs.shared.is_given().then(|| Form::generated(env, Kind::Shared)));
    }
    forms
}

fn type_encode(env: &Env<'_>) -> TokenStream {
    let formats = formats::expand(env, true);
    let forms = [Form::owned(env)].into_iter().chain(generated(env));
    let impls = forms.map(|form| {
        let (encode, detached) = (encode::expand(env, &form), encode::detached(env, &form));
        of_kind(env, form.kind, quote!(#encode #detached))
    });
    let remote = remote::encode(env, &Form::owned(env));
    hidden(&impls.chain([formats]).chain(remote).gathered::<Vec<_>>())
}

fn type_decode(env: &Env<'_>) -> TokenStream {
    let owned = Form::owned(env);
    let mut definitions = TokenStream::new();
    let mut impls = Vec::new();
    let borrows = env.model.borrowing() == Borrowing::Lifetime;
    impls.push(decode::expand(env, &owned, if borrows { Kind::Borrowed } else { Kind::Owned }));
    impls.push(push::expand(env, &owned));
    impls.push(message::expand(env, &owned));
    impls.push(borrow::plain(env, &owned));
    impls.push(schema::expand(env));
    impls.push(formats::expand(env, false));
    impls.extend(remote::decode(env, &owned));
    impls.extend(decode::detached(env, &owned));
    for form in &generated(env) {
        definitions.extend(of_kind(env, form.kind, definition::expand(env, form)));
        let (kind, convert) = match form.kind {
            Kind::Borrowed => (Kind::Borrowed, borrow::expand(env, &owned, form)),
            Kind::Owned | Kind::Shared => (Kind::Owned, borrow::share(env, &owned, form)),
        };
        let decode = decode::expand(env, form, kind);
        let (std, message) = (std_traits::expand(env, form), message::expand(env, form));
        let detached = decode::detached(env, form);
        impls.push(of_kind(env, form.kind, quote!(#decode #std #convert #message #detached)));
    }
    let hidden = hidden(&impls);
    quote!(#definitions #hidden)
}

fn messages_encode(env: &Env<'_>) -> TokenStream {
    let forms = messages::forms(env, &generated(env));
    let impls = forms.iter().map(|form| of_kind(env, form.kind, messages::encode(env, form)));
    hidden(&impls.gathered::<Vec<_>>())
}

fn messages_decode(env: &Env<'_>) -> TokenStream {
    let generated = generated(env);
    let definition = |form: &Form<'_>| of_kind(env, form.kind, definition::expand(env, form));
    let definitions = generated.iter().map(definition).tokens();
    let forms = messages::forms(env, &generated);
    let of_form = |form: &Form<'_>| {
        let (convert, std) = (messages::of_form(env, form), std_traits::expand(env, form));
        of_kind(env, form.kind, quote!(#convert #std))
    };
    let impls = forms.iter().map(|form| of_kind(env, form.kind, messages::dispatch(env, form)));
    let impls = impls.chain(forms.first().map(messages::from_messages));
    let impls = impls.chain(generated.iter().map(of_form));
    let (traits, calls) = messages::handler(env, &forms).unzip();
    let impls: Vec<_> = impls.chain([schema::expand(env)]).chain(calls).gathered();
    let hidden = hidden(&impls);
    quote!(#definitions #traits #hidden)
}
