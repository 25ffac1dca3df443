//! The fields of a message on one line, for a reader: numbers as usually written in the
//! protocol, long bytes and lists shortened.

use std::fmt;

use codec_core::trace::{Explanation, Node, Value};
use codec_stratum::{Subprotocol, TlvField, TlvRef};

use crate::tree::Tree;

/// Bytes that are shown whole: an extended coinbase prefix is longer, a hash or
/// a token is not.
const WHOLE_BYTES: usize = 48;
/// Bytes that are shown of more.
const FIRST_BYTES: usize = 16;
/// Elements that are shown whole.
const WHOLE_LIST: usize = 4;
/// Elements that are shown of more.
const FIRST_ELEMENTS: usize = 2;

/// Bit sets and packed numbers, which are shown in hex.
const HEX: [&str; 6] = [
    "version",
    "flags",
    "nbits",
    "n_bits",
    "coinbase_tx_input_sequence",
    "coinbase_tx_input_n_sequence",
];

/// A field that an extension has appended: by its name where that is known, else by its
/// numbers.
pub(crate) struct Appended<'t, 'a>(pub(crate) &'t TlvRef<'a>);

impl fmt::Display for Appended<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tlv = self.0;
        if let TlvField::UserIdentity(name) = tlv.field()
            && let Ok(name) = name.as_str()
        {
            return write!(f, "user_identity={name:?}");
        }
        write!(f, "tlv[0x{:04x}.{}]={}", tlv.extension_type, tlv.field_type, tlv.value)
    }
}

/// `name=value`, lists in brackets, structs in braces.
pub(crate) struct Fields<'e, 'i>(pub(crate) &'e Explanation<'i>);

impl fmt::Display for Fields<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Tree::new(self.0) {
            Tree::Fields(fields) => self.fields(f, &fields),
            other => self.tree(f, "", &other),
        }
    }
}

impl Fields<'_, '_> {
    fn fields(&self, f: &mut fmt::Formatter<'_>, fields: &[(&str, Tree<'_>)]) -> fmt::Result {
        for (position, (name, value)) in fields.iter().enumerate() {
            write!(f, "{}{name}=", if position == 0 { "" } else { " " })?;
            self.tree(f, name, value)?;
        }
        Ok(())
    }

    fn tree(&self, f: &mut fmt::Formatter<'_>, name: &str, value: &Tree<'_>) -> fmt::Result {
        match value {
            Tree::Fields(fields) => {
                f.write_str("{")?;
                self.fields(f, fields)?;
                f.write_str("}")
            }
            Tree::List(items) => self.list(f, name, items),
            Tree::Leaf(node) => self.leaf(f, name, node),
            Tree::Nothing => Ok(()),
        }
    }

    fn list(&self, f: &mut fmt::Formatter<'_>, name: &str, items: &[Tree<'_>]) -> fmt::Result {
        let shown = if items.len() > WHOLE_LIST { &items[..FIRST_ELEMENTS] } else { items };
        f.write_str("[")?;
        for (position, item) in shown.iter().enumerate() {
            f.write_str(if position == 0 { "" } else { ", " })?;
            self.tree(f, name, item)?;
        }
        if shown.len() < items.len() {
            write!(f, ", .. {} in all", items.len())?;
        }
        f.write_str("]")
    }

    fn leaf(&self, f: &mut fmt::Formatter<'_>, name: &str, node: &Node) -> fmt::Result {
        let bytes = &self.0.input()[node.range.clone()];
        match node.value {
            Some(Value::Unsigned(tag)) if name == "protocol" => match protocol(tag) {
                Some(protocol) => write!(f, "{protocol:?}"),
                None => write!(f, "{tag}"),
            },
            Some(Value::Unsigned(value)) if HEX.contains(&name) => write!(f, "{value:#x}"),
            Some(Value::Single(value)) => write!(f, "{value:e}"),
            Some(Value::Bytes) if bytes.len() > WHOLE_BYTES => {
                bytes[..FIRST_BYTES].iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                write!(f, "..({} bytes)", bytes.len())
            }
            _ => write!(f, "{}", self.0.show(node)),
        }
    }
}

fn protocol(tag: u128) -> Option<Subprotocol> {
    [Subprotocol::Mining, Subprotocol::JobDeclaration, Subprotocol::TemplateDistribution]
        .into_iter()
        .find(|&protocol| protocol as u128 == tag)
}
