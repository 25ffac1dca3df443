//! One item of `#[codec(..)]`: a flag, or a name with a value.

use proc_macro2::{Span, TokenTree};
use syn::meta::ParseNestedMeta;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Attribute, Error, Ident, LitStr, Meta, Path, Token};

use crate::attr::foreign::foreign;
use crate::attr::given::spelled;
use crate::attr::target::{places, suggestion};
use crate::attr::values::{Bound, FormOptions, Formats, HandlerOptions, TagAttrs, TagValue};
use crate::attr::{Attr, Ctxt, Target};
use crate::diagnostics::{
    BOUND_OF, DUPLICATE_ATTRIBUTE, EMPTY_LIST, FOREIGN_ATTRIBUTE, FORM_NAME, FORM_OPTION,
    HANDLER_OPTION, MISPLACED_ATTRIBUTE, MISSING_VALUE, NOT_A_LIST, UNEXPECTED_VALUE,
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
        if self.has_value() {
            self.mistake(&UNEXPECTED_VALUE.text(&[&self.name()]));
        }
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

    /// Where the value begins; without one, a mistake.
    fn begun(&self, example: &str) -> syn::Result<Option<ParseStream<'_>>> {
        if self.meta.input.peek(Token![=]) {
            return self.meta.value().map(Some);
        }
        self.mistake(&MISSING_VALUE.text(&[&self.name(), example]));
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
        attr.set(self.cx, &self.meta.path, value);
        skip_value(self.meta.input)
    }

    /// An item whose value is the width of a tag, or where the tags come from.
    pub(super) fn tag(&self, attrs: &mut TagAttrs, example: &str) -> syn::Result<()> {
        let Some(value) = self.begun(example)? else { return Ok(()) };
        match value.parse()? {
            TagValue::Width(width) => attrs.width.set(self.cx, &self.meta.path, width),
            TagValue::Source(source) => attrs.source.set(self.cx, &self.meta.path, source),
        }
        Ok(())
    }

    /// An item with options of a generated form: `borrow(name = "..", derive(..))`.
    pub(super) fn form(&self, attr: &mut Attr<FormOptions>) -> syn::Result<()> {
        let mut options = FormOptions::default();
        if self.meta.input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in self.meta.input);
            if content.is_empty() {
                self.mistake(&EMPTY_LIST.text(&[]));
            } else {
                syn::meta::parser(|meta| self.form_option(&mut options, &meta))
                    .parse2(content.parse()?)?;
            }
        } else if self.has_value() {
            self.mistake(&UNEXPECTED_VALUE.text(&[&self.name()]));
        }
        attr.set(self.cx, &self.meta.path, options);
        skip_value(self.meta.input)
    }

    /// An item that may request more traits: `handler(async)`.
    pub(super) fn handler(&self, attr: &mut Attr<HandlerOptions>) -> syn::Result<()> {
        let mut options = HandlerOptions::default();
        if self.meta.input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in self.meta.input);
            let is_async = content.parse::<Option<Token![async]>>()?.is_some();
            if !is_async || !content.is_empty() {
                self.mistake(&HANDLER_OPTION.text(&[]));
            }
            content.parse::<proc_macro2::TokenStream>()?;
            options.is_async = is_async;
        } else if self.has_value() {
            self.mistake(&UNEXPECTED_VALUE.text(&[&self.name()]));
        }
        attr.set(self.cx, &self.meta.path, options);
        skip_value(self.meta.input)
    }

    /// An item that lists formats.
    pub(super) fn formats(&self, attr: &mut Attr<Formats>, example: &str) -> syn::Result<()> {
        let mut formats = Vec::new();
        if self.meta.input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in self.meta.input);
            formats.extend(content.parse_terminated(Path::parse_mod_style, Token![,])?);
        }
        if formats.is_empty() {
            self.mistake(&MISSING_VALUE.text(&[&self.name(), example]));
        }
        attr.set(self.cx, &self.meta.path, Formats(formats));
        skip_value(self.meta.input)
    }

    /// An item that gives the bounds of all implementations, or of some.
    pub(super) fn bound(&self, attr: &mut Attr<Bound>, example: &str) -> syn::Result<()> {
        let mut bound = Bound::default();
        if self.meta.input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in self.meta.input);
            let of = |meta: ParseNestedMeta<'_>| {
                let name = spelled(&meta.path);
                let place = match &*name {
                    "encode" => &mut bound.encode,
                    "decode" => &mut bound.decode,
                    "borrow" => &mut bound.borrow,
                    "shared" => &mut bound.shared,
                    _ => {
                        let text = BOUND_OF.text(&[&name]);
                        self.cx.push(Error::new_spanned(&meta.path, text));
                        return skip_value(meta.input);
                    }
                };
                if place.is_some() {
                    let text = DUPLICATE_ATTRIBUTE.text(&[&name]);
                    self.cx.push(Error::new_spanned(&meta.path, text));
                }
                *place = Some(meta.value()?.parse()?);
                Ok(())
            };
            syn::meta::parser(of).parse2(content.parse()?)?;
        } else if self.meta.input.peek(Token![=]) {
            bound.all = Some(self.meta.value()?.parse()?);
        } else {
            self.mistake(&MISSING_VALUE.text(&[&self.name(), example]));
        }
        attr.set(self.cx, &self.meta.path, bound);
        skip_value(self.meta.input)
    }

    fn form_option(
        &self,
        options: &mut FormOptions,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let option = spelled(&meta.path);
        let refuse = |text: String| {
            self.cx.push(Error::new_spanned(&meta.path, text));
            skip_value(meta.input)
        };
        match &*option {
            "name" if options.name.is_some() => {
                return refuse(DUPLICATE_ATTRIBUTE.text(&[&option]));
            }
            "derive" if options.derives.is_some() => {
                return refuse(DUPLICATE_ATTRIBUTE.text(&[&option]));
            }
            "name" => options.name = Some(form_name(meta)?),
            "derive" if meta.input.peek(syn::token::Paren) => {
                let content;
                syn::parenthesized!(content in meta.input);
                let paths = content.parse_terminated(Path::parse_mod_style, Token![,])?;
                options.derives = Some(paths.into_iter().gathered());
            }
            _ => return refuse(FORM_OPTION.text(&[&option])),
        }
        options.said.get_or_insert_with(|| meta.path.clone());
        Ok(())
    }

    /// The error for an item that is not allowed here.
    fn refuse(&self, place: Target) -> syn::Result<()> {
        let name = self.name();
        let right = places(&name);
        // What is ours elsewhere is meant so, unless on a variant.
        let theirs = foreign(&name).filter(|_| right.is_empty() || place == Target::Variant);
        let text = if let Some(known) = theirs {
            FOREIGN_ATTRIBUTE.text(&[&name, known.of, known.here])
        } else if right.is_empty() {
            UNKNOWN_ATTRIBUTE.text(&[&name, &suggestion(&name, place)])
        } else {
            MISPLACED_ATTRIBUTE.text(&[&name, place.name(), &right.join(" or a ")])
        };
        self.mistake(&text);
        skip_value(self.meta.input)
    }

    fn has_value(&self) -> bool {
        !self.meta.input.is_empty() && !self.meta.input.peek(Token![,])
    }

    fn mistake(&self, text: &str) {
        self.cx.push(Error::new_spanned(&self.meta.path, text));
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
            cx.push(Error::new_spanned(&attr.meta, NOT_A_LIST.text(&[])));
            continue;
        };
        if list.tokens.is_empty() {
            cx.push(Error::new_spanned(attr, EMPTY_LIST.text(&[])));
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
