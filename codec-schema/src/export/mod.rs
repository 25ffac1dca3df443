//! Readers and writers in other languages, from a description or from a lock: one file that needs
//! no other, and refuses the same bytes as the Rust decoder, with the same kind and offset.
//!
//! ```
//! use codec_core::{Decode, Encode};
//! use codec_schema::export::{Export, Language};
//! use codec_schema::{Encoding, Model};
//!
//! #[derive(Encode, Decode)]
//! #[codec(schema)]
//! struct Ping { nonce: u64 }
//!
//! let model = Model::of::<Ping>()?;
//! let file = Export::new(&model, &Encoding::BINCODE).write(Language::Python)?;
//! assert!(file.contains("class Ping:\n    nonce: int\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Parts that a language can't express or a description doesn't say are refused by name: a `check`
//! by a function, a part that is opaque, a type that contains itself, a set or a map.

mod c;
mod emit;
mod frame;
mod freeze;
mod go;
mod parse;
mod python;
mod refuse;
mod syntax;
mod ts;

use emit::Emitter;
use freeze::Freezer;
pub(crate) use freeze::payload_alone;
pub use refuse::ExportError;

use crate::measure::{Encoding, ProtocolSchema};
use crate::model::Model;
use crate::plan::Plan;

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// C99: one file, which allocates nothing.
    C,
    /// Go 1.18 and above: one file, which needs the standard library alone.
    Go,
    /// Python 3.8 and above.
    Python,
    /// TypeScript for ES2020: integers of more than 32 bits are `bigint`.
    TypeScript,
}

impl Language {
    /// The language with this name: `c`, `go`, `python`, `ts`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "c" => Some(Self::C),
            "go" => Some(Self::Go),
            "python" => Some(Self::Python),
            "ts" => Some(Self::TypeScript),
            _ => None,
        }
    }
}

/// The settings of one file.
#[derive(Debug, Clone, Copy)]
pub struct Export<'m> {
    model: &'m Model,
    encoding: Encoding,
    without: &'m [&'m str],
}

impl<'m> Export<'m> {
    /// A file for these types in one format.
    pub const fn new(model: &'m Model, encoding: &Encoding) -> Self {
        Self { model, encoding: *encoding, without: &[] }
    }

    /// Leaves out the messages with these names, and the types that only they have.
    #[must_use]
    pub const fn without(mut self, messages: &'m [&'m str]) -> Self {
        self.without = messages;
        self
    }

    /// The file.
    ///
    /// Expressions and names that are read from a lock are never freed: a program calls this once
    /// for each file that it writes.
    ///
    /// # Errors
    /// [`ExportError`] with every part that can't be expressed.
    pub fn write(&self, language: Language) -> Result<String, ExportError> {
        let plan = self.plan(Freezer::new(self.model, self.without))?;
        refuse::check(&plan)?;
        let frame = frame::Frame::of(self.model, &plan);
        let name = self.encoding.name;
        let mut title = format!("Made by codec-schema from a description, in the format {name}.");
        if let Some(Err(why)) = &frame {
            title =
                format!("{title}\nFrames are not read and written here: of their header, {why}.");
        }
        let frame = frame.and_then(Result::ok);
        match language {
            Language::C => {
                let root = self.model.name_of(&self.model.root);
                c::C::new(&plan).file(&title, &root, frame.as_ref())
            }
            Language::Go => Emitter::new(&plan, go::Go).file(&title, frame.as_ref()),
            Language::Python => Emitter::new(&plan, python::Python).file(&title, frame.as_ref()),
            Language::TypeScript => {
                Emitter::new(&plan, ts::TypeScript).file(&title, frame.as_ref())
            }
        }
    }
    /// The plan, in which an expression that is not of fields and numbers alone computes nothing.
    pub(crate) fn plan_of_any(&self) -> Result<Plan, ExportError> {
        self.plan(Freezer::new(self.model, self.without).lenient())
    }

    fn plan(&self, mut freezer: Freezer<'_>) -> Result<Plan, ExportError> {
        let (header, messages) = (payload_alone(), freezer.root()?);
        let protocol = ProtocolSchema { name: "export", header, encoding: self.encoding, messages };
        crate::plan::plan(&protocol, None, freezer.again())
            .map_err(|error| ExportError::no_plan(&error))
    }
}
