//! Pages of the book as modules of the crates that they describe. A package can't contain files
//! from outside its folder, so each crate has its pages in `guide/`, with links that work on
//! docs.rs.
//!
//! `BLESS=1 cargo test -p codec-guide --test modules` writes them.
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::{env, fs};

const REPOSITORY: &str = "https://github.com/codec-rs/codec/blob/main";

/// The folder of each crate, its name in Rust, and its pages of `docs`.
const CRATES: &[(&str, &str, &[&str])] = &[
    (
        "codec-core",
        "codec_core",
        &[
            "start",
            "choosing",
            "formats",
            "serde",
            "derive",
            "evolution",
            "streams",
            "push",
            "packed",
            "limits",
            "inspecting",
            "wire-formats",
            "diagnostics",
        ],
    ),
    ("codec-embedded", "codec_embedded", &["embedded"]),
    ("codec-noise", "codec_noise", &["noise"]),
    ("codec-pool", "codec_pool", &["pool"]),
    ("codec-schema", "codec_schema", &["schema"]),
    ("compat/bincode", "codec_bincode", &["migrating/bincode"]),
    ("protocols/bitcoin", "codec_bitcoin", &["bitcoin"]),
    ("protocols/decred", "codec_decred", &["decred"]),
    ("protocols/industrial", "codec_industrial", &["industrial", "industrial-messages"]),
    ("protocols/stratum", "codec_stratum", &["stratum-v2", "programs"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The module's name: `wire-formats` for a page, `migrating/bincode` for one in a folder.
fn module(page: &str) -> String {
    page.rsplit('/').next().unwrap_or(page).replace('-', "_")
}

/// The target of a link of `page` on docs.rs: the module of that page, otherwise the repository.
fn target(page: &str, link: &str) -> String {
    if link.starts_with('#') || link.contains("://") {
        return link.to_owned();
    }
    let (file, fragment) = link.split_at(link.find('#').unwrap_or(link.len()));
    let mut path = vec!["docs"];
    path.extend(page.split('/').rev().skip(1));
    for part in file.split('/') {
        match part {
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    let path = path.join("/");
    // The book contains nothing else.
    assert!(path.starts_with("docs/"), "docs/{page}.md: {link} leads out of the book");
    assert!(root().join(&path).exists(), "docs/{page}.md: {link} leads nowhere");
    let linked = path.strip_prefix("docs/").and_then(|path| path.strip_suffix(".md"));
    let of_crate = linked.and_then(|linked| {
        CRATES
            .iter()
            .find(|(_, _, pages)| pages.contains(&linked))
            .map(|(_, name, _)| (name, linked))
    });
    match of_crate {
        Some((name, linked)) => format!(
            "https://docs.rs/{}/latest/{name}/guide/{}/index.html{fragment}",
            name.replace('_', "-"),
            module(linked)
        ),
        None => format!("{REPOSITORY}/{path}{fragment}"),
    }
}

/// The page with its links rewritten for docs.rs.
fn on_docs_rs(page: &str, text: &str) -> String {
    let mut code = false;
    let mut out = String::new();
    for line in text.lines() {
        code ^= line.trim_start().starts_with("```");
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](").filter(|_| !code) {
            let (link, behind) = after.split_once(')').expect("a link ends on its line");
            out.push_str(before);
            out.push_str("](");
            out.push_str(&target(page, link));
            out.push(')');
            rest = behind;
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

#[test]
fn pages_of_crates_are_those_of_the_book() {
    let bless = env::var_os("BLESS").is_some();
    for (folder, _, pages) in CRATES {
        let guide = root().join(folder).join("guide");
        let declared = fs::read_to_string(root().join(folder).join("src/guide.rs"));
        let declared = declared.expect("each of these crates has its pages as modules");
        for page in *pages {
            let text = fs::read_to_string(root().join(format!("docs/{page}.md"))).unwrap();
            let (wanted, name) = (on_docs_rs(page, &text), module(page));
            let file = guide.join(format!("{name}.md"));
            if bless {
                fs::create_dir_all(&guide).unwrap();
                fs::write(&file, &wanted).unwrap();
            }
            let found = fs::read_to_string(&file).unwrap_or_default();
            assert!(found == wanted, "{folder}/guide/{name}.md is not docs/{page}.md: BLESS=1");
            assert!(declared.contains(&format!("{name}.md")), "{folder}/src/guide.rs lacks {name}");
        }
        let count = fs::read_dir(&guide).unwrap().count();
        assert_eq!(count, pages.len(), "{folder}/guide has pages that the book has not");
    }
}

/// The Markdown files in `folder`, with paths that start at `docs`.
fn pages_of(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages_of(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let path = path.strip_prefix(root().join("docs")).unwrap();
            found.push(path.with_extension("").to_str().unwrap().replace('\\', "/"));
        }
    }
}

#[test]
fn the_book_has_each_page_and_no_link_out_of_it() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let mut pages = Vec::new();
    pages_of(&root().join("docs"), &mut pages);
    assert!(pages.len() > 50, "{} pages", pages.len());
    for page in pages.iter().filter(|page| !["SUMMARY", "figures"].contains(&page.as_str())) {
        assert!(summary.contains(&format!("]({page}.md)")), "docs/SUMMARY.md lacks {page}.md");
        on_docs_rs(page, &fs::read_to_string(root().join(format!("docs/{page}.md"))).unwrap());
    }
    on_docs_rs("SUMMARY", &summary);
}

/// The keys of `[features]` in a manifest.
fn features(manifest: &str) -> Vec<&str> {
    let section = manifest.split("\n[features]\n").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let keys = section.lines().filter_map(|line| line.split_once(" = [").map(|(key, _)| key));
    keys.filter(|key| *key != "default").collect()
}

#[test]
fn landing_pages_have_each_feature_in_their_table() {
    let mut count = 0;
    for (folder, ..) in CRATES {
        let folder = root().join(folder);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let page = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        for feature in features(&manifest) {
            let rows = page.lines().filter_map(|line| line.strip_prefix("//! | "));
            let mut names = rows.filter_map(|row| row.split(" | ").next());
            let name = format!("`{feature}`");
            assert!(names.any(|names| names.contains(&name)), "{}: {feature}", folder.display());
            count += 1;
        }
    }
    assert!(count > 30, "{count} features");
}

#[test]
fn links_lead_to_modules_or_to_the_repository() {
    let page = "[a](derive.md#tag), [b](#here), [c](adr/README.md), [e](https://e)";
    let core = "https://docs.rs/codec-core/latest/codec_core/guide/derive/index.html#tag";
    assert_eq!(
        on_docs_rs("limits", page),
        format!(
            "[a]({core}), [b](#here), [c]({REPOSITORY}/docs/adr/README.md), \
             [e](https://e)\n"
        )
    );
    let fenced = "```\n[a](derive.md)\n```\n";
    assert_eq!(on_docs_rs("limits", fenced), fenced);
    let inside = on_docs_rs("migrating/bincode", "[a](../serde.md)");
    assert!(inside.contains("/codec_core/guide/serde/index.html"));
}
