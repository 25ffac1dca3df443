//! Makes the pairs of the matrix from the derive's own table, as a test of the library: `all.rs` has
//! a row for each two attributes of a field that the derive allows together, `sample.rs` those of
//! every run, and `refused.txt` has each two that it refuses, with its error.
//! `BLESS=1 cargo test -p codec-derive --lib pairs` rewrites them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use syn::DeriveInput;

use crate::attr::{Ctxt, Effect, Entry, On};
use crate::model::Model;
use crate::{Derive, check};

/// The types of fields, as `mod.rs` names them.
const KINDS: [(&str, &str); 17] = [
    ("number", "u32"),
    ("text", "String"),
    ("shared", "Bytes"),
    ("numbers", "Vec<u16>"),
    ("items", "Vec<Item>"),
    ("queue", "VecDeque<u16>"),
    ("pointer", "Arc<[u16]>"),
    ("set", "BTreeSet<u8>"),
    ("map", "BTreeMap<u16, u8>"),
    ("maybe_number", "Option<u32>"),
    ("maybe_text", "Option<String>"),
    ("maybe_numbers", "Option<Vec<u16>>"),
    ("boxed", "Box<u32>"),
    ("body", "Body"),
    ("maybe_body", "Option<Body>"),
    ("unit", "()"),
    ("covered", "Vec<u8>"),
];

/// Each attribute, how it is written, and for fields of which kinds; `any` are all kinds but the
/// last four. After `?` are those that it is for with `if`, which is about what the option holds.
const WRITTEN: &[(&str, &str, &str)] = &[
    ("borrow", "borrow", "any body maybe_body"),
    ("own", "own", "any body maybe_body"),
    ("whole", "whole", "any body maybe_body"),
    ("skip", "skip", "any"),
    ("default", "default = || Specimen", "number text shared body"),
    ("with", "with = same", "number ?maybe_number"),
    ("as", "as = codec_core::field::Same", "any"),
    ("varint", "varint", "number ?maybe_number"),
    ("until", "until = 0", "text shared ?maybe_text"),
    ("until", "until = |last| is_default(last)", "numbers ?maybe_numbers"),
    ("tag", "tag = flag", "body ?maybe_body"),
    ("len", "len = u8", "lists"),
    ("max", "max = 90", "lists"),
    ("min", "min = 3", "lists"),
    ("count", "count = flag + 2", COUNTED),
    ("index", "index", "numbers items queue ?maybe_numbers"),
    ("computed", "computed = flag", "number ?maybe_number"),
    ("computed", "computed = Specimen", "text shared body ?maybe_text"),
    ("bytes", "bytes = u8", "any body maybe_body"),
    ("be", "be", "any body maybe_body unit"),
    ("le", "le", "any body maybe_body unit"),
    ("pad_before", "pad_before = 2", "any body maybe_body unit"),
    ("pad_before", "pad_before = offset", "text"),
    ("pad_after", "pad_after = 1", "any body maybe_body unit"),
    ("align", "align = 4", "any body maybe_body unit"),
    ("bits", "bits = 8", "number"),
    ("bits", "bits = flag * 8", "number"),
    ("check", "check = |_| true", "any body maybe_body"),
    ("magic", "magic = 7u16", "unit"),
    ("if", "if = flag & 1 == 1", "maybe_number maybe_text maybe_numbers maybe_body"),
    ("tail", "tail", "lists"),
    ("span", "span = flag", "covered"),
    ("id", "id", ""),
    ("payload_len", "payload_len", ""),
    ("includes", "payload_len, includes = 4", ""),
    ("flags", "flags", ""),
    ("since", "since = 2", "any body maybe_body unit"),
    ("removed", "removed = 3", "any body maybe_body unit"),
    ("retired", "retired = 3", "any body maybe_body unit"),
];

/// Of an option, a count is none or one.
const COUNTED: &str = "text shared numbers items queue pointer set map ?maybe_text ?maybe_numbers";
const LISTS: &str = "text shared numbers items queue pointer set map maybe_text maybe_numbers";

