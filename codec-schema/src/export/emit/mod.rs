//! From a plan to classes and functions, in terms that languages share.

mod body;
mod expression;
mod read;
mod write;

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::Write as _;

use codec_core::schema::Id;

use super::refuse::ExportError;
use super::syntax::{Function, Line, Member, Syntax, Ty};
use crate::measure::Number;
use crate::plan::{Body, Charset, Int, Item, Names, Plan, Shape, Variant, snake};
use expression::Scope;

/// Names that the files of all languages define.
const TAKEN: [&str; 14] = [
    "Reader",
    "Writer",
    "DecodeError",
    "EncodeError",
    "Message",
    "Array",
    "Uint8Array",
    "Object",
    "Map",
    "BigInt",
    "Number",
    "Error",
    "String",
    "Any",
];

/// Generates one file.
pub(super) struct Emitter<'p, S> {
    plan: &'p Plan,
    syntax: S,
    /// The name of each type's class.
    names: Vec<String>,
    /// The number of the bit fields' word that is read.
    word: Cell<u32>,
    keywords: Vec<&'static str>,
}

impl<'p, S: Syntax> Emitter<'p, S> {
    pub(super) fn new(plan: &'p Plan, syntax: S) -> Self {
        let keywords = syntax.keywords().to_vec();
        let words = TAKEN.iter().chain(&keywords);
        let mut taken: HashSet<String> = words.map(|word| (*word).to_owned()).collect();
        let names = plan.types.iter().map(|of| {
            let variants = match &of.body {
                Body::Enum { variants, .. } => variant_names(variants),
                Body::Struct { .. } => Vec::new(),
            };
            class_name(&identifier(&of.name), &variants, &mut taken)
        });
        let names = names.collect();
        Self { plan, syntax, names, word: Cell::new(0), keywords }
    }

    /// The whole file.
    pub(super) fn file(&self, title: &str) -> Result<String, ExportError> {
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
                rows.push((id, self.names[index].clone()));
            }
        }
        file.push_str(&self.syntax.table("MESSAGES", &rows));
        Ok(())
    }

    /// The field's name in a class.
    fn member(&self, items: &[Item], item: &Item) -> String {
        let mut names = Names::default();
        for word in self.keywords.iter().chain(&["variant", "tag"]) {
            names.take(word);
        }
        let mut found = String::new();
        for one in items {
            let name = names.take(&identifier(one.name));
            if one.index == item.index {
                found = name;
            }
        }
        found
    }

    /// The name of a variant.
    fn variant(&self, index: usize, variant: usize) -> String {
        let Body::Enum { variants, .. } = &self.plan.types[index].body else {
            return String::new();
        };
        variant_names(variants).swap_remove(variant)
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
            Shape::Type(index) | Shape::Tagged(_, index) => Ty::Named(self.names[*index].clone()),
            Shape::Sized(_, of) | Shape::Unordered(of) => self.ty(of),
            Shape::Bits(bits) => match bits.kind {
                codec_core::schema::Kind::Int(int) => Ty::Int(int.bytes),
                _ => Ty::Bool,
            },
        }
    }
}

/// The name of a type, which neither it nor its variants and functions share with another.
fn class_name(base: &str, variants: &[String], taken: &mut HashSet<String>) -> String {
    let mut name = base.to_owned();
    for number in 2.. {
        let own = variants.iter().map(String::as_str).chain(["of"]);
        let mut all: Vec<_> = own.map(|suffix| format!("{name}_{suffix}")).collect();
        all.push(name.clone());
        if all.iter().all(|one| !taken.contains(one)) {
            taken.extend(all);
            break;
        }
        name = format!("{base}_{number}");
    }
    name
}

/// The names of an enum's variants.
fn variant_names(variants: &[Variant]) -> Vec<String> {
    let mut names = Names::default();
    names.take("of");
    variants.iter().map(|variant| names.take(&identifier(variant.name))).collect()
}

/// Returns whether a field is in the class.
fn has_value(item: &Item) -> bool {
    !matches!(item.shape, Shape::Magic(_))
}

/// A name of ASCII letters, digits and underscores.
fn identifier(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_word && starts { name.to_owned() } else { snake(name) }
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
