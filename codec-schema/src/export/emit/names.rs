//! Names of types, variants and members, which no two have in one file.

use std::collections::HashSet;

use crate::plan::{Body, Item, Names, Plan, Variant, snake};

/// Names that the files of all languages define.
const TAKEN: [&str; 14] = [
    "Reader",
    "Writer",
    "DecodeError",
    "EncodeError",
    "Message",
    "Array",
    "Uint8Array",
    "Object",
    "Map",
    "BigInt",
    "Number",
    "Error",
    "String",
    "Any",
];

/// The beginnings of the names of functions, which the type's name follows.
const FUNCTIONS: [&str; 4] = ["read_", "write_", "tag_", "next_"];

/// The names in one file.
pub(in super::super) struct Naming<'p> {
    plan: &'p Plan,
    /// The name of each type's class.
    pub(in super::super) types: Vec<String>,
    keywords: Vec<&'static str>,
    taken: HashSet<String>,
}

impl<'p> Naming<'p> {
    pub(in super::super) fn new(plan: &'p Plan, keywords: &[&'static str]) -> Self {
        let keywords = keywords.to_vec();
        let words = TAKEN.iter().chain(&keywords);
        let mut taken: HashSet<String> = words.map(|word| (*word).to_owned()).collect();
        let types = plan.types.iter().map(|of| {
            let variants = match &of.body {
                Body::Enum { variants, .. } => variant_names(variants),
                Body::Struct { .. } => Vec::new(),
            };
            class_name(&identifier(&of.name), &variants, &mut taken)
        });
        Self { plan, types: types.collect(), keywords, taken }
    }

    /// A name for another type of the file.
    pub(in super::super) fn take(&mut self, base: &str) -> String {
        class_name(base, &[], &mut self.taken)
    }

    /// The field's name in a class.
    pub(in super::super) fn member(&self, items: &[Item], item: &Item) -> String {
        let mut names = self.members();
        let mut found = String::new();
        for one in items {
            let name = names.take(&identifier(one.name));
            if one.index == item.index {
                found = name;
            }
        }
        found
    }

    /// Names of members, of which none is given yet.
    pub(in super::super) fn members(&self) -> Names {
        let mut names = Names::default();
        for word in self.keywords.iter().chain(&["variant", "tag"]) {
            names.take(word);
        }
        names
    }

    /// The name of a variant.
    pub(in super::super) fn variant(&self, index: usize, variant: usize) -> String {
        let Body::Enum { variants, .. } = &self.plan.types[index].body else {
            return String::new();
        };
        variant_names(variants).swap_remove(variant)
    }
}

/// The name of a type, which neither it nor its variants and functions share with another.
fn class_name(base: &str, variants: &[String], taken: &mut HashSet<String>) -> String {
    let mut name = base.to_owned();
    for number in 2.. {
        let own = variants.iter().map(String::as_str).chain(["of"]);
        let mut all: Vec<_> = own.map(|suffix| format!("{name}_{suffix}")).collect();
        all.extend(FUNCTIONS.map(|function| format!("{function}{name}")));
        all.push(name.clone());
        if all.iter().all(|one| !taken.contains(one)) {
            taken.extend(all);
            break;
        }
        name = format!("{base}_{number}");
    }
    name
}

/// The names of an enum's variants.
fn variant_names(variants: &[Variant]) -> Vec<String> {
    let mut names = Names::default();
    names.take("of");
    variants.iter().map(|variant| names.take(&identifier(variant.name))).collect()
}

/// A name of ASCII letters, digits and underscores.
pub(in super::super) fn identifier(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_word && starts { name.to_owned() } else { snake(name) }
}
