//! Pages that are made from tables: `docs/diagnostics.md` from the catalogue and `mistakes.txt`,
//! `docs/attributes.md` from the table of attributes, which `attributes.md` of the crate has as well.
//! `BLESS=1 cargo test -p codec-derive --lib` rewrites them.

use core::fmt::Display;
use core::fmt::Write as _;

use quote::ToTokens as _;
use syn::{DeriveInput, File, Item};

use crate::diagnostics::ALL;
use crate::model::Model;
use crate::{Ctxt, Derive, check};

/// The page on the derives, with a section for each attribute.
const DERIVE_PAGE: &str = include_str!("../../../docs/derive.md");

/// Examples of each mistake, under the headings of the page.
const MISTAKES: &str = include_str!("mistakes.txt");

/// One mistake.
struct Entry<'p> {
    name: &'p str,
    wrong: &'p str,
    right: &'p str,
}

fn entries() -> Vec<Entry<'static>> {
    let sections = MISTAKES.split("\n### `").skip(1);
    let entry = |section: &'static str| {
        let (name, rest) = section.split_once("`\n// wrong\n")?;
        let (wrong, rest) = rest.split_once("// right\n")?;
        let right = rest.split("\n## ").next()?.trim_end();
        Some(Entry { name, wrong, right })
    };
    sections.map(|section| entry(section).expect(section)).collect()
}

/// The page with the texts of the catalogue.
fn diagnostics() -> String {
    let mut page = MISTAKES.to_owned();
    for (Entry { name, wrong, right }, (_, diagnostic)) in entries().iter().zip(ALL) {
        let text = diagnostic.text(&placeholders()).replace("\n  ", "\n>\n> ");
        let shown = format!("> {text}\n\n```rust\n// wrong\n{wrong}// right\n{right}\n```");
        page = page.replace(
            &format!("`{name}`\n// wrong\n{wrong}// right\n{right}"),
            &format!("`{name}`\n\n{shown}"),
        );
    }
    page
}

fn placeholders() -> [&'static dyn Display; 4] {
    [&"…"; 4]
}

/// Compares a page of `docs` with what it is made from, or writes it.
fn holds(path: &str, wanted: &str) {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, wanted).unwrap();
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(page == wanted, "{path} is stale: BLESS=1 cargo test -p codec-derive --lib writes it");
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
    assert_eq!(
        entries().iter().map(|entry| entry.name).collect::<Vec<_>>(),
        ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
    );
    holds("../docs/diagnostics.md", &diagnostics());
}

#[test]
fn what_the_page_calls_wrong_is_refused_in_its_words_and_what_it_calls_right_is_not() {
    for (entry, (_, diagnostic)) in entries().iter().zip(ALL) {
        let derives = if entry.name.starts_with("HEADER_") {
            &[Derive::Header][..]
        } else {
            &[Derive::Encode, Derive::Decode]
        };
        let said = mistakes(entry.wrong, derives);
        let text = diagnostic.text(&placeholders());
        let parts: Vec<_> = text.split('…').collect();
        let in_words = |text: &String| parts.iter().all(|part| text.contains(part));
        assert!(said.iter().any(in_words), "{}: {said:#?}", entry.name);
        assert_eq!(mistakes(entry.right, derives), Vec::<String>::new(), "{}", entry.name);
    }
}

#[test]
fn every_attribute_has_a_section_on_its_page() {
    for name in crate::attr::all().map(|entry| entry.name) {
        let section = DERIVE_PAGE.split(&format!("\n## `{name}`\n")).nth(1).expect(name);
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
            syntax = format!("[{}](derive.md#{name}){}", &syntax[..end], &syntax[end..]);
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

/// The page with both tables.
fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    write!(page, "\n{}\n{COMING}\n{}", attributes(true), foreign()).unwrap();
    page
}

const INTRODUCTION: &str = "\
# All attributes

Generated from the table that the derives use. Each name leads to its section in [The derives](derive.md).
";

const COMING: &str = "\
## Coming from other crates

Attributes of other crates' derives, and what to write here; the compiler says so, too. Paths and expressions may be
quoted, as some of those crates require (`with = \"module\"`, `if = \"flags != 0\"`).
";

#[test]
fn the_docs_list_the_attributes() {
    holds("attributes.md", &attributes(false));
}

#[test]
fn the_page_lists_the_attributes_of_other_crates() {
    holds("../docs/attributes.md", &page());
}
