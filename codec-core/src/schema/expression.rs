//! Expressions over fields: `if`, `count`, `bytes`, `tag`, limits and `computed`.

/// An expression over earlier fields; in `computed`, over all fields.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Expression {
    /// The expression as it is written in the source code.
    pub text: &'static str,
    /// The computation, if it consists of fields, numbers, constants and operators alone.
    pub node: Option<&'static Node>,
}

impl Expression {
    /// An expression, and what it computes.
    pub const fn new(text: &'static str, node: Option<&'static Node>) -> Self {
        Self { text, node }
    }
}

/// A node of an expression. Numbers are integers, and operations on them don't overflow in a valid
/// value; a boolean is 0 or 1.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Node {
    /// A property of an earlier field.
    Field(Operand),
    /// A number.
    Number(i128),
    /// A constant of the program: its path, and its value if it is an integer or a boolean.
    Named(&'static str, fn() -> Option<i128>),
    /// `!`, of a boolean.
    Not(&'static Node),
    /// An operation on two values.
    Binary(Operator, &'static Node, &'static Node),
}

/// The property of a field that an expression uses; fields are given by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// The value: an integer or a boolean. An enum has none.
    Value(u16),
    /// The length: in bytes for a string, in elements otherwise.
    Len(u16),
    /// The encoded length in bytes of the fields from the first of these to the last.
    Encoded(u16, u16),
    /// In the condition of [`Until`](super::Until): the value of this field of the element, by its
    /// path (`kind`, `head.kind`); the element itself, if the path is empty.
    Element(&'static str),
    /// In such a condition, the length of this field of the element, or of the element itself.
    ElementLen(&'static str),
    /// In such a condition, whether this field of the element, or the element itself, is the enum's
    /// variant with this name.
    ElementIs(&'static str, &'static str),
}

/// An operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are those of Rust")]
#[non_exhaustive]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

impl Operator {
    /// The operator in source code.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::And => "&&",
            Self::Or => "||",
        }
    }

    /// The result; `None` on overflow or division by zero.
    pub fn apply(self, left: i128, right: i128) -> Option<i128> {
        let by = u32::try_from(right);
        match self {
            Self::Add => left.checked_add(right),
            Self::Sub => left.checked_sub(right),
            Self::Mul => left.checked_mul(right),
            Self::Div => left.checked_div(right),
            Self::Rem => left.checked_rem(right),
            Self::BitAnd => Some(left & right),
            Self::BitOr => Some(left | right),
            Self::BitXor => Some(left ^ right),
            Self::Shl => left.checked_shl(by.ok()?),
            Self::Shr => left.checked_shr(by.ok()?),
            Self::Eq => Some((left == right).into()),
            Self::Ne => Some((left != right).into()),
            Self::Lt => Some((left < right).into()),
            Self::Le => Some((left <= right).into()),
            Self::Gt => Some((left > right).into()),
            Self::Ge => Some((left >= right).into()),
            Self::And => Some((left != 0 && right != 0).into()),
            Self::Or => Some((left != 0 || right != 0).into()),
        }
    }
}

impl Node {
    /// The value, given those of the fields; `None` if a field has none, or the result overflows.
    ///
    /// ```
    /// use codec_core::schema::{Node, Operand, Operator};
    /// static FIRST: Node = Node::Field(Operand::Value(0));
    /// static FLAG: Node = Node::Binary(Operator::BitAnd, &FIRST, &Node::Number(4));
    /// assert_eq!(FLAG.evaluate(&|field| (field == Operand::Value(0)).then_some(6)), Some(4));
    /// assert_eq!(FLAG.evaluate(&|_| None), None);
    /// ```
    pub fn evaluate(&self, field: &dyn Fn(Operand) -> Option<i128>) -> Option<i128> {
        match *self {
            Self::Field(operand) => field(operand),
            Self::Number(number) => Some(number),
            Self::Named(_, value) => value(),
            Self::Not(of) => of.evaluate(field).map(|value| (value == 0).into()),
            Self::Binary(operator, left, right) => {
                operator.apply(left.evaluate(field)?, right.evaluate(field)?)
            }
        }
    }
}

/// A constant whose type is unknown to generated code.
#[doc(hidden)]
#[derive(Debug)]
pub struct Probe<T>(pub T);

/// The value of a number or a boolean.
#[doc(hidden)]
pub trait ProbeNumber {
    /// The value, if there is one.
    fn probe(&self) -> Option<i128>;
}

/// The fallback for all other types: no value.
#[doc(hidden)]
pub trait ProbeNone {
    /// None.
    fn probe(&self) -> Option<i128>;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl ProbeNumber for &Probe<&$number> {
            #[allow(clippy::allow_attributes, clippy::useless_conversion, reason = "of some types")]
            fn probe(&self) -> Option<i128> {
                i128::try_from(*self.0).ok()
            }
        }
    )*};
}

numbers!(bool u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl<T> ProbeNone for Probe<T> {
    fn probe(&self) -> Option<i128> {
        None
    }
}