/// Each attribute of a type, how it is written, and on which shapes of `of_types.rs`. Without a shape it is
/// a type of its own in that file, of which it has to be an attribute.
const OF_TYPES: &[(&str, &str, &str)] = &[
    ("borrow", "", "fields one choice tags"),
    ("shared", "", "fields one choice tags"),
    ("push", "", "fields numbers one choice tags"),
    ("plain", "", "numbers"),
    ("schema", "schema", "fields numbers one choice tags"),
    ("id", "id = 7", "fields numbers one choice tags"),
    ("flags", "id = 7, flags = 1", "fields numbers choice"),
    ("messages", "messages", "../all/messages.rs"),
    ("handler", "handler", "../all/handler.rs"),
    ("tag", "tag = u8", "choice tags"),
    ("detached", "tag = u8, detached", "choice tags"),
    ("transparent", "transparent", "one"),
    ("formats", "formats(Bincode, Postcard, BincodeVarint)", "fields numbers choice"),
    ("context", "context = types::Longest", "fields choice tags"),
    ("from", "from = ", "types.rs"),
    ("try_from", "try_from", "types.rs"),
    ("into", "into = ", "types.rs"),
    ("remote", "remote = ", "types.rs"),
    ("be", "be", "fields numbers one choice tags"),
    ("le", "le", "fields numbers one choice tags"),
    ("check", "check = |_| true", "fields numbers one choice tags"),
    ("magic", "magic = 7u16", "fields numbers one choice tags"),
    ("version", "version = 2", "fields one"),
    ("readable_since", "version = 2, readable_since = 2", "fields one"),
    ("bound", "bound = \"\"", "fields numbers one choice tags"),
    ("crate", "crate = ::codec_core", "fields numbers one choice tags"),
];

/// The code of a shape, as the derive sees it.
const SHAPES: [(&str, &str, &str); 5] = [
    (
        "fields",
        "borrow, shared, push",
        "struct Case { flag: u8, number: u32, list: Vec<u16>, text: String }",
    ),
    ("numbers", "plain, push", "struct Case { flag: bool, number: u32, pair: [u16; 2] }"),
    ("one", "borrow, shared, push", "struct Case { field: Vec<Item> }"),
    ("choice", "borrow, shared, push", "enum Case { Empty, Number(u32), Text { text: String } }"),
    (
        "tags",
        "borrow, shared, push",
        "enum Case { Empty, #[codec(value = 3)] Number(u32), \
         #[codec(value = 10..=20)] Between(u8, Vec<u16>), #[codec(other)] Other(u8, String) }",
    ),
];

/// The pairs of `sample.rs`, one of each kind.
const SAMPLE: [(&str, &str); 8] = [
    ("len_min", "set"),
    ("max_count", "map"),
    ("until_be", "numbers"),
    ("bytes_tail", "text"),
    ("index_align", "items"),
    ("be_if", "maybe_numbers"),
    ("varint_pad_before", "number"),
    ("whole_len", "text"),
];

/// The most kinds of a pair. Each begins with another, so that each attribute meets each kind.
const MOST: usize = 3;

/// The ways to write an attribute. A new one is missed here until it has one.
fn written(entry: &Entry) -> Vec<(&'static str, &'static str)> {
    let all = WRITTEN.iter().filter(|(name, ..)| *name == entry.name);
    let all: Vec<_> = all.map(|(_, text, kinds)| (*text, *kinds)).collect();
    assert!(!all.is_empty(), "`{}` is in the table, and not in `WRITTEN`", entry.name);
    all
}

/// Kinds of fields that a pair can't be tried on, by their types: `Same` reads what a form owns, and a box in one has no default.
fn is_for_none(kind: &str, names: [&str; 2]) -> bool {
    let lazy = names == ["borrow", "as"] && kind != "number";
    let versions = ["since", "removed", "retired"].iter().any(|name| names.contains(name));
    let given = is_of_versions(names) && !["text", "shared", "body"].contains(&kind);
    lazy || versions && kind == "boxed" || given
}

/// Returns true if an empty value, read from a version before the field, could not be encoded.
fn is_of_versions(names: [&str; 2]) -> bool {
    names[1] == "since" && ["min", "count", "tag"].contains(&names[0])
}

fn is_for(kinds: &str, kind: &str, names: [&str; 2]) -> bool {
    if is_for_none(kind, names) {
        return false;
    }
    // With a default, it is no option.
    if names == ["default", "if"] {
        return ["number", "text", "shared", "body"].contains(&kind);
    }
    // Beside `bytes`, limits are on the bytes of any type.
    let limited = names.contains(&"bytes") && (names.contains(&"max") || names.contains(&"min"));
    kinds.split(' ').any(|of| match of {
        "lists" if !limited => LISTS.split(' ').any(|name| name == kind),
        "any" | "lists" => KINDS[..13].iter().any(|(name, _)| *name == kind),
        of => of == kind || names.contains(&"if") && of.strip_prefix('?') == Some(kind),
    })
}

