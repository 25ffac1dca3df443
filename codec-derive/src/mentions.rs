//! Lifetimes that a field's type mentions and may borrow for, and types that its implementations
//! depend on.

use crate::gather::Gather as _;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::{
    AngleBracketedGenericArguments, BoundLifetimes, GenericArgument, GenericParam, Generics, Ident,
    Lifetime, NamedArg, Path, PathArguments, ReturnType, Token, Type, TypeParam, TypeParamBound,
    TypePath,
};

/// Lifetimes and types that one type mentions.
#[derive(Default)]
pub(crate) struct Mentions {
    /// `true` if it mentions a lifetime, other than `'static` and those that it binds itself.
    pub(crate) lifetime: bool,
    /// Names of lifetimes that it binds itself.
    pub(crate) binds: Vec<Ident>,
    /// `true` if it holds a reference to static data.
    pub(crate) static_reference: bool,
    /// `true` if it contains a macro, which may expand to anything.
    pub(crate) opaque: bool,
    /// Type parameters and their associated types: what bounds apply to.
    pub(crate) bounded: Vec<Spelled>,
    /// Type parameters that occur in a `PhantomData` alone.
    pub(crate) phantom: Vec<Ident>,
    /// Types with bounds that are keys of a map or elements of a set, and whether that hashes them.
    pub(crate) keys: Vec<(Spelled, bool)>,
}

/// A type, and its tokens as text, by which it is compared.
pub(crate) struct Spelled {
    /// The type.
    pub(crate) ty: Type,
    /// Its tokens.
    pub(crate) text: String,
}

/// The tokens of a type as text: the same for types that are written in the same way.
pub(crate) fn spelled(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

impl Mentions {
    /// Reads a type of a field of a type with these generics.
    pub(crate) fn of(ty: &Type, generics: &Generics) -> Self {
        let mut walk = Walk {
            params: generics.type_params().gathered(),
            bound: Vec::new(),
            in_phantom: false,
            found: Self::default(),
        };
        walk.ty(ty);
        walk.found
    }

    /// Returns `true` if it mentions a type parameter.
    pub(crate) fn generic(&self) -> bool {
        !self.bounded.is_empty() || !self.phantom.is_empty()
    }
}

struct Walk<'g> {
    params: Vec<&'g TypeParam>,
    /// Lifetimes bound by a surrounding `for<..>`.
    bound: Vec<Ident>,
    in_phantom: bool,
    found: Mentions,
}

