//! Types that are known by their names: what they become in a form, and that they lack no trait.

use crate::expand::env::Env;
use crate::expand::form::Kind;
use crate::expand::location::{at, located};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{GenericArgument, Path, PathArguments, Type};

/// Returns true for numbers, booleans, characters, and tuples and arrays of them.
pub(super) fn is_primitive(ty: &Type) -> bool {
    const PRIMITIVES: [&str; 16] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64", "bool", "char",
    ];
    match ty {
        Type::Path(path) => PRIMITIVES.iter().any(|name| path.path.is_ident(name)),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_primitive),
        Type::Array(array) => is_primitive(&array.elem),
        _ => false,
    }
}

/// The type in a generated form of one that is known: documentation shows it rather than a projection.
/// In the form that borrows it is `Copy`.
pub(super) fn in_form(env: &Env<'_>, ty: &Type, kind: Kind) -> Option<TokenStream> {
    let (span, de, shared) = (ty.span(), &env.de, kind == Kind::Shared);
    let [krate, door] = [&env.krate, &env.door].map(|path| located(path.clone(), span));
    match ty {
        _ if is_primitive(ty) => Some(ty.to_token_stream()),
        Type::Path(path) if path.path.is_ident("String") => Some(if shared {
            quote_spanned!(span=> #krate::TextShared)
        } else {
            quote_spanned!(span=> &#de ::core::primitive::str)
        }),
        Type::Path(path) => {
            let (last, inner) = argument(&path.path)?;
            if last == "Vec" && matches!(inner, Type::Path(byte) if byte.path.is_ident("u8")) {
                return Some(if shared {
                    quote_spanned!(span=> #door::Bytes)
                } else {
                    quote_spanned!(span=> &#de [#inner])
                });
            }
            let inner = in_form(env, inner, kind).filter(|_| last == "Option")?;
            Some(quote_spanned!(span=> ::core::option::Option<#inner>))
        }
        _ => None,
    }
}

/// Returns true if a type is known to be its own borrowed form.
pub(super) fn is_own_form(ty: &Type) -> bool {
    let inner = |path| argument(path).filter(|(last, _)| *last == "Option");
    is_primitive(ty)
        || matches!(ty, Type::Path(path) if inner(&path.path).is_some_and(|(_, ty)| is_own_form(ty)))
}

/// Returns true if a type is known to have all traits and forms.
pub(super) fn is_certain(ty: &Type) -> bool {
    match ty {
        Type::Path(path) if path.path.is_ident("String") => true,
        Type::Path(path) => {
            is_primitive(ty)
                || argument(&path.path).is_some_and(|(last, inner)| {
                    ["Vec", "Option", "Box"].iter().any(|name| last == name) && is_certain(inner)
                })
        }
        Type::Tuple(tuple) => tuple.elems.iter().all(is_certain),
        Type::Array(array) => is_certain(&array.elem),
        _ => false,
    }
}

/// The place of code that names the type of a field: the user's own token, of a type that may lack a
/// trait, so that the same error in several functions is reported once. Lints take it for the user's.
pub(super) fn place(ty: &Type) -> Span {
    if is_certain(ty) { at(ty) } else { ty.span() }
}

/// The name and the only argument of a type such as `Vec<u8>`.
fn argument(path: &Path) -> Option<(&proc_macro2::Ident, &Type)> {
    let segment = path.get_ident().is_none().then(|| path.segments.last())??;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match (path.segments.len(), arguments.args.len(), arguments.args.first()) {
        (1, 1, Some(GenericArgument::Type(inner))) => Some((&segment.ident, inner)),
        _ => None,
    }
}
