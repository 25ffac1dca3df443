//! One item of `#[codec(..)]`: a flag, or a name with a value.

use core::fmt::Display;

use proc_macro2::{Span, TokenTree};
use syn::meta::ParseNestedMeta;
use syn::parse::{ParseBuffer, ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Attribute, Error, Ident, LitStr, Meta, Path, Token};

use crate::attr::foreign::foreign;
use crate::attr::given::spelled;
use crate::attr::target::{places, suggestion};
use crate::attr::values::{Bound, FormOptions, TagAttrs, TagSource};
use crate::attr::{Attr, Ctxt, Target};
use crate::diagnostics::{
    BOUND_OF, DUPLICATE_ATTRIBUTE, Diagnostic, EMPTY_LIST, FOREIGN_ATTRIBUTE, FORM_NAME,
    FORM_OPTION, HANDLER_OPTION, MISPLACED_ATTRIBUTE, MISSING_VALUE, NOT_A_LIST, UNEXPECTED_VALUE,
    UNKNOWN_ATTRIBUTE,
};
use crate::gather::Gather as _;

/// An item that is being parsed.
pub(super) struct Item<'a, 'm> {
    cx: &'a Ctxt,
    meta: ParseNestedMeta<'m>,
}

impl Item<'_, '_> {
    /// Its name.
    pub(super) fn name(&self) -> String {
        spelled(&self.meta.path)
    }

    /// An item without a value.
    pub(super) fn flag(&self, attr: &mut Attr<()>) -> syn::Result<()> {
        attr.set(self.cx, &self.meta.path, ());
        self.refuse_value();
        skip_value(self.meta.input)
    }

    /// An item with a value; `example` is a whole item as it should be written.
    pub(super) fn value<T>(
        &self,
        attr: &mut Attr<T>,
        example: &str,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<()> {
        if let Some(value) = self.begun(example)? {
            attr.set(self.cx, &self.meta.path, parse(value)?);
        }
        Ok(())
    }

    /// The input from the value on; reports a mistake if there is no value.
    fn begun(&self, example: &str) -> syn::Result<Option<ParseStream<'_>>> {
        if self.meta.input.peek(Token![=]) {
            return self.meta.value().map(Some);
        }
        self.mistake(&MISSING_VALUE, &[&self.name(), &example]);
        skip_value(self.meta.input).map(|()| None)
    }

    /// An item with or without a value.
    pub(super) fn optional<T>(
        &self,
        attr: &mut Attr<Option<T>>,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<()> {
        let value =
            if self.meta.input.peek(Token![=]) { Some(parse(self.meta.value()?)?) } else { None };
        self.end(attr, value)
    }

    /// An item whose value is the width of a tag, or where the tags come from.
    pub(super) fn tag(&self, attrs: &mut TagAttrs, example: &str) -> syn::Result<()> {
        let Some(value) = self.begun(example)? else { return Ok(()) };
        let source = match value.fork().parse::<Ident>().map(|name| name.to_string()).as_deref() {
            Ok("index") => TagSource::Index,
            Ok("discriminant") => TagSource::Discriminant,
            _ => {
                attrs.width.set(self.cx, &self.meta.path, value.parse()?);
                return Ok(());
            }
        };
        attrs.source.set(self.cx, &self.meta.path, source);
        value.parse::<Ident>().map(drop)
    }

    /// An item with options of a generated form: `borrow(name = "..", derive(..))`.
    pub(super) fn form(&self, attr: &mut Attr<FormOptions>) -> syn::Result<()> {
        let mut options = FormOptions::default();
        match self.list()? {
            Some(content) if content.is_empty() => self.mistake(&EMPTY_LIST, &[]),
            Some(content) => syn::meta::parser(|meta| self.form_option(&mut options, &meta))
                .parse2(content.parse()?)?,
            None => self.refuse_value(),
        }
        self.end(attr, options)
    }

    /// An item that may request more traits: `handler(async)`.
    pub(super) fn handler(&self, attr: &mut Attr<bool>) -> syn::Result<()> {
        let mut is_async = false;
        if let Some(content) = self.list()? {
            is_async = content.parse::<Option<Token![async]>>()?.is_some();
            if !is_async || !content.is_empty() {
                self.mistake(&HANDLER_OPTION, &[]);
            }
            content.parse::<proc_macro2::TokenStream>()?;
        } else {
            self.refuse_value();
        }
        self.end(attr, is_async)
    }

    /// An item that lists formats.
    pub(super) fn formats(&self, attr: &mut Attr<Vec<Path>>, example: &str) -> syn::Result<()> {
        let mut formats = Vec::new();
        if let Some(content) = self.list()? {
            formats.extend(content.parse_terminated(Path::parse_mod_style, Token![,])?);
        }
        if formats.is_empty() {
            self.mistake(&MISSING_VALUE, &[&self.name(), &example]);
        }
        self.end(attr, formats)
    }

    /// An item that gives the bounds of all implementations, or of some.
    pub(super) fn bound(&self, attr: &mut Attr<Bound>, example: &str) -> syn::Result<()> {
        let mut bound = Bound::default();
        if let Some(content) = self.list()? {
            let of = |meta: ParseNestedMeta<'_>| {
                let name = spelled(&meta.path);
                if !Bound::PARTS.contains(&&*name) {
                    self.cx.refuse(&meta.path, &BOUND_OF, &[&name]);
                    return skip_value(meta.input);
                }
                if bound.of(&name).is_some() {
                    self.cx.refuse(&meta.path, &DUPLICATE_ATTRIBUTE, &[&name]);
                }
                bound.0.push((name, meta.value()?.parse()?));
                Ok(())
            };
            syn::meta::parser(of).parse2(content.parse()?)?;
        } else if self.meta.input.peek(Token![=]) {
            bound.0.push((String::new(), self.meta.value()?.parse()?));
        } else {
            self.mistake(&MISSING_VALUE, &[&self.name(), &example]);
        }
        self.end(attr, bound)
    }

