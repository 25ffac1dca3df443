//! C99: one file with the declarations, and with the definitions where `CODEC_IMPLEMENTATION` is
//! defined. Nothing is allocated: what is read are views of the input.

mod enumeration;
mod expression;
mod fields;
mod frame;
mod list;
mod message;
mod number;
mod read;
mod record;
mod runtime;
mod types;
mod write;

use std::collections::HashMap;
use std::fmt::Write as _;

use super::emit::{Naming, Spell, identifier};
use super::frame::Frame;
use super::refuse::ExportError;
use crate::plan::{Body, Plan};
use expression::Scope;

/// Names that C and its library use, and that the file itself declares.
const KEYWORDS: &[&str] = &[
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "bool",
    "true",
    "false",
    "asm",
    "NULL",
    "offsetof",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "size_t",
    "ptrdiff_t",
    "wchar_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "codec_bytes",
    "codec_text",
    "codec_kind",
    "codec_error",
    "codec_reader",
    "codec_writer",
    "codec_u128",
    "main",
    "strlen",
    "unix",
    "linux",
    "errno",
    "strcmp",
];

type Result<T> = std::result::Result<T, ExportError>;

/// Writes one file.
pub(super) struct C<'p> {
    plan: &'p Plan,
    naming: Naming,
    /// The names of variants' contents in the union of each enum.
    contents: Vec<Vec<String>>,
    /// The types that are declared.
    declared: Vec<bool>,
    /// The names of types without a name in the description, by what they are.
    unnamed: HashMap<String, String>,
    declarations: String,
    prototypes: String,
    /// Prototypes and texts of functions that the implementation alone has, if they are called.
    own: Vec<(String, String)>,
    functions: String,
    /// Numbers for names of variables.
    next: u32,
    /// The fields around what is read or written.
    scope: Scope<'p>,
}

/// Statements.
#[derive(Default)]
struct Lines(Vec<String>);

impl Lines {
    fn add(&mut self, line: impl Into<String>) {
        self.0.push(line.into());
    }

    /// The statements, with the indentation of their braces.
    fn indented(&self) -> String {
        let (mut code, mut depth) = (String::new(), 1_usize);
        for line in &self.0 {
            if line.starts_with('}') {
                depth -= 1;
            }
            let is_label = line.starts_with("case ") || line.starts_with("default:");
            let indent = "    ".repeat(depth - usize::from(is_label));
            let _ = writeln!(code, "{indent}{line}");
            if line.ends_with('{') {
                depth += 1;
            }
        }
        code
    }
}

impl<'p> C<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let verb = |verb: &str, of: &str| format!("{verb}_{of}");
        let spell = Spell { keywords: KEYWORDS, own: &[], name: str::to_owned, verb };
        let naming = Naming::new(plan, spell);
        let contents = plan.types.iter().map(|of| {
            let Body::Enum { variants, .. } = &of.body else { return Vec::new() };
            let mut names = naming.names();
            variants.iter().map(|variant| names.take(&identifier(variant.name))).collect()
        });
        let contents = contents.collect();
        Self {
            plan,
            naming,
            contents,
            declared: vec![false; plan.types.len()],
            unnamed: HashMap::new(),
            declarations: String::new(),
            prototypes: String::new(),
            own: Vec::new(),
            functions: String::new(),
            next: 0,
            scope: Scope::default(),
        }
    }

    /// The whole file; `root` is the name of the description.
    pub(super) fn file(mut self, title: &str, root: &str, frame: Option<&Frame>) -> Result<String> {
        for index in 0..self.plan.types.len() {
            self.record(index)?;
        }
        self.messages()?;
        if let Some(frame) = frame.filter(|_| self.plan.single.is_none()) {
            self.frames(frame);
        }
        let guard = crate::plan::snake(&format!("{root} {}", self.plan.encoding.name));
        let guard = format!("CODEC_{}_H", guard.to_ascii_uppercase());
        let Self { declarations, prototypes, own, functions, .. } = self;
        let pieces: Vec<&str> = own.iter().map(|(_, text)| &**text).collect();
        let called = runtime::called(&functions, &pieces);
        let heads = called.iter().map(|at| format!("static {};\n", own[*at].0));
        let heads = heads.collect::<String>();
        let functions = called.iter().fold(functions, |code, at| code + pieces[*at]);
        let runtime = runtime::used(&functions);
        let (about, types) = (include_str!("about.txt"), include_str!("types.h"));
        let title = title.replace('\n', "\n * ");
        Ok(format!(
            "/* {title}\n *\n{about} */\n#ifndef {guard}\n#define {guard}\n\n{types}{declarations}\n\
             {prototypes}\n#endif\n\n#ifdef CODEC_IMPLEMENTATION\n{runtime}\n{heads}{functions}\n\
             #endif\n"
        ))
    }

    /// A name that no other variable of the function has.
    fn variable(&mut self, name: &str) -> String {
        self.next += 1;
        format!("{name}{}", self.next)
    }

    /// A function of the file's users.
    fn function(&mut self, head: &str, body: &Lines) {
        let _ = writeln!(self.prototypes, "{head};");
        let _ = write!(self.functions, "\n{head} {{\n{}}}\n", body.indented());
    }

    /// A function of the implementation.
    fn own(&mut self, head: &str, body: &Lines) {
        let text = format!("\nstatic {head} {{\n{}}}\n", body.indented());
        self.own.push((head.to_owned(), text));
    }
}

/// A member of a value: of `(*v)`, `v->name`.
fn member(place: &str, name: &str) -> String {
    match place.strip_prefix("(*").and_then(|place| place.strip_suffix(')')) {
        Some(place) => format!("{place}->{name}"),
        None => format!("{place}.{name}"),
    }
}

/// The address of a value.
fn address(place: &str) -> String {
    match place.strip_prefix("(*").and_then(|place| place.strip_suffix(')')) {
        Some(place) => place.to_owned(),
        None => format!("&{place}"),
    }
}

/// A comment before what it is about.
fn comment(indent: &str, doc: &str) -> String {
    let doc = doc.replace("*/", "* /").replace("/*", "/ *");
    let lines: Vec<_> = super::syntax::doc_lines(doc.trim()).collect();
    match *lines {
        [] => String::new(),
        [line] => format!("{indent}/* {} */\n", line.trim()),
        _ => {
            let mut text = format!("{indent}/*\n");
            for line in lines {
                let _ = writeln!(text, "{}", format!("{indent} * {}", line.trim()).trim_end());
            }
            text + indent + " */\n"
        }
    }
}
