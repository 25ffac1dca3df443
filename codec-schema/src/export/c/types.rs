//! The types of values.

use std::fmt::Write as _;

use codec_core::schema::Kind;

use super::{C, Result, comment, member};
use crate::export::refuse::ExportError;
use crate::plan::{Body, Charset, Count, Int, Item, Shape, There};

/// The type of an integer.
pub(super) fn integer(bytes: u8, signed: bool) -> &'static str {
    match (bytes, signed) {
        (1, false) => "uint8_t",
        (2, false) => "uint16_t",
        (3 | 4, false) => "uint32_t",
        (16, _) => "codec_u128",
        (_, false) => "uint64_t",
        (1, true) => "int8_t",
        (2, true) => "int16_t",
        (3 | 4, true) => "int32_t",
        (_, true) => "int64_t",
    }
}

/// A type in the name of another: `uint16_t` as `u16`.
fn short(ty: &str) -> String {
    let ty = ty.strip_prefix("codec_").unwrap_or(ty);
    match ty.strip_suffix("_t") {
        Some(ty) => ty.replace("uint", "u").replace("int", "i"),
        None => ty.to_owned(),
    }
}

impl<'p> C<'p> {
    /// Returns whether a type is an enum without content, which is an `enum` of C.
    pub(super) fn is_bare(&self, index: usize) -> bool {
        let Body::Enum { variants, .. } = &self.plan.types[index].body else { return false };
        let has_value = |item: &Item| {
            !matches!(item.there, There::Always)
                || !matches!(item.shape, Shape::Nothing | Shape::Magic(_))
        };
        variants.iter().all(|of| of.kept.is_none() && !of.items.iter().any(has_value))
    }

    /// The type of a value, if it has one.
    pub(super) fn ty(&mut self, shape: &'p Shape) -> Result<Option<String>> {
        Ok(Some(match shape {
            Shape::Nothing | Shape::Magic(_) | Shape::Opaque(_) => return Ok(None),
            Shape::Bool(_) => "bool".to_owned(),
            Shape::Int(Int { bytes, signed, .. }) => integer(*bytes, *signed).to_owned(),
            Shape::Float(4, _) => "float".to_owned(),
            Shape::Float(..) => "double".to_owned(),
            Shape::Utf8Char | Shape::Char(_) => "uint32_t".to_owned(),
            Shape::Text(_, Charset::Utf8) => "codec_text".to_owned(),
            Shape::Bytes(Count::Fixed(count)) => {
                let member = format!("uint8_t bytes[{}];", nonzero(*count)?);
                self.unnamed(&format!("bytes_{count}"), &member)
            }
            Shape::Text(..) | Shape::Bytes(_) => "codec_bytes".to_owned(),
            Shape::List(Count::Fixed(count), item) => {
                let of = self.element(item)?;
                let member = format!("{of} items[{}];", nonzero(*count)?);
                self.unnamed(&format!("array_{count}_{}", short(&of)), &member)
            }
            Shape::List(_, item) | Shape::Indexed(_, item) => self.list(item)?,
            Shape::Option(of) | Shape::Maybe(_, of) | Shape::Nullable(_, of) => self.option(of)?,
            Shape::Tuple(parts) => {
                let (mut members, mut name) = (String::new(), String::from("tuple"));
                for (index, part) in parts.iter().enumerate() {
                    let Some(ty) = self.ty(part)? else { continue };
                    let _ = write!(members, "{ty} f{index}; ");
                    let _ = write!(name, "_{}", short(&ty));
                }
                if members.is_empty() {
                    return Ok(None);
                }
                self.unnamed(&name, members.trim_end())
            }
            Shape::Type(index) | Shape::Tagged(_, index) => {
                self.declare(*index)?;
                self.naming.types[*index].clone()
            }
            Shape::Sized(_, of) | Shape::Unordered(of) => return self.ty(of),
            Shape::Bits(bits) => match bits.kind {
                Kind::Int(int) => integer(int.bytes, int.signed).to_owned(),
                _ => "bool".to_owned(),
            },
        }))
    }

    /// The type of elements, which have values.
    pub(super) fn element(&mut self, item: &'p Shape) -> Result<String> {
        self.ty(item)?.ok_or_else(|| ExportError::of("a list", "elements without a value"))
    }

