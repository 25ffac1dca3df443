//! A type as the derives see it, before any rule is held against it.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Fields, Generics, Ident, Member, Meta, Path, Token, Type,
    Visibility,
};

use crate::attr::{Ctxt, FieldAttrs, Place, TypeAttrs, refuse_all};
use crate::mentions::{Mentions, lifetime_names};

/// A type to derive for.
#[derive(Debug)]
pub(crate) struct Model<'a> {
    /// Its name.
    pub(crate) ident: &'a Ident,
    /// Its visibility.
    pub(crate) vis: &'a Visibility,
    /// Its parameters.
    pub(crate) generics: &'a Generics,
    /// What `#[codec(..)]` says.
    pub(crate) attrs: TypeAttrs,
    /// Attributes that its generated forms carry as well.
    pub(crate) carried: Vec<&'a Attribute>,
    /// The `packed` of its `repr`.
    pub(crate) packed: Option<Path>,
    /// Names of lifetimes that are taken.
    pub(crate) lifetimes: Vec<String>,
    /// What it is made of.
    pub(crate) data: Body<'a>,
}

/// What a type is made of.
#[derive(Debug)]
pub(crate) enum Body<'a> {
    /// A struct.
    Struct(Struct<'a>),
    /// An enum, with the keyword.
    Enum(Token![enum], Vec<Variant<'a>>),
    /// A union, with the keyword.
    Union(Token![union]),
}

/// The fields of a struct.
#[derive(Debug)]
pub(crate) struct Struct<'a> {
    /// How they are written.
    pub(crate) style: Style,
    /// In the order of the wire.
    pub(crate) fields: Vec<Field<'a>>,
}

/// How the fields of a struct are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `{ a: A }`
    Named,
    /// `(A)`
    Tuple,
    /// Nothing at all.
    Unit,
}

/// A field of a struct.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    /// Its name or index.
    pub(crate) member: Member,
    /// Its visibility.
    pub(crate) vis: &'a Visibility,
    /// Its type.
    pub(crate) ty: &'a Type,
    /// What `#[codec(..)]` says.
    pub(crate) attrs: FieldAttrs,
    /// Attributes that it carries to generated forms.
    pub(crate) carried: Vec<&'a Attribute>,
    /// What its type mentions.
    pub(crate) mentions: Mentions,
}

/// A variant of an enum.
#[derive(Debug)]
pub(crate) struct Variant<'a> {
    /// Its name.
    pub(crate) ident: &'a Ident,
    /// Its content.
    pub(crate) fields: &'a Fields,
    /// Attributes that it carries to generated forms.
    pub(crate) carried: Vec<&'a Attribute>,
}

/// How a struct is decoded while borrowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Borrowing {
    /// Not at all.
    None,
    /// Through a generated form that borrows every field.
    Whole,
    /// Through a generated form that borrows the marked fields.
    Marked,
    /// It borrows by itself, having a lifetime.
    Lifetime,
}

impl<'a> Model<'a> {
    /// Lays out the type, and reads its attributes.
    pub(crate) fn new(cx: &Ctxt, input: &'a DeriveInput) -> Self {
        let data = match &input.data {
            Data::Struct(data) => Body::Struct(Struct::new(cx, &data.fields, &input.generics)),
            Data::Enum(data) => {
                let variants = data.variants.iter().map(|variant| Variant::new(cx, variant));
                Body::Enum(data.enum_token, variants.collect())
            }
            Data::Union(data) => Body::Union(data.union_token),
        };
        Self {
            ident: &input.ident,
            vis: &input.vis,
            generics: &input.generics,
            attrs: TypeAttrs::parse(cx, &input.attrs),
            carried: carried(&input.attrs),
            packed: input.attrs.iter().find_map(packed),
            lifetimes: lifetime_names(input),
            data,
        }
    }

    /// The fields, of a struct.
    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match &self.data {
            Body::Struct(data) => &data.fields,
            Body::Enum(..) | Body::Union(_) => &[],
        }
    }

    /// How the struct is decoded while borrowing.
    pub(crate) fn borrowing(&self) -> Borrowing {
        let marked = || self.fields().iter().any(|field| field.attrs.borrow.is_given());
        if self.generics.lifetimes().next().is_some() {
            Borrowing::Lifetime
        } else if self.attrs.borrow.is_given() {
            Borrowing::Whole
        } else if marked() {
            Borrowing::Marked
        } else {
            Borrowing::None
        }
    }
}

impl<'a> Struct<'a> {
    fn new(cx: &Ctxt, fields: &'a Fields, generics: &Generics) -> Self {
        let style = match fields {
            Fields::Named(_) => Style::Named,
            Fields::Unnamed(_) => Style::Tuple,
            Fields::Unit => Style::Unit,
        };
        let fields = fields.members().zip(fields).map(|(member, field)| Field {
            member,
            vis: &field.vis,
            ty: &field.ty,
            attrs: FieldAttrs::parse(cx, &field.attrs),
            carried: carried(&field.attrs),
            mentions: Mentions::of(&field.ty, generics),
        });
        Self { style, fields: fields.collect() }
    }
}

impl Field<'_> {
    /// The name that traces and diagnostics show.
    pub(crate) fn name(&self) -> String {
        match &self.member {
            Member::Named(ident) => unraw(ident),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }
}

impl<'a> Variant<'a> {
    fn new(cx: &Ctxt, variant: &'a syn::Variant) -> Self {
        refuse_all(cx, &variant.attrs, Place::Variant);
        for field in &variant.fields {
            refuse_all(cx, &field.attrs, Place::Content);
        }
        Self { ident: &variant.ident, fields: &variant.fields, carried: carried(&variant.attrs) }
    }

    /// The message, when there is exactly one.
    pub(crate) fn message(&self) -> Option<&'a Type> {
        match self.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Some(&fields.unnamed[0].ty),
            _ => None,
        }
    }
}

/// A name without `r#`.
pub(crate) fn unraw(ident: &Ident) -> String {
    use syn::ext::IdentExt as _;
    ident.unraw().to_string()
}

/// The name of a generated form.
pub(crate) fn form_ident(ident: &Ident, suffix: &str) -> Ident {
    let span: Span = ident.span();
    Ident::new(&format!("{}{suffix}", unraw(ident)), span)
}

/// Docs, and what changes the warnings that a name causes.
fn carried(attrs: &[Attribute]) -> Vec<&Attribute> {
    const CARRIED: [&str; 4] = ["doc", "deprecated", "allow", "expect"];
    attrs.iter().filter(|attr| CARRIED.iter().any(|name| attr.path().is_ident(name))).collect()
}

fn packed(attr: &Attribute) -> Option<Path> {
    if !attr.path().is_ident("repr") {
        return None;
    }
    let items = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    items.iter().map(Meta::path).find(|path| path.is_ident("packed")).cloned()
}
