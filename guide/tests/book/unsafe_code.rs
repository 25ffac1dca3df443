//! The keyword `unsafe` is in two folders of the repository, in whatever form it is written.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// The folders whose code may be unsafe; and two of programs that no crate depends on, for attributes
/// that name symbols of firmware and the start of a process.
pub(crate) const ALLOWED: [&str; 4] = [
    "codec-core/src/raw/",
    "codec-pool/src/memory/",
    "codec-embedded/firmware/src/bin/",
    "tools/mutants/switch/src/",
];

/// Counts the keyword as a token, also of a macro or an attribute; not in a comment, a string or the
/// name of a lint.
pub(crate) fn count(tokens: TokenStream) -> usize {
    let times = |token| match token {
        TokenTree::Group(group) => count(group.stream()),
        TokenTree::Ident(ident) => usize::from(ident == "unsafe"),
        TokenTree::Punct(_) | TokenTree::Literal(_) => 0,
    };
    tokens.into_iter().map(times).sum()
}

pub(crate) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn unsafe_code_is_in_two_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    sources(root, &mut found);
    assert!(found.len() > 1_000, "{} sources", found.len());
    let (mut allowed, mut stray) = (0, Vec::new());
    for path in found {
        let tokens = fs::read_to_string(&path).unwrap().parse().unwrap();
        let path = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        if count(tokens) > 0 {
            if ALLOWED.iter().any(|folder| path.starts_with(folder)) {
                allowed += 1;
            } else {
                stray.push(path);
            }
        }
    }
    assert!(allowed > 10, "{allowed}");
    assert_eq!(stray, [""; 0]);
}

#[test]
fn each_form_of_the_keyword_is_seen() {
    for source in [
        "fn f() { unsafe{ g() } }",
        "unsafe extern \"C\" {}",
        "#[unsafe(no_mangle)] fn f() {}",
        "unsafe trait T {}",
        "fn f() { unsafe { g() } // a comment\n }",
        "unsafe impl T for S {}",
        "m! { unsafe fn f() {} }",
    ] {
        assert_eq!(count(source.parse().unwrap()), 1, "{source}");
    }
    for source in ["// unsafe", "const S: &str = \"unsafe {\";", "#![forbid(unsafe_code)]"] {
        assert_eq!(count(source.parse().unwrap()), 0, "{source}");
    }
}
