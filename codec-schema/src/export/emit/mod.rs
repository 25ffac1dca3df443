//! From a plan to classes and functions, in terms that languages share.

mod body;
mod expression;
mod names;
mod read;
mod write;

use std::cell::Cell;
use std::fmt::Write as _;

use codec_core::schema::Id;

use super::frame::Frame;
use super::refuse::ExportError;
use super::syntax::{Function, Line, Member, Syntax, Ty};
use crate::measure::Number;
use crate::plan::{Charset, Int, Item, Plan, Shape};
pub(super) use body::{asks_for_bytes, noted};
use expression::Scope;
pub(super) use names::{Naming, identifier};

/// Generates one file.
pub(super) struct Emitter<'p, S> {
    plan: &'p Plan,
    syntax: S,
    naming: Naming<'p>,
    /// The number of the bit fields' word that is read.
    word: Cell<u32>,
}

impl<'p, S: Syntax> Emitter<'p, S> {
    pub(super) fn new(plan: &'p Plan, syntax: S) -> Self {
        let naming = Naming::new(plan, syntax.keywords());
        Self { plan, syntax, naming, word: Cell::new(0) }
    }

    /// The whole file.
    pub(super) fn file(&self, title: &str, frame: Option<&Frame>) -> Result<String, ExportError> {
        let mut file = self.syntax.comment(title);
        file.push_str(self.syntax.runtime());
        for index in 0..self.plan.types.len() {
            self.of_type(index, &mut file)?;
        }
        if let Some(shape) = &self.plan.single {
            self.root(shape, &mut file)?;
            file.push_str(&self.syntax.table("MESSAGES", &[]));
        } else {
            self.messages(&mut file)?;
            file.extend(frame.map(|frame| self.syntax.frames(frame)));
        }
        Ok(file)
    }

    /// The type that is not one of several messages.
    fn root(&self, shape: &'p Shape, file: &mut String) -> Result<(), ExportError> {
        let scope = Scope { place: "the root", items: &[], element: None };
        let read = self.read(shape, scope)?;
        let write = self.write(shape, "v", scope)?;
        self.ends(
            ("read_root", read),
            ("write_root", write),
            &self.syntax.ty(&self.ty(shape)),
            file,
        );
        Ok(())
    }

    /// A reader and a writer of all bytes.
    fn ends(
        &self,
        (read, reads): (&str, String),
        (write, writes): (&str, String),
        ty: &str,
        file: &mut String,
    ) {
        let [source, target, nothing, ..] = self.syntax.words();
        let function = Function {
            name: read.to_owned(),
            parameters: vec![("r", source.to_owned())],
            result: ty.to_owned(),
            body: vec![Line::Return(reads)],
        };
        file.push_str(&self.syntax.function(&function));
        let function = Function {
            name: write.to_owned(),
            parameters: vec![("w", target.to_owned()), ("v", ty.to_owned())],
            result: nothing.to_owned(),
            body: vec![Line::Do(writes)],
        };
        file.push_str(&self.syntax.function(&function));
    }

    fn messages(&self, file: &mut String) -> Result<(), ExportError> {
        let mut rows = Vec::new();
        for message in &self.plan.messages {
            let Shape::Type(index) = message.shape else {
                return Err(ExportError::of(message.name, "a message that is no struct"));
            };
            let id = match message.id {
                Id::Number(id) => id.to_string(),
                Id::Name(name) => format!("\"{name}\""),
                _ => return Err(ExportError::of(message.name, "an id that is not known here")),
            };
            // The first of two with one id is decoded.
            if rows.iter().all(|(other, _)| *other != id) {
                rows.push((id, self.naming.types[index].clone()));
            }
        }
        file.push_str(&self.syntax.table("MESSAGES", &rows));
        Ok(())
    }

    fn member(&self, items: &[Item], item: &Item) -> String {
        self.naming.member(items, item)
    }

    /// The members of a class.
    fn members(&self, items: &[Item]) -> Vec<Member> {
        let items_on = items.iter().filter(|item| has_value(item));
        items_on
            .map(|item| {
                let is_option = !matches!(item.there, crate::plan::There::Always);
                let ty = self.ty(&item.shape);
                Member {
                    name: self.member(items, item),
                    doc: item.doc.to_owned(),
                    ty: if is_option { Ty::Option(Box::new(ty)) } else { ty },
                }
            })
            .collect()
    }

    fn ty(&self, shape: &Shape) -> Ty {
        match shape {
            Shape::Nothing | Shape::Magic(_) | Shape::Opaque(_) => Ty::Null,
            Shape::Bool(_) => Ty::Bool,
            Shape::Int(int) => Ty::Int(int.bytes),
            Shape::Float(..) => Ty::Float,
            Shape::Utf8Char | Shape::Char(_) | Shape::Text(_, Charset::Utf8) => Ty::Text,
            Shape::Bytes(_) | Shape::Text(..) => Ty::Bytes,
            Shape::List(_, of) | Shape::Indexed(_, of) => Ty::List(Box::new(self.ty(of))),
            Shape::Option(of) | Shape::Maybe(_, of) | Shape::Nullable(_, of) => {
                Ty::Option(Box::new(self.ty(of)))
            }
            Shape::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.ty(part)).collect()),
            Shape::Type(index) | Shape::Tagged(_, index) => {
                Ty::Named(self.naming.types[*index].clone())
            }
            Shape::Sized(_, of) | Shape::Unordered(of) => self.ty(of),
            Shape::Bits(bits) => match bits.kind {
                codec_core::schema::Kind::Int(int) => Ty::Int(int.bytes),
                _ => Ty::Bool,
            },
        }
    }
}

/// Returns whether a field is in the class.
fn has_value(item: &Item) -> bool {
    !matches!(item.shape, Shape::Magic(_))
}

/// The sizes of tags and versions are in the plan.
const fn is_number(int: &Int) -> bool {
    !matches!(int.number, Number::None)
}

/// Code with a comment's lines.
pub(super) fn commented(sign: &str, indent: &str, doc: &str) -> String {
    let mut text = String::new();
    for line in super::syntax::doc_lines(doc) {
        let _ = writeln!(text, "{}", format!("{indent}{sign} {line}").trim_end());
    }
    text
}
