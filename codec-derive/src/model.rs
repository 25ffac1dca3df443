//! A type as the derives see it, before any rule is checked against it.

use std::cell::OnceCell;

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Expr, Generics, Ident, Member, Meta, Path, Token, Type,
    Visibility,
};

use crate::attr::{
    Attr, Computed, Ctxt, Effect, FieldAttrs, FormOptions, REMAINING, Target, TypeAttrs,
    VariantAttrs, free_words, is_asked, refuse_all,
};
use crate::gather::Gather as _;
use crate::mentions::{Mentions, names_lifetime};

/// A type to derive for.
pub(crate) struct Model<'a> {
    /// Its name.
    pub(crate) ident: &'a Ident,
    /// Its visibility.
    pub(crate) vis: &'a Visibility,
    /// Its parameters.
    pub(crate) generics: &'a Generics,
    /// The contents of `#[codec(..)]`.
    pub(crate) attrs: TypeAttrs,
    /// Attributes that its generated forms carry as well.
    pub(crate) carried: Vec<&'a Attribute>,
    /// The `packed` of its `repr`.
    pub(crate) packed: Option<Path>,
    /// The integer of its `repr`, whose values its discriminants are.
    pub(crate) number: Option<Path>,
    /// `true` if its `repr` defines its layout in memory: that of C, or of its only field.
    pub(crate) laid_out: bool,
    /// Its fields or variants.
    pub(crate) data: Body<'a>,
    borrowing: OnceCell<Borrowing>,
}

/// The fields or variants of a type.
pub(crate) enum Body<'a> {
    /// A struct.
    Struct(Fields<'a>),
    /// An enum.
    Enum(Vec<Variant<'a>>),
    /// A union, with the keyword.
    Union(Token![union]),
}

/// The fields of a struct, or of a variant.
pub(crate) struct Fields<'a> {
    /// The notation of the fields.
    pub(crate) style: Style,
    /// In the order of the wire.
    pub(crate) list: Vec<Field<'a>>,
}

/// The notation of the fields of a struct.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `{ a: A }`
    Named,
    /// `(A)`
    Tuple,
    /// Neither.
    Unit,
}

/// A field of a struct or of a variant.
pub(crate) struct Field<'a> {
    /// Its index among the fields.
    pub(crate) index: usize,
    /// Its name or index.
    pub(crate) member: Member,
    /// Its visibility.
    pub(crate) vis: &'a Visibility,
    /// Its type.
    pub(crate) ty: &'a Type,
    /// The contents of `#[codec(..)]`.
    pub(crate) attrs: FieldAttrs,
    /// Attributes that it carries to generated forms.
    pub(crate) carried: Vec<&'a Attribute>,
    /// The lifetimes and types that its type mentions.
    pub(crate) mentions: Mentions,
    /// Words that expressions know besides fields, as long as no field has the name.
    pub(crate) words: Vec<&'static str>,
}

/// The encoding of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// The type encodes itself.
    Plain,
    /// A module of the user's encodes it.
    With,
    /// An adapter encodes it, which has no forms.
    Adapted,
    /// The content of an enum whose tag other fields give.
    Detached,
    /// Bits of a word that it shares with its neighbours.
    Bits,
    /// A string or bytes, up to a byte that ends them.
    Terminated,
    /// A sequence, up to an element that ends it.
    Ended,
    /// After a count of its own, or with that of another field.
    Counted,
    /// The rest of the input.
    Tail,
    /// A constant.
    Magic,
    /// A value that is not on the wire.
    Skip,
    /// The position of other fields, which is not on the wire.
    Span,
}

/// A variant of an enum.
pub(crate) struct Variant<'a> {
    /// Its name.
    pub(crate) ident: &'a Ident,
    /// Its content.
    pub(crate) fields: Fields<'a>,
    /// The contents of `#[codec(..)]`.
    pub(crate) attrs: VariantAttrs,
    /// Its discriminant in Rust, when one is written.
    pub(crate) discriminant: Option<&'a Expr>,
    /// Attributes that it carries to generated forms.
    pub(crate) carried: Vec<&'a Attribute>,
}

/// The way in which a struct is decoded while borrowing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Borrowing {
    /// Nothing is borrowed.
    None,
    /// Through a generated form that borrows every field.
    Whole,
    /// Through a generated form that borrows the marked fields.
    Marked,
    /// The type borrows itself, since it has a lifetime.
    Lifetime,
}

