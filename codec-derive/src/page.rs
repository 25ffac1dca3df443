//! `docs/diagnostics.md` and the catalogue say the same, and the derives do it.

use quote::ToTokens as _;
use syn::{DeriveInput, File, Item};

use crate::diagnostics::ALL;
use crate::{Derive, derive_from};

/// One entry of the page.
struct Entry<'p> {
    name: &'p str,
    /// The message and the help, as quoted.
    text: String,
    wrong: &'p str,
    right: &'p str,
}

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/diagnostics.md");
    std::fs::read_to_string(path).unwrap()
}

fn entry(section: &str) -> Option<Entry<'_>> {
    let (name, rest) = section.split_once('`')?;
    let (quoted, rest) = rest.split_once("```rust\n// wrong\n")?;
    let lines = quoted.lines().filter_map(|line| line.strip_prefix('>'));
    let text = lines.map(str::trim).filter(|line| !line.is_empty());
    let text = text.collect::<Vec<_>>().join("\n  ");
    let (wrong, rest) = rest.split_once("// right\n")?;
    Some(Entry { name, text, wrong, right: rest.split_once("```")?.0 })
}

fn entries(page: &str) -> Vec<Entry<'_>> {
    page.split("\n### `").skip(1).map(|section| entry(section).expect(section)).collect()
}

/// What both derives say of the types in some code.
fn mistakes(code: &str) -> Vec<String> {
    let file: File = syn::parse_str(code).unwrap();
    let types = file
        .items
        .into_iter()
        .filter(|item| matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_)));
    let mut mistakes = Vec::new();
    for ty in types {
        let input: DeriveInput = syn::parse2(ty.into_token_stream()).unwrap();
        for derive in [Derive::Encode, Derive::Decode] {
            if let Err(error) = derive_from(&input, derive) {
                mistakes.extend(error.into_iter().map(|error| error.to_string()));
            }
        }
    }
    mistakes
}

#[test]
fn the_page_lists_the_catalogue() {
    let page = page();
    let entries = entries(&page);
    assert_eq!(
        entries.iter().map(|entry| entry.name).collect::<Vec<_>>(),
        ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
    );
    for (entry, (name, diagnostic)) in entries.iter().zip(ALL) {
        let placeholders = ["…"; 3];
        assert_eq!(entry.text, diagnostic.text(&placeholders), "{name}");
    }
}

#[test]
fn what_the_page_calls_wrong_is_refused_in_its_words_and_what_it_calls_right_is_not() {
    for entry in entries(&page()) {
        let said = mistakes(entry.wrong);
        let parts: Vec<_> = entry.text.split('…').collect();
        let in_words = |text: &String| parts.iter().all(|part| text.contains(part));
        assert!(said.iter().any(in_words), "{}: {said:#?}", entry.name);
        assert_eq!(mistakes(entry.right), Vec::<String>::new(), "{}", entry.name);
    }
}

#[test]
fn every_attribute_has_a_section_on_its_page() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/derive.md");
    let page = std::fs::read_to_string(path).unwrap();
    for name in crate::attr::names() {
        let section = page.split(&format!("\n## `{name}`\n")).nth(1).expect(name);
        let section = section.split("\n## ").next().unwrap();
        assert!(section.contains("```rust\n"), "{name} has no example");
        assert!(section.contains(name), "the example of {name} does not use it");
    }
}
