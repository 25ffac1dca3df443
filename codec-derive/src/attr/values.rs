//! The values that attributes take.

use proc_macro2::{Span, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Ident, LitInt, LitStr, Path, Token, WherePredicate};

use crate::attr::Attr;
use crate::attr::function::code;
use crate::diagnostics::{SPAN_RUN, UNKNOWN_WIDTH, VERSION_NUMBER};
use crate::gather::Gather as _;

/// The width of a length prefix or a tag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// Three bytes.
    U24,
    /// Four bytes.
    U32,
    /// Eight bytes.
    U64,
    /// LEB128.
    Varint,
}

impl Width {
    /// Each, with its name and the largest number that fits.
    const ALL: [(Self, &str, u64); 6] = [
        (Self::U8, "u8", 0xff),
        (Self::U16, "u16", 0xffff),
        (Self::U24, "u24", 0xff_ffff),
        (Self::U32, "u32", 0xffff_ffff),
        (Self::U64, "u64", u64::MAX),
        (Self::Varint, "varint", u64::MAX),
    ];

    /// The number of its bytes, if it is fixed.
    pub(crate) fn bytes(self) -> Option<u8> {
        [1, 2, 3, 4, 8].get(self as usize).copied()
    }

    /// The width with this name.
    pub(crate) fn named(name: &Ident) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| name == known).map(|known| known.0)
    }

    /// The largest number that fits.
    pub(crate) const fn max(self) -> u64 {
        Self::ALL[self as usize].2
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

impl Parse for Width {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let given: TokenTree = input.parse()?;
        let known = match &given {
            TokenTree::Ident(name) => Self::named(name),
            _ => None,
        };
        known.ok_or_else(|| Error::new_spanned(&given, UNKNOWN_WIDTH.text(&[&given])))
    }
}

/// The width of a length prefix that may also encode an absent value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Length {
    /// The width itself.
    pub(crate) width: Width,
    /// `true` if it is signed, with -1 for an absent value.
    pub(crate) signed: bool,
}

impl Parse for Length {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name =
            input.fork().parse::<Ident>().map_or_else(|_| String::new(), |name| name.to_string());
        let signed = [Width::U8, Width::U16, Width::U32, Width::U64].into_iter();
        match signed
            .into_iter()
            .find(|width| name.strip_prefix('i') == width.name().strip_prefix('u'))
        {
            Some(width) => input.parse::<Ident>().map(|_| Self { width, signed: true }),
            None => Ok(Self { width: input.parse()?, signed: false }),
        }
    }
}

/// The source of the numbers of an enum's tags.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TagSource {
    /// The variant's index in the enum.
    Index,
    /// Its discriminant in Rust.
    Discriminant,
}

/// The `tag = ..` items together.
#[derive(Default)]
pub(crate) struct TagAttrs {
    /// The width of the tag.
    pub(crate) width: Attr<Width>,
    /// The source of the numbers.
    pub(crate) source: Attr<TagSource>,
}

impl TagAttrs {
    /// The names where the user wrote them.
    pub(crate) fn names(&self) -> [Option<&Path>; 2] {
        [self.width.name(), self.source.name()]
    }

    /// Returns `true` if the width or the source is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.width.is_given() || self.source.is_given()
    }
}

/// The length in bytes of a field's content.
pub(crate) enum Extent {
    /// Given by a prefix of this width.
    Width(Width),
    /// Given by the fields before it.
    Expression(Expr),
}

impl Parse for Extent {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let named = ahead.parse::<Ident>().ok().and_then(|name| Width::named(&name));
        if let Some(width) = named
            && (ahead.is_empty() || ahead.peek(Token![,]))
        {
            input.parse::<Ident>()?;
            return Ok(Self::Width(width));
        }
        code(input).map(Self::Expression)
    }
}

/// A version: 1 to `u32::MAX`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) u32);

impl Parse for Version {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let refuse = |span: Span| Error::new(span, VERSION_NUMBER.text(&[]));
        let number: LitInt = input.parse().map_err(|error| refuse(error.span()))?;
        match number.base10_parse() {
            Ok(version @ 1..) => Ok(Self(version)),
            _ => Err(refuse(number.span())),
        }
    }
}

/// The run of fields that `span` covers, from one to another.
pub(crate) struct SpanRun {
    /// The first field.
    pub(crate) first: Ident,
    /// The last field.
    pub(crate) last: Ident,
}

impl Parse for SpanRun {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let first: Ident =
            input.parse().map_err(|error| Error::new(error.span(), SPAN_RUN.text(&[])))?;
        if input.is_empty() || input.peek(Token![,]) {
            return Ok(Self { last: first.clone(), first });
        }
        if !input.peek(Token![..=]) {
            return Err(input.error(SPAN_RUN.text(&[])));
        }
        input.parse::<Token![..=]>()?;
        Ok(Self { first, last: input.parse()? })
    }
}

/// The options in `borrow(..)` on a type, for the generated form.
#[derive(Default)]
pub(crate) struct FormOptions {
    /// Its name.
    pub(crate) name: Option<Ident>,
    /// Its derives, instead of the default ones.
    pub(crate) derives: Option<Vec<Path>>,
    /// The first of these options, as the user wrote it.
    pub(crate) said: Option<Path>,
}

/// The predicates that the user gives: of every implementation, which has no name, or by the part.
#[derive(Default)]
pub(crate) struct Bound(pub(crate) Vec<(String, Predicates)>);

impl Bound {
    /// The implementations that have a part: `Encode` of the type and its forms, `Decodable` (with a
    /// lifetime `DecodableRef`), and the forms.
    pub(crate) const PARTS: [&str; 4] = ["encode", "decode", "borrow", "shared"];

    /// The predicates of a part.
    pub(crate) fn of(&self, part: &str) -> Option<&Predicates> {
        self.0.iter().find(|(known, _)| known == part).map(|(_, given)| given)
    }
}

/// Predicates in quotes.
pub(crate) struct Predicates(pub(crate) Vec<WherePredicate>);

impl Parse for Predicates {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let text: LitStr = input.parse()?;
        let predicates = text.parse_with(Punctuated::<_, Token![,]>::parse_terminated)?;
        Ok(Self(predicates.into_iter().gathered()))
    }
}
