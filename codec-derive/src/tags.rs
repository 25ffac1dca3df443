//! The numbers that distinguish the variants of an enum.

use std::ptr;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprLit, ExprUnary, Lit, RangeLimits, UnOp};

use crate::attr::{TagSource, Width};
use crate::model::{Body, Model, Variant};

/// A number, as far as the source code shows.
#[derive(Clone, Copy)]
pub(crate) enum Number<'a> {
    /// A number.
    Literal(i128),
    /// The value of an expression, plus a number.
    After(&'a Expr, i128),
}

impl Number<'_> {
    fn plus(self, more: i128) -> Self {
        match self {
            Self::Literal(number) => Self::Literal(number.saturating_add(more)),
            Self::After(value, before) => Self::After(value, before + more),
        }
    }

    /// The number, of a literal.
    pub(crate) const fn literal(self) -> Option<i128> {
        if let Self::Literal(number) = self { Some(number) } else { None }
    }
}

/// The first and the last of the tags of a variant: of one without a range, the same.
pub(crate) type Ends<'a> = [Number<'a>; 2];

/// The ends that an expression gives. A range without an end ends beyond all numbers of 64 bits.
fn ends(value: &Expr) -> Ends<'_> {
    let Expr::Range(range) = value else { return [number(value); 2] };
    let first = range.start.as_deref().map_or(Number::Literal(0), number);
    let last = range.end.as_deref().map_or(Number::Literal(i128::MAX), number);
    let open = range.end.is_some() && matches!(range.limits, RangeLimits::HalfOpen(_));
    [first, if open { last.plus(-1) } else { last }]
}

/// The largest tag of them that the source code shows.
pub(crate) fn largest(ends: Ends<'_>) -> Option<u64> {
    let shown = ends.map(|end| u64::try_from(end.literal()?).ok());
    shown[1].or(shown[0])
}

/// The value of an integer or a byte.
pub(crate) fn integer(literal: &Lit) -> Option<i128> {
    match literal {
        Lit::Int(number) => number.base10_parse().ok(),
        Lit::Byte(byte) => Some(byte.value().into()),
        _ => None,
    }
}

/// A literal, negative ones included.
pub(crate) fn literal(value: &Expr) -> Option<i128> {
    match value {
        Expr::Lit(literal) => integer(&literal.lit),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => literal(expr).map(|one| -one),
        Expr::Paren(inner) => literal(&inner.expr),
        _ => None,
    }
}

fn number(value: &Expr) -> Number<'_> {
    literal(value).map_or(Number::After(value, 0), Number::Literal)
}

/// The tags of each variant; `None` for the one that keeps unknown tags.
pub(crate) fn tags<'a>(model: &Model<'_>, variants: &'a [Variant<'a>]) -> Vec<Option<Ends<'a>>> {
    let by_discriminant = model.attrs.tag.source.value() == Some(&TagSource::Discriminant);
    let mut next = Number::Literal(0);
    let mut tags = Vec::with_capacity(variants.len());
    for (index, variant) in variants.iter().enumerate() {
        let discriminant = variant.discriminant.map_or(next, number);
        next = discriminant.plus(1);
        let own = variant.attrs.value.value().map(ends);
        let place = Number::Literal(i128::try_from(index).unwrap_or(i128::MAX));
        let inferred = [if by_discriminant { discriminant } else { place }; 2];
        tags.push((!variant.attrs.other.is_given()).then(|| own.unwrap_or(inferred)));
    }
    tags
}

/// The type by which an expression for a tag is evaluated: of a discriminant, that of the `repr`;
/// of literals, the tag's width. Others have a type of their own.
pub(crate) fn evaluated_as(model: &Model<'_>, value: &Expr) -> Option<TokenStream> {
    let Body::Enum(variants) = &model.data else { return None };
    let is_it = |variant: &Variant<'_>| variant.discriminant.is_some_and(|own| ptr::eq(own, value));
    if variants.iter().any(is_it) {
        let repr = model.number.as_ref();
        return Some(repr.map_or_else(|| quote!(isize), ToTokens::to_token_stream));
    }
    of_literals(value).then(|| match model.attrs.tag.width.value() {
        Some(Width::U24) => quote!(u32),
        Some(width) if width.bytes().is_some() => {
            format_ident!("{}", width.name()).into_token_stream()
        }
        _ => quote!(u64),
    })
}

/// Returns true for literals without a suffix, whose type is inferred.
fn of_literals(value: &Expr) -> bool {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.suffix().is_empty(),
        // A tag has no sign: what is negative on the way to it needs a type that has one.
        Expr::Unary(ExprUnary { op, expr, .. }) => !matches!(op, UnOp::Neg(_)) && of_literals(expr),
        Expr::Binary(inner) => of_literals(&inner.left) && of_literals(&inner.right),
        Expr::Paren(inner) => of_literals(&inner.expr),
        _ => false,
    }
}
