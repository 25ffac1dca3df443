//! Values from a description and bytes alone: no Rust type, and no code made of one.
//!
//! ```
//! use codec_schema::read::Description;
//! use codec_schema::{Encoding, Model, read_lock, write_lock};
//! # use codec_core::{Decode, Encode};
//! #[derive(Encode, Decode)]
//! #[codec(schema)]
//! struct Reading { total: u64, state: State }
//!
//! #[derive(Encode, Decode)]
//! #[codec(schema)]
//! enum State { Idle, Busy { jobs: u8 } }
//!
//! let lock = write_lock(&Model::of::<Reading>()?);
//! let description = Description::of_model(&read_lock(&lock)?, &Encoding::POSTCARD)?;
//! let read = description.value(&[3, 1, 7]).unwrap();
//! assert_eq!(read.json().to_string(), r#"{"total":3,"state":{"Busy":{"jobs":7}}}"#);
//!
//! let cut = description.value(&[3, 1]).unwrap();
//! assert_eq!(cut.problem().unwrap().to_string(), "state.jobs: unexpected end of input at byte 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod expression;
mod frame;
mod json;
mod record;
mod rows;
mod shape;
mod source;

use std::fmt;
use std::ops::Range;

use codec_core::DecodeError;
use codec_core::schema::{Id, SchemaRef};

use crate::export::{Export, ExportError, payload_alone};
use crate::measure::{Encoding, ProtocolSchema};
use crate::model::{Header, Message, Model};
use crate::plan::{Body, Plan, PlanError, Shape};
pub use frame::{Frame, FrameError};
use shape::Reading;
use source::Source;

/// A description in one format, by which bytes are read.
#[derive(Debug)]
pub struct Description {
    plan: Plan,
    header: Option<Header>,
    /// The bytes that have to be there before each field: of each type, of each of its variants.
    runs: Vec<Vec<Vec<usize>>>,
    /// `true` if a type contains itself, or sizes would take too long, so that none is known
    /// beforehand.
    is_recursive: bool,
}

/// The content of bytes: a tree of values, and the problem, if there is one.
#[derive(Debug, Clone)]
pub struct Read<'i> {
    input: &'i [u8],
    root: Part,
    problem: Option<Problem>,
}

/// The place where reading stopped, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The field, as a path from the value: `jobs.3.id`; empty outside of all fields.
    pub path: String,
    /// The offset in the bytes.
    pub offset: usize,
    /// The reason.
    pub reason: Reason,
}

/// Why reading stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes are no value, as a decoder finds it.
    Invalid(DecodeError),
    /// The description does not say how the field is read; in words.
    Undescribed(String),
}

impl Problem {
    /// In words, with offsets of what the bytes are in, in which they begin at `base`.
    fn at(&self, base: usize) -> String {
        let place = base + self.offset;
        let words = match &self.reason {
            Reason::Invalid(error) => format!("{} at byte {place}", error.kind()),
            Reason::Undescribed(words) => format!("not described from byte {place} on: {words}"),
        };
        if self.path.is_empty() { words } else { format!("{}: {words}", self.path) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.at(0))
    }
}

/// A part of a value.
#[derive(Debug, Clone)]
struct Part {
    label: Label,
    range: Range<usize>,
    content: Content,
    /// `true` if reading stopped in it, and in no part of it.
    is_wrong: bool,
}

#[derive(Debug, Clone, Copy)]
enum Label {
    Field(&'static str),
    Element(usize),
}

#[derive(Debug, Clone)]
enum Content {
    /// No bytes, or a part that is not read.
    Nothing,
    /// An option without a value, or a field whose condition is false.
    Absent,
    /// A field that this version of the type lacks.
    Missing,
    Bool(bool),
    Unsigned(u128),
    Signed(i128),
    Single(f32),
    Double(f64),
    Char(char),
    Text(String),
    /// Bytes in this range.
    Bytes(Range<usize>),
    /// Bytes that are meant as text and are none.
    NoText(Range<usize>),
    Magic(Range<usize>),
    /// An option with a value.
    Some(Box<Self>),
    List(Vec<Part>),
    Fields(Vec<Part>),
    Variant {
        name: &'static str,
        tag: u128,
        /// `true` if the tag is one that no variant has.
        is_kept: bool,
        fields: Vec<Part>,
    },
}

/// Why a part is not read to its end.
#[derive(Debug)]
enum Stop {
    Error(DecodeError),
    Undescribed(String),
}

type Outcome<T> = Result<T, Stop>;

impl Part {
    const fn new(label: Label, start: usize) -> Self {
        Self { label, range: start..start, content: Content::Nothing, is_wrong: false }
    }

    /// The parts of its value.
    fn parts(&self) -> &[Self] {
        let mut content = &self.content;
        while let Content::Some(inner) = content {
            content = inner;
        }
        match content {
            Content::List(parts)
            | Content::Fields(parts)
            | Content::Variant { fields: parts, .. } => parts,
            _ => &[],
        }
    }

    /// Marks the innermost part in which reading stopped, and returns its path.
    fn mark(&mut self) -> String {
        let mut path = Vec::new();
        let mut part = self;
        loop {
            let mut content = &mut part.content;
            while let Content::Some(inner) = content {
                content = inner;
            }
            let inner = match content {
                Content::List(parts)
                | Content::Fields(parts)
                | Content::Variant { fields: parts, .. } => parts.last_mut(),
                _ => None,
            };
            match inner {
                Some(inner) if inner.is_wrong => {
                    part.is_wrong = false;
                    path.push(inner.label.to_string());
                    part = inner;
                }
                _ => return path.join("."),
            }
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::Element(index) => write!(f, "{index}"),
        }
    }
}

impl Description {
    /// The description of a model, such as one that is read from a lock.
    ///
    /// Names and expressions of a lock are never freed: a program reads a lock once.
    ///
    /// # Errors
    /// [`ExportError`] if the format lacks a type of it, or its types are too many or nested too deep.
    pub fn of_model(model: &Model, encoding: &Encoding) -> Result<Self, ExportError> {
        let plan = Export::new(model, encoding).plan_of_any()?;
        Ok(Self::new(plan, model.header.clone()))
    }

