//! The record as a dump, one node per line: an offset, bytes and what they are.
#![forbid(unsafe_code)]

use core::fmt;

use super::explain::Explanation;
use crate::record::Name;

pub(super) struct Dump<'e, 'i>(pub(super) &'e Explanation<'i>);

impl fmt::Display for Dump<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Bytes shown for one leaf.
        const SHOWN: usize = 8;
        for node in self.0.nodes() {
            write!(f, "{:>6}  ", self.0.at(node.range.start))?;
            let bytes = match node.value {
                Some(_) => self.0.input().get(node.range.clone()).unwrap_or_default(),
                None => &[],
            };
            for column in 0..SHOWN {
                match bytes.get(column) {
                    Some(byte) => write!(f, "{byte:02x} ")?,
                    None => f.write_str("   ")?,
                }
            }
            f.write_str(if bytes.len() > SHOWN { ".. " } else { "   " })?;
            write!(f, "{:indent$}", "", indent = 2 * node.depth)?;
            match node.name {
                Name::Field { of, variant, field } => {
                    let (colons, variant) = variant.map_or(("", ""), |variant| ("::", variant));
                    writeln!(f, "{}{colons}{variant}.{field}", self.0.shown(of))?;
                }
                Name::Element(element) => writeln!(f, "[{element}]")?,
                Name::Leaf => writeln!(f, "{}", self.0.show(node))?,
            }
        }
        match self.0.error() {
            Some(_) => writeln!(f, "error: {}", self.0),
            None => Ok(()),
        }
    }
}
