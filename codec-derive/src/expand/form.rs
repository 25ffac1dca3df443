//! The forms of a type: as the user wrote it, borrowed, and shared.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Generics, Member, Type};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::known::{self, is_certain};
use crate::expand::location::{at, headed, located, placed};
use crate::gather::Gather as _;
use crate::input::own_name::says;
use crate::mentions::{holding, is_named};
use crate::model::{Body, Borrowing, Encoding, Field, Fields, Style, Variant};

/// A form of a type.
pub(super) struct Form<'a> {
    /// The kind of form that this is.
    pub(super) kind: Kind,
    /// Its name.
    pub(super) ident: Ident,
    /// Its parameters, with the bounds that its definition needs.
    pub(super) generics: Generics,
    /// One of a struct, one a variant of an enum.
    pub(super) arms: Vec<Arm<'a>>,
}

/// The fields of a struct, or those of one variant.
pub(super) struct Arm<'a> {
    /// The variant, of an enum.
    pub(super) variant: Option<&'a Variant<'a>>,
    /// The notation of the fields.
    pub(super) style: Style,
    /// Its name in traces.
    pub(super) name: String,
    /// In the order of the wire.
    pub(super) fields: Vec<FormField<'a>>,
}

/// A field of a form.
pub(super) struct FormField<'a> {
    /// The user's field.
    pub(super) field: &'a Field<'a>,
    /// Its type in this form.
    pub(super) ty: TokenStream,
    /// The form of the user's type that `ty` is.
    pub(super) kind: Kind,
}

