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
use super::syntax::{Line, Member, Syntax, Ty};
use crate::measure::Number;
use crate::plan::{Charset, Int, Item, Plan, Shape};
pub(super) use body::{asks_for_bytes, noted};
use expression::Scope;
pub(super) use names::{Naming, Spell, identifier};

/// Generates one file.
pub(super) struct Emitter<'p, S> {
    plan: &'p Plan,
    syntax: S,
    naming: Naming,
    /// The number of the bit fields' word that is read.
    word: Cell<u32>,
}

impl<'p, S: Syntax> Emitter<'p, S> {
    pub(super) fn new(plan: &'p Plan, syntax: S) -> Self {
        let naming = Naming::new(plan, syntax.spell());
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
        Ok(self.syntax.finished(file))
    }

    /// The type that is not one of several messages.
    fn root(&self, shape: &'p Shape, file: &mut String) -> Result<(), ExportError> {
        let scope = Scope { place: "the root", items: &[], element: None };
        let read = self.read(shape, scope)?;
        let write = self.write(shape, "v", scope)?;
        let (name, ty) = ((self.naming.spell.name)("root"), self.syntax.ty(&self.ty(shape)));
        self.functions((&name, &ty), vec![Line::Return(read)], vec![Line::Do(write)], file);
        Ok(())
    }

    fn messages(&self, file: &mut String) -> Result<(), ExportError> {
        let (mut rows, mut seen) = (Vec::new(), std::collections::HashSet::new());
        for message in &self.plan.messages {
            let Shape::Type(index) = message.shape else {
                return Err(ExportError::of(message.name, "a message that is no struct"));
            };
            let id = match message.id {
                Id::Number(id) => id.to_string(),
                Id::Name(name) if is_printable(name) => format!("\"{name}\""),
                _ => return Err(ExportError::of(message.name, "an id that is not known here")),
            };
            // The first of two with one id is decoded.
            if seen.insert(id.clone()) {
                rows.push((id, self.naming.types[index].clone()));
            }
        }
        file.push_str(&self.syntax.table("MESSAGES", &rows));
        Ok(())
    }

    /// The members of a class.
    fn members(&self, items: &[Item]) -> Vec<Member> {
        let items_on = items.iter().filter(|item| has_value(item));
        items_on
            .map(|item| {
                let is_option = !matches!(item.there, crate::plan::There::Always);
                let ty = self.ty(&item.shape);
                Member {
                    name: self.naming.member(item).to_owned(),
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
            Shape::Int(int) => Ty::Int(int.bytes, int.signed),
            Shape::Float(bytes, _) => Ty::Float(*bytes),
            Shape::Utf8Char | Shape::Char(_) => Ty::Char,
            Shape::Text(_, Charset::Utf8) => Ty::Text,
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
                codec_core::schema::Kind::Int(int) => Ty::Int(int.bytes, int.signed),
                _ => Ty::Bool,
            },
        }
    }
}

/// Returns whether a name is a string of every language as it is.
pub(super) fn is_printable(name: &str) -> bool {
    name.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'))
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
