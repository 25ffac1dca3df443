//! Parses the text of a lock into a model.

use std::collections::HashMap;
use std::iter::Peekable;
use std::vec::IntoIter;

use codec_core::schema::{FieldEncoding, Order, Width};

use super::header;
use super::token::{Line, Token, Wrong, spelled};
use super::words::{CONTENTS, INTEGERS, NEEDS, width_of};
use crate::model::{
    Body, Enum, Expr, Extent, ExtentLen, Field, Int, Magic, Message, MessageId, Messages, Model,
    Named, Seq, Struct, Type, Until, Variant,
};

/// The deepest nesting of a type within a line.
const DEPTH: usize = 256;

/// The model in a lock without its last line, or the number of a line and what is wrong with it.
pub(crate) fn parse(body: &str) -> Result<Model, (usize, String)> {
    let (mut lines, mut doc) = (Vec::new(), Vec::new());
    for (index, text) in body.lines().enumerate().skip(1) {
        if let Some(line) = super::docs::line(text) {
            doc.push(line);
        } else if !text.trim().is_empty() {
            let number = index + 1;
            let mut line = Line::new(number, text).map_err(|what| (number, what))?;
            line.doc = std::mem::take(&mut doc).join("\n");
            lines.push(line);
        }
    }
    // The names of types come first: a line may use one that is declared below.
    let mut names = HashMap::new();
    for line in lines.iter().filter(|line| line.margin == 0) {
        if let Some((kind, name)) = line.head()
            && ["struct", "enum", "messages"].contains(&kind)
        {
            let index = names.len();
            if names.insert(bare(name), index).is_some() {
                return Err((line.number, format!("`{name}` is declared twice")));
            }
        }
    }
    let mut parser = Parser { lines: lines.into_iter().peekable(), names };
    parser.model()
}

fn bare(name: &str) -> String {
    name.strip_prefix("r#").unwrap_or(name).to_owned()
}

struct Parser {
    lines: Peekable<IntoIter<Line>>,
    names: HashMap<String, usize>,
}

type Parsed<T> = Result<T, (usize, Wrong)>;

impl Parser {
    fn model(&mut self) -> Parsed<Model> {
        let (mut root, mut named, mut header) = (None, Vec::new(), None);
        while let Some(mut line) = self.lines.next() {
            let number = line.number;
            let at = |what| (number, what);
            let word = line.word().map_err(at)?;
            match &*word {
                "root" => root = Some(self.only_type(&mut line).map_err(at)?),
                "header" => {
                    let mut found = header::head(&mut line).map_err(at)?;
                    while let Some(mut line) = self.lines.next_if(|line| line.margin == 4) {
                        let number = line.number;
                        let part = header::part(&mut line, found.size);
                        found.parts.push(part.map_err(|what| (number, what))?);
                    }
                    header = Some(found);
                }
                "struct" | "enum" | "messages" => named.push(self.named(&word, line)?),
                // They are computed, not read.
                "fingerprints" | "values" => {
                    while self.lines.next_if(|line| line.margin > 0).is_some() {}
                }
                other => return Err(at(format!("`{other}` begins nothing"))),
            }
        }
        let root = root.ok_or_else(|| (1, "there is no `root`".to_owned()))?;
        Ok(Model { root, named, header })
    }

    fn only_type(&self, line: &mut Line) -> Result<Type, Wrong> {
        let ty = self.ty(line, 0)?;
        line.end()?;
        Ok(ty)
    }

    fn named(&mut self, kind: &str, mut line: Line) -> Parsed<Named> {
        let number = line.number;
        let at = |what| (number, what);
        let name = bare(&line.word().map_err(at)?);
        let head = Head::parse(&mut line).map_err(at)?;
        let body = match kind {
            "struct" => Body::Struct(Struct {
                fields: self.fields(4)?,
                order: head.order,
                magic: head.magic,
                version: head.version,
                readable_since: head.readable_since,
                check: head.check,
            }),
            "enum" => Body::Enum(Enum {
                variants: self.variants()?,
                tag: head.tag,
                order: head.order,
                magic: head.magic,
                check: head.check,
            }),
            _ => Body::Messages(self.messages()?),
        };
        Ok(Named { name, doc: line.doc, message: head.message, body })
    }

