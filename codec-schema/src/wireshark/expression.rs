//! Conditions and counts in Lua.

use codec_core::schema::{Expression, Node, Operand, Operator};

use crate::plan::{Body, Plan, Shape};

/// A function of the earlier fields that returns a number, or `nil` if a value is unknown; `None`
/// for an expression whose nodes the description doesn't have.
pub(super) fn function(of: &Expression) -> Option<String> {
    Some(format!("function(env) return {} end", lua(of.node?, &|_| None)))
}

/// A function of the earlier fields and an element of this shape.
pub(super) fn last(of: &Expression, plan: &Plan, item: &Shape) -> Option<String> {
    let part = |operand| of_element(operand, plan, item);
    Some(format!("function(env, element) return {} end", lua(of.node?, &part)))
}

/// A part of an element: the indices of fields on its path, and what is asked of the last.
fn of_element(operand: Operand, plan: &Plan, item: &Shape) -> Option<String> {
    let (Operand::Element(path) | Operand::ElementLen(path) | Operand::ElementIs(path, _)) =
        operand
    else {
        return None;
    };
    let (mut indices, mut shape) = (Vec::new(), item);
    for name in path.split('.').filter(|name| !name.is_empty()) {
        let Shape::Type(index) = shape else { return None };
        let Body::Struct { items, .. } = &plan.types[*index].body else { return None };
        let field = items.iter().find(|item| item.name == name)?;
        indices.push(field.index.to_string());
        shape = &field.shape;
    }
    let part = format!("part(element, {{ {} }})", indices.join(", "));
    Some(match operand {
        Operand::ElementLen(_) => format!("{part}.len"),
        Operand::ElementIs(_, name) => {
            let Shape::Type(index) = shape else { return None };
            let Body::Enum { variants, .. } = &plan.types[*index].body else { return None };
            let tag = variants.iter().find(|variant| variant.name == name)?.tag?;
            format!("op.eq({part}.tag, {})", number(Some(tag.into())))
        }
        _ => format!("{part}.value"),
    })
}

fn lua(node: &Node, element: &dyn Fn(Operand) -> Option<String>) -> String {
    let lua = |node: &Node| lua(node, element);
    match node {
        Node::Field(Operand::Value(index)) => format!("env.value[{index}]"),
        Node::Field(Operand::Len(index)) => format!("env.len[{index}]"),
        Node::Field(Operand::Encoded(first, last)) => format!("encoded(env, {first}, {last})"),
        Node::Field(operand) => element(*operand).unwrap_or_else(|| String::from("nil")),
        Node::Number(value) => number(Some(*value)),
        Node::Named(_, value) => number(value()),
        Node::Not(of) => format!("op[\"not\"]({})", lua(of)),
        Node::Binary(operator, left, right) => {
            format!("op[\"{}\"]({}, {})", name(*operator), lua(left), lua(right))
        }
        _ => String::from("nil"),
    }
}

/// A number that a double can represent.
fn number(value: Option<i128>) -> String {
    match value {
        Some(value) if value.unsigned_abs() < 1 << 53 => format!("({value})"),
        _ => String::from("nil"),
    }
}

const fn name(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "add",
        Operator::Sub => "sub",
        Operator::Mul => "mul",
        Operator::Div => "div",
        Operator::Rem => "rem",
        Operator::BitAnd => "bit_and",
        Operator::BitOr => "bit_or",
        Operator::BitXor => "bit_xor",
        Operator::Shl => "shl",
        Operator::Shr => "shr",
        Operator::Eq => "eq",
        Operator::Ne => "ne",
        Operator::Lt => "lt",
        Operator::Le => "le",
        Operator::Gt => "gt",
        Operator::Ge => "ge",
        Operator::And => "and",
        Operator::Or => "or",
        _ => "unknown",
    }
}
