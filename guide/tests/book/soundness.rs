//! `docs/soundness.md` has each place of unsafe code with its obligation, as the sources say it.

use std::fs;

use crate::unsafe_code::{ALLOWED, count, sources};
use crate::{read, root};

/// A use of the keyword: the item that it is in, its kind, and the text that says why it is sound, or what
/// its callers promise.
struct Place {
    item: String,
    kind: &'static str,
    why: String,
}

/// A source file: its own description, the invariants that its types state, and its places.
struct Source {
    purpose: String,
    invariants: Vec<String>,
    places: Vec<Place>,
}

/// The text of a line that is a comment of this kind.
fn comment<'l>(line: &'l str, mark: &str) -> Option<&'l str> {
    let text = line.trim_start().strip_prefix(mark)?;
    if text.is_empty() { Some("") } else { text.strip_prefix(' ') }
}

/// The words of a line of code, without what a comment at its end says.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split(" // ").next().unwrap_or_default();
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}

/// From the line that begins with `start` to the end of its paragraph.
fn paragraph(lines: &[&str], start: &str) -> Option<String> {
    let first = lines.iter().position(|line| line.starts_with(start))?;
    let text = lines[first..].iter().take_while(|line| !line.is_empty());
    Some(text.copied().collect::<Vec<_>>().join(" "))
}

/// The name of what a line declares: an implementation without its body, a function, a type.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim();
    let code = line.strip_prefix("unsafe ").unwrap_or(line);
    if code.starts_with("impl") {
        return Some(code.trim_end_matches(['{', '}', ' ']));
    }
    let after =
        ["fn ", "struct ", "trait ", "type "].iter().find_map(|word| line.split_once(word))?.1;
    let name = after.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
    name.filter(|name| !name.is_empty())
}

/// The text without the targets of links, which lead into the crate's documentation.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, mut rest) = part.split_once("`]").unwrap_or((part, ""));
        if rest.starts_with('(') {
            rest = rest.split_once(')').map_or("", |(_, rest)| rest);
        }
        plain.extend(["`", name, "`", rest]);
    }
    plain
}

fn read_source(text: &str) -> Source {
    let lines: Vec<&str> = text.lines().collect();
    let module: Vec<&str> = lines.iter().map_while(|line| comment(line, "//!")).collect();
    let purpose = module.join("\n");
    let (mut invariants, mut places) = (Vec::new(), Vec::new());
    let (mut item, mut docs, mut notes) = (String::new(), Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate() {
        if let Some(text) = comment(line, "///") {
            docs.push(text);
            continue;
        }
        if let Some(text) = comment(line, "//") {
            if comment(lines[at - 1], "//").is_none() {
                notes.clear();
            }
            notes.push(text);
            continue;
        }
        let is_attribute = line.trim_start().starts_with("#[");
        if !is_attribute {
            invariants.extend(paragraph(&docs, "Invariant"));
        }
        let found: Vec<&str> = words(line).collect();
        if let Some(name) = declared(line) {
            item = format!("`{name}`");
        }
        for (word, next) in found.iter().zip(found.iter().skip(1).chain([&"{"])) {
            if *word != "unsafe" {
                continue;
            }
            let kind = match *next {
                "fn" if line.contains("unsafe fn(") => "function pointer",
                "fn" => "unsafe function",
                "trait" => "unsafe trait",
                "impl" => "implementation",
                _ => "block",
            };
            let promise = paragraph(&docs, "# Safety").map(|_| {
                let start = docs.iter().position(|line| *line == "# Safety").unwrap_or_default();
                docs[start + 1..].join(" ")
            });
            let why =
                paragraph(&notes, "SAFETY:").map(|text| text["SAFETY:".len()..].trim().to_owned());
            let why = if kind.starts_with("unsafe ") { promise.or(why) } else { why };
            let why = why.unwrap_or_else(|| panic!("line {}: no SAFETY comment: {line}", at + 1));
            places.push(Place { item: item.clone(), kind, why });
        }
        if !is_attribute {
            docs.clear();
        }
    }
    Source { purpose, invariants, places }
}

/// A change of the code that a test noticed: the file, the change and its function, and the program of
/// tests with the test.
struct Noticed<'t> {
    file: &'t str,
    change: &'t str,
    function: &'t str,
    program: &'t str,
    test: &'t str,
}

/// The lines of `tools/mutants/noticed`, which `tools/mutants.sh` holds to what it finds.
fn noticed(lines: &str) -> Vec<Noticed<'_>> {
    let line = |line| {
        let (change, by) = str::split_once(line, '\t')?;
        let (file, change) = change.split_once(": ")?;
        let (change, function) = change.rsplit_once(" in ")?;
        let function = function.rsplit("::").next()?;
        let (program, test) = by.split_once(' ')?;
        Some(Noticed { file, change, function, program, test })
    };
    lines.lines().map(|one| line(one).unwrap_or_else(|| panic!("no change: {one}"))).collect()
}

