//! Builds a plan from a description.

use crate::measure::{Encoding, Number, ProtocolSchema};
use codec_core::schema::{
    Content, Enum, ExtentLen, Field, FieldEncoding, HeaderSchema, Kind, Messages, Order, Padding,
    Role, Schema, SchemaRef, Struct, Width,
};

use super::merge::{Draft, merge};
use super::number::{character, integer, plain, width_of};
use super::sequence::{count, elements, items, within};
use super::{
    Bits, Body, Count, Int, Item, Magic, Message, Plan, PlanError, Shape, There, Type, Variant,
    Version, constant,
};
use crate::element;

/// The most types in a plan, more than any protocol has.
const MOST_TYPES: usize = 4096;
/// The deepest nesting of unnamed types.
const DEPTH: u32 = 64;

/// The plan of a protocol whose payloads may hold `trailer` values after each message. `again` has
/// references to types from within themselves, and these types.
pub(crate) fn plan(
    protocol: &ProtocolSchema,
    trailer: Option<SchemaRef>,
    again: Vec<(SchemaRef, SchemaRef)>,
) -> Result<Plan, PlanError> {
    check(protocol.header)?;
    let mut builder = Builder { again, ..Builder::default() };
    let around = protocol.encoding;
    let mut messages = Vec::new();
    let mut single = None;
    match &protocol.messages.resolve().kind {
        Kind::Messages(of) => builder.messages(of, &around, &mut messages)?,
        _ => single = Some(builder.shape(protocol.messages, &around, 0)?),
    }
    let trailer = trailer.map(|schema| builder.shape(schema, &around, 0)).transpose()?;
    let (name, header, encoding) = (protocol.name.to_owned(), protocol.header, around);
    let (types, sizes, is_recursive) = (Vec::new(), Vec::new(), false);
    let mut plan =
        Plan { name, header, encoding, messages, single, types, sizes, is_recursive, trailer };
    merge(&mut plan, builder.types.into_iter().flatten().collect());
    super::size::measure(&mut plan);
    Ok(plan)
}

fn check(header: &HeaderSchema) -> Result<(), PlanError> {
    let lens = header.parts.iter().filter(|part| part.role == Role::PayloadLen);
    if lens.count() != 1 {
        return Err(PlanError::NoPayloadLength);
    }
    match header.parts.iter().find(|part| part.int().is_some() && part.size > 8) {
        Some(part) => Err(PlanError::HeaderPart(part.name)),
        None => Ok(()),
    }
}

#[derive(Default)]
struct Builder {
    /// `None` while a type is being built.
    types: Vec<Option<Draft>>,
    /// The index of each type, by its description and its integer encoding.
    places: Vec<(SchemaRef, Number, bool, usize)>,
    /// The name of the message whose type is built next.
    message: Option<&'static str>,
    again: Vec<(SchemaRef, SchemaRef)>,
}

impl Builder {
    fn meant(&self, schema: SchemaRef) -> SchemaRef {
        self.again.iter().find(|(one, _)| one.is(schema)).map_or(schema, |(_, of)| *of)
    }

    fn messages(
        &mut self,
        of: &Messages,
        around: &Encoding,
        messages: &mut Vec<Message>,
    ) -> Result<(), PlanError> {
        for variant in of.variants {
            let schema = variant.ty.resolve();
            let Some(message) = schema.message else { continue };
            self.message = Some(variant.name);
            let shape = self.shape(variant.ty, around, 0)?;
            self.message = None;
            let doc = if schema.doc.is_empty() { variant.doc } else { schema.doc };
            let (name, id, flags) = (variant.name, message.id, message.flags);
            messages.push(Message { name, doc, id, flags, shape });
        }
        Ok(())
    }

