//! Writes a model as text.

use std::fmt::Write as _;

use codec_core::schema::{FieldEncoding, Order, Width};

use super::words::{CONTENTS, NEEDS, integer, is_word, width};
use crate::model::{
    Body, Enum, Extent, ExtentLen, Field, Magic, Messages, Model, Named, Padding, Seq, Struct, Type,
};

/// The whole description.
pub(crate) fn text(model: &Model) -> String {
    let mut text = format!("root {}\n", type_text(model, &model.root));
    if let Some(header) = &model.header {
        text.push('\n');
        text.push_str(&super::header::write(header));
    }
    for named in &model.named {
        text.push('\n');
        text.push_str(&named_text(model, named));
    }
    text
}

fn named_text(model: &Model, named: &Named) -> String {
    let kind = match &named.body {
        Body::Struct(_) => "struct",
        Body::Enum(_) => "enum",
        Body::Messages(_) => "messages",
    };
    let mut text = format!("{kind} {}", type_name(&named.name));
    if let Some(message) = &named.message {
        let _ = write!(text, " id {}", message.id);
        if message.flags != 0 {
            let _ = write!(text, " flags {:#x}", message.flags);
        }
    }
    match &named.body {
        Body::Struct(of) => structure(model, of, &mut text),
        Body::Enum(of) => enumeration(model, of, &mut text),
        Body::Messages(of) => messages(model, of, &mut text),
    }
    text
}

fn type_name(name: &str) -> String {
    if is_word(name) { format!("r#{name}") } else { name.to_owned() }
}

fn order(order: Order, text: &mut String) {
    match order {
        Order::Big => text.push_str(" be"),
        Order::Little => text.push_str(" le"),
        _ => {}
    }
}

fn check(check: Option<&String>, text: &mut String) {
    if let Some(check) = check {
        let _ = write!(text, " check {check:?}");
    }
}

