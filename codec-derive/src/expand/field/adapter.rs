//! The adapter of a field: a type of the user's, or one of the runtime.

use proc_macro2::{Ident, Span, TokenStream};

use crate::expand::env::Env;
use crate::expand::field::place::Place;
use crate::expand::location::{at, located};
use crate::model::Field;
use quote::{ToTokens as _, quote_spanned};

/// The type that determines how a field is encoded, if one does.
pub(in crate::expand) fn adapter(env: &Env<'_>, field: &Field<'_>) -> Option<TokenStream> {
    let (krate, attrs) = (&env.krate, &field.attrs);
    if let Some(adapter) = attrs.adapter.value() {
        return Some(adapter.to_token_stream());
    }
    if let Some(end) = attrs.until.value() {
        let krate = located(krate.clone(), at(end));
        return Some(quote_spanned!(at(end)=> #krate::field::Until<{ #end }>));
    }
    let name = attrs.varint.name()?;
    let krate = located(krate.clone(), at(name));
    Some(quote_spanned!(at(name)=> #krate::field::Varint))
}

/// A function of the module or the adapter that encodes a field as a value of `ty`, and its place;
/// without a `format`, that is inferred.
pub(in crate::expand) fn function(
    env: &Env<'_>,
    field: &Field<'_>,
    name: &str,
    ty: &TokenStream,
    format: Option<&TokenStream>,
) -> Option<(TokenStream, Span)> {
    if let Some(module) = field.attrs.with.value() {
        let name = if name.ends_with("size") { "size" } else { name };
        let function = format.map(|format| module.function(name, format));
        return Some((function.unwrap_or_else(|| module.inferred(name)), at(module)));
    }
    let (krate, adapter, place) = (&env.krate, adapter(env, field)?, at(field.ty));
    let of = if name.starts_with("encode") {
        quote_spanned!(place=> EncodeWith<#ty>)
    } else {
        quote_spanned!(place=> DecodeWith<'_, #ty>)
    };
    // Borrowed forms are read by the same functions.
    let name = match name {
        "ref_size" => "size",
        "decode_ref" => "decode",
        name => name,
    };
    let (name, format) =
        (Ident::new(name, place), format.map(|format| quote_spanned!(place=> ::<#format>)));
    Some((quote_spanned!(place=> <#adapter as #krate::field::#of>::#name #format), place))
}

impl Place<'_, '_> {
    /// A call of such a function.
    pub(super) fn by(
        &self,
        name: &str,
        [ty, arguments]: [&TokenStream; 2],
        format: Option<&TokenStream>,
    ) -> Option<TokenStream> {
        let (function, place) = function(self.env, self.field.field, name, ty, format)?;
        Some(quote_spanned!(place=> #function(#arguments)))
    }
}
