//! Conditions and counts in Lua.

use codec_core::schema::{Expression, Node, Operand, Operator};

/// A function of the earlier fields that returns a number, or `nil` if a value is unknown; `None`
/// for an expression whose nodes the description doesn't have.
pub(super) fn function(of: &Expression) -> Option<String> {
    Some(format!("function(env) return {} end", lua(of.node?)))
}

fn lua(node: &Node) -> String {
    match node {
        Node::Field(Operand::Value(index)) => format!("env.value[{index}]"),
        Node::Field(Operand::Len(index)) => format!("env.len[{index}]"),
        Node::Field(Operand::Encoded(first, last)) => format!("encoded(env, {first}, {last})"),
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
