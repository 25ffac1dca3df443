//! The description of a struct, an enum, and their fields.

use proc_macro2::{Ident, Literal, Span, TokenStream};

use crate::attr::{Attr, Extent, OFFSET, REMAINING, Version, Width, any_name};
use crate::expand::env::Order;
use crate::expand::field::adapter::adapter;
use crate::expand::field::tag::number_of;
use crate::expand::location::at;
use crate::expand::schema::text::{doc, docs, spelled};
use crate::expand::schema::{Sheet, expression, optional};
use crate::gather::Gather as _;
use crate::model::{Encoding, Field, Fields, Style, Variant, unraw};
use crate::tags::{Number, tags};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};

/// Fields without attributes.
pub(super) struct Plain {
    /// The module for this number of fields.
    pub(super) module: Ident,
    pub(super) types: TokenStream,
    /// The names and doc comments, each followed by a NUL.
    pub(super) text: String,
}

/// The width of a count or a tag.
fn width(width: Width) -> TokenStream {
    let fixed = width.bytes().map(|bytes| quote!(__s::Width::Fixed(#bytes)));
    fixed.unwrap_or_else(|| quote!(__s::Width::Varint))
}

impl Sheet<'_, '_> {
    /// A struct.
    pub(super) fn structure(&self, fields: &Fields<'_>) -> TokenStream {
        let list = self.fields(&fields.list);
        let tuple = (fields.style == Style::Tuple).then(|| quote!(.tuple()));
        let attrs = &self.env.model.attrs;
        let versions =
            versions(&[("version", &attrs.version), ("readable_since", &attrs.readable_since)]);
        let around = self.around();
        quote!(__s::Struct::of(#list) #tuple #versions #around)
    }

    /// An enum.
    pub(super) fn enumeration(&self, variants: &[Variant<'_>]) -> TokenStream {
        let door = &self.env.door;
        let numbers = tags(self.env.model, variants);
        let list = variants.iter().zip(numbers).map(|(variant, number)| {
            let name = unraw(variant.ident);
            let fields = self.fields(&variant.fields.list);
            let doc = doc(&variant.carried);
            // A range is refused.
            let number = optional(number.map(|number| match number[0] {
                Number::Literal(number) => {
                    let number = Literal::u64_suffixed(u64::try_from(number).unwrap_or(u64::MAX));
                    quote!(#number)
                }
                Number::After(value, more) => {
                    let more = Literal::i128_suffixed(more);
                    let number = number_of(self.env, value);
                    quote_spanned!(at(value)=> #door::from_discriminant(#number + #more))
                }
            }));
            quote!(__s::Variant::of(#name, #number, #fields) #doc)
        });
        let list = list.between(',');
        let tag = self.env.model.attrs.tag.width.value().map(|tag| called("tag", &width(*tag)));
        let around = self.around();
        quote!(__s::Enum::new(const { &[#list] }) #tag #around)
    }

    /// The parts around the fields of a struct or an enum.
    fn around(&self) -> TokenStream {
        let attrs = &self.env.model.attrs;
        let order = Self::order(self.env.order());
        let magic = attrs.magic.value().map(|magic| called("magic", &Self::constant(magic)));
        let check = attrs.check.value().map(|check| called("check", &spelled(check)));
        quote!(#order #magic #check)
    }

    fn fields(&self, fields: &[Field<'_>]) -> TokenStream {
        if fields.is_empty() {
            return quote!(__s::Fields::new(&[]));
        }
        if let Some(Plain { module, types, text }) = self.plain(fields) {
            return quote!(__s::#module::fields::<#types>(#text));
        }
        let list = fields.iter().map(|field| self.field(field, fields)).between(',');
        quote!(__s::Fields::new(const { &[#list] }))
    }

    /// Fields without attributes, which one call describes: most of what a description costs in
    /// compile time is a call for each field.
    pub(super) fn plain(&self, fields: &[Field<'_>]) -> Option<Plain> {
        let plain = |field: &Field<'_>| field.attrs.is_empty() && self.is_settled(field.ty);
        if !(1..=16).contains(&fields.len()) || !fields.iter().all(plain) {
            return None;
        }
        let mut text = String::new();
        for field in fields {
            let doc = docs(&field.carried).unwrap_or_default();
            if doc.contains('\0') {
                return None;
            }
            text.extend([field.name().as_str(), "\0", &doc, "\0"]);
        }
        let module = format_ident!("fields_{}", fields.len());
        Some(Plain { module, types: fields.iter().map(|field| field.ty).between(','), text })
    }

    fn field(&self, field: &Field<'_>, all: &[Field<'_>]) -> TokenStream {
        let (name, attrs) = (field.name(), &field.attrs);
        let doc = doc(&field.carried);
        if attrs.is_empty() && self.is_settled(field.ty) {
            let ty = field.ty;
            return quote!(__s::field::<#ty>(#name) #doc);
        }
        // Of a run of bits, all or none is described.
        let mut widths = all.iter().filter_map(|field| field.attrs.bits.value());
        let over = widths.find(|width| is_over(width, all));
        let bits = attrs.bits.value().and(over);
        let pads = [&attrs.pad_before, &attrs.pad_after, &attrs.align].map(Attr::value);
        let pad = pads.into_iter().flatten().find(|pad| is_over(pad, all));
        let condition = attrs.condition.value().filter(|_| field.is_defaulted());
        let parts = [("padded by", pad), ("bits, as many as", bits), ("present if", condition)];
        let opaque = parts.into_iter().find_map(|(words, value)| Some((words, value?)));
        let opaque = opaque.map(|(words, value)| format!("{words} {}", spelled(value)));
        if let Some(text) = opaque {
            let opaque = quote! {
                __s::SchemaRef::new(const { &__s::Schema::new(#name, __s::Kind::Opaque(#text)) })
            };
            return quote!(__s::Field::new(#name, #opaque) #doc .encoding(__s::FieldEncoding::With));
        }
        let (ty, encoding) = (self.ty(field), Self::encoding(field, all));
        let around = Self::extent(field, all);
        let padding = Self::padding(field);
        let order = Self::order(Order::of(&attrs.be, &attrs.le));
        let earlier = &all[..field.index];
        let any = |_: &syn::Expr| true;
        let given = [("count", &attrs.count), ("condition", &attrs.condition)];
        let given = expressions(&given, earlier, &any);
        let limits = [("least", &attrs.min), ("most", &attrs.max)];
        let limits = expressions(&limits, earlier, &|limit| is_over(limit, all));
        let computed = expressions(&[("computed", &attrs.computed)], all, &any);
        let versions = versions(&[
            ("since", &attrs.since),
            ("removed", &attrs.removed),
            ("retired", &attrs.retired),
        ]);
        let default = attrs.default.value().and_then(Option::as_ref);
        let default = default.map(|value| called("default", &spelled(value)));
        let check = attrs.check.value().map(|check| called("check", &spelled(check)));
        quote! {
            __s::Field::new(#name, #ty)
                #doc #order #given #encoding #around #padding #versions #default #check
                #limits #computed
        }
    }

    /// The description of the field's type.
    pub(super) fn ty(&self, field: &Field<'_>) -> TokenStream {
        let attrs = &field.attrs;
        match field.encoding() {
            Encoding::Plain | Encoding::Counted | Encoding::Tail | Encoding::Detached => {
                self.reference(field.ty)
            }
            Encoding::Ended => self.ended(field),
            Encoding::Magic | Encoding::Skip | Encoding::Span => {
                quote!(<() as __s::Describe>::SCHEMA)
            }
            Encoding::Bits => bits(field),
            Encoding::Adapted | Encoding::Terminated => self.adapted(field, &spelled(field.ty)),
            Encoding::With => {
                let (path, name) = (attrs.with.value(), spelled(field.ty));
                let text = path.map(spelled);
                // The module's own description shadows the one here, if it has one.
                let opaque = quote_spanned! {at(&path)=>
                    {
                        #[allow(unused)]
                        const SCHEMA: __s::SchemaRef = __s::SchemaRef::new(
                            &__s::Schema::new(#name, __s::Kind::Opaque(#text))
                        );
                        {
                            #[allow(unused_imports)]
                            use #path::*;
                            SCHEMA
                        }
                    }
                };
                if !attrs.condition.is_given() {
                    return opaque;
                }
                quote! {
                    __s::SchemaRef::new(const {
                        &__s::Schema::new(#name, __s::Kind::Optional(#opaque))
                    })
                }
            }
        }
    }

    /// The description of a sequence that ends with an element, where its type has one.
    fn ended(&self, field: &Field<'_>) -> TokenStream {
        let (ty, name) = (field.ty, spelled(field.ty));
        if !self.is_settled(ty) {
            return self.reference(ty);
        }
        found(
            at(ty),
            &quote!(Undescribed),
            &quote!(Described::<#ty>),
            &name,
            "it ends with an element",
        )
    }

    /// The description of what an adapter writes, where it has one.
    fn adapted(&self, field: &Field<'_>, name: &str) -> TokenStream {
        let Some(adapter) = adapter(self.env, field) else { return TokenStream::new() };
        let (ty, adapter_name) = (field.ty, field.attrs.adapter.value().map(spelled));
        let words = adapter_name.unwrap_or_else(|| name.to_owned());
        let found = |ty: &TokenStream| {
            let of = quote!(DescribedWith::<#adapter, #ty>);
            found(at(field.ty), &quote!(UndescribedWith), &of, name, &words)
        };
        if !field.attrs.condition.is_given() {
            return found(&quote!(#ty));
        }
        // The value is adapted when it is present, under the condition.
        let inner = found(&quote!(<#ty as __s::OptionOf>::Some));
        quote! {
            __s::SchemaRef::new(const { &__s::Schema::new(#name, __s::Kind::Optional(#inner)) })
        }
    }

    /// The call that sets the length in bytes, where it is given.
    fn extent(field: &Field<'_>, all: &[Field<'_>]) -> Option<TokenStream> {
        let (attrs, earlier) = (&field.attrs, &all[..field.index]);
        let told = match attrs.bytes.value()? {
            Extent::Width(given) => {
                let given = width(*given);
                quote!(__s::ExtentLen::Prefix(#given))
            }
            Extent::Expression(len) => {
                let len = expression::expand(len, earlier);
                quote!(__s::ExtentLen::Expression(#len))
            }
        };
        let limits = Self::limits(field, all);
        Some(quote!(.bytes(__s::Extent::new(#told) #limits)))
    }

    /// The call that sets the padding around it.
    fn padding(field: &Field<'_>) -> Option<TokenStream> {
        let attrs = &field.attrs;
        if !field.is_padded() {
            return None;
        }
        let value = |value: Option<&syn::Expr>, none: usize| {
            let none = Literal::usize_suffixed(none);
            value.map_or_else(|| quote!(#none), |value| quote_spanned!(at(value)=> #value))
        };
        let before = value(attrs.pad_before.value(), 0);
        let after = value(attrs.pad_after.value(), 0);
        let align = value(attrs.align.value(), 1);
        Some(quote!(.padding(__s::Padding::new(#before, #after, #align))))
    }

    /// The call that sets how it is encoded, where that is not by its type alone.
    fn encoding(field: &Field<'_>, all: &[Field<'_>]) -> TokenStream {
        let attrs = &field.attrs;
        match field.encoding() {
            // The description of an adapter is that of the field.
            Encoding::Plain | Encoding::Adapted | Encoding::Terminated => TokenStream::new(),
            Encoding::With => quote!(.encoding(__s::FieldEncoding::With)),
            Encoding::Ended => {
                let Some(syn::Expr::Closure(closure)) = field.end() else {
                    return TokenStream::new();
                };
                let end = expression::last(closure, &all[..field.index]);
                let open = attrs.tail.is_given();
                quote!(.until(__s::Until::new(#end, #open)))
            }
            Encoding::Detached => {
                let earlier = &all[..field.index];
                let tag = attrs.tag.value().map(|tag| expression::expand(tag, earlier));
                quote!(.tag(#tag))
            }
            Encoding::Bits => {
                let width = attrs.bits.value();
                let check = refusing_bits(field).map(|name| quote!(.check(#name)));
                quote_spanned!(at(&width)=> .bits({ const __WIDTH: ::core::primitive::u32 = #width; __WIDTH }) #check)
            }
            Encoding::Tail => quote!(.encoding(__s::FieldEncoding::Tail)),
            Encoding::Skip => quote!(.encoding(__s::FieldEncoding::Skip)),
            Encoding::Magic => {
                let magic = attrs.magic.value().map(Self::constant);
                quote!(.magic(#magic))
            }
            Encoding::Span => {
                let span = Self::span(field, all);
                quote!(.span(#span))
            }
            Encoding::Counted => {
                let len = attrs.len.value().map(|len| {
                    let (call, width) = (if len.signed { "nullable" } else { "len" }, len.width);
                    called(call, &self::width(width))
                });
                // With `bytes`, limits are on the bytes.
                let own = !attrs.bytes.is_given();
                let limits = own.then(|| Self::limits(field, all));
                let indexed = attrs.index.is_given().then(|| quote!(.indexed(true)));
                quote!(.encoding(__s::FieldEncoding::Counted) #len #limits #indexed)
            }
        }
    }

    /// The calls that set limits which are constants.
    fn limits(field: &Field<'_>, all: &[Field<'_>]) -> TokenStream {
        let limits = [("min", &field.attrs.min), ("max", &field.attrs.max)];
        let limits = limits.into_iter().filter_map(|(call, attr)| {
            let limit = attr.value().filter(|limit| !is_over(limit, all))?;
            Some(called(call, &quote!(#limit)))
        });
        limits.gathered()
    }

    /// The description of the fields that a span covers.
    fn span(field: &Field<'_>, all: &[Field<'_>]) -> TokenStream {
        let Some(Some(run)) = field.attrs.span.value() else { return quote!(__s::Span::Whole) };
        let names: Vec<_> = all.iter().map(Field::name).gathered();
        let (first, last) = run.ends(&names).unwrap_or_default();
        let [first, last] = [first, last].map(|index| u16::try_from(index).unwrap_or(u16::MAX));
        quote!(__s::Span::Fields(#first, #last))
    }
}

/// The description of a bit field: for a type of the user's, a number.
fn bits(field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    if refusing_bits(field).is_some() {
        return quote!(<::core::primitive::u64 as __s::Describe>::SCHEMA);
    }
    quote_spanned!(at(ty)=> <#ty as __s::Describe>::SCHEMA)
}

/// The type of a bit field that may refuse some values.
fn refusing_bits(field: &Field<'_>) -> Option<String> {
    const PLAIN: [&str; 9] = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "bool"];
    let name = spelled(field.ty);
    (!PLAIN.contains(&&*name)).then_some(name)
}

/// Returns whether an expression names fields, the context, or a position.
fn is_over(limit: &syn::Expr, all: &[Field<'_>]) -> bool {
    let words = ["context", REMAINING, OFFSET];
    let own = |name: &str| words.contains(&name) || all.iter().any(|field| field.name() == name);
    any_name(&limit.to_token_stream(), &own)
}

/// The calls that set expressions over fields, of those that are `such`.
fn expressions(
    all: &[(&str, &Attr<syn::Expr>)],
    fields: &[Field<'_>],
    such: &dyn Fn(&syn::Expr) -> bool,
) -> TokenStream {
    let given = all.iter().filter_map(|(call, attr)| Some((call, attr.value()?)));
    let such = given.filter(|(_, value)| such(value));
    such.map(|(call, value)| called(call, &expression::expand(value, fields))).gathered()
}

/// The description that `of` finds, where the type has one; else a type that is opaque.
pub(super) fn found(
    place: Span,
    without: &TokenStream,
    of: &TokenStream,
    name: &str,
    words: &str,
) -> TokenStream {
    quote_spanned! {place=> {
        #[allow(unused_imports)]
        use __s::#without as _;
        match __s::#of::FOUND {
            ::core::option::Option::Some(found) => found,
            ::core::option::Option::None => __s::SchemaRef::new(const {
                &__s::Schema::new(#name, __s::Kind::Opaque(#words))
            }),
        }
    }}
}

/// The calls that set versions.
fn versions(all: &[(&str, &Attr<Version>)]) -> TokenStream {
    let given = all.iter().filter_map(|(call, attr)| Some((call, attr.value()?.0)));
    given.map(|(call, version)| called(call, &version)).gathered()
}

/// A call of a method.
pub(super) fn called(method: &str, argument: &impl quote::ToTokens) -> TokenStream {
    let method = Ident::new(method, Span::call_site());
    quote!(.#method(#argument))
}
