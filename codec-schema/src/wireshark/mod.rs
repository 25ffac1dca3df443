//! A dissector for Wireshark and tshark, in Lua.
//!
//! [`Dissector`] writes one file from the description of a protocol. The dissector reassembles
//! frames from TCP segments, names them, and shows every field as a Wireshark field that can be
//! used in filters (`sv2.setup_connection.vendor contains "x"`), and what several messages have by one
//! name as one field of all of them (`sv2.channel_id == 7`). Where a frame violates the
//! description, an expert info gives the byte and the reason, and the rest is shown as bytes: never
//! as fields that it may not be.
//!
//! Copy the file into the folder of personal Lua plugins that Wireshark shows under
//! *About, Folders*, or try it at once:
//!
//! ```text
//! tshark -X lua_script:sv2.lua -r capture.pcapng -d tcp.port==34254,sv2 -O sv2
//! ```
//!
//! Parts that the description doesn't define aren't dissected, but reported: opaque fields, and
//! conditions and counts that call functions. `check` functions aren't evaluated either.

use std::fmt::Write as _;

mod emit;
mod expression;
mod field;
mod header;
mod shown;

use crate::measure::ProtocolSchema;
use codec_core::schema::{Id, SchemaRef};

pub use crate::plan::PlanError;
use crate::plan::{Plan, plan, snake};
use emit::Emitter;
use field::quoted;
pub use shown::Flag;
use shown::Shown;

/// The settings of a dissector.
///
/// ```
/// use codec_schema::ProtocolSchema;
/// use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// use codec_schema::wireshark::Dissector;
///
/// #[derive(Debug, Clone, Copy, Header)]
/// #[codec(schema)]
/// struct Short { #[codec(id)] kind: u8, #[codec(payload_len)] len: u8 }
/// /// Asks whether anyone is there.
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1, borrow, schema)]
/// struct Ping { nonce: u16 }
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
/// let schema = ProtocolSchema::of::<Pings>("Pings");
/// let lua = Dissector::new(&schema).ports(&[4040]).write()?;
/// assert!(lua.contains(r#"F["ping.nonce"] = ProtoField.uint16("pings.ping.nonce", "nonce""#));
/// # Ok::<(), codec_schema::wireshark::PlanError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Dissector<'s> {
    protocol: &'s ProtocolSchema,
    name: String,
    ports: Vec<u16>,
    trailer: Option<SchemaRef>,
    shown: Shown,
}

impl<'s> Dissector<'s> {
    /// A dissector of this protocol; filters start with its name in lower case.
    pub fn new(protocol: &'s ProtocolSchema) -> Self {
        let (name, ports) = (snake(protocol.name), Vec::new());
        Self { protocol, name, ports, trailer: None, shown: Shown::default() }
    }

    /// Sets the name for filters and for *Decode As*. Characters other than lower-case ASCII
    /// letters, digits and underscores are replaced.
    #[must_use]
    pub fn filter(mut self, name: &str) -> Self {
        self.name = snake(name);
        self
    }

    /// Registers the dissector for these TCP ports.
    #[must_use]
    pub fn ports(mut self, ports: &[u16]) -> Self {
        self.ports = ports.to_vec();
        self
    }

    /// Adds a trailer: any number of values of this type after each message, up to the end of the
    /// payload.
    #[must_use]
    pub fn trailer(mut self, trailer: SchemaRef) -> Self {
        self.trailer = Some(trailer);
        self
    }

    /// Gives messages other names than those of the description, such as a specification's.
    #[must_use]
    pub const fn names(mut self, names: fn(Id) -> Option<&'static str>) -> Self {
        self.shown.names = Some(names);
        self
    }

