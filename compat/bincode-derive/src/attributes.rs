//! Contents of `#[bincode(..)]`, as the user wrote them.
#![forbid(unsafe_code)]

use proc_macro2::TokenStream;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Path, Token, Type, WherePredicate, parse_quote};

/// Bounds that replace those on each type parameter.
pub(crate) type Bounds = Punctuated<WherePredicate, Token![,]>;

/// The attributes of a type.
pub(crate) struct Container {
    pub(crate) path: Path,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) encode_bounds: Option<Bounds>,
    pub(crate) decode_bounds: Option<Bounds>,
    pub(crate) borrow_decode_bounds: Option<Bounds>,
    pub(crate) context: Option<Type>,
}

impl Container {
    pub(crate) fn parse(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut all = Self {
            path: parse_quote!(::bincode),
            bounds: None,
            encode_bounds: None,
            decode_bounds: None,
            borrow_decode_bounds: None,
            context: None,
        };
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("bincode"))
        {
            attribute.parse_nested_meta(|meta| {
                let Some(name) = meta.path.get_ident().map(ToString::to_string) else {
                    return Err(meta.error("unknown attribute of a type"));
                };
                let text: LitStr = meta.value()?.parse()?;
                match name.as_str() {
                    "crate" => all.path = text.parse()?,
                    "bounds" => all.bounds = Some(bounds(&text)?),
                    "encode_bounds" => all.encode_bounds = Some(bounds(&text)?),
                    "decode_bounds" => all.decode_bounds = Some(bounds(&text)?),
                    "borrow_decode_bounds" => all.borrow_decode_bounds = Some(bounds(&text)?),
                    "decode_context" => all.context = Some(text.parse()?),
                    _ => return Err(meta.error("unknown attribute of a type")),
                }
                Ok(())
            })?;
        }
        Ok(all)
    }
}

fn bounds(text: &LitStr) -> syn::Result<Bounds> {
    let tokens: TokenStream = text.parse()?;
    Bounds::parse_terminated.parse2(tokens)
}

/// Returns whether a field goes through serde.
pub(crate) fn with_serde(attributes: &[Attribute]) -> syn::Result<bool> {
    let mut found = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("bincode")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("with_serde") {
                return Err(meta.error("unknown attribute of a field: there is `with_serde`"));
            }
            found = true;
            Ok(())
        })?;
    }
    Ok(found)
}
