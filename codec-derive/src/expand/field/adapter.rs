//! The adapter of a field: a type of the user's, or one of the runtime.

use proc_macro2::TokenStream;

use crate::expand::env::Env;
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

/// A function of the adapter for writing values of a type.
pub(in crate::expand) fn encodes(
    env: &Env<'_>,
    field: &Field<'_>,
    ty: &TokenStream,
) -> Option<TokenStream> {
    let (krate, adapter) = (&env.krate, adapter(env, field)?);
    Some(quote_spanned!(at(field.ty)=> <#adapter as #krate::field::EncodeWith<#ty>>))
}

/// The same for reading them.
pub(in crate::expand) fn decodes(
    env: &Env<'_>,
    field: &Field<'_>,
    ty: &TokenStream,
) -> Option<TokenStream> {
    let (krate, adapter) = (&env.krate, adapter(env, field)?);
    Some(quote_spanned!(at(field.ty)=> <#adapter as #krate::field::DecodeWith<'_, #ty>>))
}
