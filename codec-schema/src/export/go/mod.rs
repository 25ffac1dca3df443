//! Go.

mod frame;

use std::collections::HashSet;
use std::fmt::Write as _;

use codec_core::schema::Operator;

use super::emit::{Spell, commented};
use super::frame::Frame;
use super::syntax::{Class, Function, Line, Syntax, Ty, bare, doc_lines};

/// Writes Go as gofmt has it.
pub(super) struct Go;

/// The functions of readers and writers that have a type: methods of Go have none.
const GENERIC: [&str; 18] = [
    "nonzero", "constant", "ended", "array", "list", "items", "to_last", "indexed", "option",
    "maybe", "nullable", "sized", "padded", "present", "left", "each", "after", "is",
];

/// Names that the file has for itself.
const OWN: &[&str] = &[
    "Uint128",
    "Int128",
    "Decode",
    "Encode",
    "DecodeMessage",
    "EncodeMessage",
    "MessageID",
    "HeaderSize",
    "MaxPayload",
    "ReadHeader",
    "WriteHeader",
    "DecodeFrame",
    "EncodeFrame",
    "Tuple1",
    "Tuple2",
    "Tuple3",
    "Tuple4",
    "Tuple5",
    "Tuple6",
    "Tuple7",
    "Tuple8",
    "Tuple9",
    "Tuple10",
    "Tuple11",
    "Tuple12",
    "Tuple13",
    "Tuple14",
    "Tuple15",
    "Tuple16",
];

/// `max_target` as `MaxTarget`: what begins with a capital is no word of Go.
fn capital(name: &str) -> String {
    let mut parts = name.split('_').filter(|part| !part.is_empty());
    let part = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    let first = parts.next().map_or_else(|| "X".to_owned(), part);
    parts.fold(first, |name, next| name + &part(next))
}

/// The words of code, which are names.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

fn indented(code: &str, indent: usize) -> String {
    let tabs = "\t".repeat(indent);
    code.lines().fold(String::new(), |text, line| text + &tabs + line + "\n")
}

/// Statements; `used` gets their words.
fn body(lines: &[Line], indent: usize, used: &mut HashSet<String>) -> String {
    let mut pieces = Vec::new();
    // From the last, so that it is known which variables are used.
    for line in lines.iter().rev() {
        let code = match line {
            Line::Do(what) => what.clone(),
            // A variable that is not used is an error.
            Line::Let(name, value) if used.contains(name) => format!("{name} := {value}"),
            Line::Let(_, value) if value.contains('(') => value.clone(),
            Line::Let(..) => continue,
            Line::When { condition, place, value, otherwise } => {
                let value = match (place, otherwise) {
                    (Some(place), None) => format!("{place} = some({value})"),
                    (Some(place), Some(_)) => format!("{place} = {value}"),
                    (None, _) => value.clone(),
                };
                format!("if {} {{\n{}}}", bare(condition), indented(&value, 1))
            }
            Line::Return(value) => format!("return {}", bare(value)),
            Line::Leave(when) => format!("if {} {{\n\tbreak\n}}", bare(when)),
            Line::Loop(lines) => format!("for {{\n{}}}", body(lines, 1, used)),
            Line::Match(arms, otherwise) => {
                let mut code = String::new();
                for (condition, lines) in arms {
                    let mut own = HashSet::new();
                    let mut arm = body(lines, 1, &mut own);
                    if !matches!(lines.last(), Some(Line::Return(_))) {
                        arm.push_str("\treturn\n");
                    }
                    let condition = match condition.strip_prefix("v, ") {
                        Some(rest) if !own.contains("v") => format!("_, {rest}"),
                        _ => bare(condition).to_owned(),
                    };
                    let _ = writeln!(code, "if {condition} {{\n{arm}}}");
                    used.extend(own);
                }
                // A refusal ends the function.
                code + &match otherwise.as_slice() {
                    [Line::Do(what)] => format!("panic({what})"),
                    lines => body(lines, 0, used),
                }
            }
        };
        used.extend(words(&code).map(str::to_owned));
        pieces.push(indented(&code, indent));
    }
    pieces.reverse();
    pieces.concat()
}

