//! Python 3.8 and above.

mod frame;

use std::fmt::Write as _;

use super::emit::{Spell, commented};
use super::frame::Frame;
use super::syntax::{Class, Function, Line, Syntax, Ty};

pub(super) struct Python;

fn body(lines: &[Line], indent: usize, code: &mut String) {
    let space = "    ".repeat(indent);
    for line in lines {
        let _ = match line {
            Line::Do(what) => writeln!(code, "{space}{what}"),
            Line::When { condition, place, value, otherwise } => {
                let place = place.as_ref().map_or(String::new(), |place| format!("{place} = "));
                let otherwise = otherwise.as_deref().unwrap_or("None");
                writeln!(code, "{space}{place}{value} if {condition} else {otherwise}")
            }
            Line::Let(name, value) => writeln!(code, "{space}{name} = {value}"),
            Line::Return(value) => writeln!(code, "{space}return {value}"),
            Line::Leave(when) => writeln!(code, "{space}if {when}:\n{space}    break"),
            Line::Loop(lines) => {
                let _ = writeln!(code, "{space}while True:");
                body(lines, indent + 1, code);
                Ok(())
            }
            Line::Match(arms, otherwise) => {
                for (condition, lines) in arms {
                    let _ = writeln!(code, "{space}if {condition}:");
                    body(lines, indent + 1, code);
                    if !matches!(lines.last(), Some(Line::Return(_))) {
                        let _ = writeln!(code, "{space}    return");
                    }
                }
                body(otherwise, indent, code);
                Ok(())
            }
        };
    }
    if lines.is_empty() {
        let _ = writeln!(code, "{space}pass");
    }
}

/// Names that the language and the file itself use.
const KEYWORDS: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "case",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "match",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "while",
    "with",
    "yield",
    "None",
    "True",
    "False",
    "bool",
    "int",
    "float",
    "str",
    "bytes",
    "list",
    "tuple",
    "Fail",
    "List",
    "Optional",
    "Tuple",
    "Union",
    "Callable",
    "dataclass",
    "MESSAGES",
    "FLAGS",
    "HEADER_SIZE",
    "MAX_PAYLOAD",
    "decode_frame",
    "read_header",
    "write_header",
    "encode_frame",
    "fit",
    "div",
    "rem",
    "shl",
    "shr",
    "utf8",
    "character",
    "scalar",
    "unknown",
    "invalid",
    "field",
    "decode",
    "encode",
    "copy",
    "decode_message",
    "encode_message",
    "struct",
    "len",
];

impl Syntax for Python {
    fn runtime(&self) -> &'static str {
        concat!(include_str!("basis.py"), include_str!("reader.py"), include_str!("writer.py"))
    }

    fn comment(&self, text: &str) -> String {
        commented("#", "", text)
    }

    fn spell(&self) -> Spell {
        let verb = |verb: &str, of: &str| format!("{verb}_{of}");
        Spell { keywords: KEYWORDS, own: &["Any"], name: str::to_owned, verb }
    }

    fn null(&self) -> &'static str {
        "None"
    }

    fn boolean(&self, value: bool) -> &'static str {
        if value { "True" } else { "False" }
    }

    fn lambda(&self, parameters: &str, _: &Ty, body: &str) -> String {
        let space = if parameters.is_empty() { "" } else { " " };
        format!("lambda{space}{parameters}: {body}")
    }

    fn int(&self, value: i128) -> String {
        value.to_string()
    }

    fn wide(&self, value: &str) -> String {
        format!("({value})")
    }

    fn narrow(&self, value: &str, _: &Ty) -> String {
        value.to_owned()
    }

    fn bytes(&self, bytes: &[u8]) -> String {
        let hex = crate::plan::hex(bytes);
        if hex.is_empty() { "b\"\"".to_owned() } else { format!("bytes.fromhex(\"{hex}\")") }
    }

    fn tuple(&self, parts: &[String], _: &Ty) -> String {
        let comma = if parts.len() == 1 { "," } else { "" };
        format!("({}{comma})", parts.join(", "))
    }

    fn and(&self, one: &str, other: &str) -> String {
        format!("({one} and {other})")
    }

    fn or(&self, one: &str, other: &str) -> String {
        format!("({one} or {other})")
    }

    fn not(&self, of: &str) -> String {
        format!("(not {of})")
    }

    fn equal(&self, one: &str, other: &str) -> String {
        let sign = if other == "None" { "is" } else { "==" };
        format!("({one} {sign} {other})")
    }

    fn len(&self, of: &str) -> String {
        format!("len({of})")
    }

    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".to_owned(),
            Ty::Int(..) | Ty::Number(_) | Ty::Exact => "int".to_owned(),
            Ty::Float(_) => "float".to_owned(),
            Ty::Text | Ty::Char => "str".to_owned(),
            Ty::Bytes => "bytes".to_owned(),
            Ty::List(of) => format!("List[{}]", self.ty(of)),
            Ty::Option(of) => format!("Optional[{}]", self.ty(of)),
            Ty::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.ty(part)).collect();
                format!("Tuple[{}]", parts.join(", "))
            }
            Ty::Named(name) => name.clone(),
            Ty::Null => "None".to_owned(),
        }
    }

    fn blank(&self, class: &Class) -> String {
        format!("{0}.__new__({0})", class.name)
    }

    fn copy(&self, of: &str) -> Option<String> {
        Some(format!("copy.copy({of})"))
    }

    fn class(&self, class: &Class) -> String {
        let mut code = String::from("\n\n");
        code.push_str(&commented("#", "", &class.doc));
        let _ = writeln!(code, "@dataclass\nclass {}:", class.name);
        for member in &class.members {
            code.push_str(&commented("#", "    ", &member.doc));
            let _ = writeln!(code, "    {}: {}", member.name, self.ty(&member.ty));
        }
        if let Some(variant) = &class.variant {
            // Without an annotation it is no parameter.
            let _ = writeln!(code, "    variant = \"{variant}\"");
        } else if class.members.is_empty() {
            code.push_str("    pass\n");
        }
        code
    }

    fn union(&self, name: &str, doc: &str, of: &[String]) -> String {
        let doc = commented("#", "", doc);
        match of {
            [] => format!("\n\n{doc}{name} = Any\n"),
            of => format!("\n\n{doc}{name} = Union[{}]\n", of.join(", ")),
        }
    }

    fn function(&self, function: &Function) -> String {
        let parameters = function.parameters.iter().map(|(name, ty)| format!("{name}: {ty}"));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (name, result) = (&function.name, &function.result);
        let mut code = format!("\n\ndef {name}({parameters}) -> {result}:\n");
        body(&function.body, 1, &mut code);
        code
    }

    fn table(&self, name: &str, rows: &[(String, String)]) -> String {
        let mut code = format!(
            "\n\n# Readers and writers of messages, by the id in a frame's header.\n{name}: Any = {{\n"
        );
        for (id, of) in rows {
            let _ = writeln!(code, "    {id}: (read_{of}, write_{of}),");
        }
        code.push_str("}\n");
        code
    }

    fn frames(&self, frame: &Frame) -> String {
        frame::write(frame)
    }

    fn words(&self) -> [&'static str; 5] {
        ["Reader", "Writer", "None", "int", "int"]
    }
}
