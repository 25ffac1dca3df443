//! Refusals of parts that can't be exported, by name.

use std::fmt;

use codec_core::schema::Kind;

use crate::plan::{Body, Charset, Count, Item, Plan, PlanError, Shape, There};

/// Why a description can't be exported: all places, each with what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportError(Vec<String>);

impl ExportError {
    /// One refusal.
    pub(super) fn of(place: &str, what: &str) -> Self {
        Self(vec![format!("{place}: {what}")])
    }

    /// A description of which there is no plan.
    pub(super) fn no_plan(error: &PlanError) -> Self {
        Self(vec![error.to_string()])
    }

    /// The places and what is there, one each.
    pub fn places(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it can't be exported:")?;
        self.0.iter().try_for_each(|place| write!(f, "\n    {place}"))
    }
}

impl std::error::Error for ExportError {}

/// Checks that each part of a plan can be written in other languages.
pub(super) fn check(plan: &Plan) -> Result<(), ExportError> {
    let mut found = Vec::new();
    for of in &plan.types {
        if let Some(check) = of.check {
            found.push(format!("{}: check {check}, a function", of.name));
        }
        match &of.body {
            Body::Struct { items, .. } => self::items(&of.name, items, &mut found),
            Body::Enum { variants, .. } => {
                for variant in variants {
                    let place = format!("{}::{}", of.name, variant.name);
                    if variant.tag.is_none() && variant.kept.is_none() {
                        found
                            .push(format!("{place}: its tag is kept in a type that is no integer"));
                    }
                    self::items(&place, &variant.items, &mut found);
                }
            }
        }
    }
    for message in &plan.messages {
        shape(message.name, &message.shape, &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(ExportError(found)) }
}

fn items(of: &str, items: &[Item], found: &mut Vec<String>) {
    for item in items {
        let place = format!("{of}.{}", item.name);
        if let Some(check) = item.check {
            found.push(format!("{place}: check {check}, a function"));
        }
        if item.retired.is_some() {
            found.push(format!("{place}: retired"));
        }
        let is_versioned = item.since.is_some_and(|since| since > 1) || item.removed.is_some();
        if is_versioned && (item.default.is_some() || !crate::plan::has_zero(&item.shape)) {
            found.push(format!("{place}: its value in versions that lack it is not known"));
        }
        if is_versioned && !matches!(item.there, There::Always) {
            found.push(format!("{place}: a condition on a field that some versions lack"));
        }
        shape(&place, &item.shape, found);
    }
}

fn shape(place: &str, of: &Shape, found: &mut Vec<String>) {
    let what = match of {
        Shape::Opaque(words) => Some(*words),
        Shape::Unordered(..) => Some("a set or a map, whose order is the format's"),
        Shape::Text(_, Charset::NoZero | Charset::Utf16) => Some("a string of C or UTF-16"),
        Shape::Bits(bits) if !matches!(bits.kind, Kind::Bool | Kind::Int(_)) => {
            Some("bits of a type that is neither an integer nor a boolean")
        }
        Shape::List(Count::Until(_), _) => Some("a list up to a byte"),
        _ => None,
    };
    found.extend(what.map(|what| format!("{place}: {what}")));
    match of {
        Shape::List(_, of)
        | Shape::Indexed(_, of)
        | Shape::Option(of)
        | Shape::Maybe(_, of)
        | Shape::Nullable(_, of)
        | Shape::Sized(_, of)
        | Shape::Unordered(of)
        | Shape::Char(of) => shape(place, of, found),
        Shape::Tuple(parts) => parts.iter().for_each(|part| shape(place, part, found)),
        _ => {}
    }
}