    /// Shows the numbers of the fields of these names in hex.
    #[must_use]
    pub fn hex(mut self, fields: &[&'static str]) -> Self {
        self.shown.hex = fields.to_vec();
        self
    }

    /// Names the bits of fields.
    #[must_use]
    pub fn flags(mut self, flags: &[Flag]) -> Self {
        self.shown.flags = flags.to_vec();
        self
    }

    /// Says that the protocol may be encrypted: a connection that begins with no frame of it is marked as
    /// encrypted, `PROTOCOL.encrypted` in filters, and not dissected. Without this, its random bytes are
    /// frames of unknown messages.
    #[must_use]
    pub const fn encrypted(mut self) -> Self {
        self.shown.encrypted = true;
        self
    }

    /// The dissector, as a Lua file.
    ///
    /// # Errors
    /// See [`PlanError`]: headers without the length of the payload, and types that the protocol's
    /// format doesn't support.
    pub fn write(&self) -> Result<String, PlanError> {
        let plan = plan(self.protocol, self.trailer, Vec::new())?;
        Ok(self.file(&plan))
    }

    fn file(&self, plan: &Plan) -> String {
        let mut emitter = Emitter::new(plan, &self.name, &self.shown);
        let header = header::write(&mut emitter, plan);
        let types = emitter.types();
        let messages: String = plan.messages.iter().map(|one| message(&mut emitter, one)).collect();
        let single = plan.single.as_ref().map(|shape| {
            let read = emitter.shape(shape, "payload", &plan.name, "");
            format!("  single = {{ name = {}, flags = 0, read = {read} }},\n", quoted(&plan.name))
        });
        let trailer = plan.trailer.as_ref().map(|shape| {
            format!("  trailer = {},\n", emitter.shape(shape, "trailer", "trailer", ""))
        });
        let left = emitter.field("left", "bytes", "not dissected", "");
        let name_field = emitter.field("message", "string", "message", "The name of the message.");
        let encrypted = self.shown.encrypted.then(|| {
            let field = emitter.field("encrypted", "bool", "encrypted", "");
            format!("  encrypted = {field},\n")
        });
        let encrypted = encrypted.unwrap_or_default();
        let ports: Vec<String> = self.ports.iter().map(ToString::to_string).collect();
        let (name, title) = (quoted(&self.name), quoted(&plan.name));
        let runtime = include_str!("runtime.lua");
        let (declared, experts) = (emitter.declarations(), experts(&self.name));
        let (single, trailer) = (single.unwrap_or_default(), trailer.unwrap_or_default());
        format!(
            "-- A dissector of {plain} for Wireshark, written by codec-schema from the\n\
             -- description of the protocol. Don't edit it.\n\n\
             {runtime}\n\
             -- {plain}.\n\n\
             local proto = Proto({name}, {title})\n\
             local F, T = {{}}, {{}}\n\n\
             {declared}{experts}\n{types}\n\
             register({{\n  proto = proto, short = {title}, ports = {{ {ports} }},\n  \
             experts = experts, left = {left}, name_field = {name_field},\n{header}\
             {encrypted}{single}{trailer}  messages = {{\n{messages}  }},\n}})\n",
            plain = plan.name.replace(['\n', '\r'], " "),
            ports = ports.join(", "),
        )
    }
}

fn message(emitter: &mut Emitter<'_>, of: &crate::plan::Message) -> String {
    let key = match of.id {
        Id::Number(id) => id.to_string(),
        Id::Name(id) => quoted(id),
        _ => String::from("false"),
    };
    let name = emitter.shown.names.and_then(|names| names(of.id)).unwrap_or(of.name);
    let read = emitter.shape(&of.shape, &snake(of.name), name, of.doc);
    let (name, flags) = (quoted(name), of.flags);
    format!("    [{key}] = {{ name = {name}, flags = {flags}, read = {read} }},\n")
}

/// The expert infos.
fn experts(name: &str) -> String {
    let kinds = [
        ("malformed", "Malformed", "MALFORMED", "ERROR"),
        ("cut", "The capture is cut", "UNDECODED", "WARN"),
        ("unknown", "Not dissected", "UNDECODED", "NOTE"),
        ("flags", "The message has other flags", "PROTOCOL", "NOTE"),
        ("encrypted", "Encrypted, or not from the connection's start on", "UNDECODED", "NOTE"),
    ];
    let mut experts = String::from("local experts = {\n");
    let mut list = Vec::new();
    for (key, text, group, severity) in kinds {
        let (abbreviation, quoted) = (quoted(&format!("{name}.expert.{key}")), quoted(text));
        let _ = write!(
            experts,
            "  {key}_text = {quoted},\n  {key} = ProtoExpert.new({abbreviation}, {quoted}, \
             expert.group.{group}, expert.severity.{severity}),\n"
        );
        list.push(format!("experts.{key}"));
    }
    let _ = write!(experts, "}}\nproto.experts = {{ {} }}\n", list.join(", "));
    experts
}