/// A part of `tools/miri.sh` that runs a test: the name, the words that choose its program, and those
/// that choose and leave out tests.
struct Part<'t> {
    name: &'t str,
    program: String,
    chosen: Vec<&'t str>,
    left_out: Vec<&'t str>,
}

impl Part<'_> {
    fn runs(&self, one: &Noticed<'_>) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| one.test.contains(word));
        self.program == one.program
            && (self.chosen.is_empty() || has(&self.chosen))
            && !has(&self.left_out)
    }
}

/// The parts of `tools/miri.sh` that are a call for each model.
fn parts(script: &str) -> Vec<Part<'_>> {
    let (mut found, mut name) = (Vec::new(), "");
    for line in
        script.lines().map(str::trim).take_while(|line| *line != "# Runs a part of `machines`.")
    {
        if let Some((case, _)) = line.split_once(')')
            && case.contains('-')
            && case.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
        {
            name = case;
        }
        let Some((_, words)) = line.split_once("miri \"$@\" -- -p ") else { continue };
        let words: Vec<&str> = words.trim_end_matches([';', ' ']).split_whitespace().collect();
        let of_library = || words[0].replace('-', "_");
        let program = if words[1] == "--lib" { of_library() } else { words[2].to_owned() };
        let mut skips = false;
        let (mut chosen, mut left_out) = (Vec::new(), Vec::new());
        for word in words.iter().skip_while(|word| **word != "--").skip(1) {
            match *word {
                "--skip" => skips = true,
                word if std::mem::take(&mut skips) => left_out.push(word),
                word => chosen.push(word),
            }
        }
        found.push(Part { name, program, chosen, left_out });
    }
    found
}

/// The files whose modules are compiled for tests alone.
fn is_test(path: &str) -> bool {
    ["tests.rs", "models.rs", "failing.rs", "foreign_waker.rs"]
        .iter()
        .any(|end| path.ends_with(end))
}

#[test]
fn the_page_has_each_place_of_unsafe_code() {
    let mut page = read("guide/tests/book/soundness.md");
    let (changes, script) = (read("tools/mutants/noticed"), read("tools/miri.sh"));
    let (changes, parts) = (noticed(&changes), parts(&script));
    assert!(parts.len() > 5, "the script names parts");
    let (mut all, mut with_change, mut files) = (0, 0, Vec::new());
    for folder in &ALLOWED[..2] {
        sources(&root().join(folder), &mut files);
    }
    files.sort();
    for file in files {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&file).unwrap();
        let tokens = count(text.parse().unwrap());
        if tokens == 0 || is_test(&path) {
            continue;
        }
        let Source { purpose, invariants, places } = read_source(&text);
        assert_eq!(
            places.len(),
            tokens,
            "{path}: a use of the keyword is in no line that was read"
        );
        all += places.len();
        page.extend(["\n## ", &path, "\n\n", &without_links(&purpose), "\n"]);
        for invariant in invariants {
            page.extend(["\n> ", &without_links(&invariant), "\n"]);
        }
        page.push_str("\n| in | | why it is sound, or what a caller promises | a change there, noticed by |\n|---|---|---|---|\n");
        for Place { item, kind, why } in places {
            let mut of_it = changes
                .iter()
                .filter(|one| one.file == path && one.function == item.trim_matches('`'));
            let by = of_it
                .clone()
                .find_map(|one| Some((one, parts.iter().find(|part| part.runs(one))?.name)));
            let by = by.or_else(|| Some((of_it.next()?, "")));
            with_change += usize::from(by.is_some());
            let noticed = by.map_or(String::new(), |(one, part)| {
                let miri = if part.is_empty() { "" } else { ", Miri: " };
                format!("{}: `{}`{miri}{part}", one.change, one.test)
            });
            let [why, noticed] =
                [without_links(&why), noticed].map(|text| text.replace('|', "\\|"));
            page.extend(["| ", &item, " | ", kind, " | ", &why, " | ", &noticed, " |\n"]);
        }
    }
    assert!(all <= 90, "{all} places: what can be safe code is");
    let page =
        page.replace("PLACES", &all.to_string()).replace("CHANGED", &with_change.to_string());
    if std::env::var_os("BLESS").is_some() {
        fs::write(root().join("docs/soundness.md"), &page).unwrap();
    }
    assert!(
        read("docs/soundness.md") == page,
        "docs/soundness.md is not what the sources say: BLESS=1"
    );
}
