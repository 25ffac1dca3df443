//! A lock as the description that it was made from.
//!
//! Descriptions are constants of a program, and so what is made here is never freed: a program that
//! reads a lock does so once.

use codec_core::schema::{
    Constant, ConstantValue, Enum, Expression, Extent, ExtentLen, Field, Fields, HeaderSchema, Id,
    Kind, MessageVariant, Messages, Part, Prefix, Role, Schema, SchemaRef, Seq, Struct, Until,
    Variant,
};
use codec_core::{Cursor, DecodeError, EncodeError, EncodeErrorKind, Header};

use super::parse::Names;
use super::refuse::ExportError;
use crate::model::{self, Body, Expr, Magic, Message, Model, Named, Type};

/// The deepest nesting of named types, more than any protocol has.
const DEEPEST: usize = 128;

/// Freezes the types of one model.
pub(super) struct Freezer<'m> {
    model: &'m Model,
    /// The names of messages that are left out.
    without: &'m [&'m str],
    /// The description of each named type that is done.
    done: Vec<Option<SchemaRef>>,
    /// The named types that are being frozen.
    open: Vec<usize>,
    /// References to types that are being frozen, from within themselves: each is a reference to the type.
    again: Vec<(SchemaRef, usize)>,
    /// `true` if an expression may compute nothing, and a type contain itself.
    is_lenient: bool,
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn list<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}

fn schema(name: &str, kind: Kind) -> SchemaRef {
    SchemaRef::new(leak(Schema::new(text(name), kind)))
}

