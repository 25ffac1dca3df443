//! Documentation of a wire format: tables like those of a specification, in Markdown or HTML.
//!
//! [`Page`] lists what is on the wire for every message and every type in it: offset, size, type
//! and meaning, the last from doc comments. Offsets are given as long as they are the same in every
//! value. Keep the page next to the code, and let a test compare it with the generated one, so that
//! it never gets out of date.

mod document;
mod html;
mod markdown;
mod measure;
mod prose;

use crate::measure::ProtocolSchema;
use codec_core::schema::{Id, SchemaRef};

pub use crate::plan::PlanError;
use crate::plan::{Plan, Shape, plan};
use document::document;

/// The settings of a page.
///
/// ```
/// use codec_schema::ProtocolSchema;
/// use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// use codec_schema::page::Page;
///
/// #[derive(Debug, Clone, Copy, Header)]
/// #[codec(schema)]
/// struct Short { #[codec(id)] kind: u8, #[codec(payload_len)] len: u8 }
/// /// Asks whether anyone is there.
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1, borrow, schema)]
/// struct Ping {
///     /// Comes back in the answer.
///     nonce: u16,
/// }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages, borrow, schema)]
/// enum Any { Ping(Ping) }
/// struct Pings;
/// impl Protocol for Pings {
///     type Header = Short;
///     type Format = Sv2;
///     type Dispatch = ById;
///     type Message = Any;
///     type MessageRef<'de> = AnyRef<'de>;
/// }
///
/// let page = Page::new(&ProtocolSchema::of::<Pings>("Pings")).markdown()?;
/// assert!(page.contains("| 0 | 2 | `nonce` | `u16` | Comes back in the answer. |"), "{page}");
/// # Ok::<(), codec_schema::page::PlanError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Page<'s> {
    protocol: &'s ProtocolSchema,
    trailer: Option<SchemaRef>,
    names: Option<fn(Id) -> Option<&'static str>>,
}

impl<'s> Page<'s> {
    /// A page of this protocol.
    pub const fn new(protocol: &'s ProtocolSchema) -> Self {
        Self { protocol, trailer: None, names: None }
    }

    /// Adds a trailer: any number of values of this type after each message, up to the end of the
    /// payload.
    #[must_use]
    pub const fn trailer(mut self, trailer: SchemaRef) -> Self {
        self.trailer = Some(trailer);
        self
    }

    /// Gives messages other names than those of the description, such as a specification's.
    #[must_use]
    pub const fn names(mut self, names: fn(Id) -> Option<&'static str>) -> Self {
        self.names = Some(names);
        self
    }

    fn plan(&self) -> Result<Plan, PlanError> {
        let mut plan = plan(self.protocol, self.trailer, Vec::new())?;
        for message in &mut plan.messages {
            let Some(name) = self.names.and_then(|names| names(message.id)) else { continue };
            message.name = name;
            if let Shape::Type(index) = message.shape {
                name.clone_into(&mut plan.types[index].name);
            }
        }
        Ok(plan)
    }

    /// The page in Markdown.
    ///
    /// # Errors
    /// See [`PlanError`]: headers without the length of the payload, and types that the protocol's
    /// format doesn't support.
    pub fn markdown(&self) -> Result<String, PlanError> {
        Ok(markdown::write(&document(&self.plan()?)))
    }

    /// The page in HTML, as one self-contained file.
    ///
    /// # Errors
    /// The same as [`markdown`](Self::markdown).
    pub fn html(&self) -> Result<String, PlanError> {
        Ok(html::write(&document(&self.plan()?)))
    }
}
