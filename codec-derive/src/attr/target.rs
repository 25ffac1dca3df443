//! Places of `#[codec(..)]`, and suggestions for a name that is not allowed there.

use crate::attr::table;
use crate::gather::Gather as _;

/// The place of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// On a struct or an enum.
    Type,
    /// On a field.
    Field,
    /// On a variant of an enum.
    Variant,
    /// On the message that a variant holds.
    Content,
}

impl Target {
    /// The name of the place in a message.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Field => "field",
            Self::Variant => "variant",
            Self::Content => "variant's content",
        }
    }

    /// The names of the attributes that are allowed here, sorted.
    fn takes(self) -> Vec<&'static str> {
        let here = table::all().filter(|entry| entry.on.place() == self);
        let mut names: Vec<_> = here.map(|entry| entry.name).gathered();
        names.sort_unstable();
        names
    }
}

/// The places where an attribute of this name is allowed; empty for an unknown name.
pub(super) fn places(name: &str) -> Vec<&'static str> {
    let named = table::all().filter(|entry| entry.name == name);
    named.map(|entry| entry.on.name()).gathered()
}

/// A suggestion of what the user may have meant by a name that is not known.
pub(super) fn suggestion(name: &str, place: Target) -> String {
    let here = place.takes();
    let nearest = here.iter().min_by_key(|known| distance(known, name));
    match nearest {
        Some(known) if distance(known, name) <= 2 => format!("did you mean `{known}`?"),
        Some(_) => {
            format!("a {} takes `{}`", place.name(), here.join("`, `"))
        }
        None => format!("a {} takes none; remove it", place.name()),
    }
}

/// Number of letters to insert, remove or replace to get from one to the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).gathered();
    for (line, left) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, right) in other.chars().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::{Target, distance, suggestion};

    #[test]
    fn distance_counts_single_letter_edits() {
        assert_eq!(distance("borrow", "borrow"), 0);
        assert_eq!(distance("borrow", "borow"), 1);
        assert_eq!(distance("id", "idd"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("flags", "glafs"), 2);
    }

    #[test]
    fn suggests_what_the_place_takes() {
        assert_eq!(suggestion("borow", Target::Field), "did you mean `borrow`?");
        assert_eq!(
            suggestion("rename", Target::Variant),
            "a variant takes `from`, `other`, `value`"
        );
        assert_eq!(
            suggestion("rename", Target::Content),
            "a variant's content takes none; remove it"
        );
    }
}