/// A comment as gofmt has it: in text alone.
fn comment(indent: &str, doc: &str) -> String {
    // gofmt makes these one character.
    let doc = doc.replace("''", "\"").replace("``", "\"");
    let lines = doc_lines(&doc).map(|line| {
        let line = line.trim().trim_start_matches('#').trim();
        let item = ["- ", "* ", "+ "].iter().find_map(|sign| line.strip_prefix(sign));
        item.map_or_else(|| line.to_owned(), |item| format!("— {}", item.trim()))
    });
    let mut lines: Vec<_> = lines.collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    commented("//", indent, lines.join("\n").trim_matches('\n'))
}

impl Go {
    /// The fields of a struct, whose types are in one column.
    fn fields(fields: &[(String, String, &str)]) -> String {
        let mut text = String::new();
        for run in fields.chunk_by(|_, next| next.2.is_empty()) {
            let longest = run.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
            for (name, ty, doc) in run {
                text.push_str(&comment("\t", doc));
                let _ = writeln!(text, "\t{name:longest$} {ty}");
            }
        }
        text
    }
}

impl Syntax for Go {
    fn runtime(&self) -> &'static str {
        concat!(
            include_str!("basis.go"),
            include_str!("reader.go"),
            include_str!("list.go"),
            include_str!("writer.go")
        )
    }

    fn comment(&self, text: &str) -> String {
        let made = "// Code generated by codec-schema. DO NOT EDIT.\n\n";
        format!(
            "{made}// Package codec reads and writes messages.\n{}package codec\n",
            commented("//", "", text)
        )
    }

    fn spell(&self) -> Spell {
        let verb = |verb: &str, of: &str| match verb {
            "read" => format!("Read{of}"),
            "write" => format!("Write{of}"),
            verb => format!("{verb}{of}"),
        };
        Spell { keywords: &[], own: OWN, name: capital, verb }
    }

    fn call(&self, on: &str, name: &str, arguments: &str) -> String {
        let own = capital(name);
        if GENERIC.contains(&name) {
            let verb = if on == "r" { "read" } else { "write" };
            return format!("{verb}{own}({on}, {arguments})");
        }
        format!("{on}.{}{}({arguments})", own[..1].to_ascii_lowercase(), &own[1..])
    }

    fn null(&self) -> &'static str {
        "nil"
    }

    fn unit(&self) -> &'static str {
        "struct{}{}"
    }

    fn unlimited(&self) -> &'static str {
        "unlimited"
    }

    fn boolean(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    fn lambda(&self, parameters: &str, ty: &Ty, body: &str) -> String {
        let of = self.ty(ty);
        let (head, gives) = match parameters {
            "r" => ("r *Reader".to_owned(), of),
            "r, count" => ("r *Reader, count uint64".to_owned(), of),
            "w" => ("w *Writer".to_owned(), String::new()),
            "w, n" => ("w *Writer, n uint64".to_owned(), String::new()),
            "w, x" => (format!("w *Writer, x {of}"), String::new()),
            "x" => (format!("x {of}"), "bool".to_owned()),
            _ => (String::new(), of),
        };
        // A function of the same parameters needs no other around it.
        let named = body.strip_suffix(&format!("({parameters})"));
        let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if let Some(name) = named.filter(is_name).filter(|_| matches!(parameters, "r" | "w, x")) {
            return name.to_owned();
        }
        let body = match (gives.as_str(), body) {
            ("", body) => body.to_owned(),
            ("struct{}", body) if body != self.unit() => format!("{body}\nreturn struct{{}}{{}}"),
            (_, body) => format!("return {}", bare(body)),
        };
        let space = if gives.is_empty() { "" } else { " " };
        format!("func({head}){space}{gives} {{\n{}}}", indented(&body, 1))
    }

    fn int(&self, value: i128) -> String {
        value.to_string()
    }

    fn number(&self, value: i128, bytes: u8) -> String {
        let [low, high] = [value, value >> 64].map(|half| half & i128::from(u64::MAX));
        if bytes == 16 { format!("Uint128{{{high}, {low}}}") } else { low.to_string() }
    }

    fn ints(&self, values: &[String]) -> String {
        format!("[]uint64{{{}}}", values.join(", "))
    }

    fn exact(&self, value: i128) -> String {
        match i64::try_from(value) {
            Ok(value) => format!("number({value})"),
            Err(_) => format!("exact{{{}, {}}}", value >> 64, value & i128::from(u64::MAX)),
        }
    }

    fn width(&self, bytes: u8) -> &'static str {
        if bytes == 16 { "Wide" } else { "" }
    }

    fn wide(&self, value: &str) -> String {
        format!("wide({value})")
    }

    fn between(&self, begin: &str, end: &str) -> String {
        format!("between({begin}, {end})")
    }

    fn raw(&self, value: &str, ty: &Ty) -> String {
        match ty {
            Ty::Int(16, true) => format!("Uint128({value})"),
            Ty::Int(8 | 16, false) => value.to_owned(),
            _ => format!("uint64({value})"),
        }
    }

    fn narrow(&self, value: &str, ty: &Ty) -> String {
        match ty {
            Ty::Int(8 | 16, false) => value.to_owned(),
            ty => format!("{}({value})", self.ty(ty)),
        }
    }

    fn narrow_exact(&self, value: &str, ty: &Ty) -> String {
        match ty {
            Ty::Int(16, false) => format!("narrowUnsigned({value})"),
            Ty::Int(16, true) => format!("narrowSigned({value})"),
            ty => format!("narrow[{}]({value})", self.ty(ty)),
        }
    }

    fn compute(&self, operator: Operator, one: &str, other: &str) -> Option<(String, bool)> {
        let name = match operator {
            Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => {
                return Some((format!("(compare({one}, {other}) {} 0)", operator.symbol()), true));
            }
            Operator::BitAnd => "and",
            Operator::BitOr => "or",
            Operator::BitXor => "xor",
            Operator::Add => "add",
            Operator::Sub => "sub",
            Operator::Mul => "mul",
            Operator::Div => "div",
            Operator::Rem => "rem",
            Operator::Shl => "shl",
            Operator::Shr => "shr",
            _ => return None,
        };
        Some((format!("{name}({one}, {other})"), false))
    }

    fn float(&self, bytes: u8) -> &'static str {
        if bytes == 4 { "float32" } else { "float64" }
    }

    fn bytes(&self, bytes: &[u8]) -> String {
        let list = bytes.iter().map(|byte| format!("{byte:#04x}")).collect::<Vec<_>>().join(", ");
        format!("[]byte{{{list}}}")
    }

    fn tuple(&self, parts: &[String], ty: &Ty) -> String {
        format!("{}{{{}}}", self.ty(ty), parts.join(", "))
    }

    fn part(&self, of: &str, index: usize) -> String {
        format!("{of}.F{index}")
    }

    fn together(&self, parts: &[String]) -> String {
        parts.join("|")
    }

    fn utf8(&self, text: &str) -> String {
        format!("text({text})")
    }

    fn all(&self, statements: &[String]) -> String {
        statements.join("\n")
    }

    fn after(&self, min: usize, ty: &Ty, body: &str) -> String {
        self.call("r", "after", &format!("{min}, {}", self.lambda("", ty, body)))
    }

    fn equal(&self, one: &str, other: &str) -> String {
        format!("({one} == {other})")
    }

    fn is(&self, value: &str, _: &str, class: &str) -> String {
        format!("is[{class}]({value})")
    }

    fn arm(&self, _: &str, class: &str) -> String {
        format!("v, ok := v.({class}); ok")
    }

    fn len(&self, of: &str) -> String {
        format!("len({of})")
    }

    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".to_owned(),
            Ty::Int(16, true) => "Int128".to_owned(),
            Ty::Int(16, false) | Ty::Number(16) => "Uint128".to_owned(),
            Ty::Number(_) => "uint64".to_owned(),
            Ty::Int(bytes, signed) => {
                let sign = if *signed { "" } else { "u" };
                format!("{sign}int{}", 8 * u32::from(*bytes).next_power_of_two())
            }
            Ty::Float(bytes) => format!("float{}", 8 * bytes),
            Ty::Char => "rune".to_owned(),
            Ty::Text => "string".to_owned(),
            Ty::Bytes => "[]byte".to_owned(),
            Ty::List(of) => format!("[]{}", self.ty(of)),
            Ty::Option(of) => format!("*{}", self.ty(of)),
            Ty::Tuple(parts) if parts.is_empty() => "struct{}".to_owned(),
            Ty::Tuple(parts) => {
                let all: Vec<_> = parts.iter().map(|part| self.ty(part)).collect();
                format!("Tuple{}[{}]", parts.len(), all.join(", "))
            }
            Ty::Named(name) => name.clone(),
            Ty::Null => "struct{}".to_owned(),
            Ty::Exact => "exact".to_owned(),
        }
    }

    fn blank(&self, class: &Class) -> String {
        format!("{}{{}}", class.name)
    }

    fn copy(&self, _: &str) -> Option<String> {
        None
    }

    fn class(&self, class: &Class) -> String {
        let (name, doc) = (&class.name, comment("", &class.doc));
        if class.members.is_empty() {
            return format!("\n{doc}type {name} struct{{}}\n");
        }
        let members = class.members.iter();
        let members = members.map(|of| (of.name.clone(), self.ty(&of.ty), of.doc.as_str()));
        let fields = Self::fields(&members.collect::<Vec<_>>());
        format!("\n{doc}type {name} struct {{\n{fields}}}\n")
    }

    fn union(&self, name: &str, doc: &str, of: &[String]) -> String {
        let mut code =
            format!("\n{}type {name} interface {{\n\tis{name}()\n}}\n", comment("", doc));
        for class in of {
            let _ = write!(code, "\nfunc ({class}) is{name}() {{}}\n");
        }
        code
    }

    fn function(&self, function: &Function) -> String {
        let parameters = function.parameters.iter().map(|(name, ty)| format!("{name} {ty}"));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (name, result) = (&function.name, &function.result);
        let space = if result.is_empty() { "" } else { " " };
        let lines = body(&function.body, 1, &mut HashSet::new());
        format!("\nfunc {name}({parameters}){space}{result} {{\n{lines}}}\n")
    }

    fn table(&self, _: &str, rows: &[(String, String)]) -> String {
        let is_name = rows.iter().any(|(id, _)| id.starts_with('"'));
        let ty = if is_name { "string" } else { "uint64" };
        let mut code = format!(
            "\n// MessageID is the id in a frame's header.\ntype MessageID = {ty}\n\nfunc message(id \
             MessageID) *codec {{\n\tswitch id {{\n"
        );
        for (id, of) in rows {
            let _ = writeln!(code, "\tcase {id}:\n\t\treturn codecOf(Read{of}, Write{of})");
        }
        code.push_str("\t}\n\treturn nil\n}\n");
        code
    }

    fn frames(&self, frame: &Frame) -> String {
        frame::write(frame)
    }

    fn words(&self) -> [&'static str; 5] {
        ["*Reader", "*Writer", "", "int", "uint64"]
    }

    fn widest_word(&self) -> u32 {
        8
    }

    fn longest_tuple(&self) -> usize {
        16
    }

    fn finished(&self, mut file: String) -> String {
        for count in 1..=self.longest_tuple() {
            if !file.contains(&format!("Tuple{count}[")) {
                continue;
            }
            let types: Vec<_> = (0..count).map(|at| format!("T{at}")).collect();
            let fields = (0..count).map(|at| (format!("F{at}"), format!("T{at}"), ""));
            let fields = Self::fields(&fields.collect::<Vec<_>>());
            let _ = write!(
                file,
                "\n// Tuple{count} is the parts of a tuple.\ntype Tuple{count}[{} any] struct \
                 {{\n{fields}}}\n",
                types.join(", ")
            );
        }
        file
    }
}
