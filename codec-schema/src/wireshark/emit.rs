//! Types and fields, as calls of the Lua code that all dissectors share.

use std::collections::HashMap;
use std::fmt::Write as _;

use codec_core::schema::{Expression, Kind, Padding};

use super::expression;
use super::field::{constructor, first_paragraph, quoted, reader, way};
use super::shown::{Common, Flag, Shown, common};
use crate::plan::{
    Bits, Body, Charset, Count, Int, Item, Limits, Magic, Message, Names, Plan, Shape, There, Type,
    Variant, snake,
};

/// Generates types, and collects the fields that they need.
pub(super) struct Emitter<'p> {
    plan: &'p Plan,
    /// The prefix of all field names.
    proto: &'p str,
    names: Names,
    declarations: String,
    strict: bool,
    /// The field for padding, once one was requested.
    padding: Option<String>,
    pub(super) shown: &'p Shown,
    /// Fields of several messages, and those of them that were requested.
    common: HashMap<&'static str, Common>,
    shared: HashMap<&'static str, String>,
}

impl<'p> Emitter<'p> {
    pub(super) fn new(plan: &'p Plan, proto: &'p str, shown: &'p Shown) -> Self {
        let strict = plan.encoding.rules.strict;
        let mut names = Names::default();
        // The variable for expert infos.
        names.take("expert");
        Self {
            plan,
            proto,
            names,
            declarations: String::new(),
            strict,
            padding: None,
            shown,
            common: common(plan),
            shared: HashMap::new(),
        }
    }

    /// The declarations of all requested fields.
    pub(super) fn declarations(&self) -> String {
        format!("{}proto.fields = F\n\n", self.declarations)
    }

    /// Declares a field, and returns its name.
    pub(super) fn field(&mut self, abbr: &str, kind: &str, name: &str, doc: &str) -> String {
        let base = match kind {
            "bytes" | "string" | "none" | "float" | "double" => "",
            "bool" => "base.NONE, nil, nil",
            _ => "base.DEC",
        };
        self.field_with(abbr, kind, name, base, doc)
    }

    /// Like [`field`](Self::field), with display options: base, value names, mask.
    pub(super) fn field_with(
        &mut self,
        abbreviation: &str,
        kind: &str,
        name: &str,
        shown: &str,
        doc: &str,
    ) -> String {
        let abbreviation = self.names.take(abbreviation);
        let key = quoted(&abbreviation);
        let full = quoted(&format!("{}.{abbreviation}", self.proto));
        let doc = match (kind, doc) {
            (_, "") | ("float" | "double", _) => String::new(),
            ("none", doc) => format!(", {}", quoted(doc)),
            ("bytes" | "string", doc) => format!(", base.NONE, {}", quoted(doc)),
            (_, doc) => {
                let given = shown.matches(',').count();
                // Value names may contain commas, but with them `shown` ends in `, nil`.
                let skipped = if given >= 2 { "" } else { ", nil, nil" };
                format!("{skipped}, {}", quoted(doc))
            }
        };
        let shown = if shown.is_empty() { String::new() } else { format!(", {shown}") };
        let _ = writeln!(
            self.declarations,
            "F[{key}] = ProtoField.{kind}({full}, {}{shown}{doc})",
            quoted(name)
        );
        format!("F[{key}]")
    }

    /// All types.
    pub(super) fn types(&mut self) -> String {
        let plan = self.plan;
        let mut types = String::new();
        for (of, index) in plan.types.iter().zip(0..) {
            let is_message =
                |message: &Message| matches!(message.shape, Shape::Type(of) if of == index);
            let is_message = plan.messages.iter().any(is_message);
            let _ =
                writeln!(types, "-- {}\nT[{index}] = {}", of.name, self.of_type(of, is_message));
        }
        types
    }

