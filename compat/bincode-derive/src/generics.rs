//! The generics of an impl: those of the type, and those that the traits add.
#![forbid(unsafe_code)]

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Lifetime, Type, parse_quote};

use crate::attributes::Bounds;

/// Names that generated code adds, unlikely to collide with the user's.
pub(crate) fn context() -> Type {
    parse_quote!(__Context)
}

/// The head of an impl of `trait_path` for the type: with a bound `each` on its type
/// parameters, or with the bounds that the user wrote.
pub(crate) struct Head<'a> {
    pub(crate) name: &'a syn::Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) trait_path: TokenStream,
    pub(crate) bounds: Option<&'a Bounds>,
    /// `true` if the context is a parameter of the impl.
    pub(crate) open_context: bool,
    /// `true` if the impl borrows from the input.
    pub(crate) borrows: bool,
}

impl Head<'_> {
    /// The impl, with these items.
    pub(crate) fn impl_of(&self, items: &TokenStream) -> TokenStream {
        let Self { name, trait_path, .. } = self;
        let mut generics = self.generics.clone();
        for parameter in &mut generics.params {
            match parameter {
                GenericParam::Type(parameter) => parameter.default = None,
                GenericParam::Const(parameter) => parameter.default = None,
                GenericParam::Lifetime(_) => {}
            }
        }
        let (_, ty_generics, _) = self.generics.split_for_impl();
        let types: Vec<_> =
            self.generics.type_params().map(|parameter| parameter.ident.clone()).collect();
        let lifetimes: Vec<Lifetime> =
            self.generics.lifetimes().map(|parameter| parameter.lifetime.clone()).collect();
        let clause = generics.make_where_clause();
        if let Some(bounds) = self.bounds {
            clause.predicates.extend(bounds.iter().cloned());
        } else {
            for ident in types {
                clause.predicates.push(parse_quote!(#ident: #trait_path));
            }
            if self.borrows {
                for lifetime in lifetimes {
                    clause.predicates.push(parse_quote!('__de: #lifetime));
                }
            }
        }
        if self.borrows {
            generics.params.insert(0, parse_quote!('__de));
        }
        if self.open_context {
            generics.params.push(parse_quote!(__Context));
        }
        let (impl_generics, _, clause) = generics.split_for_impl();
        let (impl_generics, ty_generics) =
            (impl_generics.to_token_stream(), ty_generics.to_token_stream());
        quote! {
            #[automatically_derived]
            impl #impl_generics #trait_path for #name #ty_generics #clause {
                #items
            }
        }
    }
}