    fn variants(&mut self) -> Parsed<Vec<Variant>> {
        let mut variants = Vec::new();
        while let Some(mut line) = self.lines.next_if(|line| line.margin == 4) {
            let number = line.number;
            let at = |what| (number, what);
            let other = line.peek() == Some(&Token::Word("other".to_owned()));
            let tag = if other {
                line.next();
                None
            } else {
                Some(line.number::<u64>().map_err(at)?)
            };
            let name = line.word().map_err(at)?;
            line.end().map_err(at)?;
            let fields = self.fields(8)?;
            variants.push(Variant { name, doc: line.doc, tag, fields });
        }
        Ok(variants)
    }

    fn messages(&mut self) -> Parsed<Messages> {
        let mut messages = Messages { variants: Vec::new(), other: None };
        while let Some(mut line) = self.lines.next_if(|line| line.margin == 4) {
            let number = line.number;
            let at = |what| (number, what);
            let name = line.word().map_err(at)?;
            if line.takes(':') {
                messages.variants.push((name, self.only_type(&mut line).map_err(at)?));
            } else if name == "other" {
                messages.other = Some(line.word().map_err(at)?);
                line.end().map_err(at)?;
            } else {
                return Err(at("`:` was expected".to_owned()));
            }
        }
        Ok(messages)
    }

    fn fields(&mut self, margin: usize) -> Parsed<Vec<Field>> {
        let mut fields = Vec::new();
        while let Some(mut line) = self.lines.next_if(|line| line.margin == margin) {
            let number = line.number;
            fields.push(self.field(&mut line).map_err(|what| (number, what))?);
        }
        Ok(fields)
    }

    fn field(&self, line: &mut Line) -> Result<Field, Wrong> {
        let name = line.word()?;
        line.sign(':')?;
        let constant = line.peek() == Some(&Token::Word("magic".to_owned()));
        let mut field = Field::bare(name, std::mem::take(&mut line.doc), Type::Unit);
        if constant {
            line.next();
            field.magic = Some(magic(line)?);
            field.encoding = FieldEncoding::Magic;
        } else {
            field.ty = self.ty(line, 0)?;
        }
        while let Some(token) = line.next() {
            let Token::Word(word) = &token else {
                return Err(format!("an attribute was expected, not {}", spelled(Some(&token))));
            };
            match &**word {
                "tail" => field.encoding = FieldEncoding::Tail,
                "with" => field.encoding = FieldEncoding::With,
                "counted" => field.encoding = FieldEncoding::Counted,
                "index" => field.indexed = true,
                "be" => field.order = Order::Big,
                "le" => field.order = Order::Little,
                "len" => {
                    let word = line.word()?;
                    let unsigned = word.strip_prefix('i').map(|bits| format!("u{bits}"));
                    let width = width_of(unsigned.as_deref().unwrap_or(&word));
                    field.len = width.ok_or_else(|| format!("`{word}` is no width"))?;
                    field.nullable = unsigned.is_some();
                }
                "min" => field.min = line.number()?,
                "max" => field.max = Some(line.number()?),
                "count" => field.count = Some(expression(line)?),
                "if" => field.condition = Some(expression(line)?),
                "least" => field.least = Some(expression(line)?),
                "most" => field.most = Some(expression(line)?),
                "computed" => field.computed = Some(expression(line)?),
                "since" => field.since = Some(line.number()?),
                "removed" => field.removed = Some(line.number()?),
                "retired" => field.retired = Some(line.number()?),
                "bits" => {
                    field.bits = line.number()?;
                    field.encoding = FieldEncoding::Bits;
                }
                "until" => {
                    field.until = Some(Until::new(expression(line)?, false));
                    field.encoding = FieldEncoding::Ended;
                }
                "open" => match &mut field.until {
                    Some(until) => until.open = true,
                    None => return Err("`open` stands without `until`".to_owned()),
                },
                "tag" => {
                    field.tag = Some(expression(line)?);
                    field.encoding = FieldEncoding::Detached;
                }
                "bytes" => field.bytes = Some(bytes(line)?),
                "min_bytes" | "max_bytes" => {
                    let Some(extent) = &mut field.bytes else {
                        return Err(format!("`{word}` stands without `bytes`"));
                    };
                    match &**word {
                        "min_bytes" => extent.min = line.number()?,
                        _ => extent.max = Some(line.number()?),
                    }
                }
                "pad_before" => field.padding.before = line.number()?,
                "pad_after" => field.padding.after = line.number()?,
                "align" => field.padding.align = line.number()?,
                "default" => field.default = Some(line.text()?),
                "check" => field.check = Some(line.text()?),
                other => return Err(format!("`{other}` is no attribute of a field")),
            }
        }
        Ok(field)
    }

