//! A specification for Kaitai Struct, from which its compiler makes readers in a dozen
//! languages.
//!
//! [`Specification`] writes a `.ksy` file. Messages that Kaitai can't express stay bytes, and are
//! listed with the reason. Names that are keywords in Kaitai's expressions or in a language of its readers
//! get a suffix.
//!
//! Kaitai supports limits, constants, tags and conditions, so generated readers refuse input that
//! violates them. They don't check for trailing bytes in a payload, and JavaScript rounds integers
//! beyond 2⁵³.

use std::fmt::Write as _;

mod attribute;
mod element;
mod expression;
mod layout;
mod number;
mod types;
mod words;

use crate::measure::ProtocolSchema;
use codec_core::schema::{HeaderShape, Id, Part, Role};

pub use crate::plan::PlanError;
use crate::plan::{Plan, plan, snake};
use types::Types;
use words::Words;

/// The settings of a specification.
#[derive(Debug, Clone)]
pub struct Specification<'s> {
    protocol: &'s ProtocolSchema,
    id: String,
    names: Option<fn(Id) -> Option<&'static str>>,
}

/// A specification.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Kaitai {
    /// The file.
    pub text: String,
    /// Messages that it leaves out, which stay bytes.
    pub refused: Vec<Refusal>,
}

/// A message that Kaitai can't express.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The message.
    pub message: String,
    /// The type, or the field of a type, that can't be expressed: `DcNet.matrix`.
    pub place: String,
    /// Why.
    pub reason: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: {}", self.message, self.place, self.reason)
    }
}

impl<'s> Specification<'s> {
    /// A specification of this protocol; the id is its name in lower case.
    pub fn new(protocol: &'s ProtocolSchema) -> Self {
        Self { protocol, id: snake(protocol.name), names: None }
    }

    /// Sets the id of the specification: lower-case ASCII letters, digits and underscores. The
    /// compiler uses it as the name of the output file.
    #[must_use]
    pub fn id(mut self, id: &str) -> Self {
        self.id = snake(id);
        self
    }

    /// Gives messages other names than those of the description, such as a specification's, in
    /// comments beside their types.
    #[must_use]
    pub const fn names(mut self, names: fn(Id) -> Option<&'static str>) -> Self {
        self.names = Some(names);
        self
    }

    /// The specification.
    ///
    /// # Errors
    /// See [`PlanError`]: headers without the length of the payload, and types that the protocol's
    /// format doesn't support.
    pub fn write(&self) -> Result<Kaitai, PlanError> {
        let plan = plan(self.protocol, None, Vec::new())?;
        Ok(self.file(&plan))
    }

    fn file(&self, plan: &Plan) -> Kaitai {
        let types = Types::new(plan, &self.id);
        let (mut cases, mut refused, mut seen) = (String::new(), Vec::new(), Vec::new());
        let mut roots = Vec::new();
        let single = plan.single.as_ref().map(|shape| (None, plan.name.as_str(), shape));
        let messages = plan.messages.iter().map(|one| (Some(one.id), one.name, &one.shape));
        for (id, name, shape) in single.into_iter().chain(messages) {
            // If two messages have the same id, the first is decoded.
            if id.is_some_and(|id| seen.contains(&id)) {
                continue;
            }
            seen.extend(id);
            let other = id.zip(self.names).and_then(|(id, names)| names(id));
            let name = other.unwrap_or(name);
            match types.message(shape) {
                Ok((ty, index)) => {
                    roots.push(index);
                    let ty = other.map_or(ty.to_owned(), |other| format!("{ty} # {other}"));
                    match id {
                        Some(Id::Number(id)) => {
                            let _ = writeln!(cases, "            {id}: {ty}");
                        }
                        Some(Id::Name(id)) => {
                            let id = words::text(&words::text(id));
                            let _ = writeln!(cases, "            {id}: {ty}");
                        }
                        _ => {
                            let _ = writeln!(cases, "            _: {ty}");
                        }
                    }
                }
                Err((place, reason)) => {
                    refused.push(Refusal { message: name.to_owned(), place, reason });
                }
            }
        }
        let header = header(plan);
        let switch = match (cases.is_empty(), plan.single.is_some()) {
            (true, _) => String::new(),
            (false, true) => {
                format!("        type:\n          switch-on: 0\n          cases:\n{cases}")
            }
            (false, false) => {
                format!(
                    "        type:\n          switch-on: header.message_id\n          cases:\n{cases}"
                )
            }
        };
        let text = format!(
            "# Written by codec-schema from the description of the protocol. Don't edit it.\n\
             meta:\n  id: {id}\n  title: {title}\n  endian: le\n  bit-endian: le\n\
             doc: {title}\nseq:\n  - id: frames\n    type: frame\n    repeat: eos\ntypes:\n  \
             frame:\n    seq:\n      - id: header\n        type: header\n      - id: payload\n        \
             size: header.{len}\n{switch}{header}{types}{enums}",
            id = self.id,
            title = words::text(&plan.name),
            len = len(plan),
            types = types.written(&roots),
            enums = types.enums(&roots),
        );
        Kaitai { text, refused }
    }
}