    /// The description of a type.
    ///
    /// # Errors
    /// [`PlanError`] if the format lacks a type of it.
    pub(crate) fn of_schema(messages: SchemaRef, encoding: &Encoding) -> Result<Self, PlanError> {
        let (name, header, encoding) = ("", payload_alone(), *encoding);
        let protocol = ProtocolSchema { name, header, encoding, messages };
        let plan = crate::plan::plan(&protocol, None, Vec::new())?;
        Ok(Self::new(plan, None))
    }

    fn new(plan: Plan, header: Option<Header>) -> Self {
        let is_recursive = plan.is_recursive;
        let runs = plan.types.iter().map(|of| {
            let all = match &of.body {
                Body::Struct { items, .. } => vec![items],
                Body::Enum { variants, .. } => variants.iter().map(|one| &one.items).collect(),
            };
            let run = |items: &Vec<_>| {
                if is_recursive { vec![0; items.len()] } else { crate::plan::runs(&plan, items) }
            };
            all.into_iter().map(run).collect()
        });
        let runs = runs.collect();
        Self { plan, header, runs, is_recursive }
    }

    /// Returns whether it is of frames, which have a header.
    pub const fn has_header(&self) -> bool {
        self.header.is_some()
    }

    /// The names of its messages; empty if it is of one type.
    pub fn messages(&self) -> impl Iterator<Item = &'static str> {
        self.plan.messages.iter().map(|message| message.name)
    }

    /// The name of the message with this id.
    pub fn message_of(&self, id: &Message) -> Option<&'static str> {
        let is = |of: Id| match (of, id) {
            (Id::Number(one), Message::Number(other)) => one == *other,
            (Id::Name(one), Message::Name(other)) => one == other,
            _ => false,
        };
        self.plan.messages.iter().find(|message| is(message.id)).map(|message| message.name)
    }

    /// Reads a value of the type; `None` if it is of messages, of which [`message`](Self::message)
    /// reads one.
    pub fn value<'i>(&self, input: &'i [u8]) -> Option<Read<'i>> {
        self.plan.single.as_ref().map(|shape| self.read(shape, input))
    }

    /// Reads the message with this name; `None` if there is none.
    pub fn message<'i>(&self, name: &str, input: &'i [u8]) -> Option<Read<'i>> {
        let message = self.plan.messages.iter().find(|message| message.name == name);
        match (message, &self.plan.single) {
            (Some(message), _) => Some(self.read(&message.shape, input)),
            // One type for all payloads has no message's name but its own.
            (None, Some(shape)) => Some(self.read(shape, input)),
            (None, None) => None,
        }
    }

    fn read<'i>(&self, shape: &Shape, input: &'i [u8]) -> Read<'i> {
        let read = self.read_by(shape, input, true);
        let Some(Problem { reason: Reason::Invalid(error), .. }) = &read.problem else {
            return read;
        };
        // A decoder asks for the bytes of several fields at once: field by field, it is known which
        // of them is cut.
        let slowly = self.read_by(shape, input, false);
        match &slowly.problem {
            Some(Problem { reason: Reason::Invalid(found), .. }) if found == error => slowly,
            _ => read,
        }
    }

    fn read_by<'i>(&self, shape: &Shape, input: &'i [u8], asks_ahead: bool) -> Read<'i> {
        let source = Source::new(input);
        let mut reading = Reading { of: self, source, depth: 0, parts: 0, asks_ahead };
        let mut root = Part::new(Label::Field(""), 0);
        let outcome = reading.root(shape, &mut root);
        root.range.end = reading.source.at;
        let Err(stop) = outcome else { return Read { input, root, problem: None } };
        let at = reading.source.at;
        let path = root.mark();
        let (offset, reason) = match stop {
            Stop::Error(error) => (error.offset(), Reason::Invalid(error)),
            Stop::Undescribed(words) => (at, Reason::Undescribed(words)),
        };
        Read { input, root, problem: Some(Problem { path, offset, reason }) }
    }
}

impl Read<'_> {
    /// The place where reading stopped, and the reason; `None` when all bytes are one value.
    pub const fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// Returns whether the bytes end before the value does.
    fn is_cut(&self) -> bool {
        let reason = self.problem.as_ref().map(|problem| &problem.reason);
        let kind = codec_core::DecodeErrorKind::UnexpectedEnd;
        matches!(reason, Some(Reason::Invalid(error)) if error.kind() == kind)
    }

    /// The position of each field, by its path, in wire order.
    pub fn fields(&self) -> Vec<(String, Range<usize>)> {
        let mut found = Vec::new();
        collect(&self.root, &mut Vec::new(), &mut found);
        found
    }
}

fn collect(part: &Part, path: &mut Vec<String>, found: &mut Vec<(String, Range<usize>)>) {
    for inner in part.parts() {
        path.push(inner.label.to_string());
        if matches!(inner.label, Label::Field(_)) {
            found.push((path.join("."), inner.range.clone()));
        }
        collect(inner, path, found);
        path.pop();
    }
}
