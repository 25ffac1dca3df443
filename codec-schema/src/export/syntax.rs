//! The parts of a program that every language has, and how a language spells them.

use super::frame::Frame;

/// A statement.
#[derive(Debug)]
pub(super) enum Line {
    Do(String),
    Let(String, String),
    /// Conditions with what is done under the first that holds, and what otherwise.
    Match(Vec<(String, Vec<Line>)>, Vec<Line>),
    /// Repeats until a `Leave`.
    Loop(Vec<Line>),
    Leave(String),
    Return(String),
}

/// The type of a value.
#[derive(Debug, Clone)]
pub(super) enum Ty {
    Bool,
    /// An integer of this many bytes.
    Int(u8),
    Float,
    Text,
    Bytes,
    List(Box<Self>),
    Option(Box<Self>),
    Tuple(Vec<Self>),
    Named(String),
    Null,
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

/// A language.
pub(super) trait Syntax {
    /// The beginning of each file: errors, the reader and the writer.
    fn runtime(&self) -> &'static str;
    /// A comment of one line.
    fn comment(&self, text: &str) -> String;
    /// Words that can't be names.
    fn keywords(&self) -> &'static [&'static str];
    fn null(&self) -> &'static str;
    fn boolean(&self, value: bool) -> &'static str;
    fn lambda(&self, parameters: &str, body: &str) -> String;
    /// An exact integer.
    fn int(&self, value: i128) -> String;
    /// A value as an exact integer, for arithmetic.
    fn wide(&self, value: &str) -> String;
    /// An exact integer as the value of a type of this many bytes.
    fn narrow(&self, value: &str, bytes: u8) -> String;
    fn bytes(&self, bytes: &[u8]) -> String;
    fn tuple(&self, parts: &[String]) -> String;
    fn when(&self, condition: &str, then: &str, otherwise: &str) -> String;
    fn and(&self, one: &str, other: &str) -> String;
    fn or(&self, one: &str, other: &str) -> String;
    fn not(&self, of: &str) -> String;
    fn equal(&self, one: &str, other: &str) -> String;
    /// The number of elements or bytes.
    fn len(&self, of: &str) -> String;
    fn ty(&self, ty: &Ty) -> String;
    /// A value of a class whose fields are set afterwards.
    fn blank(&self, class: &Class) -> String;
    fn class(&self, class: &Class) -> String;
    /// A copy of a value, whose fields may be set.
    fn copy(&self, of: &str) -> String;
    /// One of these types.
    fn union(&self, name: &str, doc: &str, of: &[String]) -> String;
    fn function(&self, function: &Function) -> String;
    /// A table from ids to pairs of functions.
    fn table(&self, name: &str, rows: &[(String, String)]) -> String;
    /// The functions of frames.
    fn frames(&self, frame: &Frame) -> String;
    /// The type of a reader's and a writer's parameter, and of nothing.
    fn words(&self) -> [&'static str; 5];
}

/// The first paragraph and all others of a doc comment, as lines.
pub(super) fn doc_lines(doc: &str) -> impl Iterator<Item = &str> {
    doc.lines().map(str::trim_end)
}