impl<'a> Model<'a> {
    /// Builds the model of a type, and reads its attributes.
    pub(crate) fn new(cx: &Ctxt, input: &'a DeriveInput) -> Self {
        let attrs = TypeAttrs::parse(cx, &input.attrs);
        let data = match &input.data {
            Data::Struct(data) => {
                Body::Struct(Fields::new(cx, &data.fields, &input.generics, Target::Field))
            }
            Data::Enum(data) => {
                let messages = attrs.messages.is_given();
                let place = if messages { Target::Content } else { Target::Field };
                let variant = |variant| Variant::new(cx, variant, &input.generics, place);
                Body::Enum(data.variants.iter().map(variant).gathered())
            }
            Data::Union(data) => Body::Union(data.union_token),
        };
        Self {
            ident: &input.ident,
            vis: &input.vis,
            generics: &input.generics,
            attrs,
            carried: carried(&input.attrs),
            packed: input.attrs.iter().find_map(|attr| repr(attr, &["packed"])),
            number: input.attrs.iter().find_map(|attr| repr(attr, &INTEGERS)),
            laid_out: input.attrs.iter().any(|attr| repr(attr, &["C", "transparent"]).is_some()),
            data,
            borrowing: OnceCell::new(),
        }
    }

    /// The fields of a struct, or those of one variant after the other.
    pub(crate) fn groups(&self) -> Vec<&Fields<'a>> {
        match &self.data {
            Body::Struct(fields) => vec![fields],
            Body::Enum(variants) => variants.iter().map(|variant| &variant.fields).gathered(),
            Body::Union(_) => Vec::new(),
        }
    }

    /// The variants of an enum.
    pub(crate) fn variants(&self) -> &[Variant<'a>] {
        if let Body::Enum(variants) = &self.data { variants } else { &[] }
    }

    /// All fields.
    pub(crate) fn fields(&self) -> std::vec::IntoIter<&Field<'a>> {
        let mut all = Vec::new();
        for fields in self.groups() {
            all.extend(&fields.list);
        }
        all.into_iter()
    }

    /// Returns true if this lifetime's name is used in the type's parameters or fields. Those
    /// that fields do not bind themselves are parameters.
    pub(crate) fn names_lifetime(&self, name: &str) -> bool {
        names_lifetime(self.generics, name)
            || self.fields().any(|field| field.mentions.binds.iter().any(|bound| bound == name))
    }

    /// The way in which the type is decoded while borrowing.
    ///
    /// Needed for every field: it is computed once.
    pub(crate) fn borrowing(&self) -> Borrowing {
        *self.borrowing.get_or_init(|| self.find_borrowing())
    }

    fn find_borrowing(&self) -> Borrowing {
        let marked = || self.fields().any(|field| field.attrs.borrow.is_given());
        match (self.generics.lifetimes().next(), &self.attrs) {
            (Some(_), _) => Borrowing::Lifetime,
            (None, attrs) if attrs.plain.is_given() => Borrowing::None,
            (None, attrs) if attrs.borrow.is_given() => Borrowing::Whole,
            (None, _) if marked() => Borrowing::Marked,
            (None, _) => Borrowing::None,
        }
    }

    /// Returns `true` if it has no other forms, being its own: it has `plain`, or it is an enum
    /// whose variants hold nothing of the input, except for one that keeps an unknown tag.
    pub(crate) fn is_own_form(&self) -> bool {
        match &self.data {
            _ if self.attrs.plain.is_given() => true,
            Body::Enum(variants) if !self.attrs.messages.is_given() => {
                variants.iter().all(|variant| {
                    let mut fields = variant.fields.list.iter().skip(variant.keeps_tag().into());
                    variant.attrs.other.is_given() || fields.all(|field| !field.needs_traits())
                })
            }
            _ => false,
        }
    }

    /// Returns `true` if it is encoded as another type.
    pub(crate) const fn is_converted(&self) -> bool {
        let attrs = &self.attrs;
        attrs.from.is_given() || attrs.try_from.is_given() || attrs.into.is_given()
    }

    /// The name of the form that borrows.
    pub(crate) fn borrowed_ident(&self) -> Ident {
        self.form_ident(&self.attrs.borrow, "Ref")
    }

    /// The name of the form that shares.
    pub(crate) fn shared_ident(&self) -> Ident {
        self.form_ident(&self.attrs.shared, "Shared")
    }

    /// The name of a form: chosen, or with a suffix and the span of the attribute, where another
    /// one can be chosen if it is taken.
    fn form_ident(&self, attr: &Attr<FormOptions>, suffix: &str) -> Ident {
        let chosen = attr.value().and_then(|options| options.name.clone());
        let mut ident = chosen.unwrap_or_else(|| form_ident(self.ident, suffix));
        if let Some(name) = attr.name().and_then(Path::get_ident)
            && attr.value().is_none_or(|options| options.name.is_none())
        {
            ident.set_span(self.ident.span().located_at(name.span()));
        }
        ident
    }
}

