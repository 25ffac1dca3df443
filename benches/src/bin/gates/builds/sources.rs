//! The sources to build: the same types for every candidate.
use std::fmt::Write as _;

use super::candidates::Candidate;

/// A source to build.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// Its source.
    pub(crate) source: fn(&Candidate) -> String,
    /// `true` if it is a program, whose code is measured as well.
    pub(crate) program: bool,
}

/// A service.
pub(crate) const SERVICE: Case =
    Case { name: "100 structs of a service", source: service, program: true };

/// Types that nest.
pub(crate) const LEVELS: Case =
    Case { name: "10 levels of structs", source: levels, program: true };

/// Messages.
pub(crate) const MESSAGES: Case = Case { name: "500 messages", source: messages, program: false };

/// All of them.
pub(crate) const CASES: [Case; 4] =
    [SERVICE, LEVELS, MESSAGES, Case { name: "1,000 fields", source: wide, program: false }];

/// The program that is built from nothing.
pub(crate) const HELLO: Case = Case { name: "one struct", source: hello, program: true };

/// A struct of four fields, decoded from the standard input and encoded to the standard output.
fn hello(candidate: &Candidate) -> String {
    let fields = "id: u64, name: String, values: Vec<u64>, note: Option<String>";
    let (head, run) = (head(candidate), candidate.run.replace("TYPE", "Hello"));
    format!(
        "{head}struct Hello {{ {fields} }}\n\
         fn run(input: &[u8]) -> Option<Vec<u8>> {{ {run} }}\n\
         fn main() {{\n    let mut input = Vec::new();\n    \
         let _ = std::io::Read::read_to_end(&mut std::io::stdin(), &mut input);\n    \
         println!(\"{{:?}}\", run(&input));\n}}\n"
    )
}

const FIELDS: [&str; 8] =
    ["u32", "String", "u64", "Vec<u8>", "Option<u16>", "[u8; 32]", "bool", "Vec<u32>"];

fn head(candidate: &Candidate) -> String {
    format!("#[derive({})]\n{}", candidate.derives, candidate.attribute)
}

/// A struct with this many fields, cycling through all field types.
fn a_struct(candidate: &Candidate, name: &str, fields: usize) -> String {
    let mut text = format!("{}pub struct {name} {{\n", head(candidate));
    for field in 0..fields {
        let _ = writeln!(text, "    pub field_{field}: {},", FIELDS[field % FIELDS.len()]);
    }
    text + "}\n"
}

/// One struct of 1,000 fields.
fn wide(candidate: &Candidate) -> String {
    let run = candidate.run.replace("TYPE", "Wide");
    let wide = a_struct(candidate, "Wide", 1000);
    format!("{wide}pub fn run(input: &[u8]) -> Option<Vec<u8>> {{\n    {run}\n}}\n")
}

/// A function that decodes and encodes each of these types.
fn run(candidate: &Candidate, types: &[String]) -> String {
    let mut text =
        "pub fn run(id: usize, input: &[u8]) -> Option<Vec<u8>> {\n    match id {\n".to_owned();
    for (id, name) in types.iter().enumerate() {
        let _ = writeln!(text, "        {id} => {},", candidate.run.replace("TYPE", name));
    }
    text + "        _ => None,\n    }\n}\n"
}

/// 500 messages of eight fields.
fn messages(candidate: &Candidate) -> String {
    let names: Vec<_> = (0..500).map(|message| format!("AnyMessage{message}")).collect();
    let text: String = names.iter().map(|name| a_struct(candidate, name, 8)).collect();
    text + &run(candidate, &names)
}

/// A function `main` that decodes and encodes what comes on the standard input.
const MAIN: &str = "fn main() {\n    let id = std::env::args().count();\n    \
    let mut input = Vec::new();\n    \
    let _ = std::io::Read::read_to_end(&mut std::io::stdin(), &mut input);\n    \
    let output = run(id, &input).unwrap_or_default();\n    \
    let _ = std::io::Write::write_all(&mut std::io::stdout(), &output);\n}\n";

/// The structs of a group: two whose fields are plain values, and three that contain those two.
const GROUP: [&[&str]; 5] = [
    &["u64", "String", "Option<String>", "bool", "Vec<u8>"],
    &["String", "String", "u32", "KIND", "Option<u64>", "[u8; 16]"],
    &["u64", "String", "FIRST", "Vec<SECOND>", "Option<FIRST>", "f64", "EVENT"],
    &["u32", "Vec<String>", "i64", "Option<SECOND>", "KIND", "bool", "u16", "String", "Vec<u64>"],
    &["u64", "THIRD", "Vec<FOURTH>", "Option<String>", "Vec<EVENT>", "u32", "String", "bool"],
];

/// Structs that contain the one before three times; a program decodes and encodes the last.
fn levels(candidate: &Candidate) -> String {
    let head = head(candidate);
    let mut text = format!("{head}pub struct Level0 {{ a: String, n: u32 }}\n");
    for (below, level) in (0..10).zip(1..) {
        let _ = writeln!(
            text,
            "{head}pub struct Level{level} {{ a: String, b: Vec<Level{below}>, \
             c: Option<Level{below}>, d: Level{below} }}"
        );
    }
    format!("#![allow(dead_code)]\n{text}{}{MAIN}", run(candidate, &["Level10".to_owned()]))
}

/// 100 structs in groups of five, each group with two enums, and a program that decodes and
/// encodes every struct.
fn service(candidate: &Candidate) -> String {
    let mut text = String::new();
    let mut names = Vec::new();
    for group in 0..20 {
        let head = head(candidate);
        // An enum without fields has the same form owned and borrowed.
        let _ = writeln!(
            text,
            "#[derive(Debug, Clone, PartialEq)]\n{head}pub enum Kind{group} {{ Created, Active, \
             Closed, Failed }}"
        );
        let _ = writeln!(
            text,
            "{head}pub enum Event{group} {{\n    Started,\n    Renamed(String),\n    \
             Moved {{ from: u64, to: u64, reason: Option<String> }},\n    Stopped(u32, String),\n}}"
        );
        for (index, fields) in GROUP.iter().enumerate() {
            let name = format!("Record{group}x{index}");
            let _ = writeln!(text, "{head}pub struct {name} {{");
            for (field, ty) in fields.iter().enumerate() {
                let mut ty = ty.replace("KIND", &format!("Kind{group}"));
                ty = ty.replace("EVENT", &format!("Event{group}"));
                for (index, of) in ["FIRST", "SECOND", "THIRD", "FOURTH"].iter().enumerate() {
                    ty = ty.replace(of, &format!("Record{group}x{index}"));
                }
                let _ = writeln!(text, "    pub field_{field}: {ty},");
            }
            text += "}\n";
            names.push(name);
        }
    }
    format!("#![allow(dead_code)]\n{text}{}{MAIN}", run(candidate, &names))
}
