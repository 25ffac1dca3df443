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
/// // The tag of an enum is before the fields of the variant.
/// #[derive(Encode, Decode)]
/// enum Shape { Point, Circle { radius: u8 } }
/// let of = explain::<Bincode, Shape>(&[1, 0, 0, 0, 9]);
/// assert_eq!(json(&of, &Tree::new(&of)).to_string(), r##"{"#tag":1,"radius":9}"##);
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

    /// Sibling nodes: one value, or a list of several, as those of a tuple.
    fn group(nodes: &'e [Node]) -> Self {
        let families = families(nodes);
        let mut rest = &families[..];
        let mut values = Vec::new();
        while let Some((first, after)) = rest.split_first() {
            values.push(Self::value(nodes, first, after, &mut rest));
        }
        match values.len() {
            0 => Self::Nothing,
            1 => values.remove(0),
            _ => Self::List(values),
        }
    }

    /// The value that begins with `first`; `rest` becomes the families that follow it.
    fn value<'f>(
        nodes: &'e [Node],
        first: &Range<usize>,
        after: &'f [Range<usize>],
        rest: &mut &'f [Range<usize>],
    ) -> Self {
        let node = |at: usize| after.get(at).map(|family| &nodes[family.start]);
        let is_field = |at| node(at).is_some_and(|node| matches!(node.name, Name::Field { .. }));
        let leaf = &nodes[first.start];
        *rest = after;
        match (leaf.name, leaf.value) {
            (Name::Field { .. }, _) => Self::Fields(Self::fields(nodes, first, rest)),
            (Name::Element(_), _) => {
                let is_next = |at: usize| match node(at).map(|node| node.name) {
                    Some(Name::Element(index)) => index > 0,
                    _ => false,
                };
                let others = (0..after.len()).take_while(|at| is_next(*at)).count();
                *rest = &after[others..];
                let all = std::iter::once(first).chain(&after[..others]);
                Self::List(all.map(|family| Self::inside(nodes, family)).collect())
            }
            // A length adds nothing to its content.
            (Name::Leaf, Some(Value::Length(len))) => match node(0) {
                Some(Node { name: Name::Element(0), .. }) => {
                    Self::value(nodes, &after[0], &after[1..], rest)
                }
                Some(content @ Node { value: Some(Value::Text | Value::Bytes), .. })
                    if content.range.is_empty() == (len == 0) =>
                {
                    *rest = &after[1..];
                    Self::Leaf(content)
                }
                _ if len == 0 => Self::List(Vec::new()),
                None => Self::Leaf(leaf),
                Some(_) => Self::value(nodes, &after[0], &after[1..], rest),
            },
            // Field names are never like these, so that neither hides the other.
            (Name::Leaf, Some(value)) if is_field(0) && value != Value::Absent => {
                let name = if value == Value::Bytes { "#magic" } else { "#tag" };
                *rest = &after[1..];
                Self::headed(name, leaf, Self::fields(nodes, &after[0], rest))
            }
            (Name::Leaf, Some(Value::Unsigned(_)))
                if is_field(1)
                    && matches!(node(0).and_then(|node| node.value), Some(Value::Length(1..))) =>
            {
                *rest = &after[2..];
                Self::headed("#version", leaf, Self::fields(nodes, &after[1], rest))
            }
            _ => Self::Leaf(leaf),
        }
    }

    fn headed(name: &'static str, leaf: &'e Node, mut fields: Vec<(&'static str, Self)>) -> Self {
        fields.insert(0, (name, Self::Leaf(leaf)));
        Self::Fields(fields)
    }

    /// The fields of one struct, from `first` on.
    fn fields(
        nodes: &'e [Node],
        first: &Range<usize>,
        rest: &mut &[Range<usize>],
    ) -> Vec<(&'static str, Self)> {
        let mut fields: Vec<(&'static str, Self)> = Vec::new();
        let Name::Field { of: owner, variant: owner_variant, field } = nodes[first.start].name
        else {
            return fields;
        };
        fields.push((field, Self::inside(nodes, first)));
        while let Some((next, after)) = rest.split_first()
            && let Name::Field { of, variant, field } = nodes[next.start].name
            && (of, variant) == (owner, owner_variant)
            && fields.iter().all(|(name, _)| *name != field)
        {
            fields.push((field, Self::inside(nodes, next)));
            *rest = after;
        }
        fields
    }

    fn inside(nodes: &'e [Node], family: &Range<usize>) -> Self {
        Self::group(&nodes[family.start + 1..family.end])
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
