//! Expressions of a lock: text, of which the fields, numbers and operators are found again.

use std::collections::HashMap;

use codec_core::schema::{Expression, Node, Operand, Operator};

use super::refuse::ExportError;
use crate::model::Expr;

/// The fields that an expression may name, and the place of the field that has it.
pub(super) struct Names<'f> {
    fields: &'f HashMap<&'f str, u16>,
    place: String,
    is_lenient: bool,
}

impl<'f> Names<'f> {
    pub(super) const fn new(
        fields: &'f HashMap<&'f str, u16>,
        place: String,
        is_lenient: bool,
    ) -> Self {
        Self { fields, place, is_lenient }
    }

    pub(super) fn refuse(&self, what: &str) -> ExportError {
        ExportError::of(&self.place, what)
    }

    /// The expression with what it computes.
    pub(super) fn expression(&self, of: &Expr) -> Result<Expression, ExportError> {
        let text: &'static str = Box::leak(of.text.clone().into_boxed_str());
        if let Some(node) = of.node {
            return Ok(Expression::new(text, Some(node)));
        }
        let node = parsed(&of.text, self.fields);
        match node {
            Some(_) => Ok(Expression::new(text, node)),
            None if self.is_lenient => Ok(Expression::new(text, None)),
            None => Err(self.refuse(&format!("`{text}` is not of fields and numbers alone"))),
        }
    }
}

/// The name of the element in a lock.
const ELEMENT: &str = "element";

struct Parser<'t> {
    rest: &'t str,
    fields: &'t HashMap<&'t str, u16>,
    /// The constants that the text names after `where`.
    constants: Vec<(&'t str, i128)>,
}

/// The computation of an expression as a lock has it: `len + MORE where MORE = 2`.
fn parsed(text: &str, fields: &HashMap<&str, u16>) -> Option<&'static Node> {
    let (rest, constants) = text.rsplit_once(" where ").unwrap_or((text, ""));
    let constants = constants.split(", ").filter(|of| !of.is_empty()).map(|of| {
        let (name, value) = of.split_once(" = ")?;
        Some((name.trim(), value.trim().parse().ok()?))
    });
    let constants = constants.collect::<Option<Vec<_>>>()?;
    let mut parser = Parser { rest, fields, constants };
    parser.level(0).filter(|_| parser.rest.trim().is_empty())
}

fn leak(node: Node) -> &'static Node {
    Box::leak(Box::new(node))
}

fn text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// The operators, from those that bind least.
const LEVELS: [&[(&str, Operator)]; 9] = [
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[
        ("==", Operator::Eq),
        ("!=", Operator::Ne),
        ("<=", Operator::Le),
        (">=", Operator::Ge),
        ("<", Operator::Lt),
        (">", Operator::Gt),
    ],
    &[("|", Operator::BitOr)],
    &[("^", Operator::BitXor)],
    &[("&", Operator::BitAnd)],
    &[("<<", Operator::Shl), (">>", Operator::Shr)],
    &[("+", Operator::Add), ("-", Operator::Sub)],
    &[("*", Operator::Mul), ("/", Operator::Div), ("%", Operator::Rem)],
];