pub(crate) fn magic(magic: &Magic) -> String {
    match magic {
        Magic::Bytes(bytes) => {
            bytes.iter().fold("magic x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
        }
        Magic::Int { bytes, signed, value } => {
            let sign = if *signed { 'i' } else { 'u' };
            format!("magic {sign}{} {value}", u32::from(*bytes) * 8)
        }
    }
}

fn structure(model: &Model, of: &Struct, text: &mut String) {
    order(of.order, text);
    if let Some(of) = &of.magic {
        let _ = write!(text, " {}", magic(of));
    }
    if let Some(version) = of.version {
        let _ = write!(text, " version {version}");
    }
    if let Some(oldest) = of.readable_since {
        let _ = write!(text, " readable_since {oldest}");
    }
    check(of.check.as_ref(), text);
    text.push('\n');
    fields(model, &of.fields, "    ", text);
}

fn enumeration(model: &Model, of: &Enum, text: &mut String) {
    if let Some(width) = width(of.tag) {
        let _ = write!(text, " tag {width}");
    }
    order(of.order, text);
    if let Some(of) = &of.magic {
        let _ = write!(text, " {}", magic(of));
    }
    check(of.check.as_ref(), text);
    text.push('\n');
    for variant in &of.variants {
        let _ = match variant.tag {
            Some(tag) => writeln!(text, "    {tag} {}", variant.name),
            None => writeln!(text, "    other {}", variant.name),
        };
        fields(model, &variant.fields, "        ", text);
    }
}

fn messages(model: &Model, of: &Messages, text: &mut String) {
    text.push('\n');
    for (name, ty) in &of.variants {
        let _ = writeln!(text, "    {name}: {}", type_text(model, ty));
    }
    if let Some(other) = &of.other {
        let _ = writeln!(text, "    other {other}");
    }
}

fn fields(model: &Model, fields: &[Field], margin: &str, text: &mut String) {
    for field in fields.iter().filter(|field| field.encoding.is_on_wire()) {
        let _ = writeln!(text, "{margin}{}", field_text(model, field));
    }
}

fn field_text(model: &Model, field: &Field) -> String {
    let mut text = format!("{}:", field.name);
    match (&field.magic, field.encoding) {
        (Some(of), _) => {
            let _ = write!(text, " {}", magic(of));
        }
        (None, encoding) => {
            let _ = write!(text, " {}", type_text(model, &field.ty));
            match encoding {
                FieldEncoding::Tail => text.push_str(" tail"),
                FieldEncoding::With => text.push_str(" with"),
                FieldEncoding::Counted => text.push_str(" counted"),
                _ => {}
            }
        }
    }
    if field.indexed {
        text.push_str(" index");
    }
    order(field.order, &mut text);
    if let Some(width) = width(field.len) {
        let sign = if field.nullable { width.replace('u', "i") } else { width };
        let _ = write!(text, " len {sign}");
    }
    if field.min > 0 {
        let _ = write!(text, " min {}", field.min);
    }
    if let Some(max) = field.max {
        let _ = write!(text, " max {max}");
    }
    if field.bits > 0 {
        let _ = write!(text, " bits {}", field.bits);
    }
    if let Some(extent) = &field.bytes {
        bytes(extent, &mut text);
    }
    let Padding { before, after, align, .. } = field.padding;
    for (word, value, none) in
        [("pad_before", before, 0), ("pad_after", after, 0), ("align", align, 1)]
    {
        if value != none {
            let _ = write!(text, " {word} {value}");
        }
    }
    let expressions = [
        ("count", &field.count),
        ("if", &field.condition),
        ("tag", &field.tag),
        ("least", &field.least),
        ("most", &field.most),
        ("computed", &field.computed),
    ];
    if let Some(until) = &field.until {
        let _ = write!(text, " until {:?}", until.end.text);
        if until.open {
            text.push_str(" open");
        }
    }
    for (word, expression) in expressions {
        if let Some(expression) = expression {
            let _ = write!(text, " {word} {:?}", expression.text);
        }
    }
    let versions = [("since", field.since), ("removed", field.removed), ("retired", field.retired)];
    for (word, version) in versions {
        if let Some(version) = version {
            let _ = write!(text, " {word} {version}");
        }
    }
    for (word, path) in [("default", &field.default), ("check", &field.check)] {
        if let Some(path) = path {
            let _ = write!(text, " {word} {path:?}");
        }
    }
    text
}

/// The source of the content's length in bytes.
fn bytes(of: &Extent, text: &mut String) {
    let _ = match &of.told {
        ExtentLen::Prefix(of) => {
            write!(text, " bytes {}", width(*of).unwrap_or_else(|| "format".to_owned()))
        }
        ExtentLen::Expression(expression) => write!(text, " bytes {:?}", expression.text),
        _ => Ok(()),
    };
    if of.min > 0 {
        let _ = write!(text, " min_bytes {}", of.min);
    }
    if let Some(max) = of.max {
        let _ = write!(text, " max_bytes {max}");
    }
}

impl Model {
    /// A type as written in a lock.
    ///
    /// ```
    /// use codec_schema::Model;
    /// let model = Model::of::<Option<[u16; 4]>>()?;
    /// assert_eq!(model.name_of(&model.root), "option([u16; 4])");
    /// # Ok::<(), codec_schema::ModelError>(())
    /// ```
    pub fn name_of(&self, ty: &Type) -> String {
        type_text(self, ty)
    }
}

fn type_text(model: &Model, ty: &Type) -> String {
    let of = |ty: &Type| type_text(model, ty);
    match ty {
        Type::Unit => "()".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Char => "char".to_owned(),
        Type::Int(int) => {
            let mut text = integer(*int).to_owned();
            if int.little {
                text = format!("le({text})");
            }
            if int.leb128 {
                text = format!("leb128({text})");
            }
            if int.nonzero { format!("nonzero({text})") } else { text }
        }
        Type::Float(bytes) => format!("f{}", u32::from(*bytes) * 8),
        Type::Length(max) => format!("length({max})"),
        Type::Array(item, len) => format!("[{}; {len}]", of(item)),
        Type::Seq(seq) => seq_text(model, seq),
        Type::Option(item) => format!("option({})", of(item)),
        Type::Result(ok, err) => format!("result({}, {})", of(ok), of(err)),
        Type::Tuple(items) => {
            let items: Vec<_> = items.iter().map(of).collect();
            let comma = if items.len() == 1 { "," } else { "" };
            format!("({}{comma})", items.join(", "))
        }
        Type::Named(index) => type_name(&model.named[*index].name),
        Type::Quirk(name, one, other) => format!("quirk({name:?}, {}, {})", of(one), of(other)),
        Type::Needs(need, inner) => {
            let word = NEEDS.iter().find(|(_, known)| known == need);
            format!("needs({}, {})", word.map_or("path", |(word, _)| word), of(inner))
        }
        Type::Opaque(text) => format!("opaque({text:?})"),
    }
}

fn seq_text(model: &Model, seq: &Seq) -> String {
    let word = CONTENTS.iter().find(|(_, content, _)| *content == seq.content);
    let (word, told) = word.map_or(("list", true), |(word, _, told)| (word, *told));
    let mut parts = Vec::new();
    if told {
        parts.push(type_text(model, &seq.item));
    }
    if seq.width != Width::Format
        && let Some(width) = width(seq.width)
    {
        parts.push(format!("len {width}{}", if seq.little { "le" } else { "" }));
    }
    if let Some(max) = seq.max {
        parts.push(format!("max {max}"));
    }
    if let Some(end) = seq.until {
        parts.push(format!("until {end:#04x}"));
    }
    if parts.is_empty() { word.to_owned() } else { format!("{word}({})", parts.join(", ")) }
}