impl<'a> Form<'a> {
    /// The body of a function over a reader: with many fields, over a local copy of it, which stays
    /// in registers.
    pub(super) fn hoisted(&self, door: &TokenStream, body: TokenStream) -> TokenStream {
        if !self.is_hoisted() {
            return body;
        }
        quote!(#door::read_hoisted(__r, |__r| { #body }))
    }

    /// Returns `true` if there are enough fields for a local reader or writer, and not so many that
    /// they are handled in groups.
    pub(super) fn is_hoisted(&self) -> bool {
        self.arms.iter().any(|arm| (2..=16).contains(&arm.fields.len()))
    }

    /// The attributes of a function over all fields. When there are few of them, it is inlined
    /// everywhere, in the loops over sequences above all: because of its many exits, the compiler
    /// would estimate that it is too large for that.
    pub(super) fn inline(&self) -> TokenStream {
        if self.is_long() { quote!(#[inline]) } else { inline_always() }
    }

    /// Returns true if there are over 32 arms and fields: a function over all of them is long.
    pub(super) fn is_long(&self) -> bool {
        self.arms.iter().map(|arm| 1 + arm.fields.len()).sum::<usize>() > 32
    }

    /// Returns `true` if a value takes several pieces of memory, judging by the names of its types:
    /// to decode one takes so long that a call more does not matter. A value of an enum has the
    /// fields of one variant.
    pub(super) fn allocates(&self) -> bool {
        self.arms.iter().any(|arm| {
            let owned = arm.fields.iter().filter(|field| field.kind != Kind::Borrowed);
            owned.filter(|field| is_collection(field.field.ty)).count() >= 2
        })
    }

    /// Returns true if a field's type names the type itself, so that values contain others.
    pub(super) fn nests(&self, owner: &Ident) -> bool {
        self.fields().any(|field| says(field.field.ty.to_token_stream(), &owner.to_string()))
    }

    /// The user's type.
    pub(super) fn owned(env: &Env<'a>) -> Self {
        let lifetime = env.model.borrowing() == Borrowing::Lifetime;
        let arms = arms(env, |field| FormField {
            field,
            ty: field.ty.to_token_stream(),
            kind: if lifetime && field.attrs.borrow.is_given() {
                Kind::Borrowed
            } else {
                Kind::Owned
            },
        });
        let ident = env.model.ident.clone();
        Self { kind: Kind::Owned, ident, generics: bounds::definition(env, Kind::Owned), arms }
    }

    /// A generated form: `FooRef<'de>` or `FooShared`.
    pub(super) fn generated(env: &Env<'a>, kind: Kind) -> Self {
        let de = &env.de;
        let projected = |field: &Field<'_>| {
            let (ty, form) = (headed(field.ty), form_trait(env, field, kind));
            let own = if kind == Kind::Shared { quote!(Shared) } else { quote!(Ref<#de>) };
            let own = located(own, field.ty.span());
            quote_spanned!(field.ty.span()=> <#ty as #form>::#own)
        };
        let mut arms = arms(env, |field| {
            if !kind.takes(env, field) {
                return FormField { field, ty: field.ty.to_token_stream(), kind: Kind::Owned };
            }
            let ty = known::in_form(env, field.ty, kind).unwrap_or_else(|| projected(field));
            FormField { field, ty, kind }
        });
        // The form that borrows has a lifetime, which a field must mention.
        let borrowed = arms.iter_mut().flat_map(|arm| &mut arm.fields);
        let mut borrowed = borrowed.filter(|field| field.kind == Kind::Borrowed).peekable();
        if let Some(first) = borrowed.next_if(|first| known::is_own_form(first.field.ty))
            && borrowed.all(|field| known::is_own_form(field.field.ty))
        {
            first.ty = projected(first.field);
        }
        let (ident, generics) = (kind.ident(env), bounds::of_form(env, kind));
        Self { kind, ident, generics, arms }
    }

    /// All fields.
    pub(super) fn fields(&self) -> std::vec::IntoIter<&FormField<'a>> {
        let mut all = Vec::new();
        for arm in &self.arms {
            all.extend(&arm.fields);
        }
        all.into_iter()
    }

    /// The place to report a mistake of its fields that concerns the whole form: the first field, of
    /// a generated form, whose type may have no form.
    pub(super) fn place(&self) -> Span {
        self.doubtful().map_or_else(Span::call_site, |place| place.resolved_at(Span::call_site()))
    }

    /// The same code, as the user's, there; at its own place if there is no such field.
    pub(super) fn placed(&self, code: TokenStream) -> TokenStream {
        if let Some(place) = self.doubtful() { located(code, place) } else { code }
    }

    /// The type of that field.
    fn doubtful(&self) -> Option<Span> {
        let mut fields = self.fields().filter(|_| self.kind != Kind::Owned);
        fields.find(|field| !is_certain(field.field.ty)).map(FormField::own)
    }

    /// The field that uses the lifetime of a struct that borrows nothing: its
    /// member, when one is needed.
    pub(super) fn marker_member(&self) -> Option<Member> {
        let [Arm { variant: None, style, fields, .. }] = &*self.arms else { return None };
        let borrows = fields.iter().any(|field| field.kind == Kind::Borrowed);
        (self.kind == Kind::Borrowed && !borrows).then(|| match style {
            Style::Tuple if !fields.is_empty() => Member::from(fields.len()),
            _ => Member::from(format_ident!("__input")),
        })
    }

    /// Its value, as part of a struct expression.
    pub(super) fn marker(&self) -> TokenStream {
        let member = self.marker_member();
        member.map_or_else(TokenStream::new, |member| quote!(#member: ::core::marker::PhantomData,))
    }
}

fn arms<'a>(env: &Env<'a>, form_field: impl Fn(&'a Field<'a>) -> FormField<'a>) -> Vec<Arm<'a>> {
    let fields =
        |fields: &'a Fields<'a>| -> Vec<_> { fields.list.iter().map(&form_field).gathered() };
    match &env.model.data {
        Body::Struct(list) => {
            let name = env.name.clone();
            vec![Arm { variant: None, style: list.style, name, fields: fields(list) }]
        }
        Body::Enum(variants) => {
            let arm = |variant: &'a Variant<'a>| Arm {
                variant: Some(variant),
                style: variant.fields.style,
                name: format!("{}::{}", env.name, crate::model::unraw(variant.ident)),
                fields: fields(&variant.fields),
            };
            variants.iter().map(arm).gathered()
        }
        Body::Union(_) => Vec::new(),
    }
}

impl Arm<'_> {
    /// The path of a value of this arm, for a type named `of`.
    pub(super) fn path(&self, of: &TokenStream) -> TokenStream {
        match self.variant {
            Some(variant) => {
                let ident = variant.ident;
                quote!(#of::#ident)
            }
            None => of.clone(),
        }
    }

    /// A pattern that binds each field to its name with this prefix.
    pub(super) fn pattern(&self, of: &TokenStream, prefix: &str) -> TokenStream {
        let path = self.path(of);
        let fields = self.fields.iter().map(|field| {
            let (member, name) = (field.member(), field.binding(prefix));
            quote!(#member: #name,)
        });
        let fields = fields.tokens();
        // Rest, for the marker of a form that borrows nothing.
        let rest = self.variant.is_none().then(|| quote!(..));
        quote!(#path { #fields #rest })
    }

    /// A value of this arm, each field from its expression.
    pub(super) fn value(
        &self,
        of: &TokenStream,
        marker: &TokenStream,
        values: &[TokenStream],
    ) -> TokenStream {
        let path = self.path(of);
        if self.style == Style::Tuple && marker.is_empty() {
            let values = values.iter().between(',');
            let value = quote_spanned!(of.span()=> #path(#values));
            return match &*self.fields {
                [field] => placed(value, field.span()),
                _ => value,
            };
        }
        let fields = self.fields.iter().zip(values).map(|(field, value)| {
            let member = field.member();
            quote!(#member: #value,)
        });
        let fields = fields.tokens();
        quote_spanned!(of.span()=> #path { #fields #marker })
    }
}

/// Returns `true` if this is, by name, a string or a collection of `std`, or an option of one.
fn is_collection(ty: &Type) -> bool {
    const NAMES: &str = "String Vec VecDeque BinaryHeap HashMap HashSet BTreeMap BTreeSet PathBuf";
    holding(ty).is_some_and(|(name, inner)| match inner {
        Some(inner) if name == "Option" => is_collection(inner),
        _ => NAMES.split(' ').any(|known| name == known),
    })
}

impl FormField<'_> {
    /// The name or index to access it by.
    pub(super) fn member(&self) -> Member {
        let mut member = self.field.member.clone();
        match &mut member {
            _ if is_certain(self.field.ty) => {}
            Member::Named(name) => name.set_span(name.span().located_at(self.own())),
            Member::Unnamed(index) => index.span = index.span.located_at(self.own()),
        }
        member
    }

    /// A local name for it.
    pub(super) fn binding(&self, prefix: &str) -> Ident {
        Ident::new(&format!("__{prefix}{}", self.field.index), self.own())
    }

    /// The place where its mistakes are reported: the user's type.
    pub(super) fn span(&self) -> Span {
        at(self.field.ty)
    }

    /// The same, as [`known::place`] has it.
    pub(super) fn own(&self) -> Span {
        known::place(self.field.ty)
    }
}

/// Tuples of the user's types are types of generated code, which no user could make simpler.
pub(super) fn allowed() -> TokenStream {
    quote!(#[allow(clippy::ref_option_ref, clippy::type_complexity)])
}

/// The attributes of a function that is inlined where that pays: without optimisation,
/// it would only take longer to compile.
pub(super) fn inline_always() -> TokenStream {
    quote! {
        #[cfg_attr(not(debug_assertions), inline(always))]
    }
}

/// The kind of a form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The type as the user wrote it.
    Owned,
    /// Borrowing from the input.
    Borrowed,
    /// Keeping the input alive by reference counting.
    Shared,
}

impl Kind {
    /// The name of a type in this form.
    pub(super) fn ident(self, env: &Env<'_>) -> Ident {
        match self {
            Self::Owned => env.model.ident.clone(),
            Self::Borrowed => env.model.borrowed_ident(),
            Self::Shared => env.model.shared_ident(),
        }
    }

    /// Returns true if a field has another type in this form.
    pub(super) fn takes(self, env: &Env<'_>, field: &Field<'_>) -> bool {
        match self {
            Self::Owned => false,
            Self::Borrowed => borrows(env, field),
            Self::Shared => shares(field),
        }
    }
}

/// Returns `true` if the form that borrows borrows this field.
pub(super) fn borrows(env: &Env<'_>, field: &Field<'_>) -> bool {
    let (whole, marked) =
        (env.model.borrowing() == Borrowing::Whole, field.attrs.borrow.is_given());
    has_form(field, marked, whole, whole || marked)
}

/// Returns `true` if a form has another type for this field, by how that is encoded: by an adapter, as
/// a span of bytes, or otherwise.
fn has_form(field: &Field<'_>, adapted: bool, span: bool, other: bool) -> bool {
    match field.encoding() {
        _ if field.attrs.own.is_given() => false,
        Encoding::Skip | Encoding::Magic | Encoding::Bits => false,
        Encoding::With | Encoding::Adapted => adapted,
        // Offsets are the same in every form.
        Encoding::Span => span && !is_named(field.ty, &["Range"]),
        Encoding::Plain
        | Encoding::Counted
        | Encoding::Tail
        | Encoding::Terminated
        | Encoding::Ended
        | Encoding::Detached => other,
    }
}

/// The trait that says what a field becomes in a form, and converts it.
pub(super) fn form_trait(env: &Env<'_>, field: &Field<'_>, kind: Kind) -> TokenStream {
    let span = field.ty.span();
    let krate = located(env.krate.clone(), span);
    match kind {
        Kind::Shared => quote_spanned!(span=> #krate::Shareable),
        Kind::Owned | Kind::Borrowed => quote_spanned!(span=> #krate::Borrowable),
    }
}

/// Returns `true` if the form that shares shares this field.
pub(super) fn shares(field: &Field<'_>) -> bool {
    has_form(field, false, true, true)
}
