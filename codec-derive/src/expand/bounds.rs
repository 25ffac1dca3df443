//! The bounds of the implementations, on type parameters alone: bounds on the types of
//! fields would show private types, and be infinite for types that contain themselves.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics, LifetimeParam, Type};

use crate::expand::env::Env;
use crate::expand::form::{Kind, borrows, shares};
use crate::expand::impls::definition::chosen_derives;
use crate::expand::known::is_certain;
use crate::mentions::Spelled;
use crate::model::{Body, Borrowing, Encoding, Field, Fields, Style};

/// The part of the bounds that the user may give for one kind of implementation; for all, none.
type Purpose = &'static str;

const ALL: Purpose = "";
const ENCODE: Purpose = "encode";
const DECODE: Purpose = "decode";
const BORROW: Purpose = "borrow";
const SHARED: Purpose = "shared";

/// A type parameter, or an associated type of one, that occurs in a field's type.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
#[derive(Default)]
struct Use<'a> {
    /// Always given.
    ty: Option<&'a Type>,
    /// Its tokens as text.
    text: &'a str,
    /// `true` if a field that borrows mentions it.
    borrowed: bool,
    /// `true` if a field that doesn't borrow mentions it.
    plain: bool,
    /// `true` if a field that shares mentions it, and is encoded as its type says.
    shared: bool,
    /// `true` if it occurs in a field that is encoded as its type says, and is owned in the form
    /// that shares.
    unshared: bool,
    /// `true` if it occurs in a field that is encoded as its type says.
    is_on_wire: bool,
    /// `true` if it occurs in a field with a count, or in a tail.
    counted: bool,
    /// `true` if it occurs in a field with a table of offsets.
    indexed: bool,
    /// `true` if a value of it may have to be made.
    absent: bool,
    /// `true` if it occurs in a field of which a default is written.
    retired: bool,
    /// `true` if it occurs in a field that is resumed by its type alone.
    resumed: bool,
}

/// Empty where the user gives the bounds.
fn uses<'a>(env: &Env<'a>, purpose: Purpose) -> Vec<Use<'a>> {
    let mut uses: Vec<Use<'a>> = Vec::new();
    let bound = env.model.attrs.bound.value();
    if env.model.is_converted() {
        return uses;
    }
    if bound.is_some_and(|bound| [ALL, purpose].iter().any(|part| bound.of(part).is_some())) {
        return uses;
    }
    let lifetime = env.model.borrowing() == Borrowing::Lifetime;
    for field in env.model.fields() {
        let marked = lifetime && field.attrs.borrow.is_given();
        let borrows = marked || (!lifetime && borrows(env, field));
        for Spelled { ty, text } in &field.mentions.bounded {
            let index = uses.iter().position(|known| known.text == text).unwrap_or_else(|| {
                uses.push(Use { ty: Some(ty), text, ..Use::default() });
                uses.len() - 1
            });
            let known = &mut uses[index];
            known.borrowed |= borrows;
            known.plain |= !borrows;
            known.shared |= field.needs_traits() && shares(field);
            known.unshared |= field.needs_traits() && !shares(field);
            known.is_on_wire |= field.needs_traits();
            known.indexed |= field.attrs.index.is_given();
            known.counted |= !field.attrs.index.is_given()
                && matches!(field.encoding(), Encoding::Ended | Encoding::Counted | Encoding::Tail);
            known.resumed |= field.is_resumed();
            known.retired |= field.attrs.retired.is_given();
            known.absent |=
                field.may_be_absent() && !matches!(field.attrs.default.value(), Some(Some(_)));
        }
    }
    uses
}

/// Adds the predicates that the user gives for a purpose.
fn given(env: &Env<'_>, purpose: Purpose, mut generics: Generics) -> Generics {
    let predicates = env.model.attrs.bound.value().and_then(|bound| bound.of(purpose));
    for predicate in predicates.into_iter().flat_map(|given| &given.0) {
        generics.make_where_clause().predicates.push(predicate.clone());
    }
    generics
}

/// Adds a predicate.
///
/// # Panics
/// Never: all that are passed consist of a type, a bound, and what is between them.
pub(super) fn require(generics: &mut Generics, predicate: TokenStream) {
    let predicate = syn::parse2(predicate).expect("a predicate");
    generics.make_where_clause().predicates.push(predicate);
}

