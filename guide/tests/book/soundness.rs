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
    /// With the name of what has it, or its number in the file's description.
    invariants: Vec<(String, String)>,
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
    let after = ["fn ", "struct ", "trait ", "type ", "macro_rules! "]
        .iter()
        .find_map(|word| line.split_once(word))?
        .1;
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
    let numbered = module.iter().filter_map(|line| line.split_once(". "));
    let numbered = numbered.filter(|(number, _)| number.parse::<u8>().is_ok());
    let mut invariants: Vec<(String, String)> =
        numbered.map(|(number, text)| (number.to_owned(), text.to_owned())).collect();
    let mut places = Vec::new();
    // The declarations that a line is in, with their indentation.
    let mut items: Vec<(usize, String)> = Vec::new();
    let (mut docs, mut notes) = (Vec::new(), Vec::new());
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
        if !is_attribute && let Some(text) = paragraph(&docs, "Invariant") {
            let field = || line.trim().trim_start_matches("pub(super) ").split(':').next();
            let name = declared(line).or_else(field).unwrap_or_default();
            invariants.push((name.to_owned(), text));
        }
        let found: Vec<&str> = words(line).collect();
        let indent = line.len() - line.trim_start().len();
        // The end of a signature is at its beginning's indentation as well.
        if !line.is_empty() && !line.trim_start().starts_with([')', '{', 'w']) {
            items.retain(|(before, _)| *before < indent);
        }
        if let Some(name) = declared(line) {
            items.push((indent, format!("`{name}`")));
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
            // With what the comment explains before.
            let why = paragraph(&notes, "SAFETY:")
                .map(|_| notes.join(" ").replacen("SAFETY:", "", 1).replace("  ", " "));
            let why = why.map(|text| text.trim().to_owned());
            let why = if kind.starts_with("unsafe ") { promise.or(why) } else { why };
            let why = why.unwrap_or_else(|| panic!("line {}: no SAFETY comment: {line}", at + 1));
            let item = items.last().map(|(_, name)| name.clone()).unwrap_or_default();
            places.push(Place { item, kind, why });
        }
        if !is_attribute {
            docs.clear();
        }
    }
    Source { purpose, invariants, places }
}

/// A line of `tools/mutants/places`: a change at one of an item's places, and who notices it.
struct Change<'t> {
    file: &'t str,
    item: &'t str,
    nth: usize,
    old: &'t str,
    new: &'t str,
    by: &'t str,
}

fn change(line: &str) -> Change<'_> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [file, item, nth, old, new, by] = columns[..] else { panic!("six columns: {line}") };
    let nth = nth.parse().unwrap_or_else(|_| panic!("no number: {line}"));
    Change { file, item, nth, old, new, by }
}

impl Change<'_> {
    /// The cells of the page: the change with who notices it, and the part of `tools/miri.sh` that
    /// runs this test.
    fn cells(&self, has_test: impl Fn(&str) -> bool) -> [String; 2] {
        let Self { file, old, new, by, .. } = self;
        let change =
            if new.is_empty() { "left out".to_owned() } else { format!("`{old}` is `{new}`") };
        if let Some(what) = by.strip_prefix("build ") {
            return [format!("{change}: `cargo check -p {what}`"), String::new()];
        }
        let (noticed, test) = match by.strip_prefix("miri ") {
            Some(by) => ("Miri in ", by),
            None => ("", *by),
        };
        // Of the library alone, whose tests these parts run.
        let (test, part) = match test.split_once(' ') {
            Some(("codec_core", test)) => (test, "places-core"),
            Some(("codec_pool", test)) => (test, "places-pool"),
            _ => panic!("{file}: no test of a library: {by}"),
        };
        assert!(has_test(test), "{file}: there is no test {test}");
        [format!("{change}: {noticed}`{test}`"), part.to_owned()]
    }
}

/// The names in quotes in the sentence of a proof that begins with `start`.
fn names<'t>(why: &'t str, start: &str) -> Vec<&'t str> {
    let Some((_, rest)) = why.split_once(start) else { return Vec::new() };
    let sentence = rest.split(". ").next().unwrap_or_default();
    sentence.split('`').skip(1).step_by(2).collect()
}

/// The invariants that a proof names: by a number in parentheses or after the word, or by the name of
/// what has it.
fn invariants_of<'t>(why: &'t str, known: &[(String, String)]) -> Vec<&'t str> {
    let name = |text: &'t str| text.split('`').next();
    let mut found: Vec<&str> = why.split("nvariant of `").skip(1).filter_map(name).collect();
    let numbers = |text: &'t str| {
        let end = text.find(|letter: char| !letter.is_ascii_digit() && !", ".contains(letter));
        let list = text[..end.unwrap_or(text.len())].split(',').map(str::trim);
        list.filter(|number| number.parse::<u8>().is_ok())
    };
    found.extend(why.split('(').skip(1).flat_map(numbers));
    found.extend(why.split("nvariant ").skip(1).flat_map(numbers));
    found.extend(why.split("nvariants ").skip(1).flat_map(numbers));
    found.sort_unstable();
    found.dedup();
    for name in &found {
        assert!(known.iter().any(|(one, _)| one == name), "no invariant {name}: {why}");
    }
    assert!(!found.is_empty() || !why.contains("nvariant"), "which invariant? {why}");
    found
}

