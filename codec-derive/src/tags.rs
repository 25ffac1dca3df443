//! The numbers that distinguish the variants of an enum.

use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use crate::attr::TagSource;
use crate::model::{Model, Variant};

/// The number of a variant, as far as the source code shows.
#[derive(Clone)]
pub(crate) enum Number<'a> {
    /// A number.
    Literal(i128),
    /// The value of an expression, plus a number.
    After(&'a Expr, i128),
}

/// A literal, negative ones included.
fn literal(value: &Expr) -> Option<i128> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Byte(byte), .. }) => Some(byte.value().into()),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => literal(expr).map(|one| -one),
        Expr::Paren(inner) => literal(&inner.expr),
        Expr::Group(inner) => literal(&inner.expr),
        _ => None,
    }
}

fn number(value: &Expr) -> Number<'_> {
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
        };
        let own = variant.attrs.value.value().map(number);
        let place = Number::Literal(i128::try_from(index).unwrap_or(i128::MAX));
        let inferred = if by_discriminant { discriminant } else { place };
        numbers.push((!variant.attrs.other.is_given()).then(|| own.unwrap_or(inferred)));
    }
    numbers
}