    fn ty(&self, line: &mut Line, depth: usize) -> Result<Type, Wrong> {
        if depth == DEPTH {
            return Err(format!("types are nested more than {DEPTH} deep"));
        }
        let inner = |line: &mut Line| self.ty(line, depth + 1);
        match line.next() {
            Some(Token::Sign('(')) => {
                let mut items = Vec::new();
                while !line.takes(')') {
                    items.push(inner(line)?);
                    if !line.takes(',') && line.peek() != Some(&Token::Sign(')')) {
                        return Err("`,` or `)` was expected".to_owned());
                    }
                }
                Ok(if items.is_empty() { Type::Unit } else { Type::Tuple(items) })
            }
            Some(Token::Sign('[')) => {
                let item = inner(line)?;
                line.sign(';')?;
                let len = line.number()?;
                line.sign(']')?;
                Ok(Type::Array(Box::new(item), len))
            }
            Some(Token::Word(word)) => self.word(&word, line, depth),
            other => Err(format!("a type was expected, not {}", spelled(other.as_ref()))),
        }
    }

    fn word(&self, word: &str, line: &mut Line, depth: usize) -> Result<Type, Wrong> {
        let boxed = |line: &mut Line| self.ty(line, depth + 1).map(Box::new);
        if let Some((_, int)) = INTEGERS.iter().find(|(name, _)| *name == word) {
            return Ok(Type::Int(*int));
        }
        if let Some((_, content, told)) = CONTENTS.iter().find(|(name, ..)| *name == word) {
            return self.seq(*content, *told, line, depth);
        }
        match word {
            "bool" => return Ok(Type::Bool),
            "char" => return Ok(Type::Char),
            "f32" => return Ok(Type::Float(4)),
            "f64" => return Ok(Type::Float(8)),
            "length" | "option" | "result" | "quirk" | "needs" | "opaque" | "nonzero" | "le"
            | "leb128" => {}
            name => {
                let index = self.names.get(&bare(name));
                return index
                    .map(|index| Type::Named(*index))
                    .ok_or_else(|| format!("`{name}` is not declared"));
            }
        }
        line.sign('(')?;
        let comma = |line: &mut Line| line.sign(',');
        let ty = match word {
            "length" => Type::Length(line.number()?),
            "option" => Type::Option(boxed(line)?),
            "opaque" => Type::Opaque(line.text()?),
            "result" => {
                let ok = boxed(line)?;
                comma(line)?;
                Type::Result(ok, boxed(line)?)
            }
            "quirk" => {
                let name = line.text()?;
                comma(line)?;
                let one = boxed(line)?;
                comma(line)?;
                Type::Quirk(name, one, boxed(line)?)
            }
            "needs" => {
                let name = line.word()?;
                comma(line)?;
                let need = NEEDS.iter().find(|(word, _)| *word == name);
                let (_, need) = need.ok_or_else(|| format!("`{name}` is nothing to need"))?;
                Type::Needs(*need, boxed(line)?)
            }
            around => match self.ty(line, depth + 1)? {
                Type::Int(int) if around == "le" => Type::Int(int.always_little()),
                Type::Int(int) if around == "leb128" => Type::Int(int.always_leb128()),
                Type::Int(int) => Type::Int(int.without_zero()),
                _ => return Err(format!("`{around}` is for integers")),
            },
        };
        line.sign(')')?;
        Ok(ty)
    }