/// The files whose modules are compiled for tests alone.
fn is_test(path: &str) -> bool {
    ["tests.rs", "models.rs", "failing.rs", "foreign_waker.rs"]
        .iter()
        .any(|end| path.ends_with(end))
}

/// The sources of the two folders that have unsafe code, with their paths.
fn with_places() -> Vec<(String, Source)> {
    let mut files = Vec::new();
    for folder in &ALLOWED[..2] {
        sources(&root().join(folder), &mut files);
    }
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&file).unwrap();
        let tokens = count(text.parse().unwrap());
        if tokens == 0 || is_test(&path) {
            continue;
        }
        let source = read_source(&text);
        let places = source.places.len();
        assert_eq!(places, tokens, "{path}: a use of the keyword is in no line that was read");
        found.push((path, source));
    }
    found
}

/// The text of the two folders. What a proof trusts is in it, and no user can implement it.
fn trusted() -> String {
    let mut files = Vec::new();
    for folder in &ALLOWED[..2] {
        sources(&root().join(folder), &mut files);
    }
    let text: String = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert!(!text.contains("pub trait "), "a public trait beside unsafe code");
    text
}

/// The places are at most as many as this: what can be safe code is.
const MOST: usize = 80;

#[test]
fn the_page_has_each_place_of_unsafe_code() {
    let mut page = read("guide/tests/book/soundness.md");
    let (lines, trusted) = (read("tools/mutants/places"), trusted());
    let changes: Vec<Change<'_>> = lines.lines().map(change).collect();
    let files = with_places();
    let invariants: Vec<(String, String)> =
        files.iter().flat_map(|(_, source)| source.invariants.clone()).collect();
    // The last names of tests: modules are folders and files.
    let tests: String = ["codec-core/src", "codec-pool/src"]
        .iter()
        .flat_map(|folder| {
            let mut files = Vec::new();
            sources(&root().join(folder), &mut files);
            files
        })
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let has_test = |test: &str| {
        tests.contains(&format!("fn {}()", test.rsplit("::").next().unwrap_or_default()))
    };
    let (mut all, mut used) = (0, 0);
    for (path, Source { purpose, invariants: own, places }) in &files {
        all += places.len();
        page.extend(["\n## ", path, "\n\n", &without_links(purpose), "\n"]);
        for (name, text) in own.iter().filter(|(name, _)| name.parse::<u8>().is_err()) {
            page.extend(["\n> `", name, "`. ", &without_links(text), "\n"]);
        }
        page.push_str(
            "\n| in | | why it is sound, or what a caller promises | invariants | trusts | a change \
             there, noticed by | Miri |\n|---|---|---|---|---|---|---|\n",
        );
        for (at, Place { item, kind, why }) in places.iter().enumerate() {
            let nth = places[..=at].iter().filter(|other| other.item == *item).count();
            let name = item.trim_matches('`');
            let mut of_it = changes
                .iter()
                .filter(|one| one.file == *path && one.item == name && one.nth == nth);
            let change = of_it.next().unwrap_or_else(|| {
                panic!("tools/mutants/places has no change at place {nth} of {path}, {name}: {why}")
            });
            assert!(of_it.next().is_none(), "two changes at place {nth} of {path}, {name}");
            used += 1;
            let trusts = names(why, "Trusts ");
            for name in &trusts {
                let function = name.rsplit("::").next().unwrap_or_default();
                assert!(
                    trusted.contains(&format!("fn {function}")),
                    "trusted from outside: {name}"
                );
            }
            let rests = invariants_of(why, &invariants);
            let quoted = |names: &[&str]| {
                names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            };
            let why = without_links(why.split(" Trusts ").next().unwrap_or_default());
            let [change, miri] = change.cells(has_test);
            let (rests, trusts) = (quoted(&rests), quoted(&trusts));
            let cells = [item.as_str(), *kind, &why, &rests, &trusts, &change, &miri];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            page.extend(["| ", &cells.join(" | "), " |\n"]);
        }
    }
    assert_eq!(used, changes.len(), "a change of tools/mutants/places is at no place");
    assert!(all <= MOST, "{all} places, {MOST} at most");
    let page = page.replace("PLACES", &all.to_string()).replace("MOST", &MOST.to_string());
    if std::env::var_os("BLESS").is_some() {
        fs::write(root().join("docs/soundness.md"), &page).unwrap();
    }
    assert!(
        read("docs/soundness.md") == page,
        "docs/soundness.md is not what the sources say: BLESS=1"
    );
}
