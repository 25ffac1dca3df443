//! Names of types, variants and members, which no two have in one file.

use std::collections::{HashMap, HashSet};

use crate::plan::{Body, Item, Names, Plan, Variant, snake};

/// Names that the files of all languages define.
const TAKEN: [&str; 7] =
    ["Reader", "Writer", "DecodeError", "EncodeError", "Message", "root", "Root"];

/// Variables of functions, some with a number.
const LOCALS: [&str; 38] = [
    "r", "w", "v", "x", "n", "i", "base", "begin", "buffer", "capacity", "computed", "count",
    "data", "end", "ended", "error", "fails", "found", "frame", "given", "header", "id", "kind",
    "len", "mark", "middle", "nothing", "number", "outer", "payload", "reader", "start", "table",
    "tag", "version", "wanted", "word", "writer",
];

/// The functions of a type.
const FUNCTIONS: [&str; 4] = ["read", "write", "tag", "next"];

/// The names in one file.
pub(in super::super) struct Naming {
    /// The name of each type's class.
    pub(in super::super) types: Vec<String>,
    /// The names of each enum's variants.
    variants: Vec<Vec<String>>,
    members: HashMap<*const Item, String>,
    pub(in super::super) spell: Spell,
    taken: HashSet<String>,
    /// The first number that may make a requested name unique.
    next: HashMap<String, u32>,
}

/// Spellings of names in a language.
#[derive(Clone, Copy)]
pub(in super::super) struct Spell {
    /// Words that can't be names.
    pub(in super::super) keywords: &'static [&'static str],
    /// Names that the file has for itself, which can be those of members.
    pub(in super::super) own: &'static [&'static str],
    /// A name of ASCII letters, digits and underscores as types, variants and members have it.
    pub(in super::super) name: fn(&str) -> String,
    /// The name of a function of a type: one that reads it, writes it, or returns its tag.
    pub(in super::super) verb: fn(&str, &str) -> String,
}

impl Naming {
    pub(in super::super) fn new(plan: &Plan, spell: Spell) -> Self {
        let words = TAKEN.iter().chain(spell.keywords).chain(spell.own);
        let taken = words.map(|word| (*word).to_owned()).collect();
        let (types, variants, members) = (Vec::new(), Vec::new(), HashMap::new());
        let root = (spell.name)("root");
        let mut naming = Self { types, variants, members, spell, taken, next: HashMap::new() };
        // The functions of a type that is no message have this name.
        naming.taken.extend(FUNCTIONS.map(|verb| (spell.verb)(verb, &root)));
        for of in &plan.types {
            let variants = match &of.body {
                Body::Enum { variants, .. } => {
                    for variant in variants {
                        naming.name_members(&variant.items);
                    }
                    naming.variant_names(variants)
                }
                Body::Struct { items, .. } => {
                    naming.name_members(items);
                    Vec::new()
                }
            };
            let name = (naming.spell.name)(&identifier(&of.name));
            let name = naming.class_name(&name, &variants);
            naming.types.push(name);
            naming.variants.push(variants);
        }
        naming
    }

    /// A name for another type of the file.
    pub(in super::super) fn take(&mut self, base: &str) -> String {
        self.class_name(base, &[])
    }

    /// The field's name in a class.
    pub(in super::super) fn member(&self, item: &Item) -> &str {
        self.members.get(&std::ptr::from_ref(item)).map_or("", String::as_str)
    }

    fn name_members(&mut self, items: &[Item]) {
        let mut names = self.names();
        for item in items {
            let name = names.take(&(self.spell.name)(&identifier(item.name)));
            self.members.insert(item, name);
        }
    }

    /// Names of members, of which none is given yet.
    pub(in super::super) fn names(&self) -> Names {
        let mut names = Names::default();
        for word in self.spell.keywords {
            names.take(word);
        }
        for word in ["variant", "tag"] {
            names.take(&(self.spell.name)(word));
        }
        names
    }

    /// The name of a variant, and of its class.
    pub(in super::super) fn variant(&self, index: usize, variant: usize) -> (&str, String) {
        let word = self.variants[index].get(variant).map_or("", String::as_str);
        (word, format!("{}_{word}", self.types[index]))
    }

    /// The name of a type, which neither it nor its variants and functions share with another.
    fn class_name(&mut self, base: &str, variants: &[String]) -> String {
        let mut name = base.to_owned();
        for number in self.next.get(base).copied().unwrap_or(2).. {
            let own = variants.iter().map(String::as_str).chain(["of"]);
            let mut all: Vec<_> = own.map(|suffix| format!("{name}_{suffix}")).collect();
            all.extend(FUNCTIONS.map(|verb| (self.spell.verb)(verb, &name)));
            all.push(name.clone());
            if !is_local(&name) && all.iter().all(|one| !self.taken.contains(one)) {
                self.taken.extend(all);
                self.next.insert(base.to_owned(), number);
                break;
            }
            name = format!("{base}_{number}");
        }
        name
    }

    /// The names of an enum's variants.
    fn variant_names(&self, variants: &[Variant]) -> Vec<String> {
        let mut names = Names::default();
        names.take("of");
        let spelled = variants.iter().map(|of| (self.spell.name)(&identifier(of.name)));
        spelled.map(|name| names.take(&name)).collect()
    }
}

/// Returns whether a function has a variable of this name, perhaps with a number.
fn is_local(name: &str) -> bool {
    LOCALS.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// A name of ASCII letters, digits and underscores.
pub(in super::super) fn identifier(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_word && starts { name.to_owned() } else { snake(name) }
}
