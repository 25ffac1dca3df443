//! Expressions over fields. Rust computes them in 128 bits: here their parts are refused where they
//! may need more than 64, by the ranges of the fields.

use std::collections::BTreeMap;

use codec_core::schema::{Expression, Kind, Node, Operand, Operator};

use super::number::{literal, range};
use super::{C, Lines, Result, member};
use crate::export::refuse::ExportError;
use crate::plan::{Body, Count, Item, Shape, There};

/// The fields and the element that an expression is over.
#[derive(Clone, Default)]
pub(super) struct Scope<'p> {
    /// The place of the field that has the expression.
    pub(super) place: String,
    pub(super) items: &'p [Item],
    /// The value that has the fields.
    pub(super) of: String,
    /// The elements of which the last is looked for, and the element.
    pub(super) element: Option<(&'p Shape, String)>,
    /// The variables of fields that are computed.
    pub(super) computed: BTreeMap<u16, Value>,
}

/// A value: a truth, or a number within limits.
#[derive(Clone)]
pub(super) struct Value {
    pub(super) code: String,
    pub(super) is_truth: bool,
    pub(super) low: i128,
    pub(super) high: i128,
    /// Returns whether it may have no value.
    pub(super) fails: bool,
}

const MIN: i128 = i64::MIN as i128;
const MAX: i128 = i64::MAX as i128;

impl Value {
    fn number(code: String, low: i128, high: i128, fails: bool) -> Self {
        Self { code, is_truth: false, low, high, fails }
    }

    fn truth(code: String, fails: bool) -> Self {
        Self { code, is_truth: true, low: 0, high: 1, fails }
    }

    /// Returns whether it is an `int64_t`; otherwise it is an `uint64_t`.
    pub(super) const fn is_signed(&self) -> bool {
        self.low >= MIN && self.high <= MAX
    }

    /// The code as a number of this signedness.
    fn cast(&self, signed: bool) -> Option<String> {
        match (self.is_signed(), signed) {
            (true, true) | (false, false) => Some(self.code.clone()),
            (true, false) if self.low >= 0 => Some(format!("(uint64_t){}", self.code)),
            _ => None,
        }
    }

    /// The code as an `uint64_t` or an `int64_t`.
    pub(super) fn of_64_bits(self) -> Option<Self> {
        let fits = self.is_signed() || self.low >= 0 && self.high <= i128::from(u64::MAX);
        fits.then_some(self)
    }
}

/// The least number of ones above all bits of a number.
const fn ones(value: i128) -> i128 {
    if value <= 0 { 0 } else { (1 << (128 - value.leading_zeros())) - 1 }
}

impl<'p> C<'p> {
    fn refuse(&self, of: &Expression) -> ExportError {
        let what = format!("`{}` is not of fields and numbers of 64 bits alone", of.text);
        ExportError::of(&self.scope.place, &what)
    }

    /// The value of an expression.
    pub(super) fn value(&self, of: &Expression) -> Result<Value> {
        let node = of.node.ok_or_else(|| self.refuse(of))?;
        self.node(node).ok_or_else(|| self.refuse(of))
    }

    /// The truth of an expression, and the variable that says that it has none.
    pub(super) fn truth(
        &mut self,
        of: &Expression,
        lines: &mut Lines,
    ) -> Result<(String, Option<String>)> {
        let mut value = self.value(of)?;
        let fails = self.failing(&mut value, lines);
        let code = if value.is_truth { value.code } else { format!("({} != 0)", value.code) };
        Ok((code, fails))
    }

    /// A number below 2^64 of an expression as an `uint64_t`, or `otherwise`.
    pub(super) fn length(
        &mut self,
        of: &Expression,
        otherwise: &str,
        lines: &mut Lines,
    ) -> Result<String> {
        let mut value = self.value(of)?;
        if value.is_truth {
            return Err(self.refuse(of));
        }
        if value.low >= 0 && !value.fails {
            return Ok(format!("(uint64_t){}", value.code));
        }
        if !value.is_signed() {
            return Err(self.refuse(of));
        }
        value.fails = true;
        let fails = self.failing(&mut value, lines).unwrap_or_default();
        Ok(format!("codec_length(&{fails}, {}, {otherwise})", value.code))
    }

