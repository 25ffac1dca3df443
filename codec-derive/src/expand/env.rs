//! The names that generated code uses.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::Lifetime;

use crate::model::Model;

/// The model, and names that can't collide with the user's.
pub(super) struct Env<'a> {
    /// The model of the type to expand.
    pub(super) model: &'a Model<'a>,
    /// Path of the runtime.
    pub(super) krate: TokenStream,
    /// Path of what only generated code calls.
    pub(super) door: TokenStream,
    /// The type parameter of formats.
    pub(super) format: Ident,
    /// The format that fields are in: that parameter, or the same with integers
    /// in the type's byte order.
    pub(super) inner: TokenStream,
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
        let order = Order::of(&model.attrs.be, &model.attrs.le);
        let inner = order.format(&krate, &quote!(#format));
        // A struct with a lifetime borrows for that lifetime.
        let own = model.generics.lifetimes().next().map(|param| param.lifetime.clone());
        Self {
            model,
            door: quote!(#krate::__private_0_1),
            krate,
            format,
            inner,
            de: own.unwrap_or_else(|| free_lifetime(model, "de")),
            any: free_lifetime(model, "any"),
            name: crate::model::unraw(model.ident),
        }
    }

    /// The byte order of the type's integers.
    pub(super) fn order(&self) -> Order {
        Order::of(&self.model.attrs.be, &self.model.attrs.le)
    }

    /// The version of the type, and the oldest that reads it, if that is given.
    pub(super) fn versions(&self) -> Option<TokenStream> {
        let attrs = &self.model.attrs;
        let own = attrs.version.value()?.0;
        let oldest = attrs.readable_since.value().map(|oldest| oldest.0);
        Some(oldest.map_or_else(|| quote!(#own), |oldest| quote!((#own, #oldest))))
    }
}

/// The byte order of integers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The format's own.
    Format,
    /// Fixed width, big-endian.
    Big,
    /// Fixed width, little-endian.
    Little,
}

impl Order {
    /// From the two attributes.
    pub(super) const fn of(be: &crate::attr::Attr<()>, le: &crate::attr::Attr<()>) -> Self {
        match (be.is_given(), le.is_given()) {
            (true, _) => Self::Big,
            (false, true) => Self::Little,
            (false, false) => Self::Format,
        }
    }

    /// The format `format` with integers in this order.
    pub(super) fn format(self, krate: &TokenStream, format: &TokenStream) -> TokenStream {
        match self {
            Self::Format => format.clone(),
            Self::Big => quote!(<#format as #krate::Layout>::Big),
            Self::Little => quote!(<#format as #krate::Layout>::Little),
        }
    }

    /// Code that reads through `__r` in this order.
    pub(super) fn read(self, door: &TokenStream, code: TokenStream) -> TokenStream {
        self.around(door, ["read_big_endian", "read_little_endian"], &quote!(__r), code)
    }

    /// Code that writes through `__w` in this order.
    pub(super) fn write(self, door: &TokenStream, code: TokenStream) -> TokenStream {
        self.around(door, ["write_big_endian", "write_little_endian"], &quote!(__w), code)
    }

    fn around(
        self,
        door: &TokenStream,
        [big, little]: [&str; 2],
        through: &TokenStream,
        code: TokenStream,
    ) -> TokenStream {
        let function = match self {
            Self::Format => return code,
            Self::Big => format_ident!("{big}"),
            Self::Little => format_ident!("{little}"),
        };
        quote!(#door::#function(#through, |#through| { #code }))
    }
}

fn free_lifetime(model: &Model<'_>, name: &str) -> Lifetime {
    let mut name = name.to_owned();
    while model.names_lifetime(&name) {
        name.push('_');
    }
    Lifetime::new(&format!("'{name}"), Span::call_site())
}
