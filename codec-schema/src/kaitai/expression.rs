//! Conditions and counts in Kaitai's expression language, which is typed. Expressions whose meaning
//! differs between target languages are refused.

use std::collections::HashMap;

use codec_core::schema::{Expression, Node, Operand, Operator};

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Bool,
    /// This many bits, signed or not.
    Number(u32, bool),
}

/// The expressions of earlier fields.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) values: HashMap<u16, (String, Sort)>,
    pub(super) lens: HashMap<u16, String>,
    /// Parts of the element that may end a list.
    pub(super) element: Vec<(Operand, (String, Sort))>,
}

/// A condition.
pub(super) fn condition(of: &Expression, scope: &Scope) -> Result<String, String> {
    let node = of.node.ok_or_else(|| unknown(of))?;
    scope.boolean(node)
}

/// A count.
pub(super) fn number(of: &Expression, scope: &Scope) -> Result<String, String> {
    let node = of.node.ok_or_else(|| unknown(of))?;
    match scope.write(node)? {
        (text, Sort::Number(..)) => Ok(text),
        (text, Sort::Bool) => Ok(format!("({text} ? 1 : 0)")),
    }
}

fn unknown(of: &Expression) -> String {
    format!("`{}` calls what the description doesn't have", of.text)
}

impl Scope {
    fn boolean(&self, node: &Node) -> Result<String, String> {
        Ok(match self.write(node)? {
            (text, Sort::Bool) => text,
            (text, Sort::Number(..)) => format!("({text} != 0)"),
        })
    }

    fn write(&self, node: &Node) -> Result<(String, Sort), String> {
        Ok(match node {
            Node::Field(Operand::Value(index)) => {
                let value = self.values.get(index).cloned();
                value.ok_or("an expression over a field that has no number")?
            }
            Node::Field(Operand::Len(index)) => {
                let len = self.lens.get(index).cloned();
                (len.ok_or("the length of a field that has none")?, Sort::Number(32, false))
            }
            Node::Field(operand) => {
                let part = self.element.iter().find(|(own, _)| own == operand);
                part.ok_or("an expression over an element")?.1.clone()
            }
            Node::Number(value) => Self::literal(*value)?,
            Node::Named(name, value) => {
                let value = value().ok_or_else(|| format!("`{name}`, which is no number"))?;
                Self::literal(value)?
            }
            Node::Not(of) => (format!("(not {})", self.boolean(of)?), Sort::Bool),
            Node::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            _ => return Err(String::from("an expression of another kind")),
        })
    }

    fn literal(value: i128) -> Result<(String, Sort), String> {
        if value.unsigned_abs() >= 1 << 53 {
            return Err(format!("{value}, which JavaScript can't hold"));
        }
        let bits = 128 - value.unsigned_abs().leading_zeros();
        Ok((format!("({value})"), Sort::Number(bits, value < 0)))
    }

    fn binary(
        &self,
        operator: Operator,
        left: &Node,
        right: &Node,
    ) -> Result<(String, Sort), String> {
        use Operator as O;
        if matches!(operator, O::And | O::Or) {
            let word = if operator == O::And { "and" } else { "or" };
            let (left, right) = (self.boolean(left)?, self.boolean(right)?);
            return Ok((format!("({left} {word} {right})"), Sort::Bool));
        }
        let (one, other) = (self.write(left)?, self.write(right)?);
        let is_bool = one.1 == Sort::Bool || other.1 == Sort::Bool;
        if is_bool {
            let (left, right) = (self.boolean(left)?, self.boolean(right)?);
            let word = match operator {
                O::Eq => {
                    return Ok((format!("(({left} ? 1 : 0) == ({right} ? 1 : 0))"), Sort::Bool));
                }
                O::Ne | O::BitXor => {
                    return Ok((format!("(({left} ? 1 : 0) != ({right} ? 1 : 0))"), Sort::Bool));
                }
                O::BitAnd => "and",
                O::BitOr => "or",
                _ => return Err(format!("`{}` of booleans", operator.symbol())),
            };
            return Ok((format!("({left} {word} {right})"), Sort::Bool));
        }
        let symbol = operator.symbol();
        let sort = Self::sort(operator, one.1, other.1, right)?;
        let ((left, _), (right, _)) = (one, other);
        Ok(match operator {
            O::Shl | O::Shr => {
                let symbol = if operator == O::Shl { "*" } else { "/" };
                let by = Self::shift(self, operator, right.as_str())?;
                (format!("({left} {symbol} {by})"), sort)
            }
            _ => (format!("({left} {symbol} {right})"), sort),
        })
    }

    /// The factor or divisor that replaces a shift.
    fn shift(&self, operator: Operator, by: &str) -> Result<u64, String> {
        let _ = self;
        let by = by.trim_matches(['(', ')']).parse::<u32>().ok().filter(|by| *by < 32);
        by.map(|by| 1 << by).ok_or_else(|| format!("`{}` by a field", operator.symbol()))
    }

    /// The type of an arithmetic result; refuses operations that differ between target languages.
    fn sort(operator: Operator, one: Sort, other: Sort, right: &Node) -> Result<Sort, String> {
        use Operator as O;
        let (Sort::Number(bits, signed), Sort::Number(more, other_signed)) = (one, other) else {
            return Ok(Sort::Bool);
        };
        let any_signed = signed || other_signed;
        let refuse = |why: &str| Err(format!("`{}` of {why}", operator.symbol()));
        Ok(match operator {
            O::Eq | O::Ne | O::Lt | O::Le | O::Gt | O::Ge => Sort::Bool,
            _ if bits.max(more) > 53 => return refuse("numbers that JavaScript can't hold"),
            O::Add | O::Sub => Sort::Number(bits.max(more) + 1, any_signed || operator == O::Sub),
            O::Mul => Sort::Number(bits + more, any_signed),
            _ if any_signed => return refuse("negative numbers"),
            O::Div => Sort::Number(bits, false),
            O::Rem => Sort::Number(more, false),
            O::BitAnd if bits.min(more) <= 31 && bits.max(more) <= 32 => {
                Sort::Number(bits.min(more), false)
            }
            O::BitOr | O::BitXor if bits.max(more) <= 31 => Sort::Number(bits.max(more), false),
            O::Shl | O::Shr => {
                let _ = right;
                Sort::Number(if operator == O::Shl { bits + 31 } else { bits }, false)
            }
            _ => return refuse("numbers of over 31 bits"),
        })
    }
}
