//! The element that ends a list: `repeat-until`.

use codec_core::schema::{Node, Operand, Until};

use super::attribute::Attribute;
use super::expression::{Scope, Sort, condition};
use super::layout::Layout;
use super::number::reading;
use super::words::{Words, text};
use crate::plan::{Body, Count, Item, Shape, There, snake};

impl Layout<'_> {
    /// Repeats an attribute up to the element that ends the list.
    pub(super) fn until(
        &self,
        mut one: Attribute,
        until: &Until,
        item: &Shape,
        scope: &mut Scope,
    ) -> Result<Attribute, String> {
        let mut operands = Vec::new();
        if let Some(node) = until.end.node {
            asked(node, &mut operands);
        }
        for operand in operands {
            let part = self.of_element(operand, item)?;
            scope.element.push((operand, part));
        }
        let end = condition(&until.end, scope);
        scope.element.clear();
        let mut end = end?;
        if until.open {
            one.condition.push(String::from("not _io.eof"));
            end = format!("{end} or _io.eof");
        }
        one.lines.extend([String::from("repeat: until"), format!("repeat-until: {}", text(&end))]);
        Ok(one)
    }

    /// The expression for a part of the element.
    fn of_element(&self, operand: Operand, item: &Shape) -> Result<(String, Sort), String> {
        let unknown = || String::from("a part of an element that Kaitai can't name");
        let (Operand::Element(path) | Operand::ElementLen(path) | Operand::ElementIs(path, _)) =
            operand
        else {
            return Err(unknown());
        };
        let (mut place, mut shape, mut lens) = (String::from("_"), item, None);
        for name in path.split('.').filter(|name| !name.is_empty()) {
            let Shape::Type(index) = shape else { return Err(unknown()) };
            let Body::Struct { version: None, items } = &self.plan.types[*index].body else {
                return Err(unknown());
            };
            let (field, id) = named(&self.names[*index], items, name).ok_or_else(unknown)?;
            if !matches!(field.there, There::Always) {
                return Err(unknown());
            }
            lens = Some((place.clone(), id.clone()));
            place = format!("{place}.{id}");
            shape = &field.shape;
        }
        let strict = self.plan.encoding.rules.strict;
        let value = |int, place: String| {
            let is_inside = reading(int, strict)?.is_inside;
            Ok::<_, String>(if is_inside { format!("{place}.value") } else { place })
        };
        match (operand, shape) {
            (Operand::ElementIs(_, name), Shape::Type(index)) => {
                let of = &self.plan.types[*index];
                let Body::Enum { tag, variants } = &of.body else { return Err(unknown()) };
                let variant = variants.iter().find(|variant| variant.name == name);
                let number = variant.and_then(|variant| variant.tag).ok_or_else(unknown)?;
                let tag = if self.is_number(*index) {
                    format!("{place}.to_i")
                } else {
                    value(tag, format!("{place}.tag"))?
                };
                Ok((format!("({tag} == {number})"), Sort::Bool))
            }
            (Operand::Element(_), Shape::Bool(_)) => Ok((format!("{place}.value"), Sort::Bool)),
            (Operand::Element(_), Shape::Int(int)) => {
                let bits = 8 * u32::from(int.bytes);
                Ok((value(int, place)?, Sort::Number(bits, int.signed)))
            }
            (
                Operand::ElementLen(_),
                Shape::Bytes(Count::Prefix { int, .. })
                | Shape::Text(Count::Prefix { int, .. }, _)
                | Shape::List(Count::Prefix { int, .. }, _)
                | Shape::Indexed(Count::Prefix { int, .. }, _),
            ) => {
                let is_list = matches!(shape, Shape::List(..) | Shape::Indexed(..));
                let kind = if is_list { "num" } else { "len" };
                let (place, id) = lens.ok_or_else(unknown)?;
                Ok((value(int, format!("{place}.{kind}_{id}"))?, Sort::Number(32, false)))
            }
            _ => Err(unknown()),
        }
    }
}

/// The field with this name, and its id; `None` if its length may have another id.
fn named<'i>(owner: &str, items: &'i [Item], name: &str) -> Option<(&'i Item, String)> {
    let mut words = Words::fields_of(owner);
    let ids: Vec<_> = items.iter().map(|item| words.take(&snake(item.name))).collect();
    let (field, id) = items.iter().zip(ids).find(|(item, _)| item.name == name)?;
    let is_free = ["len", "num"].map(|kind| format!("{kind}_{id}"));
    is_free.iter().all(|len| words.take(len) == *len).then_some((field, id))
}

/// The parts of the element in a condition.
fn asked(node: &Node, operands: &mut Vec<Operand>) {
    use Operand::{Element, ElementIs, ElementLen};
    match node {
        Node::Field(operand @ (Element(_) | ElementLen(_) | ElementIs(..))) => {
            operands.push(*operand);
        }
        Node::Not(of) => asked(of, operands),
        Node::Binary(_, left, right) => {
            asked(left, operands);
            asked(right, operands);
        }
        _ => {}
    }
}