impl<'a> Fields<'a> {
    fn new(cx: &Ctxt, fields: &'a syn::Fields, generics: &Generics, place: Target) -> Self {
        let style = match fields {
            syn::Fields::Named(_) => Style::Named,
            syn::Fields::Unnamed(_) => Style::Tuple,
            syn::Fields::Unit => Style::Unit,
        };
        let names: Vec<_> = fields.members().map(|member| name(&member)).gathered();
        let list = fields.members().zip(fields).enumerate().map(|(index, (member, field))| Field {
            index,
            member,
            words: free_words(&names),
            vis: &field.vis,
            ty: &field.ty,
            attrs: field_attrs(cx, &field.attrs, place),
            carried: carried(&field.attrs),
            mentions: Mentions::of(&field.ty, generics),
        });
        Self { style, list: list.gathered() }
    }
}

/// The attributes of a field. What a variant of an enum of messages holds can have none.
fn field_attrs(cx: &Ctxt, attrs: &[Attribute], place: Target) -> FieldAttrs {
    if place == Target::Content {
        refuse_all(cx, attrs, place);
        return FieldAttrs::default();
    }
    FieldAttrs::parse(cx, attrs)
}

impl Field<'_> {
    /// The name that traces and diagnostics show.
    pub(crate) fn name(&self) -> String {
        name(&self.member)
    }

    /// The encoding of the field.
    pub(crate) fn encoding(&self) -> Encoding {
        let attrs = &self.attrs;
        // With `bytes`, limits are on the bytes.
        let limited = attrs.max.is_given() || attrs.min.is_given();
        let counted = attrs.count.is_given()
            || attrs.index.is_given()
            || (limited && !attrs.bytes.is_given());
        let given = [
            (attrs.skip.is_given(), Encoding::Skip),
            (attrs.span.is_given(), Encoding::Span),
            (attrs.magic.is_given(), Encoding::Magic),
            (attrs.with.is_given(), Encoding::With),
            (attrs.tag.is_given(), Encoding::Detached),
            (attrs.bits.is_given(), Encoding::Bits),
            (attrs.adapter.is_given() || attrs.varint.is_given(), Encoding::Adapted),
            (self.end().is_some(), Encoding::Ended),
            (attrs.until.is_given(), Encoding::Terminated),
            (attrs.tail.is_given(), Encoding::Tail),
            (attrs.len.is_given() || counted, Encoding::Counted),
        ];
        let first = given.into_iter().find(|(is_given, _)| *is_given);
        first.map_or(Encoding::Plain, |(_, encoding)| encoding)
    }

    /// Returns `true` if it is on the wire.
    pub(crate) fn is_on_wire(&self) -> bool {
        !matches!(self.encoding(), Encoding::Skip | Encoding::Span)
    }

    /// Returns `true` if the type of the field decides how it is encoded.
    pub(crate) fn needs_traits(&self) -> bool {
        use Encoding::{Counted, Detached, Ended, Plain, Tail};
        matches!(self.encoding(), Plain | Ended | Counted | Tail | Detached)
    }

    /// Returns true if an expression asks for one of the words, which no field has as its name.
    pub(crate) fn asks_in(&self, expression: &Expr, word: &'static str) -> bool {
        self.words.contains(&word) && is_asked(expression, word)
    }

    /// Returns true if any of its expressions does.
    pub(crate) fn asks(&self, word: &'static str) -> bool {
        if self.attrs.is_empty() {
            return false;
        }
        let all = self.attrs.earlier().into_iter().chain(self.attrs.checked());
        all.into_iter().any(|expression| self.asks_in(expression, word))
    }

    /// Returns true if how many bytes it takes depends on how many there are.
    pub(crate) fn is_rest(&self) -> bool {
        let attrs = &self.attrs;
        let all = [attrs.condition.value(), attrs.count.value(), attrs.tag.value(), attrs.extent()];
        all.into_iter().flatten().any(|one| self.asks_in(one, REMAINING))
    }

    /// The closure that decides which element is the last.
    pub(crate) fn end(&self) -> Option<&Expr> {
        self.attrs.until.value().filter(|until| matches!(until, Expr::Closure(_)))
    }

    /// Returns `true` if its type determines how to resume it when it was cut.
    pub(crate) fn is_resumed(&self) -> bool {
        let attrs = &self.attrs;
        matches!(self.encoding(), Encoding::Plain | Encoding::Counted)
            && !self.is_nullable()
            && !attrs.index.is_given()
            && !attrs.whole.is_given()
            && !attrs.bytes.is_given()
    }

    /// The expression that computes it.
    pub(crate) fn computed(&self) -> Option<Computed> {
        self.attrs.computed.value().map(Computed::of)
    }

    /// Returns `true` if it is computed from bytes, once all fields are written.
    pub(crate) fn is_late(&self) -> bool {
        self.computed().is_some_and(|computed| computed.is_late())
    }

    /// Returns `true` if its length may encode that it is absent.
    pub(crate) fn is_nullable(&self) -> bool {
        self.attrs.len.value().is_some_and(|len| len.signed)
    }

    /// Returns `true` if there is padding before or after it.
    pub(crate) const fn is_padded(&self) -> bool {
        let attrs = &self.attrs;
        attrs.pad_before.is_given() || attrs.pad_after.is_given() || attrs.align.is_given()
    }

    /// Returns `true` if it takes the rest of the input, rather than a part of known length.
    pub(crate) fn is_open_tail(&self) -> bool {
        let tail = match self.encoding() {
            Encoding::Tail => true,
            Encoding::Ended => self.attrs.tail.is_given(),
            _ => false,
        };
        tail && !self.attrs.bytes.is_given()
    }

    /// Returns whether it has a default where its condition is false, so that it is no option.
    pub(crate) const fn is_defaulted(&self) -> bool {
        self.attrs.condition.is_given() && self.attrs.default.is_given()
    }

    /// Returns whether a value that is not on the wire may have to be made.
    pub(crate) fn may_be_absent(&self) -> bool {
        let attrs = &self.attrs;
        attrs.skip.is_given()
            || attrs.since.value().is_some_and(|since| since.0 > 1)
            || attrs.removed.is_given()
            || attrs.retired.is_given()
    }

    /// Returns `true` if its type alone determines how it is encoded.
    pub(crate) fn is_plain(&self) -> bool {
        self.attrs.given().iter().all(|(entry, _)| entry.effect != Effect::Wire)
    }
}

