//! The numbers that distinguish the variants of an enum.

use std::ptr;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, ExprUnary, Lit, RangeLimits, UnOp};

use crate::attr::{TagSource, Width};
use crate::model::{Body, Model, Variant};

/// The number of a variant, as far as the source code shows.
#[derive(Clone)]
pub(crate) enum Number<'a> {
    /// A number.
    Literal(i128),
    /// The value of an expression, plus a number.
    After(&'a Expr, i128),
    /// Numbers from the first to the last, one of which the variant keeps.
    Range(u64, u64),
}

/// A literal, negative ones included.
pub(crate) fn literal(value: &Expr) -> Option<i128> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Byte(byte), .. }) => Some(byte.value().into()),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => literal(expr).map(|one| -one),
        Expr::Paren(inner) => literal(&inner.expr),
        Expr::Group(inner) => literal(&inner.expr),
        _ => None,
    }
}

/// The first and the last number of a range, if it has some and its ends are literals.
pub(crate) fn range(value: &Expr) -> Option<(u64, u64)> {
    let Expr::Range(range) = value else { return None };
    let end = |end: &Option<Box<Expr>>, open| match end {
        Some(end) => u64::try_from(literal(end)?).ok(),
        None => Some(open),
    };
    let (first, last) = (end(&range.start, 0)?, end(&range.end, u64::MAX)?);
    let open = range.end.is_some() && matches!(range.limits, RangeLimits::HalfOpen(_));
    let last = if open { last.checked_sub(1)? } else { last };
    (first <= last).then_some((first, last))
}

fn number(value: &Expr) -> Number<'_> {
    if let Some((first, last)) = range(value) {
        return Number::Range(first, last);
    }
    literal(value).map_or(Number::After(value, 0), Number::Literal)
}

/// The number of each variant; `None` for the one that keeps unknown tags.
pub(crate) fn tags<'a>(model: &Model<'_>, variants: &'a [Variant<'a>]) -> Vec<Option<Number<'a>>> {
    let by_discriminant = model.attrs.tag.source.value() == Some(&TagSource::Discriminant);
    let mut next = Number::Literal(0);
    let mut numbers = Vec::with_capacity(variants.len());
    for (index, variant) in variants.iter().enumerate() {
        let discriminant = variant.discriminant.map_or(next.clone(), number);
        next = match discriminant {
            Number::Literal(number) => Number::Literal(number + 1),
            Number::After(value, more) => Number::After(value, more + 1),
            Number::Range(..) => discriminant.clone(),
        };
        let own = variant.attrs.value.value().map(number);
        let place = Number::Literal(i128::try_from(index).unwrap_or(i128::MAX));
        let inferred = if by_discriminant { discriminant } else { place };
        numbers.push((!variant.attrs.other.is_given()).then(|| own.unwrap_or(inferred)));
    }
    numbers
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
        Some(Width::U8) => quote!(u8),
        Some(Width::U16) => quote!(u16),
        Some(Width::U24 | Width::U32) => quote!(u32),
        Some(Width::U64 | Width::Varint) | None => quote!(u64),
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
        Expr::Group(inner) => of_literals(&inner.expr),
        _ => false,
    }
}