    fn of_type(&mut self, of: &Type, is_message: bool) -> String {
        let prefix = snake(&of.name);
        let opening = match &of.magic {
            None => String::from("nil"),
            Some(magic) => self.magic(magic, &format!("{prefix}.magic"), "magic", ""),
        };
        match &of.body {
            Body::Struct { version, items } => {
                let version = version.map(|version| {
                    let number =
                        self.int(&version.number, &format!("{prefix}.version"), "version", "");
                    let oldest = format!("{prefix}.readable_since");
                    let oldest = self.int(&version.number, &oldest, "readable since", "");
                    let name = format!("{prefix}.body_len");
                    let len = self.prefix(&version.len, 0, None, &name, "body length");
                    let newer = format!("{prefix}.newer");
                    let newer = self.field(&newer, "bytes", "of a newer version", "");
                    let known = version.known;
                    format!(
                        ", {{ known = {known}, number = {number}, oldest = {oldest}, len = {len}, \
                         newer = {newer} }}"
                    )
                });
                let fields = self.items(items, &prefix, Some((of.own, is_message)));
                format!("record({opening}, {fields}{})", version.unwrap_or_default())
            }
            Body::Enum { tag, variants } => {
                let tag = self.tag(tag, variants, &format!("{prefix}.tag"), "tag", "");
                let mut list = String::new();
                for variant in variants {
                    let Some(number) = variant.tag else { continue };
                    let prefix = format!("{prefix}.{}", snake(variant.name));
                    let fields = self.items(&variant.items, &prefix, None);
                    let _ = write!(list, "\n  [{number}] = fields({fields}),");
                }
                let other = self.other(variants, &prefix);
                format!("choice({opening}, {tag}, {{{list}\n}}, {other})")
            }
        }
    }

    /// Fields; those of a struct by its name, and whether it is a message.
    fn items(&mut self, items: &[Item], prefix: &str, of: Option<(&str, bool)>) -> String {
        let mut list = String::from("{");
        for item in items {
            let abbreviation = format!("{prefix}.{}", snake(item.name));
            let mut read = self.shape(&item.shape, &abbreviation, item.name, item.doc);
            if let Some((of, is_message)) = of {
                read = self.flagged(read, of, items, item, &abbreviation);
                if is_message {
                    read = self.shared(read, item.name);
                }
            }
            let _ = write!(list, "\n  {{ index = {}, read = {read}", item.index);
            let versions = [("since", item.since), ("removed", item.removed)];
            for (name, version) in versions {
                if let Some(version) = version {
                    let _ = write!(list, ", {name} = {version}");
                }
            }
            let Padding { before, after, align, .. } = item.padding;
            if item.padding != Padding::NONE {
                let known = self.padding.take();
                let field = known.unwrap_or_else(|| self.field("padding", "bytes", "padding", ""));
                let _ = write!(list, ", padding = {field}");
                self.padding = Some(field);
            }
            for (name, value, none) in
                [("before", before, 0), ("after", after, 0), ("align", align, 1)]
            {
                if value != none {
                    let _ = write!(list, ", {name} = {value}");
                }
            }
            match &item.there {
                There::Always => {}
                There::Left => list.push_str(", left = true"),
                There::If(condition) => {
                    let _ = write!(list, ", text = {}", quoted(condition.text));
                    if let Some(function) = expression::function(condition) {
                        let _ = write!(list, ", condition = {function}");
                    }
                }
            }
            if let Some(computed) = &item.computed
                && let Some(function) = expression::function(computed)
            {
                let text = quoted(computed.text);
                let _ = write!(list, ", computed = {function}, is = {text}");
            }
            list.push_str(" },");
        }
        list.push_str(if items.is_empty() { "}" } else { "\n}" });
        list
    }