/// The names of the header's parts.
fn names(plan: &Plan) -> Vec<(String, &Part)> {
    let mut words = Words::fields();
    words.take("message_id");
    plan.header.parts.iter().map(|part| (words.take(&snake(part.name)), part)).collect()
}

fn len(plan: &Plan) -> String {
    let names = names(plan);
    let len = names.into_iter().find(|name| name.1.role == Role::PayloadLen);
    len.map(|(name, part)| match part.includes {
        0 => name,
        bytes => format!("{name} - {bytes}"),
    })
    .unwrap_or_default()
}

/// The header's type.
fn header(plan: &Plan) -> String {
    let mut text = String::from("  header:\n");
    if !plan.header.doc.is_empty() {
        let _ = writeln!(text, "    doc: {}", words::text(plan.header.doc));
    }
    text.push_str("    seq:\n");
    let mut id = Vec::new();
    for (name, part) in names(plan) {
        let _ = writeln!(text, "      - id: {name}");
        let end = if part.big_endian { "be" } else { "le" };
        let size = part.size;
        let ty = match (part.magic, part.shape, size) {
            (Some(magic), ..) => {
                let int = crate::measure::Encoding::SV2.ordered(if part.big_endian {
                    codec_core::schema::Order::Big
                } else {
                    codec_core::schema::Order::Little
                });
                format!("contents: {}", words::bytes(&crate::plan::constant(&magic, &int).bytes))
            }
            (None, HeaderShape::Unsigned, 1) => String::from("type: u1"),
            (None, HeaderShape::Signed, 1) => String::from("type: s1"),
            (None, HeaderShape::Unsigned, 3) => format!("type: b24{end}"),
            (None, HeaderShape::Unsigned, 2 | 4 | 8) => format!("type: u{size}{end}"),
            (None, HeaderShape::Signed, 2 | 4 | 8) => format!("type: s{size}{end}"),
            (None, HeaderShape::Ascii, _) => {
                format!(
                    "size: {size}\n        type: str\n        encoding: ASCII\n        pad-right: 0"
                )
            }
            _ => format!("size: {size}"),
        };
        let _ = writeln!(text, "        {ty}");
        if part.role == Role::PayloadLen {
            let max = plan.header.max_payload.saturating_add(part.includes);
            let _ = writeln!(text, "        valid:\n          max: {max}");
            if part.includes > 0 {
                let _ = writeln!(text, "          min: {}", part.includes);
            }
        }
        if !part.doc.is_empty() {
            let _ = writeln!(text, "        doc: {}", words::text(part.doc));
        }
        match part.role {
            Role::Id => id.push(name),
            Role::Pieces(pieces) => {
                let of_id = pieces.iter().filter(|piece| piece.of == Role::Id);
                id.extend(of_id.map(|piece| {
                    let by = 1_u64 << piece.shift.unsigned_abs().min(63);
                    let operator = if piece.shift < 0 { "/" } else { "*" };
                    format!("({name} & {}) {operator} {by}", piece.mask)
                }));
            }
            _ => {}
        }
    }
    if !id.is_empty() {
        let _ = write!(
            text,
            "    instances:\n      message_id:\n        value: {}\n",
            words::text(&id.join(" + "))
        );
    }
    text
}
