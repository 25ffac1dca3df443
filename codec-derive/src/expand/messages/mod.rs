//! Enums of messages: dispatch by id, and the forms of such an enum.

mod convert;
mod dispatch;
mod encode;
mod handler;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

use crate::expand::env::Env;
use crate::expand::location::at;
use crate::expand::way::Way;
use crate::gather::Gather as _;
use crate::model::Variant;

pub(super) use encode::encode;
pub(super) use handler::expand as handler;

/// A form of an enum of messages.
pub(super) struct MessagesForm<'a> {
    way: Way,
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

/// The enum and its generated forms.
pub(super) fn forms<'a>(env: &Env<'_>, variants: &'a [Variant<'a>]) -> Vec<MessagesForm<'a>> {
    let attrs = &env.model.attrs;
    let mut ways = vec![Way::Owned];
    ways.extend(attrs.borrow.is_given().then_some(Way::Borrowed));
    ways.extend(attrs.shared.is_given().then_some(Way::Shared));
    ways.into_iter().map(|way| form(env, variants, way)).gathered()
}

fn form<'a>(env: &Env<'_>, variants: &'a [Variant<'a>], way: Way) -> MessagesForm<'a> {
    let Env { krate, de, model, .. } = env;
    let (ident, params) = match way {
        Way::Owned => (model.ident.clone(), TokenStream::new()),
        Way::Borrowed => (model.borrowed_ident(), quote!(<#de>)),
        Way::Shared => (model.shared_ident(), TokenStream::new()),
    };
    let in_form = |variant, own: &'a Type| {
        let ty = match way {
            Way::Owned => quote!(#own),
            Way::Borrowed => quote_spanned!(at(own)=> <#own as #krate::Borrowable>::Ref<#de>),
            Way::Shared => quote_spanned!(at(own)=> <#own as #krate::Shareable>::Shared),
        };
        Message { variant, own, ty }
    };
    let messages = variants.iter().filter(|variant| !variant.attrs.other.is_given());
    let messages = messages.filter_map(|variant| Some(in_form(variant, variant.message()?)));
    let other = variants.iter().find(|variant| variant.attrs.other.is_given());
    let other = other.and_then(|variant| match &*variant.fields.list {
        [id, payload] => Some(Other { variant, id: id.ty, payload: in_form(variant, payload.ty) }),
        _ => None,
    });
    MessagesForm { way, ident, params, messages: messages.gathered(), other }
}

impl MessagesForm<'_> {
    /// One arm of a `match` for each variant.
    fn arms(&self, arm: impl Fn(&Ident, &Message<'_>) -> TokenStream) -> TokenStream {
        let arms = self.messages.iter().map(|message| arm(message.variant.ident, message)).tokens();
        quote!(#arms)
    }

    /// One more arm, for unknown ids.
    fn other(&self, arm: impl FnOnce(&Ident, &Other<'_>) -> TokenStream) -> Option<TokenStream> {
        self.other.as_ref().map(|other| arm(other.variant.ident, other))
    }
}

/// The dispatch, and the conversions between the enum, its messages and its forms.
pub(super) fn decode(env: &Env<'_>, form: &MessagesForm<'_>) -> TokenStream {
    let dispatch = dispatch::expand(env, form);
    let convert = match form.way {
        Way::Owned => convert::from_messages(form),
        Way::Borrowed => convert::borrow(env, form),
        Way::Shared => convert::share(env, form),
    };
    quote!(#dispatch #convert)
}
