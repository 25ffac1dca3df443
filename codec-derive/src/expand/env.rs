//! The names that generated code goes by.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::Lifetime;

use crate::model::Model;

/// The model, and names that can't be taken for the user's.
#[derive(Debug)]
pub(super) struct Env<'a> {
    /// What to expand.
    pub(super) model: &'a Model<'a>,
    /// Where the runtime is.
    pub(super) krate: TokenStream,
    /// The type parameter of formats.
    pub(super) format: Ident,
    /// The lifetime of the input.
    pub(super) de: Lifetime,
    /// A lifetime to be bound by a `for<..>`.
    pub(super) any: Lifetime,
    /// The name of the user's type, in traces and as a message.
    pub(super) name: String,
}

impl<'a> Env<'a> {
    pub(super) fn new(model: &'a Model<'a>) -> Self {
        let krate = if let Some(path) = model.attrs.runtime.value() {
            path.to_token_stream()
        } else {
            quote!(::codec_core)
        };
        let mut format = format_ident!("__F");
        while model.generics.params.iter().any(|param| match param {
            syn::GenericParam::Type(param) => param.ident == format,
            syn::GenericParam::Const(param) => param.ident == format,
            syn::GenericParam::Lifetime(_) => false,
        }) {
            format = format_ident!("_{format}");
        }
        // A struct with a lifetime borrows for that one.
        let own = model.generics.lifetimes().next().map(|param| param.lifetime.clone());
        Self {
            model,
            krate,
            format,
            de: own.unwrap_or_else(|| free_lifetime(model, "de")),
            any: free_lifetime(model, "any"),
            name: crate::model::unraw(model.ident),
        }
    }
}

fn free_lifetime(model: &Model<'_>, name: &str) -> Lifetime {
    let mut name = name.to_owned();
    while model.lifetimes.contains(&name) {
        name.push('_');
    }
    Lifetime::new(&format!("'{name}"), Span::call_site())
}