/// Adds a `default`: a field that is not on the wire is empty without one, and one that an older version leaves out has
/// to be what the other attribute asks for.
fn of_absent(names: [&str; 2], text: String) -> (String, &'static str) {
    // Three bytes are more than some formats write of a number.
    let text = if names == ["min", "bytes"] { text.replace("min = 3", "min = 1") } else { text };
    if is_of_versions(names) && text.contains("since") {
        return (format!("{text}, default = || Specimen"), "specimen");
    }
    let absent = names.iter().any(|name| ["skip", "removed", "retired"].contains(name));
    if !absent || names.contains(&"default") {
        // A skipped field has the same type in every form.
        let in_forms = !names.contains(&"skip");
        let text = if in_forms { text } else { text.replace("|| Specimen", "specimen") };
        return (text, "specimen");
    }
    let text = text.replace("min = 3", "min = 0").replace("flag + 2", "flag - 1");
    (text.replace("tag = flag", "tag = flag - 1"), "default")
}

/// Both in one list, without what one repeats.
fn together(one: &str, other: &str) -> String {
    let mut parts: Vec<&str> = one.split(", ").filter(|part| !part.is_empty()).collect();
    parts.extend(other.split(", ").filter(|part| !one.split(", ").any(|said| said == *part)));
    parts.join(", ")
}

/// The attributes of the type.
fn of_type(names: [&str; 2]) -> &'static str {
    let versions = names.iter().any(|name| ["since", "removed", "retired"].contains(name));
    match (names.contains(&"borrow"), versions) {
        (false, false) => "borrow, shared, push",
        (false, true) => "borrow, shared, push, version = 3",
        (true, false) => "shared, push",
        (true, true) => "shared, push, version = 3",
    }
}

/// The first line of the derive's error.
fn refused(code: &str, derives: &[Derive]) -> Option<String> {
    let input: DeriveInput = syn::parse_str(code).unwrap();
    let error = derives.iter().find_map(|derive| {
        let cx = Ctxt::new();
        let model = Model::new(&cx, &input);
        check::check(&cx, &model, *derive);
        cx.finish().err()
    })?;
    error.to_string().lines().next().map(str::to_owned)
}

/// A pair on a field of a type.
fn on(names: [&str; 2], text: &str, kind: &str) -> Option<String> {
    let (_, ty) = KINDS.iter().find(|(name, _)| *name == kind).unwrap();
    let of_type = of_type(names);
    let code =
        format!("#[codec({of_type})] struct Case {{ flag: u8, #[codec({text})] field: {ty} }}");
    refused(&code, &[Derive::Encode, Derive::Decode])
}

/// The attributes that the other fields of a frame header need.
fn others(text: &str) -> Vec<&'static str> {
    let has = |name: &&str| text.split(", ").any(|part| part == *name);
    ["id", "payload_len"].into_iter().filter(|name| !has(name)).collect()
}

/// A pair on a field of a frame header.
fn on_header(text: &str) -> Option<String> {
    let others = others(text).into_iter().map(|name| format!("#[codec({name})] {name}: u8,"));
    let others = others.collect::<Vec<_>>().join(" ");
    refused(&format!("struct Case {{ {others} #[codec({text})] field: u32 }}"), &[Derive::Header])
}

/// Attributes on a shape.
fn on_shape(text: &str, name: &str) -> Option<String> {
    let (_, base, code) = SHAPES.iter().find(|(shape, ..)| *shape == name).unwrap();
    refused(&format!("#[codec({base}, {text})] {code}"), &[Derive::Encode, Derive::Decode])
}

/// The generated files.
#[derive(Default)]
struct Made {
    all: String,
    sample: String,
    refused: BTreeMap<String, String>,
}

