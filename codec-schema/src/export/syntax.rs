//! The parts of a program that every language has, and how a language spells them.

use codec_core::schema::Operator;

use super::emit::Spell;
use super::frame::Frame;

/// A statement.
#[derive(Debug)]
pub(super) enum Line {
    Do(String),
    Let(String, String),
    /// Under a condition, a value of a place, if it has one; otherwise another, or nothing.
    When {
        condition: String,
        place: Option<String>,
        value: String,
        otherwise: Option<String>,
    },
    /// Conditions with what is done under the first that holds, and what otherwise.
    Match(Vec<(String, Vec<Self>)>, Vec<Self>),
    /// Repeats until a `Leave`.
    Loop(Vec<Self>),
    Leave(String),
    Return(String),
}

/// The type of a value.
#[derive(Debug, Clone)]
pub(super) enum Ty {
    Bool,
    /// An integer of this many bytes, which may have a sign.
    Int(u8, bool),
    Float(u8),
    Char,
    Text,
    Bytes,
    List(Box<Self>),
    Option(Box<Self>),
    Tuple(Vec<Self>),
    Named(String),
    Null,
    /// An integer of this many bytes as it is on the wire.
    Number(u8),
    /// A number of an expression.
    Exact,
}

/// A field of a class.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) ty: Ty,
}

/// A struct, or a variant of an enum.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) variant: Option<String>,
    pub(super) members: Vec<Member>,
}

/// A function: its name, parameters and their types, the result, and the body.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) parameters: Vec<(&'static str, String)>,
    pub(super) result: String,
    pub(super) body: Vec<Line>,
}

