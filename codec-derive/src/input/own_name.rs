//! `Self` in the types of fields, which in a generated form would be that form.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Data, DeriveInput, GenericArgument, Ident, PathArguments, Type, TypeGenerics};

/// Writes the type's name in place of `Self`.
pub(crate) fn spell_out(input: &mut DeriveInput) {
    let fields: Vec<_> = match &mut input.data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => {
            data.variants.iter_mut().flat_map(|variant| variant.fields.iter_mut()).collect()
        }
        Data::Union(_) => Vec::new(),
    };
    for field in fields.into_iter().filter(|field| says_self(&field.ty)) {
        let (_, arguments, _) = input.generics.split_for_impl();
        let tokens = replaced(field.ty.to_token_stream(), &input.ident, &arguments);
        if let Ok(ty) = syn::parse2(tokens) {
            field.ty = ty;
        }
    }
}

fn says_self(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.segments.iter().any(|segment| {
                let PathArguments::AngleBracketed(given) = &segment.arguments else {
                    return segment.ident == "Self";
                };
                given
                    .args
                    .iter()
                    .any(|one| matches!(one, GenericArgument::Type(ty) if says_self(ty)))
            }) || path.qself.as_ref().is_some_and(|qself| says_self(&qself.ty))
        }
        Type::Array(inner) => says_self(&inner.elem),
        Type::Group(inner) => says_self(&inner.elem),
        Type::Paren(inner) => says_self(&inner.elem),
        Type::Reference(inner) => says_self(&inner.elem),
        Type::Slice(inner) => says_self(&inner.elem),
        Type::Tuple(inner) => inner.elems.iter().any(says_self),
        _ => false,
    }
}

fn replaced(tokens: TokenStream, name: &Ident, arguments: &TypeGenerics<'_>) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut all = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(own) if own == "Self" => {
                let mut name = name.clone();
                name.set_span(own.span());
                let is_prefix =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                all.extend(if is_prefix {
                    quote!(<#name #arguments>)
                } else {
                    quote!(#name #arguments)
                });
            }
            TokenTree::Group(group) => {
                let inner = replaced(group.stream(), name, arguments);
                all.extend([TokenTree::from(Group::new(group.delimiter(), inner))]);
            }
            token => all.extend([token]),
        }
    }
    all
}
