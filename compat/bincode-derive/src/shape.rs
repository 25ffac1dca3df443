//! The fields of structs and variants.
#![forbid(unsafe_code)]

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, Index, Member, Type};

use crate::attributes::with_serde;

/// A field: its name in a literal, the variable it is bound to, its type, and how it is encoded.
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) binding: Ident,
    pub(crate) ty: Type,
    pub(crate) with_serde: bool,
}

/// A variant, or the body of a struct.
pub(crate) struct Shape {
    /// `Self` or `Self::Variant`.
    pub(crate) path: TokenStream,
    pub(crate) fields: Vec<Field>,
}

/// The shapes of a type.
pub(crate) enum Shapes {
    Struct(Shape),
    Enum(Vec<Shape>),
}

impl Shapes {
    pub(crate) fn of(input: &DeriveInput) -> syn::Result<Self> {
        match &input.data {
            Data::Struct(data) => {
                Ok(Self::Struct(Shape { path: quote!(Self), fields: fields(&data.fields)? }))
            }
            Data::Enum(data) => data
                .variants
                .iter()
                .map(|variant| {
                    let name = &variant.ident;
                    Ok(Shape { path: quote!(Self::#name), fields: fields(&variant.fields)? })
                })
                .collect::<syn::Result<_>>()
                .map(Self::Enum),
            Data::Union(data) => {
                Err(Error::new(data.union_token.span, "a union does not say what it holds"))
            }
        }
    }
}

impl Shape {
    /// The pattern that binds every field.
    pub(crate) fn pattern(&self) -> TokenStream {
        let path = &self.path;
        let fields =
            self.fields.iter().map(|Field { member, binding, .. }| quote!(#member: #binding));
        quote!(#path { #(#fields),* })
    }
}

fn fields(fields: &Fields) -> syn::Result<Vec<Field>> {
    fields
        .iter()
        .enumerate()
        .map(|(index, field)| {
            let member = match &field.ident {
                Some(name) => Member::Named(name.clone()),
                None => Member::Unnamed(Index::from(index)),
            };
            Ok(Field {
                member,
                binding: format_ident!("__field_{index}"),
                ty: field.ty.clone(),
                with_serde: with_serde(&field.attrs)?,
            })
        })
        .collect()
}