/// A language. What is defined here is how TypeScript and Python have it, which need no types in
/// expressions, and whose integers have any size.
pub(super) trait Syntax {
    /// The beginning of each file: errors, the reader and the writer.
    fn runtime(&self) -> &'static str;
    /// A comment of one line.
    fn comment(&self, text: &str) -> String;
    /// The spellings of names.
    fn spell(&self) -> Spell;
    /// A call of a reader or a writer.
    fn call(&self, on: &str, name: &str, arguments: &str) -> String {
        format!("{on}.{name}({arguments})")
    }
    /// No option's value.
    fn null(&self) -> &'static str;
    /// The value of what has none.
    fn unit(&self) -> &'static str {
        self.null()
    }
    /// No limit of a count.
    fn unlimited(&self) -> &'static str {
        self.null()
    }
    fn boolean(&self, value: bool) -> &'static str;
    /// A function: of a reader or nothing, whose value has this type; of a writer, perhaps with a
    /// value `x` of this type; of such a value alone, whose truth it is.
    fn lambda(&self, parameters: &str, ty: &Ty, body: &str) -> String;
    /// An integer on the wire.
    fn int(&self, value: i128) -> String;
    /// An integer on the wire of this many bytes.
    fn number(&self, value: i128, _bytes: u8) -> String {
        self.int(value)
    }
    /// Integers on the wire.
    fn ints(&self, values: &[String]) -> String {
        format!("[{}]", values.join(", "))
    }
    /// A number of an expression.
    fn exact(&self, value: i128) -> String {
        self.int(value)
    }
    /// The end of the names of functions for integers of this many bytes.
    fn width(&self, _bytes: u8) -> &'static str {
        ""
    }
    /// A value as a number of an expression.
    fn wide(&self, value: &str) -> String;
    /// The distance between two positions, for expressions.
    fn between(&self, begin: &str, end: &str) -> String {
        self.wide(&format!("{end} - {begin}"))
    }
    /// A value of this type as an integer on the wire.
    fn raw(&self, value: &str, _ty: &Ty) -> String {
        self.wide(value)
    }
    /// An integer on the wire as a value of this type.
    fn narrow(&self, value: &str, ty: &Ty) -> String;
    /// A number of an expression as a value of this type.
    fn narrow_exact(&self, value: &str, ty: &Ty) -> String {
        self.narrow(value, ty)
    }
    /// Two numbers of expressions and what is between them; whether it is a truth.
    fn compute(&self, operator: Operator, one: &str, other: &str) -> Option<(String, bool)> {
        let sign = operator.symbol();
        Some(match operator {
            Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => {
                (format!("({one} {sign} {other})"), true)
            }
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => {
                (format!("({one} {sign} {other})"), false)
            }
            Operator::Add | Operator::Sub | Operator::Mul => {
                (format!("fit({one} {sign} {other})"), false)
            }
            Operator::Div => (format!("div({one}, {other})"), false),
            Operator::Rem => (format!("rem({one}, {other})"), false),
            Operator::Shl => (format!("shl({one}, {other})"), false),
            Operator::Shr => (format!("shr({one}, {other})"), false),
            _ => return None,
        })
    }
    /// The function that reads or writes a float of so many bytes.
    fn float(&self, _bytes: u8) -> &'static str {
        "float"
    }
    fn bytes(&self, bytes: &[u8]) -> String;
    fn tuple(&self, parts: &[String], ty: &Ty) -> String;
    /// A part of a tuple.
    fn part(&self, of: &str, index: usize) -> String {
        format!("{of}[{index}]")
    }
    /// The bits of all these.
    fn together(&self, parts: &[String]) -> String {
        parts.join(" | ")
    }
    /// A text's bytes.
    fn utf8(&self, text: &str) -> String {
        format!("utf8({text})")
    }
    /// Statements as one.
    fn all(&self, statements: &[String]) -> String {
        format!("w.all({})", statements.join(", "))
    }
    /// A value that is read once so many bytes are there.
    fn after(&self, min: usize, ty: &Ty, body: &str) -> String {
        format!("r.after(r.need({min}), {})", self.lambda("", ty, body))
    }
    fn and(&self, one: &str, other: &str) -> String {
        format!("({one} && {other})")
    }
    fn or(&self, one: &str, other: &str) -> String {
        format!("({one} || {other})")
    }
    fn not(&self, of: &str) -> String {
        format!("!{of}")
    }
    fn equal(&self, one: &str, other: &str) -> String;
    /// Returns whether a value is of this variant, whose class has this name.
    fn is(&self, value: &str, variant: &str, _class: &str) -> String {
        self.equal(&format!("{value}.variant"), &format!("\"{variant}\""))
    }
    /// The condition under which `v`, which has this variant then, is of it.
    fn arm(&self, variant: &str, class: &str) -> String {
        self.is("v", variant, class)
    }
    /// The number of elements or bytes.
    fn len(&self, of: &str) -> String;
    fn ty(&self, ty: &Ty) -> String;
    /// A value of a class whose fields are set afterwards.
    fn blank(&self, class: &Class) -> String;
    fn class(&self, class: &Class) -> String;
    /// Makes a copy of a value, whose fields may be set, if it is none.
    fn copy(&self, of: &str) -> Option<String>;
    /// One of these types.
    fn union(&self, name: &str, doc: &str, of: &[String]) -> String;
    fn function(&self, function: &Function) -> String;
    /// A table from ids to pairs of functions.
    fn table(&self, name: &str, rows: &[(String, String)]) -> String;
    /// The functions of frames.
    fn frames(&self, frame: &Frame) -> String;
    /// The type of a reader's and a writer's parameter, and of nothing.
    fn words(&self) -> [&'static str; 5];
    /// The most bytes in a word of bits.
    fn widest_word(&self) -> u32 {
        u32::MAX
    }
    /// The most parts of a tuple.
    fn longest_tuple(&self) -> usize {
        usize::MAX
    }
    /// The whole file, of its parts.
    fn finished(&self, file: String) -> String {
        file
    }
}

/// The first paragraph and all others of a doc comment, as lines.
pub(super) fn doc_lines(doc: &str) -> impl Iterator<Item = &str> {
    // Some languages end a comment at each of these.
    let ends = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    doc.trim_end().split(ends).map(str::trim_end).skip(usize::from(doc.trim_end().is_empty()))
}

/// A condition without the brackets around all of it.
pub(super) fn bare(code: &str) -> &str {
    let inner = code.strip_prefix('(').and_then(|code| code.strip_suffix(')'));
    let mut depth = 0;
    let is_one = inner.is_some_and(|inner| {
        inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        })
    });
    inner.filter(|_| is_one).unwrap_or(code)
}