impl<'t> Parser<'t> {
    /// Goes over this text, if it is next.
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(sign) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest.trim_start();
        let rest = rest.strip_prefix("r#").unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if word.is_empty() {
            return None;
        }
        self.rest = after;
        Some(word)
    }

    /// Goes over the name of a constant, if one is next.
    fn constant(&mut self) -> Option<i128> {
        let rest = self.rest.trim_start();
        let (name, value) = *self.constants.iter().find(|(name, _)| {
            let after = rest.strip_prefix(name);
            after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })?;
        self.rest = &rest[name.len()..];
        Some(value)
    }

    fn operator(&mut self, level: usize) -> Option<Operator> {
        let rest = self.rest.trim_start();
        let (sign, operator) = LEVELS[level].iter().find(|(sign, _)| rest.starts_with(sign))?;
        // A longer operator may begin with the same sign.
        let longer = LEVELS.iter().flat_map(|level| level.iter()).any(|(other, _)| {
            other.len() > sign.len() && other.starts_with(sign) && rest.starts_with(other)
        });
        if longer {
            return None;
        }
        self.rest = &rest[sign.len()..];
        Some(*operator)
    }

    fn level(&mut self, level: usize) -> Option<&'static Node> {
        if level == LEVELS.len() {
            return self.cast();
        }
        let mut left = self.level(level + 1)?;
        while let Some(operator) = self.operator(level) {
            let right = self.level(level + 1)?;
            left = leak(Node::Binary(operator, left, right));
        }
        Some(left)
    }

    /// A value, perhaps of another type: only of ones that hold all lengths.
    fn cast(&mut self) -> Option<&'static Node> {
        let value = self.unary()?;
        let before = self.rest;
        if self.word() != Some("as") {
            self.rest = before;
            return Some(value);
        }
        matches!(self.word()?, "usize" | "u64" | "i64" | "i128").then_some(value)
    }

    fn unary(&mut self) -> Option<&'static Node> {
        if self.takes("!") {
            return Some(leak(Node::Not(self.unary()?)));
        }
        if self.takes("*") {
            return self.unary();
        }
        self.primary()
    }

    fn primary(&mut self) -> Option<&'static Node> {
        if self.takes("(") {
            let inner = self.level(0)?;
            return self.takes(")").then_some(inner);
        }
        if let Some(value) = self.constant() {
            return Some(leak(Node::Number(value)));
        }
        let word = self.word()?;
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return number(word).map(|value| leak(Node::Number(value)));
        }
        match word {
            "true" => return Some(leak(Node::Number(1))),
            "false" => return Some(leak(Node::Number(0))),
            "usize" | "u64" | "i64" | "u32" | "u16" if self.takes("::from(") => {
                let inner = self.level(0)?;
                return self.takes(")").then_some(inner);
            }
            "encoded_len" if self.takes("(") => return self.encoded(),
            "matches" if self.takes("!") => return self.matches(),
            _ => {}
        }
        self.path(word)
    }

    fn index(&self, name: &str) -> Option<u16> {
        self.fields.get(name).copied()
    }

    fn encoded(&mut self) -> Option<&'static Node> {
        let first = self.word()?;
        let first = self.index(first)?;
        let last = if self.takes("..=") {
            let last = self.word()?;
            self.index(last)?
        } else {
            first
        };
        self.takes(")").then(|| leak(Node::Field(Operand::Encoded(first, last))))
    }

    /// `matches!(element.path, Enum::Variant)`, perhaps with `{ .. }` or `(..)`.
    fn matches(&mut self) -> Option<&'static Node> {
        if !self.takes("(") {
            return None;
        }
        let word = self.word()?;
        let path = (word == ELEMENT).then(|| self.members())??;
        if !self.takes(",") {
            return None;
        }
        let mut name = self.word()?;
        while self.takes("::") {
            name = self.word()?;
        }
        for rest in ["{ .. }", "{..}", "(..)", "(_)"] {
            if self.takes(rest) {
                break;
            }
        }
        let is = Operand::ElementIs(text(&path), text(name));
        self.takes(")").then(|| leak(Node::Field(is)))
    }

    /// The members after the element, up to a method.
    fn members(&mut self) -> Option<String> {
        let mut path = Vec::new();
        loop {
            let before = self.rest;
            if !self.takes(".") {
                break;
            }
            let member = self.word()?;
            if self.rest.trim_start().starts_with('(') {
                self.rest = before;
                break;
            }
            path.push(member);
        }
        Some(path.join("."))
    }

    fn path(&mut self, word: &str) -> Option<&'static Node> {
        let (value, len) = if word == ELEMENT && self.index(word).is_none() {
            let path = text(&self.members()?);
            (Operand::Element(path), Operand::ElementLen(path))
        } else {
            let index = self.index(word)?;
            (Operand::Value(index), Operand::Len(index))
        };
        if self.takes(".len()") {
            return Some(leak(Node::Field(len)));
        }
        if self.takes(".is_empty()") {
            let len = leak(Node::Field(len));
            return Some(leak(Node::Binary(Operator::Eq, len, leak(Node::Number(0)))));
        }
        let rest = self.rest.trim_start();
        let goes_on = [".", "(", "[", "::", "{"].iter().any(|sign| rest.starts_with(sign));
        (!goes_on).then(|| leak(Node::Field(value)))
    }
}

fn number(word: &str) -> Option<i128> {
    let word = word.replace('_', "");
    let bare = |word: &str| {
        let suffixes = ["usize", "u128", "u16", "u32", "u64", "u8", "i128", "i16", "i32", "i64"];
        let suffix = suffixes.iter().find_map(|suffix| word.strip_suffix(suffix));
        suffix.unwrap_or(word).to_owned()
    };
    match word.get(..2) {
        Some("0x") => i128::from_str_radix(&bare(&word[2..]), 16).ok(),
        Some("0b") => i128::from_str_radix(&bare(&word[2..]), 2).ok(),
        Some("0o") => i128::from_str_radix(&bare(&word[2..]), 8).ok(),
        _ => bare(&word).parse().ok(),
    }
}
