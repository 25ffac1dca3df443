//! Builds a model from the description of a type.

use std::fmt::Write as _;
use std::iter::repeat;

use codec_core::schema::{
    self, Constant, ConstantValue, Expression, FieldEncoding, Id, Kind, Need, Node, Schema,
    SchemaRef,
};

use super::{
    Body, Enum, Expr, Extent, ExtentLen, Field, Magic, Message, MessageId, Messages, Model,
    ModelError, Named, Seq, Struct, Type, Until, Variant,
};
use crate::element;

/// The deepest nesting of unnamed types.
const DEPTH: usize = 128;
/// The most types, fields and variants in total.
const PARTS: usize = 1 << 17;

pub(super) fn build(schema: SchemaRef) -> Result<Model, ModelError> {
    let mut builder = Builder { seen: Vec::new(), named: Vec::new(), parts: 0 };
    let root = builder.ty(schema, 0)?;
    let named = builder.named.into_iter().flatten().collect();
    Ok(Model { root, named, header: None })
}

struct Builder {
    /// The description of each named type; its position is the type's index.
    seen: Vec<SchemaRef>,
    /// `None` while it is being built.
    named: Vec<Option<Named>>,
    parts: usize,
}

impl Builder {
    fn count(&mut self) -> Result<(), ModelError> {
        self.parts += 1;
        if self.parts > PARTS { Err(ModelError::TooLarge(PARTS)) } else { Ok(()) }
    }

    fn ty(&mut self, of: SchemaRef, depth: usize) -> Result<Type, ModelError> {
        if depth == DEPTH {
            return Err(ModelError::TooDeep(DEPTH));
        }
        let schema = of.resolve();
        let ty = self.kind(of, schema, depth + 1)?;
        Ok(match schema.need {
            Need::Nothing => ty,
            need => Type::Needs(need, Box::new(ty)),
        })
    }

    fn boxed(&mut self, of: SchemaRef, depth: usize) -> Result<Box<Type>, ModelError> {
        self.ty(of, depth).map(Box::new)
    }

    fn kind(&mut self, of: SchemaRef, schema: &Schema, depth: usize) -> Result<Type, ModelError> {
        Ok(match schema.kind {
            Kind::Unit => Type::Unit,
            Kind::Bool => Type::Bool,
            Kind::Char => Type::Char,
            Kind::Int(int) => Type::Int(int),
            Kind::Float(bytes) => Type::Float(bytes),
            Kind::Length(max) => Type::Length(max),
            Kind::Array(item, len) => Type::Array(self.boxed(item, depth)?, len),
            Kind::Optional(item) => Type::Option(self.boxed(item, depth)?),
            Kind::Outcome(ok, err) => Type::Result(self.boxed(ok, depth)?, self.boxed(err, depth)?),
            Kind::Tuple(items) => {
                let items = items.iter().map(|item| self.ty(*item, depth));
                Type::Tuple(items.collect::<Result<_, _>>()?)
            }
            Kind::Seq(seq) => Type::Seq(Box::new(Seq {
                content: seq.content,
                item: self.ty(seq.item, depth)?,
                width: seq.prefix.width,
                little: seq.prefix.little,
                max: seq.max,
                until: seq.until,
            })),
            Kind::Struct(_) | Kind::Enum(_) | Kind::Messages(_) => {
                Type::Named(self.named(of, schema)?)
            }
            Kind::Same(of) | Kind::Boxed(of) => self.ty(of, depth)?,
            Kind::Quirk(quirk, with, without) => Type::Quirk(
                quirk.name().to_owned(),
                self.boxed(with, depth)?,
                self.boxed(without, depth)?,
            ),
            Kind::Opaque(text) => Type::Opaque(text.to_owned()),
            _ => Type::Opaque(schema.name.to_owned()),
        })
    }

    fn named(&mut self, of: SchemaRef, schema: &Schema) -> Result<usize, ModelError> {
        if let Some(index) = self.seen.iter().position(|seen| seen.is(of)) {
            return Ok(index);
        }
        self.count()?;
        let index = self.seen.len();
        self.seen.push(of);
        self.named.push(None);
        let body = match &schema.kind {
            Kind::Struct(of) => Body::Struct(self.structure(of)?),
            Kind::Enum(of) => Body::Enum(self.enumeration(of)?),
            Kind::Messages(of) => Body::Messages(self.messages(of)?),
            _ => Body::Messages(Messages { variants: Vec::new(), other: None }),
        };
        let message = schema.message.map(|message| MessageId {
            id: match message.id {
                Id::Name(name) => Message::Name(name.to_owned()),
                Id::Number(number) => Message::Number(number),
                _ => Message::Number(u64::MAX),
            },
            flags: message.flags,
        });
        let (name, doc) = (schema.name.to_owned(), schema.doc.to_owned());
        self.named[index] = Some(Named { name, doc, message, body });
        Ok(index)
    }