impl Walk<'_> {
    /// The type parameter that a path begins with.
    fn param<'p>(&self, path: &'p Path) -> Option<&'p Ident> {
        let first = &path.segments.first()?.ident;
        let is_param = || self.params.iter().any(|param| param.ident == *first);
        (path.leading_colon.is_none() && is_param()).then_some(first)
    }

    fn depend_on(&mut self, ty: &Type) {
        let text = spelled(ty);
        if self.found.bounded.iter().all(|known| known.text != text) {
            self.found.bounded.push(Spelled { ty: ty.clone(), text });
        }
    }

    fn depend_on_phantom(&mut self, param: &Ident) {
        if !self.found.phantom.contains(param) {
            self.found.phantom.push(param.clone());
        }
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Array(array) => self.ty(&array.elem),
            Type::FnPtr(function) => self.binding(function.lifetimes.as_ref(), |walk| {
                walk.call(&function.inputs, &function.output);
            }),
            Type::Group(inner) => self.ty(&inner.elem),
            Type::ImplTrait(inner) => self.bounds(&inner.bounds),
            Type::Macro(_) => self.found.opaque = true,
            Type::Paren(inner) => self.ty(&inner.elem),
            Type::Path(path) => self.type_path(ty, path),
            Type::Ptr(pointer) => self.ty(&pointer.elem),
            Type::Reference(reference) => {
                if let Some(lifetime) = &reference.lifetime {
                    self.found.static_reference |= !self.in_phantom && lifetime.ident == "static";
                    self.lifetime(lifetime);
                }
                self.ty(&reference.elem);
            }
            Type::Slice(slice) => self.ty(&slice.elem),
            Type::TraitObject(object) => self.bounds(&object.bounds),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|elem| self.ty(elem)),
            _ => {}
        }
    }

    fn type_path(&mut self, ty: &Type, TypePath { qself, path, .. }: &TypePath) {
        if let (None, Some(param)) = (qself, self.param(path)) {
            if self.in_phantom {
                self.depend_on_phantom(param);
            } else {
                self.depend_on(ty);
            }
        }
        let before = self.found.bounded.len();
        if let Some(of) = qself {
            self.ty(&of.ty);
        }
        self.path(path);
        // The bounds of `<T as Trait>::Item` imply nothing about `T`.
        if qself.is_some() && self.found.bounded.len() > before {
            self.found.bounded.truncate(before);
            self.depend_on(ty);
        }
    }

    fn path(&mut self, path: &Path) {
        let around = self.in_phantom;
        self.in_phantom |= path.segments.last().is_some_and(|last| last.ident == "PhantomData");
        for segment in &path.segments {
            match &segment.arguments {
                PathArguments::None => {}
                PathArguments::AngleBracketed(given) => {
                    self.arguments(given);
                    self.key(&segment.ident, given);
                }
                PathArguments::Parenthesized(given) => self.call(&given.inputs, &given.output),
            }
        }
        self.in_phantom = around;
    }

    /// Notes the key of a map or set, if that is a type with bounds.
    fn key(&mut self, of: &Ident, given: &AngleBracketedGenericArguments) {
        let named = |names: [&str; 2]| names.iter().any(|name| of == name);
        let hashed = named(["HashMap", "HashSet"]);
        if let Some(GenericArgument::Type(key)) = given.args.first()
            && (hashed || named(["BTreeMap", "BTreeSet"]))
            && let text = spelled(key)
            && self.found.bounded.iter().any(|known| known.text == text)
        {
            self.found.keys.push((Spelled { ty: key.clone(), text }, hashed));
        }
    }

    fn arguments(&mut self, given: &AngleBracketedGenericArguments) {
        for argument in &given.args {
            match argument {
                GenericArgument::Lifetime(lifetime) => self.lifetime(lifetime),
                GenericArgument::Type(ty) => self.ty(ty),
                GenericArgument::AssocType(of) => {
                    of.generics.iter().for_each(|given| self.arguments(given));
                    self.ty(&of.ty);
                }
                GenericArgument::Constraint(of) => {
                    of.generics.iter().for_each(|given| self.arguments(given));
                    self.bounds(&of.bounds);
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, inputs: &Punctuated<NamedArg, Token![,]>, output: &ReturnType) {
        inputs.iter().for_each(|input| self.ty(&input.ty));
        if let ReturnType::Type(_, ty) = output {
            self.ty(ty);
        }
    }

    fn bounds(&mut self, bounds: &Punctuated<TypeParamBound, Token![+]>) {
        for bound in bounds {
            match bound {
                TypeParamBound::Trait(of) => {
                    self.binding(of.lifetimes.as_ref(), |walk| walk.path(&of.path));
                }
                TypeParamBound::Lifetime(lifetime) => self.lifetime(lifetime),
                _ => {}
            }
        }
    }

    fn lifetime(&mut self, lifetime: &Lifetime) {
        let own = lifetime.ident == "static" || self.bound.contains(&lifetime.ident);
        self.found.lifetime |= !own && !self.in_phantom;
    }

    /// Walks over what a `for<..>` is before.
    fn binding(&mut self, lifetimes: Option<&BoundLifetimes>, inner: impl FnOnce(&mut Self)) {
        let around = self.bound.len();
        for param in lifetimes.into_iter().flat_map(|bound| &bound.lifetimes) {
            if let GenericParam::Lifetime(param) = param {
                self.bound.push(param.lifetime.ident.clone());
                self.found.binds.push(param.lifetime.ident.clone());
            }
        }
        inner(self);
        self.bound.truncate(around);
    }
}

/// Returns true for a type whose path ends with one of these names.
pub(crate) fn is_named(ty: &Type, names: &[&str]) -> bool {
    holding(ty).is_some_and(|(last, _)| names.iter().any(|name| last == name))
}

/// The last name of a type's path, and its first argument that is a type.
pub(crate) fn holding(ty: &Type) -> Option<(&Ident, Option<&Type>)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let argument = match &last.arguments {
        PathArguments::AngleBracketed(given) => given.args.first(),
        _ => None,
    };
    let inner = argument.and_then(|given| match given {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    });
    Some((&last.ident, inner))
}

/// Returns true if the parameters of a type or their bounds name a lifetime.
pub(crate) fn names_lifetime(generics: &Generics, name: &str) -> bool {
    let of_params = generics.to_token_stream();
    holds_lifetime(of_params, name) || holds_lifetime(generics.where_clause.to_token_stream(), name)
}

fn holds_lifetime(tokens: TokenStream, name: &str) -> bool {
    let mut begun = false;
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) if begun && ident == name => return true,
            TokenTree::Group(group) if holds_lifetime(group.stream(), name) => return true,
            _ => {}
        }
        begun = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
    }
    false
}
