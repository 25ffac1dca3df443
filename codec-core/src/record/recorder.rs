//! The record of a traced decode: a tree, kept as a list in reading order.
#![forbid(unsafe_code)]

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::ops::Range;

use super::{Trace, Value};

/// The relation of a node of the tree to its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Name {
    /// A field of a struct, or of a variant of an enum.
    Field {
        /// The name of the struct or enum.
        of: &'static str,
        /// The name of the variant, when it is a field of one.
        variant: Option<&'static str>,
        /// The field's name, or its number in a tuple struct or tuple variant.
        field: &'static str,
    },
    /// An element of a sequence or array.
    Element(usize),
    /// A leaf that no field names: the content of a wrapper, a length prefix.
    Leaf,
}

impl Name {
    /// Appends it to the path of what encloses it. The first field brings the name of its type;
    /// one of a variant, that of the variant, which follows what holds the enum. A leaf adds
    /// nothing.
    ///
    /// ```
    /// use codec_core::trace::Name;
    /// let mut path = String::new();
    /// Name::Field { of: "Write", variant: None, field: "values" }.append_to(&mut path);
    /// Name::Element(3).append_to(&mut path);
    /// Name::Field { of: "Value", variant: Some("Text"), field: "0" }.append_to(&mut path);
    /// Name::Leaf.append_to(&mut path);
    /// assert_eq!(path, "Write.values[3]::Text.0");
    /// ```
    pub fn append_to(self, path: &mut String) {
        match self {
            Self::Field { of, variant, field } => {
                if path.is_empty() {
                    path.push_str(of);
                }
                if let Some(variant) = variant {
                    path.push_str("::");
                    path.push_str(variant);
                }
                path.push('.');
                path.push_str(field);
            }
            Self::Element(index) => {
                // Writing to a `String` can't fail.
                let _ = write!(path, "[{index}]");
            }
            Self::Leaf => {}
        }
    }
}

/// A node of the tree of fields: its position in the input, and its value when it is a leaf.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Number of nodes that enclose this one.
    pub depth: usize,
    /// The relation to its parent.
    pub name: Name,
    /// The position; while it is being read, the end is its start.
    pub range: Range<usize>,
    /// The value of a leaf.
    pub value: Option<Value>,
}

/// Number of zero-length elements that are recorded of a sequence: as many as a
/// tuple may have parts.
const SHOWN: usize = 16;

/// Records every field, element and leaf in the order of reading; of zero-length elements, the
/// first sixteen of a sequence.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    nodes: Vec<Node>,
    /// Indexes of the nodes that have started and not ended.
    open: Vec<usize>,
    refused: Option<(usize, usize)>,
    message: Option<&'static str>,
    remark: Option<String>,
}

impl Recorder {
    /// Returns all nodes in reading order: a node's children follow it, one level deeper.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that had started and not ended when decoding stopped,
    /// outermost first.
    pub fn open(&self) -> impl Iterator<Item = &Node> {
        self.open.iter().map(|&index| &self.nodes[index])
    }

    /// The length that was refused, and its limit; or the version, and the one of the type.
    pub const fn refused(&self) -> Option<(usize, usize)> {
        self.refused
    }

    /// The message of a check of the type's author about the value that was refused.
    pub const fn message(&self) -> Option<&'static str> {
        self.message
    }

    /// The message of a type of serde about the value that was refused.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    fn enter(&mut self, name: Name, start: usize) {
        self.open.push(self.nodes.len());
        let depth = self.open.len() - 1;
        self.nodes.push(Node { depth, name, range: start..start, value: None });
    }
}

impl Trace for Recorder {
    const ON: bool = true;
    type Supply<'de> = ();

    fn enter_field(
        &mut self,
        of: &'static str,
        variant: Option<&'static str>,
        field: &'static str,
        start: usize,
    ) {
        self.enter(Name::Field { of, variant, field }, start);
    }

    fn enter_element(&mut self, index: usize, start: usize) {
        self.enter(Name::Element(index), start);
    }

    fn leave(&mut self, end: usize) {
        let Some(index) = self.open.pop() else { return };
        let node = &mut self.nodes[index];
        node.range.end = end;
        // Nothing bounds the number of zero-length elements but a cap, so
        // that a record of all of them were out of proportion to the input.
        if matches!(node.name, Name::Element(element) if element >= SHOWN) && node.range.is_empty()
        {
            self.nodes.truncate(index);
        }
    }

    fn value(&mut self, range: Range<usize>, value: Value) {
        let depth = self.open.len();
        self.nodes.push(Node { depth, name: Name::Leaf, range, value: Some(value) });
    }

    fn over_limit(&mut self, len: usize, max: usize) {
        self.refused = Some((len, max));
    }

    fn refused(&mut self, message: &'static str) {
        self.message = Some(message);
    }

    fn remark(&mut self, message: &dyn core::fmt::Display) {
        self.remark = Some(message.to_string());
    }
}