/// The parameters of a form, with the bounds that its definition needs.
pub(super) fn definition(env: &Env<'_>, kind: Kind) -> Generics {
    match kind {
        Kind::Owned => owned(env),
        Kind::Borrowed => borrowed(env),
        Kind::Shared => shared(env),
    }
}

/// The parameters of a form, with the bounds of its implementations.
pub(super) fn of_form(env: &Env<'_>, kind: Kind) -> Generics {
    sized(env, kind, definition(env, kind))
}

/// Adds the bound that a generated form has a size.
///
/// A type has a size if its last fields have one: where one has no borrowed form, each mention of the
/// type would be an error. Where the type of the field is known, no bound is needed.
pub(super) fn sized(env: &Env<'_>, kind: Kind, mut generics: Generics) -> Generics {
    if let Some((form, of)) = formed(env, kind) {
        let any = &env.any;
        require(&mut generics, quote!(for<#any> #form: #of));
    }
    generics
}

/// The place of the field of a struct that its form defines last: one that has a size by its name,
/// where there is one and nothing depends on the order, or else the last.
pub(super) fn defined_last(env: &Env<'_>, kind: Kind, fields: &Fields<'_>) -> Option<usize> {
    let is_sized = |field: &Field<'_>| !kind.takes(env, field) || is_certain(field.ty);
    let kept = fields.style != Style::Named || chosen_derives(env, kind).is_some();
    let sized = fields.list.iter().rposition(is_sized).filter(|_| !kept);
    sized.or(fields.list.len().checked_sub(1))
}

/// The form and the trait which says that it has a size, of a struct whose last field may have none.
pub(super) fn formed(env: &Env<'_>, kind: Kind) -> Option<(TokenStream, TokenStream)> {
    let Body::Struct(fields) = &env.model.data else { return None };
    let last = &fields.list[defined_last(env, kind, fields)?];
    Some(last).filter(|last| kind.takes(env, last) && !is_certain(last.ty))?;
    let (any, door, ident) = (&env.any, &env.door, kind.ident(env));
    let lifetime = (kind == Kind::Borrowed).then(|| quote!(<#any>));
    let is_concrete = env.model.generics.params.is_empty();
    is_concrete.then(|| (quote!(#ident #lifetime), quote!(#door::Formed<#any>)))
}

/// The user's parameters.
fn owned(env: &Env<'_>) -> Generics {
    let mut generics = env.model.generics.clone();
    if env.model.attrs.bound.value().is_some_and(|bound| bound.of(ALL).is_some()) {
        return given(env, ALL, generics);
    }
    // `PhantomData<T>` requires this of `T`.
    for param in env.model.fields().flat_map(|field| &field.mentions.phantom) {
        require(&mut generics, quote!(#param: ::core::marker::Sync));
    }
    keys(env, Kind::Owned, generics)
}

/// Adds the bounds of keys in a form.
fn keys(env: &Env<'_>, kind: Kind, mut generics: Generics) -> Generics {
    let (krate, any) = (&env.krate, &env.any);
    if env.model.is_converted() {
        return generics;
    }
    let kept = |field: &&Field<'_>| {
        field.needs_traits() && (kind == Kind::Owned || kind.takes(env, field))
    };
    for (Spelled { ty: key, .. }, hashed) in
        env.model.fields().filter(kept).flat_map(|field| &field.mentions.keys)
    {
        let hash = hashed.then(|| quote!(+ ::core::cmp::Eq + ::core::hash::Hash));
        let order = if *hashed { quote!(#krate::MapKey) } else { quote!(::core::cmp::Ord) };
        require(
            &mut generics,
            match kind {
                Kind::Owned => quote!(#key: #order #hash),
                Kind::Borrowed => {
                    quote!(for<#any> <#key as #krate::Borrowable>::Ref<#any>: #order)
                }
                Kind::Shared => quote!(<#key as #krate::Shareable>::Shared: #order #hash),
            },
        );
        if kind == Kind::Borrowed {
            require(&mut generics, quote!(#key: 'static));
        }
    }
    generics
}

/// The bounds of the form that borrows.
fn borrowed(env: &Env<'_>) -> Generics {
    let (krate, de) = (&env.krate, &env.de);
    let mut generics = owned(env);
    for param in env.model.generics.type_params() {
        let param = &param.ident;
        require(&mut generics, quote!(#param: #de));
    }
    for Use { ty, .. } in uses(env, BORROW).iter().filter(|known| known.borrowed) {
        require(&mut generics, quote!(#ty: #krate::BorrowableElement + ::core::marker::Sync));
    }
    with_input(env, given(env, BORROW, keys(env, Kind::Borrowed, generics)))
}

/// The same, and the lifetime of the input.
pub(super) fn with_input(env: &Env<'_>, mut generics: Generics) -> Generics {
    let input = LifetimeParam::new(env.de.clone());
    generics.params.insert(0, GenericParam::Lifetime(input));
    generics
}

/// The bounds of the form that shares.
fn shared(env: &Env<'_>) -> Generics {
    let krate = &env.krate;
    let mut generics = owned(env);
    for Use { ty, .. } in uses(env, SHARED).iter().filter(|known| known.shared) {
        require(&mut generics, quote!(#ty: #krate::ShareableElement));
    }
    given(env, SHARED, keys(env, Kind::Shared, generics))
}

/// The bounds of a form's implementation of a trait that a type implements when all its parts do.
pub(super) fn fieldwise(env: &Env<'_>, kind: Kind, of: &TokenStream) -> Generics {
    partwise(env, kind, of, uses(env, ALL), of_form(env, kind))
}

/// Like [`fieldwise`], for some of the types, in addition to other bounds.
fn partwise<'a>(
    env: &Env<'a>,
    kind: Kind,
    of: &TokenStream,
    uses: impl IntoIterator<Item = Use<'a>>,
    mut generics: Generics,
) -> Generics {
    let (krate, de) = (&env.krate, &env.de);
    for Use { ty, text, borrowed, plain, shared, unshared, is_on_wire, .. } in uses {
        let (own, parts) = match kind {
            Kind::Owned => (is_on_wire, None),
            _ if !is_on_wire => (true, None),
            Kind::Borrowed => {
                let parts = [
                    quote!(<#ty as #krate::Borrowable>::Ref<#de>),
                    quote!(<#ty as #krate::BorrowableElement>::Seq<#de>),
                ];
                (plain, borrowed.then_some(parts))
            }
            Kind::Shared => {
                let parts = [
                    quote!(<#ty as #krate::Shareable>::Shared),
                    quote!(<#ty as #krate::ShareableElement>::SharedSeq),
                ];
                (unshared, shared.then_some(parts))
            }
        };
        if own {
            require(&mut generics, quote!(#ty: #of));
        }
        // An order of the borrowed keys, whatever their lifetime, says already that they are equal or not.
        let ordered = kind == Kind::Borrowed
            && of.to_string().ends_with("PartialEq")
            && env
                .model
                .fields()
                .flat_map(|field| &field.mentions.keys)
                .any(|(key, hashed)| key.text == text && !hashed);
        for part in parts.into_iter().flatten().skip(usize::from(ordered)) {
            require(&mut generics, quote!(#part: #of));
        }
    }
    generics
}

/// The bounds of encoding a form.
pub(super) fn encodable(env: &Env<'_>, kind: Kind) -> Generics {
    let (krate, de) = (&env.krate, &env.de);
    let encode = quote!(#krate::Encode);
    let mut generics = partwise(env, kind, &encode, uses(env, ENCODE), of_form(env, kind));
    for Use { ty, borrowed, shared, counted, indexed, .. } in uses(env, ENCODE) {
        let sequence = match kind {
            Kind::Borrowed if borrowed => quote!(<#ty as #krate::BorrowableElement>::Seq<#de>),
            Kind::Shared if shared => quote!(<#ty as #krate::ShareableElement>::SharedSeq),
            Kind::Owned | Kind::Borrowed | Kind::Shared => continue,
        };
        if counted {
            require(&mut generics, quote!(#sequence: #krate::field::Counted));
        }
        if indexed {
            require(&mut generics, quote!(#sequence: #krate::field::EncodeIndexed));
        }
    }
    given(env, ENCODE, generics)
}

/// Adds the bounds of making a value of a field that is not on the wire.
fn absent(env: &Env<'_>, mut generics: Generics) -> Generics {
    for Use { ty, .. } in uses(env, DECODE).iter().filter(|known| known.absent) {
        require(&mut generics, quote!(#ty: ::core::default::Default));
    }
    generics
}

/// Adds the bounds of comparing a retired field with its default.
fn retired(env: &Env<'_>, kind: Kind, generics: Generics) -> Generics {
    let krate = &env.krate;
    let retired = uses(env, DECODE).into_iter().filter(|known| known.retired);
    partwise(env, kind, &quote!(#krate::Encode), retired, generics)
}

/// The bounds of decoding a form without borrowing.
pub(super) fn decodable(env: &Env<'_>, kind: Kind) -> Generics {
    let mut generics = of_form(env, kind);
    let krate = &env.krate;
    for Use { ty, unshared, is_on_wire, .. } in uses(env, DECODE) {
        // `Shareable` implies already that the shared forms can be decoded.
        if if kind == Kind::Shared { unshared } else { is_on_wire } {
            require(&mut generics, quote!(#ty: #krate::Decodable));
        }
    }
    let generics = given(env, DECODE, generics);
    absent(env, retired(env, kind, generics))
}

/// The bounds of decoding from pieces.
pub(super) fn resumable(env: &Env<'_>, kind: Kind) -> Generics {
    let krate = &env.krate;
    let mut generics = decodable(env, kind);
    for Use { ty, .. } in uses(env, DECODE).iter().filter(|known| known.resumed) {
        require(&mut generics, quote!(#ty: #krate::push::PushDecode));
    }
    generics
}

/// The bounds of decoding a form while borrowing, and the lifetime of the input.
pub(super) fn decodable_ref(env: &Env<'_>, kind: Kind) -> Generics {
    let (krate, de) = (&env.krate, &env.de);
    let mut generics = of_form(env, kind);
    let own = env.model.borrowing() == Borrowing::Lifetime;
    if own {
        // All lifetimes of the struct are the input's.
        for other in env.model.generics.lifetimes().skip(1) {
            let other = &other.lifetime;
            require(&mut generics, quote!(#de: #other));
            require(&mut generics, quote!(#other: #de));
        }
    }
    for Use { ty, borrowed, plain, is_on_wire, .. } in uses(env, DECODE) {
        if borrowed && own {
            require(&mut generics, quote!(#ty: #krate::DecodableRef<#de>));
        }
        if plain && is_on_wire {
            require(&mut generics, quote!(#ty: #krate::Decodable));
        }
    }
    let generics = given(env, DECODE, generics);
    absent(env, retired(env, kind, generics))
}

/// The bounds of converting the user's struct to the borrowed form and back.
pub(super) fn borrowable(env: &Env<'_>, mut generics: Generics) -> Generics {
    let krate = &env.krate;
    for param in env.model.generics.type_params() {
        let param = &param.ident;
        require(&mut generics, quote!(#param: ::core::marker::Sync));
    }
    for Use { ty, borrowed, plain, is_on_wire, .. } in uses(env, BORROW) {
        if borrowed {
            require(&mut generics, quote!(#ty: #krate::BorrowableElement + ::core::marker::Sync));
        }
        if plain {
            let bounds = quote!(::core::clone::Clone + ::core::marker::Sync);
            require(&mut generics, quote!(#ty: #bounds));
        }
        if plain && is_on_wire {
            require(&mut generics, quote!(#ty: #krate::Decodable));
        }
    }
    // Its form is decoded under the bounds of decoding.
    let generics = given(env, DECODE, given(env, BORROW, generics));
    absent(env, keys(env, Kind::Borrowed, generics))
}

/// The bounds of a form's implementation for elements of sequences: threads share those that are
/// borrowed. A bound with a lifetime may be false for a type without parameters, which then has no
/// such implementation.
pub(super) fn element(env: &Env<'_>, mut generics: Generics) -> Generics {
    let any = &env.any;
    require(&mut generics, quote!(for<#any> &#any Self: ::core::marker::Send));
    generics
}
