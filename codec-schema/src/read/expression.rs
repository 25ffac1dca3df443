//! Expressions and counts over fields that are read.

use codec_core::DecodeErrorKind as Kind;
use codec_core::schema::{Expression, Node, Operand, Operator};

use super::record::Scope;
use super::shape::Reading;
use super::source::Source;
use super::{Content, Outcome, Part, Stop};
use crate::plan::Count;

/// A question of an expression about a part.
#[derive(Clone, Copy)]
enum Ask {
    Value,
    Len,
}

fn asked(part: &Part, ask: Ask) -> Option<i128> {
    match (&part.content, ask) {
        (Content::Missing, _) => Some(0),
        (Content::Bool(value), Ask::Value) => Some((*value).into()),
        (Content::Unsigned(value), Ask::Value) => i128::try_from(*value).ok(),
        (Content::Signed(value), Ask::Value) => Some(*value),
        (Content::Text(text), Ask::Len) => i128::try_from(text.len()).ok(),
        (Content::Bytes(range) | Content::NoText(range), Ask::Len) => {
            i128::try_from(range.len()).ok()
        }
        (Content::List(parts), Ask::Len) => i128::try_from(parts.len()).ok(),
        _ => None,
    }
}

/// A part of an element, by its path.
fn member<'p>(element: &'p Part, path: &str) -> Option<&'p Part> {
    let mut names = path.split('.').filter(|name| !name.is_empty());
    names.try_fold(element, |part, name| {
        let is = |one: &&Part| matches!(one.label, super::Label::Field(own) if own == name);
        part.parts().iter().find(is)
    })
}

/// The value; as in a program, `&&` and `||` look at their right side only where it counts.
fn evaluate(node: &Node, find: &dyn Fn(Operand) -> Option<i128>) -> Option<i128> {
    match node {
        Node::Binary(Operator::And, left, right) if evaluate(left, find)? != 0 => {
            Some((evaluate(right, find)? != 0).into())
        }
        Node::Binary(Operator::And, ..) => Some(0),
        Node::Binary(Operator::Or, left, right) if evaluate(left, find)? == 0 => {
            Some((evaluate(right, find)? != 0).into())
        }
        Node::Binary(Operator::Or, ..) => Some(1),
        Node::Binary(operator, left, right) => {
            operator.apply(evaluate(left, find)?, evaluate(right, find)?)
        }
        Node::Not(of) => evaluate(of, find).map(|value| (value == 0).into()),
        other => other.evaluate(find),
    }
}

impl Reading<'_, '_> {
    /// The value of an expression, if it has one.
    pub(super) fn evaluate(
        of: &Expression,
        scope: &Scope<'_>,
        element: Option<&Part>,
    ) -> Outcome<Option<i128>> {
        let Some(node) = of.node else {
            return Err(Stop::Undescribed(format!(
                "`{}` is not of fields and numbers alone",
                of.text
            )));
        };
        let place = |index: u16| scope.items.iter().position(|item| item.index == index);
        let field = |index, ask| asked(scope.parts.get(place(index)?)?, ask);
        Ok(evaluate(node, &|operand| match operand {
            Operand::Value(index) => field(index, Ask::Value),
            Operand::Len(index) => field(index, Ask::Len),
            Operand::Encoded(first, last) => {
                let (first, last) =
                    (scope.spans.get(place(first)?)?, scope.spans.get(place(last)?)?);
                i128::try_from(last.end - first.start).ok()
            }
            Operand::Element(path) => asked(member(element?, path)?, Ask::Value),
            Operand::ElementLen(path) => asked(member(element?, path)?, Ask::Len),
            Operand::ElementIs(path, wanted) => match &member(element?, path)?.content {
                Content::Variant { name, .. } => Some((*name == wanted).into()),
                _ => None,
            },
            _ => None,
        }))
    }

    /// A truth, for which there has to be a value.
    pub(super) fn test(&self, of: &Expression, scope: &Scope<'_>) -> Outcome<bool> {
        match Self::evaluate(of, scope, None)? {
            Some(value) => Ok(value != 0),
            None => Source::fail(Kind::IntegerOutOfRange, self.source.at),
        }
    }

    pub(super) fn is_last(
        of: &Expression,
        scope: &Scope<'_>,
        element: Option<&Part>,
    ) -> Outcome<bool> {
        Ok(Self::evaluate(of, scope, element)?.is_some_and(|value| value != 0))
    }

    /// A length, if the value is one.
    pub(super) fn length(of: &Expression, scope: &Scope<'_>) -> Outcome<Option<u64>> {
        Ok(Self::evaluate(of, scope, None)?.and_then(|value| u64::try_from(value).ok()))
    }

    pub(super) fn limit(start: usize, count: u128, min: u64, max: Option<u64>) -> Outcome<u64> {
        if max.is_some_and(|max| count > max.into()) {
            return Source::fail(Kind::LengthOverLimit, start);
        }
        match u64::try_from(count) {
            Ok(count) if count >= min => Ok(count),
            Ok(_) => Source::fail(Kind::LengthUnderLimit, start),
            Err(_) => Source::fail(Kind::LengthOverflow, start),
        }
    }

    /// The least and the most that a count may be.
    pub(super) fn limits(count: &Count, scope: &Scope<'_>) -> Outcome<(u64, Option<u64>)> {
        Ok(match count {
            Count::Prefix { min, max, .. } | Count::Expression { min, max, .. } => (*min, *max),
            Count::Within(inner, limits) => {
                let (mut min, mut max) = Self::limits(inner, scope)?;
                if let Some(of) = &limits.least {
                    min = Self::length(of, scope)?.unwrap_or(u64::MAX);
                }
                if let Some(of) = &limits.most {
                    max = Some(Self::length(of, scope)?.unwrap_or(0));
                }
                (min, max)
            }
            _ => (0, None),
        })
    }

    /// The number of elements.
    pub(super) fn count(&mut self, count: &Count, scope: &Scope<'_>) -> Outcome<u64> {
        let (min, max) = Self::limits(count, scope)?;
        let mut inner = count;
        while let Count::Within(of, _) = inner {
            inner = of;
        }
        let start = self.source.at;
        match inner {
            Count::Fixed(count) => Ok(*count),
            Count::Prefix { int, .. } => {
                let count = self.source.number(int)?;
                Self::limit(start, count, min, max)
            }
            Count::Expression { of, .. } => match Self::length(of, scope)? {
                Some(count) => Self::limit(start, count.into(), min, max),
                None => Source::fail(Kind::LengthOverflow, start),
            },
            Count::Given => Ok(scope.given),
            Count::Left => Ok(self.source.left() as u64),
            Count::Until(end) => self.source.before(*end),
            _ => Err(Stop::Undescribed("a count that is told in another way".into())),
        }
    }
}
