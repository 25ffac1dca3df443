//! Ways to show messages and fields, where the description doesn't say it.

use std::collections::HashMap;

use codec_core::schema::Id;

use super::field::{constructor, way};
use crate::plan::{Body, Charset, Plan, Shape, snake};

/// Bits of a number that have a name: a Wireshark field of their own, below that of the number.
///
/// ```
/// use codec_schema::wireshark::Flag;
/// // `sv2.setup_connection.flags.requires_standard_jobs`, where the protocol is mining.
/// let flag = Flag {
///     message: "SetupConnection",
///     field: "flags",
///     name: "REQUIRES_STANDARD_JOBS",
///     mask: 1,
///     when: Some(("protocol", 0)),
/// };
/// # let _ = flag;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// The struct that the number is in.
    pub message: &'static str,
    /// The field, an unsigned integer of a fixed width of up to eight bytes.
    pub field: &'static str,
    /// The name of the bits.
    pub name: &'static str,
    /// The bits.
    pub mask: u64,
    /// The value of another field, before this one, with which alone they have this meaning.
    pub when: Option<(&'static str, u64)>,
}

/// The settings.
#[derive(Debug, Clone, Default)]
pub(super) struct Shown {
    /// Names of fields whose numbers are shown in hex.
    pub(super) hex: Vec<&'static str>,
    pub(super) flags: Vec<Flag>,
    pub(super) names: Option<fn(Id) -> Option<&'static str>>,
    /// True if connections may be encrypted.
    pub(super) encrypted: bool,
}

/// A field that several messages have: its kind in Wireshark, and how its value is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Common {
    pub(super) kind: &'static str,
    pub(super) how: &'static str,
}

impl Common {
    fn of(shape: &Shape) -> Option<Self> {
        match shape {
            Shape::Int(int) => Some(Self { kind: constructor(int), how: way(int) }),
            Shape::Text(_, charset) if *charset != Charset::Utf16 => {
                Some(Self { kind: "string", how: "text" })
            }
            _ => None,
        }
    }

    /// The kind of fields with one name: their own, or one that holds numbers of all their widths.
    fn of_all(kinds: &[Option<Self>]) -> Option<Self> {
        const UNSIGNED: [&str; 4] = ["uint8", "uint16", "uint24", "uint32"];
        let first = kinds.first().copied()??;
        if kinds.iter().all(|kind| *kind == Some(first)) {
            return Some(first);
        }
        let fits = |kind: &Option<Self>| kind.is_some_and(|kind| UNSIGNED.contains(&kind.kind));
        kinds.iter().all(fits).then_some(Self { kind: "uint32", how: "value" })
    }
}

/// The fields that several messages have with the same name and kind.
pub(super) fn common(plan: &Plan) -> HashMap<&'static str, Common> {
    let mut all: HashMap<&'static str, Vec<Option<Common>>> = HashMap::new();
    for message in &plan.messages {
        let Shape::Type(index) = message.shape else { continue };
        let Body::Struct { items, .. } = &plan.types[index].body else { continue };
        for item in items {
            all.entry(item.name).or_default().push(Common::of(&item.shape));
        }
    }
    let taken = |name: &str| {
        // Names that other fields have.
        ["message", "left", "header", "trailer", "padding", "payload", "encrypted"].contains(&name)
            || plan.messages.iter().any(|message| snake(message.name) == name)
            || plan.types.iter().any(|of| snake(&of.name) == name)
    };
    all.retain(|name, kinds| kinds.len() > 1 && !taken(&snake(name)));
    all.into_iter().filter_map(|(name, kinds)| Some((name, Common::of_all(&kinds)?))).collect()
}