    /// Code that reads a number, and shows the bits of it that have names.
    fn flagged(
        &mut self,
        read: String,
        of: &str,
        items: &[Item],
        item: &Item,
        abbr: &str,
    ) -> String {
        let Shape::Int(int) = &item.shape else { return read };
        let is_its = |flag: &&Flag| (flag.message, flag.field) == (of, item.name);
        let mut list = String::new();
        for Flag { name, mask, when, .. } in self.shown.flags.iter().filter(is_its) {
            let shown = format!("{}, nil, 0x{mask:x}", 8 * int.bytes);
            let abbr = format!("{abbr}.{}", snake(name));
            let field = self.field_with(&abbr, "bool", name, &shown, "");
            let other = when.and_then(|(other, value)| {
                let other = items.iter().find(|item| item.name == other)?;
                Some(format!(", index = {}, value = {value}", other.index))
            });
            let _ = write!(list, " {{ field = {field}{} }},", other.unwrap_or_default());
        }
        if list.is_empty() { read } else { format!("flagged({{{list} }}, {}, {read})", int.big) }
    }

    /// Code that also shows a field as one that several messages have.
    fn shared(&mut self, read: String, name: &'static str) -> String {
        let Some(Common { kind, how }) = self.common.get(name).copied() else { return read };
        let known = self.shared.get(name).cloned();
        let field = known.unwrap_or_else(|| {
            let (abbr, base) = (snake(name), self.base(name));
            let shown = if kind == "string" { "" } else { base };
            self.field_with(&abbr, kind, name, shown, "")
        });
        self.shared.insert(name, field.clone());
        format!("also({field}, \"{how}\", {read})")
    }

