//! The record of a decode as a tree of nested values.

use std::ops::Range;

use codec_core::trace::{Explanation, Name, Node, Value};

/// A value with its parts.
///
/// ```
/// use codec_core::{Bincode, Decode, Encode, trace::explain};
/// use codec_capture::show::{Tree, json};
/// #[derive(Encode, Decode)]
/// struct Share { channel: u32, nonces: Vec<u16> }
/// let of = explain::<Bincode, Share>(&[7, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0]);
/// let tree = Tree::new(&of);
/// assert!(matches!(&tree, Tree::Fields(fields) if fields[1].0 == "nonces"));
/// assert_eq!(json(&of, &tree).to_string(), r#"{"channel":7,"nonces":[1,2]}"#);
///
/// // Of an enum, the tag stands before the fields of the variant.
/// #[derive(Encode, Decode)]
/// enum Shape { Point, Circle { radius: u8 } }
/// let of = explain::<Bincode, Shape>(&[1, 0, 0, 0, 9]);
/// assert_eq!(json(&of, &Tree::new(&of)).to_string(), r#"{"tag":1,"radius":9}"#);
/// let of = explain::<Bincode, Shape>(&[0, 0, 0, 0]);
/// assert_eq!(json(&of, &Tree::new(&of)).to_string(), "0");
/// ```
#[derive(Debug)]
pub enum Tree<'e> {
    /// A struct.
    Fields(Vec<(&'static str, Self)>),
    /// A sequence.
    List(Vec<Self>),
    /// A value without parts.
    Leaf(&'e Node),
    /// Nothing was read.
    Nothing,
}

impl<'e> Tree<'e> {
    /// Everything that was decoded.
    pub fn new(explanation: &'e Explanation<'_>) -> Self {
        Self::group(explanation.nodes())
    }

    /// Everything that was decoded before the first field of the type of this name, such as a
    /// trailer after a message.
    pub fn before(explanation: &'e Explanation<'_>, name: &str) -> Self {
        let nodes = explanation.nodes();
        let is_after = |node: &Node| matches!(node.name, Name::Field { of, .. } if of == name);
        Self::group(&nodes[..nodes.iter().position(is_after).unwrap_or(nodes.len())])
    }

    /// Sibling nodes. The kind of the first determines what they form together.
    fn group(nodes: &'e [Node]) -> Self {
        let is_count = |node: &Node| matches!(node.value, Some(Value::Length(_)));
        let mut families = families(nodes);
        // A count adds nothing to its elements.
        let counted = families.first().is_some_and(|family| is_count(&nodes[family.start]));
        if counted {
            families.remove(0);
        }
        let inside = |family: Range<usize>| Self::group(&nodes[family.start + 1..family.end]);
        let field = |family: Range<usize>| match nodes[family.start].name {
            Name::Field { field, .. } => Some((field, inside(family))),
            _ => None,
        };
        // A tag is a leaf before fields.
        if let [tag, content, ..] = &*families
            && let (Name::Leaf, Name::Field { .. }) =
                (nodes[tag.start].name, nodes[content.start].name)
        {
            let tag = ("tag", Self::Leaf(&nodes[tag.start]));
            let content = families.into_iter().skip(1).filter_map(field);
            return Self::Fields(std::iter::once(tag).chain(content).collect());
        }
        match families.first().map(|family| &nodes[family.start]) {
            Some(Node { name: Name::Field { .. }, .. }) => {
                Self::Fields(families.into_iter().filter_map(field).collect())
            }
            Some(Node { name: Name::Element(_), .. }) => {
                Self::List(families.into_iter().map(inside).collect())
            }
            Some(leaf) => Self::Leaf(leaf),
            None if counted => Self::List(Vec::new()),
            None => Self::Nothing,
        }
    }
}

/// The outermost nodes, each with the nodes inside it.
fn families(nodes: &[Node]) -> Vec<Range<usize>> {
    let mut families: Vec<Range<usize>> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        match families.last_mut() {
            Some(family) if node.depth > nodes[family.start].depth => family.end = index + 1,
            _ => families.push(index..index + 1),
        }
    }
    families
}