impl<'m> Freezer<'m> {
    pub(super) fn new(model: &'m Model, without: &'m [&'m str]) -> Self {
        let done = vec![None; model.named.len()];
        let (open, again) = (Vec::new(), Vec::new());
        Self { model, without, done, open, again, is_lenient: false }
    }

    /// Keeps expressions that are not of fields and numbers alone, without what they compute, and types
    /// that contain themselves.
    pub(super) fn lenient(mut self) -> Self {
        self.is_lenient = true;
        self
    }

    /// The description of the root.
    pub(super) fn root(&mut self) -> Result<SchemaRef, ExportError> {
        let messages = match &self.model.root {
            Type::Named(index) => match &self.model.named[*index].body {
                Body::Messages(of) => &*of.variants,
                _ => &[],
            },
            _ => &[],
        };
        let is_message = |name: &&&str| messages.iter().any(|(message, _)| message == **name);
        if let Some(name) = self.without.iter().find(|name| !is_message(name)) {
            return Err(ExportError::of(name, "there is no such message"));
        }
        self.ty(&self.model.root)
    }

    /// References to types from within themselves, and these types.
    pub(super) fn again(&self) -> Vec<(SchemaRef, SchemaRef)> {
        let again = self.again.iter();
        again.filter_map(|(one, index)| Some((*one, self.done[*index]?))).collect()
    }

    fn ty(&mut self, ty: &Type) -> Result<SchemaRef, ExportError> {
        let name = self.model.name_of(ty);
        let kind = match ty {
            Type::Unit => Kind::Unit,
            Type::Bool => Kind::Bool,
            Type::Char => Kind::Char,
            Type::Int(int) => Kind::Int(*int),
            Type::Float(bytes) => Kind::Float(*bytes),
            Type::Length(max) => Kind::Length(*max),
            Type::Array(item, len) => Kind::Array(self.ty(item)?, *len),
            Type::Seq(seq) => {
                let mut of = Seq::new(seq.content, self.ty(&seq.item)?);
                of.prefix = Prefix::new(seq.width);
                of.prefix.little = seq.little;
                (of.max, of.until) = (seq.max, seq.until);
                Kind::Seq(of)
            }
            Type::Option(item) => Kind::Optional(self.ty(item)?),
            Type::Result(ok, err) => Kind::Outcome(self.ty(ok)?, self.ty(err)?),
            Type::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.ty(part));
                Kind::Tuple(list(parts.collect::<Result<_, _>>()?))
            }
            Type::Named(index) => return self.named(*index),
            Type::Quirk(quirk, with, without) => {
                let quirk = codec_core::format::Quirk::new(text(quirk));
                Kind::Quirk(quirk, self.ty(with)?, self.ty(without)?)
            }
            Type::Needs(need, inner) => {
                let of = self.ty(inner)?;
                let needing = SchemaRef::new(leak((*of).with_need(*need)));
                let again = self.again.iter().find(|(one, _)| one.is(of)).map(|(_, index)| *index);
                self.again.extend(again.map(|index| (needing, index)));
                return Ok(needing);
            }
            Type::Opaque(words) => Kind::Opaque(text(words)),
        };
        Ok(schema(&name, kind))
    }

    fn named(&mut self, index: usize) -> Result<SchemaRef, ExportError> {
        let of = &self.model.named[index];
        if let Some(done) = self.done[index] {
            return Ok(done);
        }
        if self.open.contains(&index) {
            if self.is_lenient {
                let one = schema(&of.name, Kind::Opaque("a type that contains itself"));
                self.again.push((one, index));
                return Ok(one);
            }
            return Err(ExportError::of(&of.name, "it contains itself"));
        }
        if self.open.len() == DEEPEST {
            return Err(ExportError::of(&of.name, "types are nested too deep"));
        }
        self.open.push(index);
        let kind = self.body(of)?;
        self.open.pop();
        let mut schema = Schema::new(text(&of.name), kind).with_doc(text(&of.doc));
        if let Some(message) = &of.message {
            let id = match &message.id {
                Message::Number(number) => Id::Number(*number),
                Message::Name(name) => Id::Name(text(name)),
            };
            schema = schema.with_message(id, message.flags);
        }
        let done = SchemaRef::new(leak(schema));
        self.done[index] = Some(done);
        Ok(done)
    }

    fn body(&mut self, of: &Named) -> Result<Kind, ExportError> {
        Ok(match &of.body {
            Body::Struct(inner) => {
                let mut kind = Struct::of(self.fields(&of.name, &inner.fields)?);
                kind.order = inner.order;
                kind.magic = inner.magic.as_ref().map(constant);
                (kind.version, kind.readable_since) = (inner.version, inner.readable_since);
                kind.check = inner.check.as_deref().map(text);
                Kind::Struct(kind)
            }
            Body::Enum(inner) => {
                let variants = inner.variants.iter().map(|variant| {
                    let place = format!("{}::{}", of.name, variant.name);
                    let mut made = Variant::new(text(&variant.name), variant.tag, &[]);
                    made.fields = self.fields(&place, &variant.fields)?;
                    Ok(made.doc(text(&variant.doc)))
                });
                let variants = variants.collect::<Result<Vec<_>, ExportError>>()?;
                let mut kind = Enum::new(list(variants));
                (kind.tag, kind.order) = (inner.tag, inner.order);
                kind.magic = inner.magic.as_ref().map(constant);
                kind.check = inner.check.as_deref().map(text);
                Kind::Enum(kind)
            }
            Body::Messages(inner) => {
                let variants = inner
                    .variants
                    .iter()
                    .filter(|(name, _)| !self.without.contains(&name.as_str()))
                    .map(|(name, ty)| Ok(MessageVariant::new(text(name), self.ty(ty)?)));
                let variants = list(variants.collect::<Result<Vec<_>, ExportError>>()?);
                Kind::Messages(Messages::new(variants, inner.other.as_deref().map(text)))
            }
        })
    }

    fn fields(&mut self, place: &str, fields: &[model::Field]) -> Result<Fields, ExportError> {
        let mut made = Vec::new();
        // From the last, so that of two with one name the first is found.
        let places = fields.iter().zip(0..=u16::MAX).rev();
        let places = places.map(|(field, place)| (field.name.as_str(), place)).collect();
        for field in fields {
            let at = format!("{place}.{}", field.name);
            let names = Names::new(&places, at, self.is_lenient);
            made.push(self.field(field, &names)?);
        }
        Ok(Fields::new(list(made)))
    }

    fn field(&mut self, field: &model::Field, names: &Names<'_>) -> Result<Field, ExportError> {
        let mut ty = self.ty(&field.ty)?;
        if field.condition.is_some() {
            ty = schema("Option", Kind::Optional(ty));
        }
        let expression = |of: &Option<Expr>| of.as_ref().map(|of| names.expression(of)).transpose();
        let mut made = Field::new(text(&field.name), ty).doc(text(&field.doc));
        (made.encoding, made.order, made.len) = (field.encoding, field.order, field.len);
        (made.min, made.max, made.bits) = (field.min, field.max, field.bits);
        (made.since, made.removed, made.retired) = (field.since, field.removed, field.retired);
        (made.span, made.padding) = (field.span, field.padding);
        (made.nullable, made.indexed) = (field.nullable, field.indexed);
        made.default = field.default.as_deref().map(text);
        made.check = field.check.as_deref().map(text);
        made.magic = field.magic.as_ref().map(constant);
        (made.count, made.condition) = (expression(&field.count)?, expression(&field.condition)?);
        (made.least, made.most) = (expression(&field.least)?, expression(&field.most)?);
        (made.tag, made.computed) = (expression(&field.tag)?, expression(&field.computed)?);
        made.bytes = field.bytes.as_ref().map(|of| extent(of, names)).transpose()?;
        if let Some(until) = &field.until {
            made.until = Some(Until::new(names.expression(&until.end)?, until.open));
        }
        Ok(made)
    }
}

