//! What a field's type mentions: lifetimes that it may borrow for, and types
//! that its implementations depend on.

use syn::visit::{self, Visit};
use syn::{
    BoundLifetimes, DeriveInput, Generics, Ident, Lifetime, Path, TraitBound, Type, TypeFnPtr,
    TypeParam, TypePath, TypeReference,
};

/// What one type mentions.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    /// Whether it mentions a lifetime, other than `'static` and those that it
    /// binds itself.
    pub(crate) lifetime: bool,
    /// Whether it holds a reference to static data.
    pub(crate) static_reference: bool,
    /// Whether it contains a macro, which may expand to anything.
    pub(crate) opaque: bool,
    /// Type parameters and their associated types: what bounds apply to.
    pub(crate) bounded: Vec<Type>,
    /// Type parameters that occur in a `PhantomData` alone.
    pub(crate) phantom: Vec<Ident>,
}

impl Mentions {
    /// Reads a type of a field of a type with these generics.
    pub(crate) fn of(ty: &Type, generics: &Generics) -> Self {
        let mut walk = Walk {
            params: generics.type_params().collect(),
            bound: Vec::new(),
            in_phantom: false,
            found: Self::default(),
        };
        walk.visit_type(ty);
        walk.found
    }

    /// Whether it mentions a type parameter.
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
    fn is_param(&self, ident: &Ident) -> bool {
        self.params.iter().any(|param| param.ident == *ident)
    }

    fn depend_on(&mut self, ty: &Type) {
        if !self.found.bounded.contains(ty) {
            self.found.bounded.push(ty.clone());
        }
    }

    fn depend_on_phantom(&mut self, param: &Ident) {
        if !self.found.phantom.contains(param) {
            self.found.phantom.push(param.clone());
        }
    }
}

fn starts_with(path: &Path, is_param: impl Fn(&Ident) -> bool) -> Option<&Ident> {
    let first = &path.segments.first()?.ident;
    (path.leading_colon.is_none() && is_param(first)).then_some(first)
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_type(&mut self, ty: &'ast Type) {
        if let Type::Path(TypePath { qself: None, path, .. }) = ty
            && let Some(param) = starts_with(path, |ident| self.is_param(ident))
        {
            if self.in_phantom {
                self.depend_on_phantom(param);
            } else {
                self.depend_on(ty);
            }
        }
        let before = self.found.bounded.len();
        visit::visit_type(self, ty);
        // What `<T as Trait>::Item` needs implies nothing about `T`.
        if matches!(ty, Type::Path(TypePath { qself: Some(_), .. }))
            && self.found.bounded.len() > before
        {
            self.found.bounded.truncate(before);
            self.depend_on(ty);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let phantom = path.segments.last().is_some_and(|last| last.ident == "PhantomData");
        let around = self.in_phantom;
        self.in_phantom |= phantom;
        visit::visit_path(self, path);
        self.in_phantom = around;
    }

    fn visit_type_macro(&mut self, _: &'ast syn::TypeMacro) {
        self.found.opaque = true;
    }

    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        self.found.static_reference |= !self.in_phantom
            && reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
        visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        let own = lifetime.ident == "static" || self.bound.contains(&lifetime.ident);
        self.found.lifetime |= !own && !self.in_phantom;
    }

    fn visit_bound_lifetimes(&mut self, _: &'ast BoundLifetimes) {}

    fn visit_type_fn_ptr(&mut self, function: &'ast TypeFnPtr) {
        let around = self.bound.len();
        self.bound.extend(bound_names(function.lifetimes.as_ref()));
        visit::visit_type_fn_ptr(self, function);
        self.bound.truncate(around);
    }

    fn visit_trait_bound(&mut self, bound: &'ast TraitBound) {
        let around = self.bound.len();
        self.bound.extend(bound_names(bound.lifetimes.as_ref()));
        visit::visit_trait_bound(self, bound);
        self.bound.truncate(around);
    }
}

fn bound_names(lifetimes: Option<&BoundLifetimes>) -> impl Iterator<Item = Ident> {
    lifetimes.into_iter().flat_map(|bound| &bound.lifetimes).filter_map(|param| match param {
        syn::GenericParam::Lifetime(param) => Some(param.lifetime.ident.clone()),
        _ => None,
    })
}

/// The names of all lifetimes in a type definition, bound ones included: what
/// a generated lifetime must not be called.
pub(crate) fn lifetime_names(input: &DeriveInput) -> Vec<String> {
    struct Names(Vec<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
            self.0.push(lifetime.ident.to_string());
        }
        fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    }
    let mut names = Names(Vec::new());
    names.visit_derive_input(input);
    names.0
}
