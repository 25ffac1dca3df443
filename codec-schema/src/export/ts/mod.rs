//! TypeScript.

mod frame;

use std::fmt::Write as _;

use super::emit::{Spell, commented};
use super::frame::Frame;
use super::syntax::{Class, Function, Line, Syntax, Ty};

pub(super) struct TypeScript;

fn body(lines: &[Line], indent: usize, code: &mut String) {
    let space = "  ".repeat(indent);
    for line in lines {
        let _ = match line {
            Line::Do(what) => writeln!(code, "{space}{what};"),
            Line::When { condition, place, value, otherwise } => {
                let place = place.as_ref().map_or(String::new(), |place| format!("{place} = "));
                let otherwise = otherwise.as_deref().unwrap_or("null");
                writeln!(code, "{space}{place}{condition} ? {value} : {otherwise};")
            }
            Line::Let(name, value) => writeln!(code, "{space}const {name} = {value};"),
            Line::Return(value) => writeln!(code, "{space}return {value};"),
            Line::Leave(when) => writeln!(code, "{space}if ({when}) break;"),
            Line::Loop(lines) => {
                let _ = writeln!(code, "{space}for (;;) {{");
                body(lines, indent + 1, code);
                writeln!(code, "{space}}}")
            }
            Line::Match(arms, otherwise) => {
                for (condition, lines) in arms {
                    let _ = writeln!(code, "{space}if ({condition}) {{");
                    body(lines, indent + 1, code);
                    if !matches!(lines.last(), Some(Line::Return(_))) {
                        let _ = writeln!(code, "{space}  return;");
                    }
                    let _ = writeln!(code, "{space}}}");
                }
                // A refusal ends the function.
                if let [Line::Do(what)] = &**otherwise {
                    writeln!(code, "{space}return {what};")
                } else {
                    body(otherwise, indent, code);
                    Ok(())
                }
            }
        };
    }
}

/// Types of the language.
const OWN: &[&str] =
    &["Array", "Uint8Array", "Object", "Map", "BigInt", "Number", "Error", "String"];

/// Names that the language and the file itself use.
const KEYWORDS: &[&str] = &[
    "any",
    "await",
    "bigint",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "never",
    "new",
    "null",
    "number",
    "object",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "string",
    "super",
    "switch",
    "symbol",
    "this",
    "throw",
    "true",
    "try",
    "type",
    "typeof",
    "undefined",
    "unknown",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "Fail",
    "DataView",
    "TextEncoder",
    "TextDecoder",
    "MESSAGES",
    "FLAGS",
    "HEADER_SIZE",
    "MAX_PAYLOAD",
    "decode_frame",
    "read_header",
    "write_header",
    "encode_frame",
    "constructor",
    "__proto__",
    "eval",
    "arguments",
];

impl Syntax for TypeScript {
    fn runtime(&self) -> &'static str {
        concat!(include_str!("basis.ts"), include_str!("reader.ts"), include_str!("writer.ts"))
    }

    fn comment(&self, text: &str) -> String {
        commented("//", "", text)
    }

    fn spell(&self) -> Spell {
        let verb = |verb: &str, of: &str| format!("{verb}_{of}");
        Spell { keywords: KEYWORDS, own: OWN, name: str::to_owned, verb }
    }

    fn null(&self) -> &'static str {
        "null"
    }

    fn boolean(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    fn lambda(&self, parameters: &str, _: &Ty, body: &str) -> String {
        let body = if body.starts_with('{') { format!("({body})") } else { body.to_owned() };
        format!("({parameters}) => {body}")
    }

    fn int(&self, value: i128) -> String {
        format!("{value}n")
    }

    fn wide(&self, value: &str) -> String {
        format!("BigInt({value})")
    }

    fn narrow(&self, value: &str, ty: &Ty) -> String {
        match ty {
            Ty::Int(..=4, _) => format!("Number({value})"),
            _ => value.to_owned(),
        }
    }

    fn bytes(&self, bytes: &[u8]) -> String {
        let list = bytes.iter().map(|byte| format!("{byte:#04x}")).collect::<Vec<_>>().join(", ");
        format!("new Uint8Array([{list}])")
    }

    fn tuple(&self, parts: &[String], _: &Ty) -> String {
        format!("[{}] as const", parts.join(", "))
    }

    fn equal(&self, one: &str, other: &str) -> String {
        format!("({one} === {other})")
    }

    fn len(&self, of: &str) -> String {
        format!("{of}.length")
    }

    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "boolean".to_owned(),
            Ty::Int(..=4, _) | Ty::Float(_) => "number".to_owned(),
            Ty::Int(..) | Ty::Number(_) | Ty::Exact => "bigint".to_owned(),
            Ty::Text | Ty::Char => "string".to_owned(),
            Ty::Bytes => "Uint8Array".to_owned(),
            Ty::List(of) => format!("Array<{}>", self.ty(of)),
            Ty::Option(of) => format!("{} | null", self.ty(of)),
            Ty::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.ty(part)).collect();
                format!("readonly [{}]", parts.join(", "))
            }
            Ty::Named(name) => name.clone(),
            Ty::Null => "null".to_owned(),
        }
    }

    fn blank(&self, class: &Class) -> String {
        match &class.variant {
            Some(variant) => format!("{{ variant: \"{variant}\" }} as {}", class.name),
            None => format!("{{}} as {}", class.name),
        }
    }

    fn copy(&self, of: &str) -> Option<String> {
        Some(format!("{{ ...{of} }}"))
    }

    fn class(&self, class: &Class) -> String {
        let mut code = String::from("\n");
        code.push_str(&commented("//", "", &class.doc));
        let _ = writeln!(code, "export interface {} {{", class.name);
        if let Some(variant) = &class.variant {
            let _ = writeln!(code, "  variant: \"{variant}\";");
        }
        for member in &class.members {
            code.push_str(&commented("//", "  ", &member.doc));
            let _ = writeln!(code, "  {}: {};", member.name, self.ty(&member.ty));
        }
        code.push_str("}\n");
        code
    }

    fn union(&self, name: &str, doc: &str, of: &[String]) -> String {
        let doc = commented("//", "", doc);
        let of = if of.is_empty() { "never".to_owned() } else { of.join(" | ") };
        format!("\n{doc}export type {name} = {of};\n")
    }

    fn function(&self, function: &Function) -> String {
        let parameters = function.parameters.iter().map(|(name, ty)| format!("{name}: {ty}"));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (name, result) = (&function.name, &function.result);
        let mut code = format!("\nexport function {name}({parameters}): {result} {{\n");
        body(&function.body, 1, &mut code);
        code.push_str("}\n");
        code
    }

    fn table(&self, name: &str, rows: &[(String, String)]) -> String {
        let mut code = format!(
            "\n// Readers and writers of messages, by the id in a frame's header.\n\
             export const {name}: Map<number | string, Codec> = new Map<number | string, Codec>([\n"
        );
        for (id, of) in rows {
            let _ = writeln!(code, "  [{id}, [read_{of}, write_{of}]],");
        }
        code.push_str("]);\n");
        code
    }

    fn frames(&self, frame: &Frame) -> String {
        frame::write(frame)
    }

    fn words(&self) -> [&'static str; 5] {
        ["Reader", "Writer", "void", "number", "bigint"]
    }
}