    fn structure(&mut self, of: &schema::Struct) -> Result<Struct, ModelError> {
        Ok(Struct {
            fields: self.fields(of.fields)?,
            order: of.order,
            magic: of.magic.map(magic),
            version: of.version,
            readable_since: of.readable_since,
            check: of.check.map(str::to_owned),
        })
    }

    fn enumeration(&mut self, of: &schema::Enum) -> Result<Enum, ModelError> {
        let variants = of.variants.iter().map(|variant| {
            self.count()?;
            Ok(Variant {
                name: variant.name.to_owned(),
                doc: variant.doc.to_owned(),
                tag: variant.tag,
                fields: self.fields(variant.fields)?,
            })
        });
        Ok(Enum {
            variants: variants.collect::<Result<_, _>>()?,
            tag: of.tag,
            order: of.order,
            magic: of.magic.map(magic),
            check: of.check.map(str::to_owned),
        })
    }

    fn messages(&mut self, of: &schema::Messages) -> Result<Messages, ModelError> {
        let variants = of.variants.iter().map(|variant| {
            self.count()?;
            Ok((variant.name.to_owned(), self.ty(variant.ty, 0)?))
        });
        let variants = variants.collect::<Result<_, _>>()?;
        Ok(Messages { variants, other: of.other.map(str::to_owned) })
    }

    fn fields(&mut self, fields: schema::Fields) -> Result<Vec<Field>, ModelError> {
        fields.iter().map(|field| self.field(&field)).collect()
    }

    fn field(&mut self, field: &schema::Field) -> Result<Field, ModelError> {
        self.count()?;
        let mut ty = self.ty(field.ty, 0)?;
        if field.condition.is_some()
            && let Type::Option(inner) = ty
        {
            ty = *inner;
        }
        let (mut encoding, mut until) = (field.encoding, field.until);
        if encoding == FieldEncoding::Ended && !element::is_described(field) {
            ty = Type::Opaque("it ends with an element".to_owned());
            (encoding, until) = (FieldEncoding::With, None);
        }
        let text = |text: Option<&str>| text.map(str::to_owned);
        let mut owned = Field::bare(field.name.to_owned(), field.doc.to_owned(), ty);
        (owned.encoding, owned.order, owned.len) = (encoding, field.order, field.len);
        (owned.min, owned.max, owned.bits) = (field.min, field.max, field.bits);
        (owned.since, owned.removed, owned.retired) = (field.since, field.removed, field.retired);
        (owned.span, owned.padding) = (field.span, field.padding);
        (owned.nullable, owned.indexed) = (field.nullable, field.indexed);
        (owned.default, owned.check) = (text(field.default), text(field.check));
        (owned.magic, owned.bytes) = (field.magic.map(magic), field.bytes.map(extent));
        (owned.count, owned.condition) =
            (field.count.map(expression), field.condition.map(expression));
        (owned.least, owned.most) = (field.least.map(expression), field.most.map(expression));
        (owned.tag, owned.computed) = (field.tag.map(expression), field.computed.map(expression));
        owned.until = until.map(|until| Until::new(expression(until.end), until.open));
        Ok(owned)
    }
}

fn extent(of: schema::Extent) -> Extent {
    let told = match of.told {
        schema::ExtentLen::Expression(len) => ExtentLen::Expression(expression(len)),
        schema::ExtentLen::Prefix(width) => ExtentLen::Prefix(width),
        _ => ExtentLen::Prefix(schema::Width::Format),
    };
    let mut extent = Extent::new(told);
    (extent.min, extent.max) = (of.min, of.max);
    extent
}

/// The expression's source text, with the values of its constants: changing one changes the format.
fn expression(of: Expression) -> Expr {
    let mut constants = Vec::new();
    if let Some(node) = of.node {
        named(node, &mut constants);
    }
    let mut text = of.text.to_owned();
    for (constant, word) in constants.iter().zip(std::iter::once(" where").chain(repeat(","))) {
        let _ = write!(text, "{word} {constant}");
    }
    Expr { text, node: of.node }
}

/// The constants in an expression, with their values.
fn named(node: &Node, constants: &mut Vec<String>) {
    match node {
        Node::Named(name, value) => {
            let constant = value().map(|value| format!("{name} = {value}"));
            constants.extend(constant.filter(|constant| !constants.contains(constant)));
        }
        Node::Not(of) => named(of, constants),
        Node::Binary(_, left, right) => {
            named(left, constants);
            named(right, constants);
        }
        _ => {}
    }
}

pub(super) fn magic(of: Constant) -> Magic {
    let bytes = of.size.unwrap_or_default();
    match (of.value)() {
        ConstantValue::Bytes(bytes, len) => Magic::Bytes(bytes[..usize::from(len)].to_vec()),
        ConstantValue::Unsigned(value) => {
            Magic::Int { bytes, signed: false, value: value.cast_signed() }
        }
        ConstantValue::Signed(value) => Magic::Int { bytes, signed: true, value },
        _ => Magic::Bytes(Vec::new()),
    }
}
