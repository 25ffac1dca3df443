//! Checks that pages and tables agree: `docs/diagnostics.md` with the catalogue, which the derives
//! use, and `docs/derive.md` with the table of attributes. `BLESS=1 cargo test -p codec-derive
//! --lib` rewrites the list of attributes.

use core::fmt::Display;

use quote::ToTokens as _;
use syn::{DeriveInput, File, Item};

use crate::diagnostics::ALL;
use crate::model::Model;
use crate::{Ctxt, Derive, check};

/// The page on the derives, which lists the attributes, as their docs do.
const DERIVE_PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/derive.md");
const DERIVE_DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/attributes.md");

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

/// The mistakes that some derives report for the types in some code.
fn mistakes(code: &str, derives: &[Derive]) -> Vec<String> {
    let file: File = syn::parse_str(code).unwrap();
    let types = file
        .items
        .into_iter()
        .filter(|item| matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_)));
    let mut mistakes = Vec::new();
    for ty in types {
        let input: DeriveInput = syn::parse2(ty.into_token_stream()).unwrap();
        for derive in derives.iter().copied() {
            let cx = Ctxt::new();
            check::check(&cx, &Model::new(&cx, &input), derive);
            if let Err(error) = cx.finish() {
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
        let placeholders: [&dyn Display; 4] = [&"…"; 4];
        assert_eq!(entry.text, diagnostic.text(&placeholders), "{name}");
    }
}

#[test]
fn what_the_page_calls_wrong_is_refused_in_its_words_and_what_it_calls_right_is_not() {
    for entry in entries(&page()) {
        let derives = if entry.name.starts_with("HEADER_") {
            &[Derive::Header][..]
        } else {
            &[Derive::Encode, Derive::Decode]
        };
        let said = mistakes(entry.wrong, derives);
        let parts: Vec<_> = entry.text.split('…').collect();
        let in_words = |text: &String| parts.iter().all(|part| text.contains(part));
        assert!(said.iter().any(in_words), "{}: {said:#?}", entry.name);
        assert_eq!(mistakes(entry.right, derives), Vec::<String>::new(), "{}", entry.name);
    }
}

#[test]
fn every_attribute_has_a_section_on_its_page() {
    let page = std::fs::read_to_string(DERIVE_PAGE).unwrap();
    for name in crate::attr::all().map(|entry| entry.name) {
        let section = page.split(&format!("\n## `{name}`\n")).nth(1).expect(name);
        let section = section.split("\n## ").next().unwrap();
        assert!(section.contains("```rust\n"), "{name} has no example");
        assert!(section.contains(name), "the example of {name} does not use it");
    }
}

/// The ways to write an attribute whose value is of this kind.
fn syntax(name: &str, kind: &str) -> String {
    const WIDTHS: &str = "`u8`, `u16`, `u24`, `u32`, `u64`, `varint`";
    match kind {
        "flag" => format!("`{name}`"),
        "expr" | "code" => format!("`{name} = EXPR`"),
        "path" | "module" => format!("`{name} = PATH`"),
        "function" => format!("`{name} =` `PATH`, closure, `EXPR`"),
        "optional_function" => format!("`{name}`, `{name} =` `PATH`, closure, `EXPR`"),
        "adapter" => format!("`{name} = TYPE`"),
        "formats" => format!("`{name}(PATH, …)`"),
        "extent" => format!("`{name} =` {WIDTHS}, `{name} = EXPR`"),
        "version" => format!("`{name} = N`"),
        "span" => format!("`{name}`, `{name} = FIRST..=LAST`"),
        "handler" => format!("`{name}`, `{name}(async)`"),
        "side" => format!("`{name} = SIDE`"),
        "form" => format!("`{name}`, `{name}(name = \"…\", derive(…))`"),
        "bound" => format!("`{name} = \"…\"`, `{name}(encode = \"…\", …)`"),
        "length" => format!("`{name} =` {WIDTHS}, `i8`, `i16`, `i32`, `i64`"),
        "tag" => format!("`{name} =` {WIDTHS}, `{name} =` `index`, `discriminant`"),
        other => panic!("{name} is of a kind that the docs do not know: {other}"),
    }
}

/// The table of all attributes; on the page, names link to their sections.
fn attributes(of_page: bool) -> String {
    let rows = crate::attr::all().map(|entry| {
        let not: Vec<_> = entry.not.iter().map(|name| format!("`{name}`")).collect();
        let (name, on, mut syntax) = (entry.name, entry.on.name(), syntax(entry.name, entry.kind));
        if of_page {
            let end = syntax[1..].find('`').map_or(syntax.len(), |end| end + 2);
            syntax = format!("[{}](#{name}){}", &syntax[..end], &syntax[end..]);
        }
        let not = if not.is_empty() { String::new() } else { not.join(", ") + " " };
        format!("| {syntax} | {on} | {} | {not}|\n", entry.meaning)
    });
    let head = ["| attribute | on a | meaning | not beside |\n", "|---|---|---|---|\n"];
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

/// The table of attributes of other crates.
fn foreign() -> String {
    let rows = crate::attr::FOREIGN.iter().map(|known| {
        let names: Vec<_> = known.names.iter().map(|name| format!("`{name}`")).collect();
        format!("| {} | {} | {} |\n", names.join(", "), known.of, known.here)
    });
    let head = ["| elsewhere | of | here |\n".to_owned(), "|---|---|---|\n".to_owned()];
    head.into_iter().chain(rows).collect()
}

/// Compares the table in a file that begins with `head` with what it is made from, or writes it
/// there.
fn holds_the_table(path: &str, head: &str, wanted: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let start = text.find(head).expect(path);
    let lines = text[start..].split_inclusive('\n');
    let rows = lines.take_while(|line| line.starts_with('|'));
    let end = start + rows.map(str::len).sum::<usize>();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, [&text[..start], wanted, &text[end..]].concat()).unwrap();
    } else {
        assert_eq!(&text[start..end], wanted, "BLESS=1 rewrites {path}");
    }
}

#[test]
fn the_docs_list_the_attributes() {
    holds_the_table(DERIVE_PAGE, "| attribute |", &attributes(true));
    holds_the_table(DERIVE_DOCS, "| attribute |", &attributes(false));
}

#[test]
fn the_page_lists_the_attributes_of_other_crates() {
    holds_the_table(DERIVE_PAGE, "| elsewhere |", &foreign());
}