impl<'a> Variant<'a> {
    fn new(cx: &Ctxt, variant: &'a syn::Variant, generics: &Generics, place: Target) -> Self {
        Self {
            ident: &variant.ident,
            fields: Fields::new(cx, &variant.fields, generics, place),
            attrs: VariantAttrs::parse(cx, &variant.attrs),
            discriminant: variant.discriminant.as_ref().map(|(_, value)| value),
            carried: carried(&variant.attrs),
        }
    }

    /// Returns whether its first field is its tag: one that is unknown, or of a range.
    pub(crate) fn keeps_tag(&self) -> bool {
        self.attrs.other.is_given() || matches!(self.attrs.value.value(), Some(Expr::Range(_)))
    }

    /// The message, when there is exactly one.
    pub(crate) fn message(&self) -> Option<&'a Type> {
        match &self.fields {
            Fields { style: Style::Tuple, list } if list.len() == 1 => Some(list[0].ty),
            _ => None,
        }
    }
}

fn name(member: &Member) -> String {
    match member {
        Member::Named(ident) => unraw(ident),
        Member::Unnamed(index) => index.index.to_string(),
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

/// Docs, and attributes that change what others may do with it, or the warnings that it causes.
fn carried(attrs: &[Attribute]) -> Vec<&Attribute> {
    const CARRIED: [&str; 6] =
        ["doc", "deprecated", "allow", "expect", "must_use", "non_exhaustive"];
    attrs.iter().filter(|attr| CARRIED.iter().any(|name| attr.path().is_ident(name))).gathered()
}

/// The integer types that a `repr` may name.
const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// The first of these words that a `repr` contains.
fn repr(attr: &Attribute, words: &[&str]) -> Option<Path> {
    if !attr.path().is_ident("repr") {
        return None;
    }
    let items = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    let mut paths = items.iter().map(Meta::path);
    paths.find(|path| words.iter().any(|word| path.is_ident(word))).cloned()
}