    fn base(&self, name: &str) -> &'static str {
        if self.shown.hex.contains(&name) { "base.HEX" } else { "base.DEC" }
    }

    /// The Lua expression that reads this shape, with the field that shows it.
    pub(super) fn shape(&mut self, shape: &Shape, abbr: &str, name: &str, doc: &str) -> String {
        let title = first_paragraph(doc);
        match shape {
            Shape::Nothing => String::from("fields({})"),
            Shape::Bool(by_bit) => {
                format!("bool({}, {by_bit})", self.field(abbr, "bool", name, &title))
            }
            Shape::Int(int) => self.int(int, abbr, name, &title),
            Shape::Float(bytes, big) => {
                let kind = if *bytes == 4 { "float" } else { "double" };
                format!("float({}, {bytes}, {big})", self.field(abbr, kind, name, &title))
            }
            Shape::Char(of) | Shape::Unordered(of) => self.shape(of, abbr, name, doc),
            Shape::Utf8Char => format!("utf8_char({})", self.field(abbr, "string", name, &title)),
            Shape::Magic(magic) => self.magic(magic, abbr, name, &title),
            Shape::Bytes(Count::Until(end)) => {
                format!("bytes_until({}, {end})", self.field(abbr, "bytes", name, &title))
            }
            Shape::Text(Count::Until(end), charset) => {
                let field = self.field(abbr, "string", name, &title);
                format!("text_until({field}, {end}, {})", *charset == Charset::Utf8)
            }
            Shape::Sized(count, item) => {
                let count = self.count(count, &format!("{abbr}.size"), "size");
                format!("sized({count}, {})", self.shape(item, abbr, name, doc))
            }
            Shape::Tagged(tag, index) => self.tagged(tag, *index, (abbr, name)),
            Shape::Bits(bits) => {
                let is_bool = matches!(bits.kind, Kind::Bool);
                let is_signed = matches!(bits.kind, Kind::Int(int) if int.signed);
                let kind = match bits.width {
                    _ if is_bool => "bool",
                    0..=32 if is_signed => "int32",
                    0..=32 => "uint32",
                    _ if is_signed => "int64",
                    _ => "uint64",
                };
                let field = self.field(abbr, kind, name, &title);
                let Bits { len, little, shift, width, is_first, .. } = bits;
                format!(
                    "bit_field({field}, {len}, {little}, {shift}, {width}, {is_first}, {is_bool}, \
                     {is_signed})"
                )
            }
            Shape::Bytes(count) => {
                let count = self.count(count, &format!("{abbr}.len"), "length");
                format!("bytes({}, {count})", self.field(abbr, "bytes", name, &title))
            }
            Shape::Text(count, charset) => {
                let count = self.count(count, &format!("{abbr}.len"), "length");
                let charset = match charset {
                    Charset::Utf8 => "utf8",
                    Charset::Any => "any",
                    Charset::NoZero => "nonzero",
                    Charset::Utf16 => "utf16",
                };
                let field = self.field(abbr, "string", name, &title);
                format!("text({field}, {count}, \"{charset}\")")
            }
            Shape::List(Count::Last(until), item) => {
                let function = expression::last(&until.end, self.plan, item);
                let function = function.unwrap_or_else(|| String::from("nil"));
                let (text, open) = (quoted(until.end.text), until.open);
                let item = self.shape(item, abbr, name, doc);
                format!("ended({}, {item}, {function}, {text}, {open})", quoted(name))
            }
            Shape::List(count, item) => {
                let count = self.count(count, &format!("{abbr}.count"), "count");
                let item = self.shape(item, abbr, name, doc);
                format!("list({}, {count}, {item})", quoted(name))
            }
            Shape::Indexed(count, item) => {
                let count = self.count(count, &format!("{abbr}.count"), "count");
                let ends = self.field(&format!("{abbr}.ends"), "bytes", "ends of elements", "");
                let item = self.shape(item, abbr, name, doc);
                format!("indexed({}, {count}, {ends}, {item})", quoted(name))
            }
            Shape::Option(item) => {
                let there = self.field(&format!("{abbr}.there"), "bool", "there", "");
                format!("option({there}, {})", self.shape(item, abbr, name, doc))
            }
            Shape::Maybe(count, item) => {
                let count = self.count(count, &format!("{abbr}.count"), "count");
                format!("maybe({count}, {})", self.shape(item, abbr, name, doc))
            }
            Shape::Nullable(count, item) => {
                let count = self.count(count, &format!("{abbr}.len"), "length");
                format!("nullable({count}, {})", self.shape(item, abbr, name, doc))
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().zip(0..).map(|(part, index)| {
                    self.shape(part, &format!("{abbr}.{index}"), &index.to_string(), "")
                });
                let parts: Vec<_> = parts.collect();
                format!("tuple({}, {{ {} }})", quoted(name), parts.join(", "))
            }
            Shape::Type(index) => self.reference(*index, abbr, name, &title),
            Shape::Opaque(words) => format!("opaque({})", quoted(words)),
        }
    }

    /// The code for what follows an unknown tag: `false` if the tag is refused.
    fn other(&mut self, variants: &[Variant], prefix: &str) -> String {
        match variants.iter().find(|variant| variant.tag.is_none()) {
            None => String::from("false"),
            Some(other) if other.items.is_empty() => String::from("true"),
            Some(other) => {
                let prefix = format!("{prefix}.{}", snake(other.name));
                format!("fields({})", self.items(&other.items, &prefix, None))
            }
        }
    }

    /// A variant whose tag is in other fields.
    fn tagged(&mut self, tag: &Expression, index: usize, (abbr, name): (&str, &str)) -> String {
        let plan = self.plan;
        let Body::Enum { variants, .. } = &plan.types[index].body else {
            return String::from("opaque(\"a tag of no enum\")");
        };
        let mut list = String::new();
        for variant in variants {
            let Some(number) = variant.tag else { continue };
            let prefix = format!("{abbr}.{}", snake(variant.name));
            let fields = self.items(&variant.items, &prefix, None);
            let _ = write!(list, "\n  [{number}] = fields({fields}),");
        }
        let other = self.other(variants, abbr);
        let function = expression::function(tag).unwrap_or_else(|| String::from("nil"));
        let text = quoted(tag.text);
        format!("tagged({}, {function}, {text}, {{{list}\n}}, {other})", quoted(name))
    }

    /// A struct or an enum: a subtree, unless it is an integer with named values.
    fn reference(&mut self, index: usize, abbr: &str, name: &str, title: &str) -> String {
        let of = &self.plan.types[index];
        if let Body::Enum { tag, variants } = &of.body
            && of.body.is_plain_enum()
            && of.magic.is_none()
        {
            let tag = self.tag(tag, variants, abbr, name, title);
            let other = variants.iter().any(|variant| variant.tag.is_none());
            let numbers = variants.iter().filter_map(|variant| variant.tag);
            let list: Vec<_> = numbers.map(|tag| format!("[{tag}] = fields({{}})")).collect();
            return format!("choice(nil, {tag}, {{ {} }}, {other})", list.join(", "));
        }
        let field = self.field(abbr, "none", name, title);
        format!("of_type(T, {index}, {field})")
    }

    /// A number with the names of variants.
    fn tag(
        &mut self,
        int: &Int,
        variants: &[Variant],
        abbr: &str,
        name: &str,
        title: &str,
    ) -> String {
        let names = variants.iter().filter_map(|variant| {
            let tag = variant.tag.filter(|tag| *tag < 1 << 53)?;
            Some(format!("[{tag}] = {}", quoted(variant.name)))
        });
        let names = names.collect::<Vec<_>>().join(", ");
        let shown = format!("base.DEC, {{ {names} }}, nil");
        let shown = if names.is_empty() { "base.DEC, nil, nil" } else { &shown };
        let field = self.field_with(abbr, constructor(int), name, shown, title);
        self.int_in(int, &field)
    }

    fn int(&mut self, int: &Int, abbr: &str, name: &str, title: &str) -> String {
        let kind = constructor(int);
        let field = match kind {
            "bytes" => self.field(abbr, kind, name, title),
            _ => self.field_with(abbr, kind, name, self.base(name), title),
        };
        self.int_in(int, &field)
    }

    fn int_in(&self, int: &Int, field: &str) -> String {
        let mut limits = String::new();
        if int.nonzero {
            limits.push_str(" nonzero = true,");
        }
        if let Some(max) = int.max.filter(|max| *max < 1 << 53) {
            let _ = write!(limits, " max = {max},");
        }
        format!("int({field}, \"{}\", {}, {{{limits} }})", way(int), reader(int, self.strict))
    }

    fn magic(&mut self, magic: &Magic, abbr: &str, name: &str, title: &str) -> String {
        let hex = magic.hex();
        format!("magic({}, \"{hex}\")", self.field(abbr, "bytes", name, title))
    }

    fn count(&mut self, count: &Count, abbr: &str, name: &str) -> String {
        let limit = |max: &Option<u64>| {
            max.filter(|max| *max < 1 << 53).map_or(String::from("nil"), |max| max.to_string())
        };
        match count {
            Count::Fixed(count) => format!("constant({count})"),
            Count::Prefix { int, min, max } => self.prefix(int, *min, *max, abbr, name),
            Count::Expression { of, min, max } => {
                let function = expression::function(of).unwrap_or_else(|| String::from("nil"));
                format!("computed({function}, {}, {min}, {})", quoted(of.text), limit(max))
            }
            Count::Left | Count::Until(_) | Count::Last(_) => String::from("nil"),
            Count::Given => String::from("given"),
            Count::Within(count, Limits { least, most }) => {
                let function = |of: &Option<Expression>| {
                    let function = of.as_ref().and_then(expression::function);
                    function.unwrap_or_else(|| String::from("nil"))
                };
                let (least, most) = (function(least), function(most));
                format!("within({}, {least}, {most})", self.count(count, abbr, name))
            }
        }
    }

    fn prefix(&mut self, int: &Int, min: u64, max: Option<u64>, abbr: &str, name: &str) -> String {
        let field = self.field(abbr, constructor(int), name, "");
        let max = max.filter(|max| *max < 1 << 53);
        let max = max.map_or_else(|| String::from("nil"), |max| max.to_string());
        let read = reader(int, self.strict);
        format!("prefix({field}, \"{}\", {read}, {min}, {max})", way(int))
    }
}
