//! All changes that cargo-mutants lists, built into one tree, each behind a switch: one build
//! and a run of the tests for each, instead of a build for each. tools/mutants.sh runs it.
//!
//! - `list PLACES CRATE FILE ...` prints a list of changed operators in these files, for want of
//!   cargo-mutants, and of the changes that `PLACES` has for the crate;
//! - `apply PLACES LINE TREE` makes the change of a line of `PLACES`, which no switch turns on;
//! - `rewrite LIST TREE REFUSED` rewrites the files of `TREE` that `LIST` (of
//!   `cargo mutants --list --json`) names, without the changes whose numbers are in `REFUSED`;
//! - `refuse LIST TREE REFUSED` reads what cargo says of the build from its input and adds the
//!   changes that don't compile to `REFUSED`; fails when an error belongs to none;
//! - `run LIST REFUSED RESULTS SECONDS` reads from its input what cargo says of the tests it
//!   built and runs those that come past a change, for each.

#![forbid(unsafe_code)]

mod list;
mod operators;
mod places;
mod refuse;
mod rewrite;
mod run;

use std::path::Path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words {
        ["list", places, of, ref files @ ..] => {
            let mut found = operators::all(files);
            found.extend(places::switched(places, of));
            println!("{}", serde_json::to_string_pretty(&found).expect("a list"));
        }
        ["apply", places, line, tree] => {
            places::apply(places, line.parse().expect("a line"), Path::new(tree));
        }
        ["rewrite", list, tree, refused] => {
            rewrite::all(&list::read(list), Path::new(tree), &list::refused(refused));
        }
        ["refuse", list, tree, refused] => refuse::all(&list::read(list), Path::new(tree), refused),
        ["run", list, refused, results, seconds] => {
            let seconds = seconds.parse().expect("how long tests may take, in seconds");
            run::all(&list::read(list), &list::refused(refused), results, seconds);
        }
        _ => panic!("list, apply, rewrite, refuse or run, as the module says"),
    }
}
