//! The names of all attributes, where they belong, and what a wrong one may mean.

/// Where an attribute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// On a struct or an enum.
    Type,
    /// On a field of a struct.
    Field,
    /// On a variant of an enum.
    Variant,
    /// On what a variant holds.
    Content,
}

impl Place {
    /// What it is called in a message.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Field => "field",
            Self::Variant => "variant",
            Self::Content => "variant's content",
        }
    }
}

/// Every attribute, and the places it belongs to.
const NAMES: &[(&str, &[Place])] = &[
    ("be", &[Place::Type, Place::Field]),
    ("borrow", &[Place::Type, Place::Field]),
    ("bound", &[Place::Type]),
    ("check", &[Place::Type, Place::Field]),
    ("count", &[Place::Field]),
    ("crate", &[Place::Type]),
    ("default", &[Place::Field]),
    ("flags", &[Place::Type]),
    ("id", &[Place::Type]),
    ("if", &[Place::Field]),
    ("le", &[Place::Type, Place::Field]),
    ("len", &[Place::Field]),
    ("magic", &[Place::Type, Place::Field]),
    ("max", &[Place::Field]),
    ("messages", &[Place::Type]),
    ("min", &[Place::Field]),
    ("other", &[Place::Variant]),
    ("plain", &[Place::Type]),
    ("push", &[Place::Type]),
    ("removed", &[Place::Field]),
    ("retired", &[Place::Field]),
    ("shared", &[Place::Type]),
    ("since", &[Place::Field]),
    ("skip", &[Place::Field]),
    ("span", &[Place::Field]),
    ("tag", &[Place::Type]),
    ("tail", &[Place::Field]),
    ("transparent", &[Place::Type]),
    ("value", &[Place::Variant]),
    ("version", &[Place::Type]),
    ("whole", &[Place::Field]),
    ("with", &[Place::Field]),
];

/// All names.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, _)| *name)
}

/// The places that an attribute of this name belongs to, if there is one.
pub(super) fn places(name: &str) -> Option<&'static [Place]> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, places)| *places)
}

/// What the user may have meant by a name that is not known.
pub(super) fn suggestion(name: &str, place: Place) -> String {
    let here = || NAMES.iter().filter(|(_, places)| places.contains(&place)).map(|(name, _)| *name);
    let nearest = here().min_by_key(|known| distance(known, name));
    match nearest {
        Some(known) if distance(known, name) <= 2 => format!("did you mean `{known}`?"),
        Some(_) => {
            format!("a {} takes `{}`", place.name(), here().collect::<Vec<_>>().join("`, `"))
        }
        None => format!("a {} takes none; remove it", place.name()),
    }
}

/// Number of letters to insert, remove or replace to get from one to the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
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
    use super::{Place, distance, suggestion};

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
        assert_eq!(suggestion("borow", Place::Field), "did you mean `borrow`?");
        assert_eq!(suggestion("rename", Place::Variant), "a variant takes `other`, `value`");
        assert_eq!(
            suggestion("rename", Place::Content),
            "a variant's content takes none; remove it"
        );
    }
}