impl Made {
    fn pair(&mut self, [one, other]: [&Entry; 2], number: usize) {
        let names = [one.name, other.name];
        let name = names.join("_");
        let mut said = None;
        let mut allowed = false;
        let mut ways = 0;
        for (text, kinds) in written(one) {
            for (more, more_kinds) in written(other) {
                let text = together(text, more);
                let of_type = of_type(names);
                ways += 1;
                let way = if ways == 1 { String::new() } else { format!("_{ways}") };
                if [one, other].iter().any(|entry| entry.effect == Effect::Header) {
                    match on_header(&text) {
                        None => {
                            allowed = true;
                            let others = others(&text).join(" ");
                            writeln!(self.all, "header! {{ {name} ({text}) {others} }}").unwrap();
                        }
                        error => said = said.or(error),
                    }
                    continue;
                }
                let (text, value) = of_absent(names, text);
                if text.contains("|last|") && (value == "default" || other.name == "since") {
                    // No element ends an empty list.
                    continue;
                }
                let both =
                    |kind: &&str| is_for(kinds, kind, names) && is_for(more_kinds, kind, names);
                let kinds: Vec<_> = KINDS.map(|(kind, _)| kind).into_iter().filter(both).collect();
                let mut fitting: Vec<_> =
                    kinds.iter().filter(|kind| on(names, &text, kind).is_none()).copied().collect();
                if kinds.is_empty() {
                    said = KINDS.iter().find_map(|(kind, _)| on(names, &text, kind)).or(said);
                }
                if fitting.is_empty() {
                    said = said.or_else(|| kinds.first().and_then(|kind| on(names, &text, kind)));
                    continue;
                }
                allowed = true;
                let shift = number % fitting.len();
                fitting.rotate_left(shift);
                let fitting = &fitting[..fitting.len().min(MOST)];
                let row = format!("{name}{way} [{of_type}] ({text}) {value}:");
                writeln!(self.all, "pair! {{ {row} {} }}", fitting.join(" ")).unwrap();
                let is_this =
                    |(sample, kind): &&(&str, &str)| *sample == name && kinds.contains(kind);
                if let Some((_, kind)) = SAMPLE.iter().find(is_this) {
                    writeln!(self.sample, "pair! {{ {row} {kind} }}").unwrap();
                }
            }
        }
        if !allowed {
            let said = said.unwrap_or_else(|| "APART".to_owned());
            self.refused.insert(format!("{}, {}", names[0], names[1]), said);
        }
    }
}

impl Made {
    /// Two attributes of a type, or one with itself, on one shape.
    fn of_types(&mut self, [one, other]: [&'static Entry; 2], number: usize) {
        let [(text, shapes), (more, more_shapes)] = [one, other].map(|entry| {
            let row = OF_TYPES.iter().find(|(name, ..)| *name == entry.name);
            let (_, text, shapes) = row.unwrap_or_else(|| panic!("`{}` is in no row", entry.name));
            (*text, *shapes)
        });
        if let Some(file) = [shapes, more_shapes].into_iter().find(|file| file.contains(".rs")) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matrix").join(file);
            let code = fs::read_to_string(path).unwrap();
            assert!(one.name != other.name || code.contains(text), "{text} is not in {file}");
            return;
        }
        let text = together(text, more);
        let shapes: Vec<_> = shapes
            .split(' ')
            .filter(|shape| more_shapes.split(' ').any(|it| it == *shape))
            .collect();
        let fitting: Vec<_> =
            shapes.iter().filter(|shape| on_shape(&text, shape).is_none()).collect();
        let name = format!("of_type_{}_{}", one.name, other.name).replace("_crate", "_path");
        if let Some(shape) = fitting.get(number % fitting.len().max(1)) {
            writeln!(self.all, "of_type! {{ {name} {shape} [{text}] }}").unwrap();
            if number.is_multiple_of(24) {
                writeln!(self.sample, "of_type! {{ {name} {shape} [{text}] }}").unwrap();
            }
        } else if let Some(said) = shapes.first().and_then(|shape| on_shape(&text, shape)) {
            self.refused.insert(format!("type: {}, {}", one.name, other.name), said);
        }
    }
}

fn made() -> [(&'static str, String); 3] {
    let entries: Vec<_> = crate::attr::all().filter(|entry| entry.on == On::Field).collect();
    let mut made = Made::default();
    let mut number = 0;
    for (at, one) in entries.iter().enumerate() {
        for other in &entries[at + 1..] {
            number += 1;
            made.pair([one, other], number);
        }
    }
    assert_eq!(made.sample.lines().count(), SAMPLE.len());
    let entries: Vec<_> = crate::attr::all().filter(|entry| entry.on == On::Type).collect();
    for (at, one) in entries.iter().enumerate() {
        for other in &entries[at..] {
            number += 1;
            made.of_types([one, other], number);
        }
    }
    let refused = made.refused.iter().map(|(names, said)| format!("{names}: {said}\n"));
    let head = "//! Made by `made.rs`.\n\nuse super::{header, of_type, pair};\n\n";
    [
        ("all.rs", format!("{head}{}", made.all)),
        ("sample.rs", format!("{}{}", head.replace("header, ", ""), made.sample)),
        ("refused.txt", refused.collect()),
    ]
}

#[test]
fn every_pair_of_attributes_is_in_the_matrix_or_refused() {
    for (name, text) in made() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matrix/pairs").join(name);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "BLESS=1 rewrites {name}");
    }
}
