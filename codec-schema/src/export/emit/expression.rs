//! Expressions over fields, in 128 bits as Rust computes them.

use codec_core::schema::{Expression, Kind, Node, Operand, Operator};

use super::Emitter;
use crate::export::refuse::ExportError;
use crate::export::syntax::Syntax;
use crate::plan::{Body, Item, Shape, There};

/// The fields and the element that an expression is over.
#[derive(Clone, Copy)]
pub(super) struct Scope<'p> {
    /// The place of the field that has the expression.
    pub(super) place: &'p str,
    pub(super) items: &'p [Item],
    /// The elements of which the last is looked for.
    pub(super) element: Option<&'p Shape>,
}

impl<'p, S: Syntax> Emitter<'p, S> {
    /// A number.
    pub(super) fn number(&self, of: &Expression, scope: Scope<'p>) -> Result<String, ExportError> {
        Ok(self.expression(of, scope)?.0)
    }

    /// A truth.
    pub(super) fn truth(&self, of: &Expression, scope: Scope<'p>) -> Result<String, ExportError> {
        match self.expression(of, scope)? {
            (code, true) => Ok(code),
            (code, false) => {
                let equal = self.syntax.equal(&code, &self.syntax.exact(0));
                Ok(self.syntax.not(&equal))
            }
        }
    }

    /// The code, and whether it is a truth.
    fn expression(&self, of: &Expression, scope: Scope<'p>) -> Result<(String, bool), ExportError> {
        let refuse = || {
            let what = format!("`{}` is not of fields and numbers alone", of.text);
            ExportError::of(scope.place, &what)
        };
        self.node(of.node.ok_or_else(refuse)?, scope).ok_or_else(refuse)
    }

    fn node(&self, node: &Node, scope: Scope<'p>) -> Option<(String, bool)> {
        let syntax = &self.syntax;
        Some(match node {
            Node::Number(value) => (syntax.exact(*value), false),
            Node::Named(_, value) => (syntax.exact(value()?), false),
            Node::Field(operand) => self.operand(*operand, scope)?,
            Node::Not(of) => match self.node(of, scope)? {
                (code, true) => (syntax.not(&code), true),
                _ => return None,
            },
            Node::Binary(operator, left, right) => {
                let (one, other) = (self.node(left, scope)?, self.node(right, scope)?);
                self.binary(*operator, one, other)?
            }
            _ => return None,
        })
    }

    fn binary(
        &self,
        operator: Operator,
        (one, is_truth): (String, bool),
        (other, is_other_truth): (String, bool),
    ) -> Option<(String, bool)> {
        let syntax = &self.syntax;
        if is_truth != is_other_truth {
            return None;
        }
        Some(match operator {
            Operator::And => (syntax.and(&one, &other), true),
            Operator::Or => (syntax.or(&one, &other), true),
            Operator::BitAnd if is_truth => (syntax.and(&one, &other), true),
            Operator::BitOr if is_truth => (syntax.or(&one, &other), true),
            Operator::Eq => (syntax.equal(&one, &other), true),
            Operator::Ne => (syntax.not(&syntax.equal(&one, &other)), true),
            _ if is_truth => return None,
            _ => syntax.compute(operator, &one, &other)?,
        })
    }

    fn operand(&self, operand: Operand, scope: Scope<'p>) -> Option<(String, bool)> {
        let find = |index: u16| {
            let at = scope.items.binary_search_by_key(&index, |item| item.index).ok()?;
            scope.items.get(at)
        };
        match operand {
            Operand::Value(index) => {
                let item = find(index).filter(|item| matches!(item.there, There::Always))?;
                self.value(&format!("v.{}", self.naming.member(item)), &item.shape)
            }
            Operand::Len(index) => {
                let item = find(index).filter(|item| matches!(item.there, There::Always))?;
                self.len(&format!("v.{}", self.naming.member(item)), &item.shape)
            }
            Operand::Encoded(first, last) => {
                let (begin, end) = (format!("begin{first}"), format!("end{last}"));
                Some((self.syntax.between(&begin, &end), false))
            }
            Operand::Element(path) => {
                let (code, shape) = self.part(path, scope)?;
                self.value(&code, shape)
            }
            Operand::ElementLen(path) => {
                let (code, shape) = self.part(path, scope)?;
                self.len(&code, shape)
            }
            Operand::ElementIs(path, name) => {
                let (code, shape) = self.part(path, scope)?;
                let Shape::Type(index) = shape else { return None };
                let Body::Enum { variants, .. } = &self.plan.types[*index].body else {
                    return None;
                };
                let variant = variants.iter().position(|variant| variant.name == name)?;
                let (word, class) = self.naming.variant(*index, variant);
                Some((self.syntax.is(&code, word, &class), true))
            }
            _ => None,
        }
    }

    /// A number or a truth of this shape.
    fn value(&self, code: &str, shape: &Shape) -> Option<(String, bool)> {
        match shape {
            Shape::Bool(_) => Some((code.to_owned(), true)),
            Shape::Bits(bits) if matches!(bits.kind, Kind::Bool) => Some((code.to_owned(), true)),
            Shape::Int(int) if int.bytes == 16 => {
                Some((format!("fit({})", self.syntax.wide(code)), false))
            }
            Shape::Int(_) | Shape::Bits(_) => Some((self.syntax.wide(code), false)),
            _ => None,
        }
    }

    fn len(&self, code: &str, shape: &Shape) -> Option<(String, bool)> {
        let of = match shape {
            Shape::Text(_, crate::plan::Charset::Utf8) => self.syntax.utf8(code),
            Shape::Text(..) | Shape::Bytes(_) | Shape::List(..) | Shape::Indexed(..) => {
                code.to_owned()
            }
            Shape::Sized(_, inner) => return self.len(code, inner),
            _ => return None,
        };
        Some((self.syntax.wide(&self.syntax.len(&of)), false))
    }

    /// A part of the element, by its path.
    fn part(&self, path: &str, scope: Scope<'p>) -> Option<(String, &'p Shape)> {
        let (mut code, mut shape) = ("x".to_owned(), scope.element?);
        for name in path.split('.').filter(|name| !name.is_empty()) {
            let Shape::Type(index) = shape else { return None };
            let Body::Struct { items, .. } = &self.plan.types[*index].body else { return None };
            let item = items.iter().find(|item| item.name == name)?;
            if !matches!(item.there, There::Always) {
                return None;
            }
            code = format!("{code}.{}", self.naming.member(item));
            shape = &item.shape;
        }
        Some((code, shape))
    }
}