    fn shape(
        &mut self,
        schema: SchemaRef,
        around: &Encoding,
        depth: u32,
    ) -> Result<Shape, PlanError> {
        if depth == DEPTH {
            return Err(PlanError::TooManyTypes);
        }
        let (deeper, schema) = (depth + 1, self.meant(schema));
        let of = schema.resolve();
        if let Some(hint) = crate::measure::refused(of, around) {
            return Err(PlanError::Refused(of.name, hint));
        }
        Ok(match of.kind {
            Kind::Unit => Shape::Nothing,
            Kind::Bool => Shape::Bool(around.bool_by_bit),
            Kind::Char => character(around),
            Kind::Int(int) => Shape::Int(integer(int, around)),
            Kind::Length(max) => Shape::Int(Int { max: Some(max), ..plain(around.len, 8, around) }),
            Kind::Float(bytes) => Shape::Float(bytes, around.rules.big_endian),
            Kind::Array(item, count) => {
                items(Content::Items, Count::Fixed(count), self.shape(item, around, deeper)?)
            }
            Kind::Seq(seq) => {
                let count = count(&seq, Width::Format, 0, None, around);
                items(seq.content, count, self.shape(seq.item, around, deeper)?)
            }
            Kind::Optional(item) => Shape::Option(Box::new(self.shape(item, around, deeper)?)),
            Kind::Outcome(ok, err) => self.result(ok, err, around, deeper)?,
            Kind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.shape(*part, around, deeper));
                Shape::Tuple(parts.collect::<Result<_, _>>()?)
            }
            Kind::Struct(_) | Kind::Enum(_) => Shape::Type(self.record(schema, around, depth)?),
            Kind::Same(of) | Kind::Boxed(of) => self.shape(of, around, deeper)?,
            Kind::Quirk(quirk, with, without) => {
                let of = if around.rules.has(quirk) { with } else { without };
                self.shape(of, around, deeper)?
            }
            Kind::Opaque(words) => Shape::Opaque(words),
            Kind::Messages(_) => Shape::Opaque("messages inside of a value"),
            _ => Shape::Opaque("a kind that is not known here"),
        })
    }

    /// A struct or an enum, which is built once.
    fn record(
        &mut self,
        schema: SchemaRef,
        around: &Encoding,
        depth: u32,
    ) -> Result<usize, PlanError> {
        let (number, big) = (around.int_of(8), around.rules.big_endian);
        let same = |place: &&(SchemaRef, Number, bool, usize)| {
            place.0.is(schema) && place.1 == number && place.2 == big
        };
        if let Some(place) = self.places.iter().find(same) {
            return Ok(place.3);
        }
        let (place, of) = (self.types.len(), schema.resolve());
        if place == MOST_TYPES {
            return Err(PlanError::TooManyTypes);
        }
        self.places.push((schema, number, big, place));
        self.types.push(None);
        let name = self.message.take().unwrap_or(of.name);
        let ty = match of.kind {
            Kind::Struct(inner) => self.structure(of, &inner, around, depth)?,
            Kind::Enum(inner) => self.enumeration(of, &inner, around, depth)?,
            _ => unreachable!("called for structs and enums"),
        };
        let id = of.message.map(|message| message.id);
        self.types[place] = Some(Draft { name, id, ty });
        Ok(place)
    }

    fn structure(
        &mut self,
        schema: &'static Schema,
        of: &Struct,
        around: &Encoding,
        depth: u32,
    ) -> Result<Type, PlanError> {
        let inner = around.ordered(of.order);
        let version = of.version.map(|known| Version {
            known,
            readable_since: of.readable_since,
            number: plain(inner.int_of(4), 4, &inner),
            len: plain(inner.len, 8, &inner),
        });
        let fields: Vec<Field> = of.fields.iter().collect();
        let items = self.items(&fields, (&inner, of.order == Order::Little), depth)?;
        let body = Body::Struct { version, items };
        let magic = of.magic.map(|magic| constant(&magic, &inner));
        Ok(Type::new(schema, magic, of.check, body))
    }

    fn enumeration(
        &mut self,
        schema: &'static Schema,
        of: &Enum,
        around: &Encoding,
        depth: u32,
    ) -> Result<Type, PlanError> {
        let inner = around.ordered(of.order);
        let tag = plain(inner.width(of.tag, inner.tag), width_of(of.tag, 4), &inner);
        let variants = of.variants.iter().map(|variant| {
            // The first field of the variant for unknown tags is the tag.
            let unlisted = usize::from(variant.tag.is_none());
            let fields: Vec<Field> = variant.fields.iter().skip(unlisted).collect();
            let is_bare_other = variant.tag.is_none() && fields.is_empty();
            let items = self.items(&fields, (&inner, of.order == Order::Little), depth)?;
            let kept = variant.fields.iter().next().filter(|_| unlisted > 0);
            let kept = kept.and_then(|field| match same(field.ty).kind {
                Kind::Int(int) => Some(int.bytes),
                _ => None,
            });
            let (name, doc, tag) = (variant.name, variant.doc, variant.tag);
            Ok(Variant { name, doc, tag, is_bare_other, kept, items })
        });
        let body = Body::Enum { tag, variants: variants.collect::<Result<_, PlanError>>()? };
        let magic = of.magic.map(|magic| constant(&magic, &inner));
        Ok(Type::new(schema, magic, of.check, body))
    }

    /// `Ok` or `Err`, after a tag.
    fn result(
        &mut self,
        ok: SchemaRef,
        err: SchemaRef,
        around: &Encoding,
        depth: u32,
    ) -> Result<Shape, PlanError> {
        let place = self.types.len();
        if place == MOST_TYPES {
            return Err(PlanError::TooManyTypes);
        }
        self.types.push(None);
        let tag = if around.rules.result_byte { Number::Fixed(1) } else { around.tag };
        let ok_tag = u64::from(around.rules.ok_tag);
        let mut variants = Vec::new();
        for (name, content, tag) in [("Ok", ok, ok_tag), ("Err", err, 1 - ok_tag)] {
            let shape = self.shape(content, around, depth)?;
            let items = vec![Item::plain("0", shape)];
            let (tag, kept, is_bare_other) = (Some(tag), None, false);
            variants.push(Variant { name, doc: "", tag, is_bare_other, kept, items });
        }
        let body = Body::Enum { tag: plain(tag, 4, around), variants };
        let (name, own) = (String::new(), "Result");
        let ty = Type { name, own, doc: "", magic: None, check: None, body };
        self.types[place] = Some(Draft { name: own, id: None, ty });
        Ok(Shape::Type(place))
    }

    fn items(
        &mut self,
        fields: &[Field],
        (around, low_first): (&Encoding, bool),
        depth: u32,
    ) -> Result<Vec<Item>, PlanError> {
        let mut items = Vec::new();
        let mut words = bits(fields, low_first).into_iter();
        for (field, index) in fields.iter().zip(0..) {
            if !field.encoding.is_on_wire() {
                continue;
            }
            let (there, shape) = if field.encoding == FieldEncoding::Bits {
                (There::Always, Shape::Bits(words.next().expect("one for each field of bits")))
            } else {
                self.field(field, &around.ordered(field.order), depth)?
            };
            items.push(Item {
                index,
                name: field.name,
                doc: field.doc,
                shape,
                there,
                padding: field.padding,
                since: field.since,
                removed: field.removed,
                retired: field.retired,
                default: field.default,
                check: field.check,
                computed: field.computed,
            });
        }
        Ok(items)
    }

    /// The field's condition, and its shape when present.
    fn field(
        &mut self,
        field: &Field,
        around: &Encoding,
        depth: u32,
    ) -> Result<(There, Shape), PlanError> {
        let Some(condition) = field.condition else {
            let there = match (field.encoding, &same(field.ty).kind) {
                (FieldEncoding::Tail, Kind::Optional(_)) => There::Left,
                _ => There::Always,
            };
            return Ok((there, self.sized(field, field.ty, around, depth)?));
        };
        let content = match same(field.ty).kind {
            Kind::Optional(inner) => self.sized(field, inner, around, depth)?,
            _ => Shape::Opaque("a condition on a type that is no option"),
        };
        Ok((There::If(condition), content))
    }

    /// The field's content, with its length in bytes.
    fn sized(
        &mut self,
        field: &Field,
        ty: SchemaRef,
        around: &Encoding,
        depth: u32,
    ) -> Result<Shape, PlanError> {
        let content = self.content(field, ty, around, depth)?;
        let Some(extent) = field.bytes else { return Ok(content) };
        let (min, max) = (extent.min, extent.max);
        let count = match extent.told {
            ExtentLen::Expression(of) => Count::Expression { of, min, max },
            ExtentLen::Prefix(width) => {
                let number = around.width(width, around.len);
                Count::Prefix { int: plain(number, width_of(width, 8), around), min, max }
            }
            _ => return Ok(Shape::Opaque("a length in bytes that is told in another way")),
        };
        Ok(Shape::Sized(within(count, field), Box::new(content)))
    }

    fn content(
        &mut self,
        field: &Field,
        ty: SchemaRef,
        around: &Encoding,
        depth: u32,
    ) -> Result<Shape, PlanError> {
        let (of, depth) = (same(self.meant(ty)), depth + 1);
        let (min, max) = (field.min, field.max);
        let expression = field.count.map(|of| Count::Expression { of, min, max });
        // With a length in bytes, the limits apply to that.
        let is_sized = field.bytes.is_some();
        let limited = |count| if is_sized { count } else { within(count, field) };
        Ok(match (field.encoding, &of.kind, field.magic) {
            (FieldEncoding::Detached, Kind::Enum(_), _) => {
                match (self.shape(ty, around, depth)?, field.tag) {
                    (Shape::Type(index), Some(tag)) => Shape::Tagged(tag, index),
                    _ => Shape::Opaque("a tag that another field holds"),
                }
            }
            (FieldEncoding::Magic, _, Some(magic)) => Shape::Magic(constant(&magic, around)),
            (FieldEncoding::Tail, Kind::Optional(item), _) => self.shape(*item, around, depth)?,
            (FieldEncoding::Tail, Kind::Seq(seq), _) => {
                items(seq.content, Count::Left, self.shape(seq.item, around, depth)?)
            }
            (FieldEncoding::Ended, Kind::Seq(seq), _) if element::is_described(field) => {
                let count = field.until.map_or(Count::Left, Count::Last);
                Shape::List(count, Box::new(self.shape(seq.item, around, depth)?))
            }
            (FieldEncoding::Ended, ..) => Shape::Opaque("it ends with an element"),
            (FieldEncoding::Counted, Kind::Optional(item), _) if field.nullable => {
                let Kind::Seq(seq) = same(*item).kind else {
                    return Ok(Shape::Opaque("a length of -1 for another type than a sequence"));
                };
                let number = around.width(field.len, around.len);
                let int = plain(number, width_of(field.len, 8), around);
                let count = Count::Prefix { int: Int { signed: true, ..int }, min, max };
                let item = self.shape(seq.item, around, depth)?;
                let item = elements(field, &seq, Count::Given, item);
                Shape::Nullable(limited(count), Box::new(item))
            }
            (FieldEncoding::Counted, Kind::Seq(seq), _) => {
                let count = expression.unwrap_or_else(|| count(seq, field.len, min, max, around));
                let item = self.shape(seq.item, around, depth)?;
                elements(field, seq, limited(count), item)
            }
            (FieldEncoding::Counted, Kind::Optional(item), _) => {
                let count = expression.unwrap_or_else(|| {
                    let number = around.width(field.len, around.len);
                    let int = plain(number, width_of(field.len, 8), around);
                    Count::Prefix { int, min, max: Some(1) }
                });
                Shape::Maybe(count, Box::new(self.shape(*item, around, depth)?))
            }
            (FieldEncoding::Counted | FieldEncoding::Tail, ..) => {
                Shape::Opaque("a count of another type")
            }
            _ => self.shape(ty, around, depth)?,
        })
    }
}