fn extent(of: &model::Extent, names: &Names<'_>) -> Result<Extent, ExportError> {
    let told = match &of.told {
        ExtentLen::Prefix(width) => ExtentLen::Prefix(*width),
        ExtentLen::Expression(of) => ExtentLen::<Expression>::Expression(names.expression(of)?),
        _ => return Err(names.refuse("a length in bytes that is told in another way")),
    };
    let mut made = Extent::new(told);
    (made.min, made.max) = (of.min, of.max);
    Ok(made)
}

/// A constant of a lock: its value is in its text, as locks have it.
fn constant(of: &Magic) -> Constant {
    let mut made =
        Constant::new(&0_u8, text(&crate::text::magic(of)), || ConstantValue::Unsigned(0));
    match of {
        Magic::Bytes(bytes) => {
            (made.size, made.integer) = (u8::try_from(bytes.len()).ok(), false);
        }
        Magic::Int { bytes, .. } => made.size = Some(*bytes),
    }
    made
}

/// The header of a plan, which has one: its payload is what is exported.
pub(crate) fn payload_alone() -> &'static HeaderSchema {
    const LEN: &[Part] = &[Part::new("len", 0, 4, Role::PayloadLen)];
    const HEADER: &HeaderSchema = &HeaderSchema::new::<Len>("Len", "", LEN);
    HEADER
}

/// The length of a payload.
#[derive(Debug, Clone, Copy)]
struct Len(u32);

impl Header for Len {
    type Id = ();

    const SIZE: usize = 4;
    const MAX_PAYLOAD: usize = u32::MAX as usize;

    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        Cursor::new(bytes).array().map(|bytes| Self(u32::from_le_bytes(*bytes)))
    }

    fn describe((): (), _: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        let over = |_| EncodeError::new(EncodeErrorKind::LengthOverLimit, 0);
        u32::try_from(payload.len()).map(Self).map_err(over)
    }

    fn write(&self, bytes: &mut [u8]) {
        bytes[..4].copy_from_slice(&self.0.to_le_bytes());
    }

    fn id(&self) {}

    fn payload_len(&self) -> usize {
        self.0 as usize
    }
}