    fn seq(
        &self,
        content: codec_core::schema::Content,
        told: bool,
        line: &mut Line,
        depth: usize,
    ) -> Result<Type, Wrong> {
        use codec_core::schema::Content;
        let byte = match content {
            Content::Utf16 => Int::unsigned(2).always_little(),
            _ => Int::unsigned(1),
        };
        let mut seq = Seq {
            content,
            item: Type::Int(byte),
            width: Width::Format,
            little: false,
            max: None,
            until: None,
        };
        if line.takes('(') {
            if told {
                seq.item = self.ty(line, depth + 1)?;
                line.takes(',');
            }
            while !line.takes(')') {
                match &*line.word()? {
                    "len" => {
                        let word = line.word()?;
                        let (name, little) = match word.strip_suffix("le") {
                            Some(name) => (name, true),
                            None => (&*word, false),
                        };
                        let width = width_of(name);
                        seq.width = width.ok_or_else(|| format!("`{word}` is no width"))?;
                        seq.little = little;
                    }
                    "max" => seq.max = Some(line.number()?),
                    "until" => seq.until = Some(line.number()?),
                    other => return Err(format!("`{other}` is nothing of a sequence")),
                }
                line.takes(',');
            }
        }
        Ok(Type::Seq(Box::new(seq)))
    }
}

fn expression(line: &mut Line) -> Result<Expr, Wrong> {
    Ok(Expr { text: line.text()?, node: None })
}

fn bytes(line: &mut Line) -> Result<Extent, Wrong> {
    let told = match line.peek() {
        Some(Token::Text(_)) => ExtentLen::Expression(expression(line)?),
        Some(Token::Word(word)) if word == "format" => {
            line.next();
            ExtentLen::Prefix(Width::Format)
        }
        _ => ExtentLen::Prefix(width(line)?),
    };
    Ok(Extent::new(told))
}

fn width(line: &mut Line) -> Result<Width, Wrong> {
    let word = line.word()?;
    width_of(&word).ok_or_else(|| format!("`{word}` is no width"))
}

pub(super) fn magic(line: &mut Line) -> Result<Magic, Wrong> {
    let word = line.word()?;
    let wrong = || format!("`{word}` is no constant");
    if let Some(hex) = word.strip_prefix('x') {
        if !hex.is_ascii() || hex.len() % 2 != 0 {
            return Err(wrong());
        }
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).map_err(|_| wrong());
        return (0..hex.len()).step_by(2).map(byte).collect::<Result<_, _>>().map(Magic::Bytes);
    }
    let signed = word.starts_with('i');
    let bits = word.strip_prefix(['i', 'u']).and_then(|bits| bits.parse::<u8>().ok());
    // No integer is wider.
    let bits = bits.filter(|bits| (8..=128).contains(bits) && bits % 8 == 0).ok_or_else(wrong)?;
    Ok(Magic::Int { bytes: bits / 8, signed, value: line.number()? })
}

/// The rest of a line after the name of a type.
struct Head {
    message: Option<MessageId>,
    order: Order,
    magic: Option<Magic>,
    version: Option<u32>,
    readable_since: Option<u32>,
    check: Option<String>,
    tag: Width,
}

impl Head {
    fn parse(line: &mut Line) -> Result<Self, Wrong> {
        let mut head = Self {
            message: None,
            order: Order::Around,
            magic: None,
            version: None,
            readable_since: None,
            check: None,
            tag: Width::Format,
        };
        while line.peek().is_some() {
            match &*line.word()? {
                "id" => {
                    let id = match line.peek() {
                        Some(Token::Text(_)) => Message::Name(line.text()?),
                        _ => Message::Number(line.number()?),
                    };
                    head.message = Some(MessageId { id, flags: 0 });
                }
                "flags" => match &mut head.message {
                    Some(message) => message.flags = line.number()?,
                    None => return Err("`flags` stands without `id`".to_owned()),
                },
                "be" => head.order = Order::Big,
                "le" => head.order = Order::Little,
                "magic" => head.magic = Some(magic(line)?),
                "version" => head.version = Some(line.number()?),
                "readable_since" => head.readable_since = Some(line.number()?),
                "check" => head.check = Some(line.text()?),
                "tag" => head.tag = width(line)?,
                other => return Err(format!("`{other}` is no attribute of a type")),
            }
        }
        Ok(head)
    }
}
