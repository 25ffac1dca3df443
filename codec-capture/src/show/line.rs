//! The fields of a message on one line for people: numbers as usually written in the protocol, long
//! bytes and lists shortened.

use std::fmt;

use codec_core::trace::{Explanation, Node, Value};

use super::tree::Tree;

/// The most bytes that are shown in full: enough for a hash or a token, but not for an extended
/// coinbase prefix.
const WHOLE_BYTES: usize = 48;
/// Number of bytes shown of longer byte strings.
const FIRST_BYTES: usize = 16;
/// The most elements that are shown in full.
const WHOLE_LIST: usize = 4;
/// Number of elements shown of longer lists.
const FIRST_ELEMENTS: usize = 2;

/// A decoded message on one line: `name=value`, lists in brackets, structs in braces.
///
/// ```
/// use codec_core::{Bincode, Decode, Encode, trace::explain};
/// use codec_capture::show::{Line, Tree};
/// #[derive(Encode, Decode)]
/// struct Job { version: u32, height: Option<u8> }
/// let of = explain::<Bincode, Job>(&[0, 0, 0, 0x20, 1, 9]);
/// let (tree, hex) = (Tree::new(&of), ["version"]);
/// assert_eq!(Line::new(&of, &tree).hex(&hex).to_string(), "version=0x20000000 height=9");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Line<'e, 'i> {
    of: &'e Explanation<'i>,
    tree: &'e Tree<'e>,
    hex: &'e [&'e str],
    named: fn(&str, u128) -> Option<&'static str>,
}

impl<'e, 'i> Line<'e, 'i> {
    /// A line of all these fields.
    pub fn new(of: &'e Explanation<'i>, tree: &'e Tree<'e>) -> Self {
        Self { of, tree, hex: &[], named: |_, _| None }
    }

    /// Names of fields whose numbers are shown in hex: sets of bits, and packed numbers.
    #[must_use]
    pub const fn hex(mut self, names: &'e [&'e str]) -> Self {
        self.hex = names;
        self
    }

    /// Sets a function that names a number, given its field's name and the number.
    #[must_use]
    pub const fn named(mut self, named: fn(&str, u128) -> Option<&'static str>) -> Self {
        self.named = named;
        self
    }
}

impl fmt::Display for Line<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tree {
            Tree::Fields(fields) => self.fields(f, fields),
            other => self.tree(f, "", other),
        }
    }
}

impl Line<'_, '_> {
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
        let bytes = &self.of.input()[node.range.clone()];
        match node.value {
            Some(Value::Unsigned(value)) => match (self.named)(name, value) {
                Some(named) => f.write_str(named),
                None if self.hex.contains(&name) => write!(f, "{value:#x}"),
                None => write!(f, "{}", self.of.show(node)),
            },
            Some(Value::Single(value)) => write!(f, "{value:e}"),
            Some(Value::Bytes) if bytes.len() > WHOLE_BYTES => {
                bytes[..FIRST_BYTES].iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                write!(f, "..({} bytes)", bytes.len())
            }
            _ => write!(f, "{}", self.of.show(node)),
        }
    }
}