    /// A number of an expression as an `uint64_t`, and the condition under which it has none.
    pub(super) fn exact(&mut self, of: &Expression, lines: &mut Lines) -> Result<(String, String)> {
        let mut value = self.value(of)?;
        if value.is_truth {
            return Err(self.refuse(of));
        }
        if value.low >= 0 && !value.fails {
            return Ok((format!("(uint64_t){}", value.code), "false".to_owned()));
        }
        if !value.is_signed() {
            return Err(self.refuse(of));
        }
        let fails = self.failing(&mut value, lines);
        let number = self.variable("number");
        lines.add(format!("int64_t {number} = {};", value.code));
        let fails = match (fails, value.low < 0) {
            (Some(fails), true) => format!("{fails} || {number} < 0"),
            (Some(fails), false) => fails,
            (None, _) => format!("{number} < 0"),
        };
        Ok((format!("(uint64_t){number}"), fails))
    }

    /// Declares the variable that calls in an expression set, and returns its name.
    pub(super) fn failing(&mut self, value: &mut Value, lines: &mut Lines) -> Option<String> {
        value.fails.then(|| {
            let fails = self.variable("fails");
            lines.add(format!("bool {fails} = false;"));
            value.code = value.code.replace("&fails)", &format!("&{fails})"));
            fails
        })
    }

    fn node(&self, node: &Node) -> Option<Value> {
        let constant = |value| Value::number(literal(value), value, value, false);
        match node {
            Node::Number(value) => constant(*value),
            Node::Named(_, value) => constant(value()?),
            Node::Field(operand) => self.operand(*operand)?,
            Node::Not(of) => {
                let of = self.node(of).filter(|of| of.is_truth)?;
                Value::truth(format!("!{}", of.code), of.fails)
            }
            Node::Binary(operator, left, right) => {
                binary(*operator, &self.node(left)?, &self.node(right)?)?
            }
            _ => return None,
        }
        .of_64_bits()
    }

    fn operand(&self, operand: Operand) -> Option<Value> {
        let find = |index: u16| {
            let items = self.scope.items;
            let item = &items[items.binary_search_by_key(&index, |item| item.index).ok()?];
            matches!(item.there, There::Always).then_some(item)
        };
        match operand {
            Operand::Value(index) => {
                let item = find(index)?;
                if let Some(value) = self.scope.computed.get(&index) {
                    return Some(value.clone());
                }
                plain(self.place(&self.scope.of, item), &item.shape)
            }
            Operand::Len(index) => {
                let item = find(index)?;
                len(&self.place(&self.scope.of, item), &item.shape)
            }
            Operand::Encoded(first, last) => {
                Some(Value::number(format!("(int64_t)(end{last} - begin{first})"), 0, MAX, false))
            }
            Operand::Element(path) => {
                let (code, shape) = self.part(path)?;
                plain(code, shape)
            }
            Operand::ElementLen(path) => {
                let (code, shape) = self.part(path)?;
                len(&code, shape)
            }
            Operand::ElementIs(path, name) => {
                let (code, shape) = self.part(path)?;
                let Shape::Type(index) = shape else { return None };
                let Body::Enum { variants, .. } = &self.plan.types[*index].body else {
                    return None;
                };
                let variant = variants.iter().position(|variant| variant.name == name)?;
                let (_, word) = self.naming.variant(*index, variant);
                let is = self.variant_of(*index, &code);
                Some(Value::truth(format!("({is} == {word})"), false))
            }
            _ => None,
        }
    }

    /// The variant of an enum's value.
    pub(super) fn variant_of(&self, index: usize, place: &str) -> String {
        if self.is_bare(index) { place.to_owned() } else { member(place, "variant") }
    }

    /// A part of the element, by its path.
    fn part(&self, path: &str) -> Option<(String, &'p Shape)> {
        let (mut shape, mut code) = self.scope.element.clone()?;
        for name in path.split('.').filter(|name| !name.is_empty()) {
            let Shape::Type(index) = shape else { return None };
            let Body::Struct { items, .. } = &self.plan.types[*index].body else { return None };
            let item = items.iter().find(|item| item.name == name)?;
            if !matches!(item.there, There::Always) {
                return None;
            }
            code = self.place(&code, item);
            shape = &item.shape;
        }
        Some((code, shape))
    }
}