    /// The content of parentheses after the name.
    fn list(&self) -> syn::Result<Option<ParseBuffer<'_>>> {
        if !self.meta.input.peek(syn::token::Paren) {
            return Ok(None);
        }
        let content;
        syn::parenthesized!(content in self.meta.input);
        Ok(Some(content))
    }

    /// Sets the value, and skips what is left of the item.
    fn end<T>(&self, attr: &mut Attr<T>, value: T) -> syn::Result<()> {
        attr.set(self.cx, &self.meta.path, value);
        skip_value(self.meta.input)
    }

    fn form_option(
        &self,
        options: &mut FormOptions,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let option = spelled(&meta.path);
        let refuse = |known: &Diagnostic| {
            self.cx.refuse(&meta.path, known, &[&option]);
            skip_value(meta.input)
        };
        match &*option {
            "name" if options.name.is_some() => return refuse(&DUPLICATE_ATTRIBUTE),
            "derive" if options.derives.is_some() => return refuse(&DUPLICATE_ATTRIBUTE),
            "name" => options.name = Some(form_name(meta)?),
            "derive" if meta.input.peek(syn::token::Paren) => {
                let content;
                syn::parenthesized!(content in meta.input);
                let paths = content.parse_terminated(Path::parse_mod_style, Token![,])?;
                options.derives = Some(paths.into_iter().gathered());
            }
            _ => return refuse(&FORM_OPTION),
        }
        options.said.get_or_insert_with(|| meta.path.clone());
        Ok(())
    }

    /// The error for an item that is not allowed here.
    fn refuse(&self, place: Target) -> syn::Result<()> {
        let name = self.name();
        let right = places(&name);
        // An attribute that is ours elsewhere is taken for ours, unless on a variant.
        let theirs = foreign(&name).filter(|_| right.is_empty() || place == Target::Variant);
        if let Some(known) = theirs {
            self.mistake(&FOREIGN_ATTRIBUTE, &[&name, &known.of, &known.here]);
        } else if right.is_empty() {
            self.mistake(&UNKNOWN_ATTRIBUTE, &[&name, &suggestion(&name, place)]);
        } else {
            let right = right.join(" or a ");
            self.mistake(&MISPLACED_ATTRIBUTE, &[&name, &place.name(), &right]);
        }
        skip_value(self.meta.input)
    }

    /// Refuses a value, if there is one.
    fn refuse_value(&self) {
        if !self.meta.input.is_empty() && !self.meta.input.peek(Token![,]) {
            self.mistake(&UNEXPECTED_VALUE, &[&self.name()]);
        }
    }

    fn mistake(&self, known: &Diagnostic, names: &[&dyn Display]) {
        self.cx.refuse(&self.meta.path, known, names);
    }
}

/// The name of a form, in quotes.
fn form_name(meta: &ParseNestedMeta<'_>) -> syn::Result<Ident> {
    let refuse = |span: Span| Error::new(span, FORM_NAME.text(&[]));
    if !meta.input.peek(Token![=]) {
        return Err(refuse(meta.path.span()));
    }
    let name: LitStr = meta.value()?.parse().map_err(|error| refuse(error.span()))?;
    name.parse().map_err(|_| refuse(name.span()))
}

fn skip_value(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// Passes every item of every `#[codec(..)]` to `accept`, which returns `None` for those that it
/// doesn't know.
pub(super) fn each(
    cx: &Ctxt,
    attrs: &[Attribute],
    place: Target,
    accept: &mut dyn FnMut(&Item<'_, '_>) -> Option<syn::Result<()>>,
) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("codec")) {
        let Meta::List(list) = &attr.meta else {
            cx.refuse(&attr.meta, &NOT_A_LIST, &[]);
            continue;
        };
        if list.tokens.is_empty() {
            cx.refuse(attr, &EMPTY_LIST, &[]);
        }
        let parsed = attr.parse_nested_meta(|meta| {
            let item = Item { cx, meta };
            accept(&item).unwrap_or_else(|| item.refuse(place))
        });
        if let Err(error) = parsed {
            cx.push(error);
        }
    }
}

/// Refuses every item where none is allowed.
pub(crate) fn refuse_all(cx: &Ctxt, attrs: &[Attribute], place: Target) {
    each(cx, attrs, place, &mut |_| None);
}
