//! The record of a decode as a tree of nested values.

use std::ops::Range;

use codec_core::trace::{Explanation, Name, Node, Value};

/// A value with its parts.
#[derive(Debug)]
pub(crate) enum Tree<'e> {
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
    /// All that was decoded but the fields that extensions have appended.
    pub(crate) fn new(explanation: &'e Explanation<'_>) -> Self {
        let nodes = explanation.nodes();
        let appended = |node: &Node| matches!(node.name, Name::Field { of: "Tlvs", .. });
        let end = nodes.iter().position(appended).unwrap_or(nodes.len());
        Self::group(&nodes[..end])
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
        match families.first().map(|family| &nodes[family.start]) {
            Some(Node { name: Name::Field { .. }, .. }) => {
                let field = |family: Range<usize>| match nodes[family.start].name {
                    Name::Field { field, .. } => Some((field, inside(family))),
                    _ => None,
                };
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

/// The nodes that no other encloses, each with those that it encloses.
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
