//! Enums of messages: dispatch by id, and the forms of such an enum.

mod convert;
mod dispatch;
mod handler;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

use crate::expand::env::Env;
use crate::expand::form::{Form, FormField, Kind};
use crate::expand::location::at;
use crate::gather::Gather as _;
use crate::model::Variant;

pub(super) use convert::{from_messages, of_form};
pub(super) use dispatch::{encode, expand as dispatch};
pub(super) use handler::expand as handler;

/// A form of an enum of messages.
pub(super) struct MessagesForm<'a> {
    pub(super) kind: Kind,
    ident: Ident,
    /// `<'de>`, for the form that borrows.
    params: TokenStream,
    messages: Vec<Message<'a>>,
    other: Option<Other<'a>>,
}

/// The variant for ids that no message has.
struct Other<'a> {
    variant: &'a Variant<'a>,
    /// The type of the id.
    id: &'a Type,
    /// The payload, as the user wrote it, in this form.
    payload: Message<'a>,
}

/// A variant of a form.
struct Message<'a> {
    variant: &'a Variant<'a>,
    /// The message, as the user wrote it.
    own: &'a Type,
    /// Its type in this form.
    ty: TokenStream,
}

/// The enum, and its generated forms.
pub(super) fn forms<'a>(env: &Env<'a>, generated: &[Form<'a>]) -> Vec<MessagesForm<'a>> {
    let own = [Form::owned(env)];
    own.iter().chain(generated).map(|form| of(env, form)).gathered()
}

fn of<'a>(env: &Env<'a>, form: &Form<'a>) -> MessagesForm<'a> {
    let de = &env.de;
    let borrows = form.kind == Kind::Borrowed;
    let params = if borrows { quote!(<#de>) } else { TokenStream::new() };
    let (mut messages, mut other) = (Vec::new(), None);
    for (arm, variant) in form.arms.iter().filter_map(|arm| Some((arm, arm.variant?))) {
        let message =
            |field: &FormField<'a>| Message { variant, own: field.field.ty, ty: field.ty.clone() };
        match &*arm.fields {
            [field] => messages.push(message(field)),
            [id, payload] => {
                other = Some(Other { variant, id: id.field.ty, payload: message(payload) });
            }
            _ => {}
        }
    }
    MessagesForm { kind: form.kind, ident: form.ident.clone(), params, messages, other }
}

impl MessagesForm<'_> {
    /// One arm of a `match` for each variant.
    fn arms(&self, arm: impl Fn(&Ident, &Message<'_>) -> TokenStream) -> TokenStream {
        let arms = self.messages.iter().map(|message| arm(message.variant.ident, message)).tokens();
        quote!(#arms)
    }

    /// The type of ids.
    fn id(&self, env: &Env<'_>) -> Option<TokenStream> {
        let krate = &env.krate;
        self.messages.first().map(|message| {
            let own = message.own;
            quote_spanned!(at(own)=> <#own as #krate::Message>::Id)
        })
    }

    /// One more arm, for unknown ids.
    fn other(&self, arm: impl FnOnce(&Ident, &Other<'_>) -> TokenStream) -> Option<TokenStream> {
        self.other.as_ref().map(|other| arm(other.variant.ident, other))
    }
}

/// The id and the name of a message.
fn told(env: &Env<'_>, message: &Message<'_>) -> TokenStream {
    let (own, krate) = (message.own, &env.krate);
    quote_spanned!(at(own)=> <#own as #krate::Message>::ID, <#own as #krate::Message>::NAME)
}
