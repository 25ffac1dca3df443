//! The forms of a struct: as the user wrote it, borrowed, and shared.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Generics, Member, Type};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::model::{Borrowing, Field, form_ident};

/// Which form of a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// As the user wrote it.
    Owned,
    /// Borrowing from the input.
    Borrowed,
    /// Keeping the input alive by a count.
    Shared,
}

/// A form of a struct.
#[derive(Debug)]
pub(super) struct Form<'a> {
    /// Which one.
    pub(super) way: Way,
    /// Its name.
    pub(super) ident: Ident,
    /// Its parameters, with the bounds that its definition needs.
    pub(super) generics: Generics,
    /// Its fields.
    pub(super) fields: Vec<FormField<'a>>,
}

/// A field of a form.
#[derive(Debug)]
pub(super) struct FormField<'a> {
    /// The user's field.
    pub(super) field: &'a Field<'a>,
    /// Its type in this form.
    pub(super) ty: TokenStream,
    /// How that comes from the user's type.
    pub(super) way: Way,
}

impl<'a> Form<'a> {
    /// The user's struct.
    pub(super) fn owned(env: &Env<'a>) -> Self {
        let lifetime = env.model.borrowing() == Borrowing::Lifetime;
        let fields = env.model.fields().iter().map(|field| FormField {
            field,
            ty: field.ty.to_token_stream(),
            way: if lifetime && field.attrs.borrow.is_given() { Way::Borrowed } else { Way::Owned },
        });
        Self {
            way: Way::Owned,
            ident: env.model.ident.clone(),
            generics: bounds::owned(env),
            fields: fields.collect(),
        }
    }

    /// `FooRef<'de>`.
    pub(super) fn borrowed(env: &Env<'a>) -> Self {
        let (krate, de) = (&env.krate, &env.de);
        let whole = env.model.borrowing() == Borrowing::Whole;
        let fields = env.model.fields().iter().map(|field| {
            let ty = field.ty;
            if !whole && !field.attrs.borrow.is_given() {
                return FormField { field, ty: ty.to_token_stream(), way: Way::Owned };
            }
            let ty = quote_spanned!(at(ty)=> <#ty as #krate::Borrowable>::Ref<#de>);
            FormField { field, ty, way: Way::Borrowed }
        });
        Self {
            way: Way::Borrowed,
            ident: form_ident(env.model.ident, "Ref"),
            generics: bounds::borrowed(env),
            fields: fields.collect(),
        }
    }

    /// `FooShared`.
    pub(super) fn shared(env: &Env<'a>) -> Self {
        let krate = &env.krate;
        let fields = env.model.fields().iter().map(|field| {
            let ty = field.ty;
            let ty = quote_spanned!(at(ty)=> <#ty as #krate::Shareable>::Shared);
            FormField { field, ty, way: Way::Shared }
        });
        Self {
            way: Way::Shared,
            ident: form_ident(env.model.ident, "Shared"),
            generics: bounds::shared(env),
            fields: fields.collect(),
        }
    }
}

impl Form<'_> {
    /// The field that uses the lifetime of a form that borrows nothing, for
    /// want of fields.
    pub(super) fn marker_definition(&self, env: &Env<'_>) -> TokenStream {
        let de = &env.de;
        self.marked(&quote!(__input: ::core::marker::PhantomData<&#de ()>,))
    }

    /// Its value.
    pub(super) fn marker(&self) -> TokenStream {
        self.marked(&quote!(__input: ::core::marker::PhantomData,))
    }

    fn marked(&self, marker: &TokenStream) -> TokenStream {
        let needed = self.way == Way::Borrowed && self.fields.is_empty();
        if needed { marker.clone() } else { TokenStream::new() }
    }
}

impl FormField<'_> {
    /// How it is accessed.
    pub(super) const fn member(&self) -> &Member {
        &self.field.member
    }

    /// Where its mistakes are shown: at the user's type.
    pub(super) fn span(&self) -> Span {
        at(self.field.ty)
    }
}

/// The place of the user's type, for code that means what it would at the derive.
pub(super) fn at(ty: &Type) -> Span {
    ty.span().resolved_at(Span::call_site())
}
