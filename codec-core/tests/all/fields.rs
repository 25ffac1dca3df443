//! An explanation on one line: `name=value`, lists in brackets, structs in braces.

use std::fmt;
use std::ops::Range;

use codec_core::trace::{Explanation, Name, Value};

pub(crate) fn fields(explanation: &Explanation<'_>) -> String {
    Fields(explanation).to_string()
}

struct Fields<'e, 'i>(&'e Explanation<'i>);

impl fmt::Display for Fields<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.group(f, 0..self.0.nodes().len(), true)
    }
}

impl Fields<'_, '_> {
    /// Writes siblings. The first one determines the kind of the group.
    fn group(
        &self,
        f: &mut fmt::Formatter<'_>,
        range: Range<usize>,
        outermost: bool,
    ) -> fmt::Result {
        let mut siblings = self.siblings(range.clone()).peekable();
        // A length prefix adds nothing to its content.
        let counted = siblings
            .next_if(|at| matches!(self.0.nodes()[at.start].value, Some(Value::Length(_))))
            .is_some();
        let (open, separator, close) = match siblings.peek().map(|at| self.0.nodes()[at.start].name)
        {
            Some(Name::Field { .. }) if outermost => ("", " ", ""),
            Some(Name::Field { .. }) => ("{", " ", "}"),
            Some(Name::Element(_)) => ("[", ", ", "]"),
            Some(Name::Leaf) => ("", " ", ""),
            None if counted => ("[", "", "]"),
            _ => ("", "", ""),
        };
        f.write_str(open)?;
        for (position, at) in siblings.enumerate() {
            f.write_str(if position == 0 { "" } else { separator })?;
            let node = &self.0.nodes()[at.start];
            if let Name::Field { field, .. } = node.name {
                write!(f, "{field}=")?;
            }
            write!(f, "{}", self.0.show(node))?;
            self.group(f, at.start + 1..at.end, false)?;
        }
        f.write_str(close)
    }

    /// The outermost nodes of `range`, each with the nodes that it encloses.
    fn siblings(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let nodes = self.0.nodes();
        let mut start = range.start;
        std::iter::from_fn(move || {
            let first = nodes[start..range.end].first()?;
            let inside = nodes[start + 1..range.end]
                .iter()
                .take_while(|node| node.depth > first.depth)
                .count();
            let family = start..start + 1 + inside;
            start = family.end;
            Some(family)
        })
    }
}