    /// The type of an option.
    pub(super) fn option(&mut self, of: &'p Shape) -> Result<String> {
        Ok(match self.ty(of)? {
            Some(ty) => {
                self.unnamed(&format!("option_{}", short(&ty)), &format!("bool some; {ty} value;"))
            }
            None => self.unnamed("option_nothing", "bool some;"),
        })
    }

    /// The name of a list's type by its elements.
    pub(super) fn list(&mut self, item: &'p Shape) -> Result<String> {
        let key = format!("{item:?}");
        if let Some(name) = self.unnamed.get(&key) {
            return Ok(name.clone());
        }
        let of = self.element(item)?;
        let name = self.naming.take(&format!("list_{}", short(&of)));
        let _ = write!(
            self.declarations,
            "\ntypedef struct {{\n    const {of} *items; /* NULL: they are in the view */\n    \
             size_t count;\n    codec_bytes view;\n}} {name};\n"
        );
        self.unnamed.insert(key, name.clone());
        self.list_functions(item, &name, &of)?;
        Ok(name)
    }

    /// A struct without a name in the description.
    fn unnamed(&mut self, name: &str, members: &str) -> String {
        let key = format!("{name} {members}");
        if let Some(name) = self.unnamed.get(&key) {
            return name.clone();
        }
        let name = self.naming.take(name);
        let members = members.replace("; ", ";\n    ");
        let _ = write!(self.declarations, "\ntypedef struct {{\n    {members}\n}} {name};\n");
        self.unnamed.insert(key, name.clone());
        name
    }

    /// The type of a field, if it has one.
    pub(super) fn item(&mut self, item: &'p Item) -> Result<Option<String>> {
        match item.there {
            There::Always => self.ty(&item.shape),
            _ => self.option(&item.shape).map(Some),
        }
    }

    fn members(&mut self, items: &'p [Item], indent: &str) -> Result<String> {
        let mut text = String::new();
        for item in items {
            let Some(ty) = self.item(item)? else { continue };
            text.push_str(&comment(indent, item.doc));
            let _ = writeln!(text, "{indent}{ty} {};", self.naming.member(item));
        }
        Ok(text)
    }

    /// Declares a type, after those of its fields.
    pub(super) fn declare(&mut self, index: usize) -> Result<()> {
        if std::mem::replace(&mut self.declared[index], true) {
            return Ok(());
        }
        let of = &self.plan.types[index];
        let name = self.naming.types[index].clone();
        let doc = comment("", of.doc);
        let text = match &of.body {
            Body::Struct { items, .. } => {
                let members = self.members(items, "    ")?;
                let members = if members.is_empty() { "    char nothing;\n" } else { &members };
                format!("\n{doc}typedef struct {{\n{members}}} {name};\n")
            }
            Body::Enum { variants, .. } => {
                let (mut words, mut contents) = (Vec::new(), String::new());
                for (at, variant) in variants.iter().enumerate() {
                    let (_, word) = self.naming.variant(index, at);
                    words.push(format!("{}    {word}", comment("    ", variant.doc)));
                    let mut members = String::new();
                    if let Some(kept) = variant.kept {
                        members.push_str("            /* The tag, which no variant has. */\n");
                        let _ = writeln!(members, "            {} tag;", integer(kept, false));
                    }
                    members.push_str(&self.members(&variant.items, "            ")?);
                    if !members.is_empty() {
                        let word = self.content(index, at);
                        let _ =
                            write!(contents, "        struct {{\n{members}        }} {word};\n");
                    }
                }
                let words = words.join(",\n");
                if self.is_bare(index) {
                    format!("\n{doc}typedef enum {{\n{words}\n}} {name};\n")
                } else {
                    format!(
                        "\n{doc}typedef struct {{\n    enum {{\n{}\n    }} variant;\n    union \
                         {{\n{contents}    }} of;\n}} {name};\n",
                        words.replace("    ", "        ")
                    )
                }
            }
        };
        self.declarations.push_str(&text);
        Ok(())
    }

    /// The name of a variant's content in the union.
    pub(super) fn content(&self, index: usize, variant: usize) -> String {
        self.contents[index][variant].clone()
    }

    /// The place of a field.
    pub(super) fn place(&self, of: &str, item: &Item) -> String {
        member(of, self.naming.member(item))
    }
}

fn nonzero(count: u64) -> Result<u64> {
    if count == 0 { Err(ExportError::of("an array", "no elements")) } else { Ok(count) }
}