/// A number or a truth of this shape.
pub(super) fn plain(code: String, shape: &Shape) -> Option<Value> {
    let (bytes, signed) = match shape {
        Shape::Bool(_) => return Some(Value::truth(code, false)),
        Shape::Int(int) => (int.bytes, int.signed),
        Shape::Bits(bits) => match bits.kind {
            Kind::Bool => return Some(Value::truth(code, false)),
            Kind::Int(int) => (int.bytes, int.signed),
            _ => return None,
        },
        _ => return None,
    };
    if bytes > 8 {
        return None;
    }
    let (low, high) = range(bytes, signed);
    let code = if high <= MAX { format!("(int64_t){code}") } else { code };
    Some(Value::number(code, low, high, false))
}

fn len(code: &str, shape: &Shape) -> Option<Value> {
    let of = match shape {
        Shape::Bytes(Count::Fixed(count)) | Shape::List(Count::Fixed(count), _) => {
            let count = i128::from(*count);
            return Some(Value::number(literal(count), count, count, false));
        }
        Shape::Text(..) | Shape::Bytes(_) => member(code, "len"),
        Shape::List(..) | Shape::Indexed(..) => member(code, "count"),
        Shape::Sized(_, inner) => return len(code, inner),
        _ => return None,
    };
    Some(Value::number(format!("(int64_t){of}"), 0, MAX / 2, false))
}

/// Two values and what is between them.
pub(super) fn binary(operator: Operator, one: &Value, other: &Value) -> Option<Value> {
    let sign = operator.symbol();
    let fails = one.fails || other.fails;
    let logic =
        |sign: &str| Some(Value::truth(format!("({} {sign} {})", one.code, other.code), fails));
    if one.is_truth != other.is_truth {
        return None;
    }
    match operator {
        Operator::And => return logic("&&").filter(|_| one.is_truth),
        Operator::Or => return logic("||").filter(|_| one.is_truth),
        Operator::BitAnd if one.is_truth => return logic("&&"),
        Operator::BitOr if one.is_truth => return logic("||"),
        Operator::Eq | Operator::Ne if one.is_truth => return logic(sign),
        _ if one.is_truth => return None,
        _ => {}
    }
    let (a, b) = ((one.low, one.high), (other.low, other.high));
    let limits = |all: &[i128]| Some((*all.iter().min()?, *all.iter().max()?));
    let (low, high) = match operator {
        Operator::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
        Operator::Sub => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
        Operator::Mul => limits(&[
            a.0.checked_mul(b.0)?,
            a.0.checked_mul(b.1)?,
            a.1.checked_mul(b.0)?,
            a.1.checked_mul(b.1)?,
        ])?,
        Operator::Div | Operator::Rem => {
            let most = a.0.abs().max(a.1.abs());
            (if a.0 < 0 || b.0 < 0 { -most } else { 0 }, most)
        }
        Operator::BitAnd if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        Operator::BitOr | Operator::BitXor if a.0 >= 0 && b.0 >= 0 => (0, ones(a.1.max(b.1))),
        Operator::BitAnd | Operator::BitOr | Operator::BitXor => (MIN, MAX),
        Operator::Shl if (0..=62).contains(&b.1) => {
            limits(&[a.0, a.1, a.0.checked_mul(1 << b.1)?, a.1.checked_mul(1 << b.1)?])?
        }
        Operator::Shr => (a.0.min(0), a.1.max(0)),
        Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => {
            let signed = one.is_signed() && other.is_signed();
            let (one, other) = (one.cast(signed)?, other.cast(signed)?);
            return Some(Value::truth(format!("({one} {sign} {other})"), fails));
        }
        _ => return None,
    };
    let result = Value::number(String::new(), low, high, fails).of_64_bits()?;
    let signed = one.is_signed() && other.is_signed() && result.is_signed();
    let called = |name: &str| {
        let (one, other) = (one.cast(true)?, other.cast(true)?);
        let code = format!("codec_{name}({one}, {other}, &fails)");
        Some(Value { code, fails: true, ..result.clone() })
    };
    match operator {
        Operator::Div => return called("div"),
        Operator::Rem => return called("rem"),
        Operator::Shl => return called("shl"),
        Operator::Shr => return called("shr"),
        _ => {}
    }
    let (one, other) = (one.cast(signed)?, other.cast(signed)?);
    let code = format!("({one} {sign} {other})");
    // A number that was computed without a sign may be used with one.
    let code = if !signed && result.is_signed() { format!("(int64_t){code}") } else { code };
    Some(Value { code, ..result })
}