impl Type {
    /// A type without a name.
    fn new(schema: &Schema, magic: Option<Magic>, check: Option<&'static str>, body: Body) -> Self {
        Self { name: String::new(), own: schema.name, doc: schema.doc, magic, check, body }
    }
}

impl Item {
    /// A field without attributes.
    fn plain(name: &'static str, shape: Shape) -> Self {
        let (there, since, removed, check) = (There::Always, None, None, None);
        let (padding, computed, retired, default) = (Padding::NONE, None, None, None);
        let (index, doc) = (0, "");
        Self {
            index,
            name,
            doc,
            shape,
            there,
            padding,
            since,
            removed,
            retired,
            default,
            check,
            computed,
        }
    }
}

/// The position of each bit field among its neighbours.
fn bits(fields: &[Field], little: bool) -> Vec<Bits> {
    let on_wire: Vec<_> = fields.iter().filter(|one| one.encoding.is_on_wire()).collect();
    let runs = on_wire.chunk_by(|one, next| one.encoding == next.encoding);
    let mut found = Vec::new();
    for run in runs.filter(|run| run[0].encoding == FieldEncoding::Bits) {
        let all = run.iter().map(|one| one.bits).sum::<u32>();
        let mut before = 0;
        for field in run {
            found.push(Bits {
                len: all / 8,
                little,
                shift: if little { before } else { all - before - field.bits },
                width: field.bits,
                is_first: before == 0,
                kind: same(field.ty).kind,
            });
            before += field.bits;
        }
    }
    found
}

/// The type that determines the bytes: the slice, for a `Box<[T]>`.
fn same(schema: SchemaRef) -> &'static Schema {
    let mut schema = schema.resolve();
    for _ in 0..DEPTH {
        let (Kind::Same(of) | Kind::Boxed(of)) = schema.kind else { break };
        schema = of.resolve();
    }
    schema
}
