//! `#[codec(schema)]`: the contents of a description.
#![expect(dead_code, reason = "the types are described, and not used")]

use codec_core::schema::{
    ConstantValue, Content, Describe, DescribeHeader, Field, FieldEncoding, Fields, HeaderShape,
    Id, Kind, Operand, Order, Role, Schema, Span, Struct, Width,
};
use codec_core::wire::{Seq064K, Str0255, U24};
use codec_core::{Decode, Encode, Header};

fn structure(schema: &Schema) -> &Struct {
    match &schema.kind {
        Kind::Struct(of) => of,
        other => panic!("{other:?}"),
    }
}

fn ty(fields: Fields, index: usize) -> &'static Schema {
    fields.get(index).unwrap().ty.resolve()
}

fn field(schema: &Schema, name: &str) -> Field {
    structure(schema).fields.iter().find(|field| field.name == name).unwrap()
}

const FLAG: u16 = 4;
const LAST: u8 = 4;

/// A packet.
///
/// With much in it.
#[derive(Encode, Decode)]
#[codec(schema, id = 0x1b, flags = 0x8000, be, magic = b"PK", check = Self::is_valid)]
struct Packet {
    /// Flags of the parts that are there.
    flags: u16,
    #[codec(magic = 0x0102u16, le)]
    constant: (),
    #[codec(if = flags & FLAG != 0 && !matches!(flags, 1..=3))]
    number: Option<u32>,
    #[codec(len = u8, min = 1, max = 20, check = not_empty)]
    name: String,
    width: u8,
    #[codec(count = usize::from(width) * 2, max = 100)]
    cells: Vec<U24>,
    #[codec(with = hidden)]
    hidden: u64,
    #[codec(with = short)]
    short: u64,
    #[codec(if = name.len() > 3)]
    long: Option<u8>,
    #[codec(skip, default = three)]
    cache: u8,
    #[codec(span = flags..=name)]
    covered: Vec<u8>,
    #[codec(tail)]
    rest: Vec<u8>,
}

impl Packet {
    const fn is_valid(&self) -> bool {
        self.flags != 0xff
    }
}

const fn not_empty(name: &str) -> bool {
    !name.is_empty()
}

const fn three() -> u8 {
    3
}

mod short {
    use codec_core::schema::{Describe as _, SchemaRef};

    pub(super) use super::hidden::{decode, encode, encoded_len, size};
    pub(super) const SCHEMA: SchemaRef = u64::SCHEMA;
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a module of `with` takes references")]
mod hidden {
    use codec_core::{
        Decodable as _, DecodeError, Encode as _, EncodeError, Format, Reader, Size, Writer,
    };
    pub(super) fn size<F: Format>() -> Size {
        <u64 as codec_core::Decodable>::size::<F>()
    }
    pub(super) fn encoded_len<F: Format>(value: &u64) -> usize {
        value.encoded_len::<F>()
    }
    pub(super) fn encode<F: Format>(value: &u64, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        value.encode(w)
    }
    pub(super) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError> {
        u64::decode(r)
    }
}

#[test]
fn a_description_has_every_attribute() {
    let schema = Packet::SCHEMA.get();
    assert_eq!((schema.name, schema.doc), ("Packet", "A packet.\n\nWith much in it."));
    let message = schema.message.unwrap();
    assert_eq!((message.id, message.flags), (Id::Number(0x1b), 0x8000));
    let packet = structure(schema);
    assert_eq!((packet.order, packet.check), (Order::Big, Some("Self::is_valid")));
    let magic = packet.magic.unwrap();
    assert_eq!((magic.text, magic.size, magic.integer), ("b\"PK\"", Some(2), false));
    assert!(matches!((magic.value)(), ConstantValue::Bytes(bytes, 2) if bytes[..2] == *b"PK"));

    assert_eq!(field(schema, "flags").doc, "Flags of the parts that are there.");
    let constant = field(schema, "constant");
    assert_eq!((constant.encoding, constant.order), (FieldEncoding::Magic, Order::Little));
    assert_eq!((constant.magic.unwrap().value)(), ConstantValue::Unsigned(0x0102));
    let name = field(schema, "name");
    assert_eq!((name.encoding, name.len), (FieldEncoding::Counted, Width::Fixed(1)));
    assert_eq!((name.min, name.max, name.check), (1, Some(20), Some("not_empty")));
    assert!(matches!(name.ty.kind, Kind::Seq(seq) if seq.content == Content::Utf8));
    let hidden = field(schema, "hidden");
    assert_eq!(hidden.encoding, FieldEncoding::With);
    assert!(matches!(hidden.ty.kind, Kind::Opaque("hidden")));
    assert_eq!(field(schema, "short").ty.name, "u64");
    let cache = field(schema, "cache");
    assert_eq!((cache.encoding, cache.default), (FieldEncoding::Skip, Some("three")));
    assert_eq!(field(schema, "covered").span, Some(Span::Fields(0, 3)));
    assert_eq!(field(schema, "rest").encoding, FieldEncoding::Tail);
}

#[test]
fn expressions_over_fields_can_be_computed() {
    let schema = Packet::SCHEMA.get();
    let condition = field(schema, "number").condition.unwrap();
    assert_eq!(condition.text, "flags & FLAG != 0 && !matches!(flags, 1..=3)");
    let of = |flags| {
        condition.node.unwrap().evaluate(&|field| (field == Operand::Value(0)).then_some(flags))
    };
    assert_eq!([of(4), of(0), of(2), of(6)], [Some(1), Some(0), Some(0), Some(1)]);
    let count = field(schema, "cells").count.unwrap();
    assert_eq!(count.node.unwrap().evaluate(&|_| Some(7)), Some(14));
    let long = field(schema, "long").condition.unwrap().node.unwrap();
    assert_eq!(long.evaluate(&|field| (field == Operand::Len(3)).then_some(4)), Some(1));
}

#[derive(Encode, Decode)]
#[codec(schema, tag = u16, tag = discriminant)]
#[repr(u8)]
enum Level {
    Low = 7,
    /// In the middle.
    Middle(u8),
    #[codec(value = LAST + 5)]
    High {
        to: u32,
    },
    #[codec(other)]
    Unknown(u16),
}

#[test]
fn variants_have_their_tags() {
    let Kind::Enum(level) = &Level::SCHEMA.kind else { panic!("it is an enum") };
    assert_eq!(level.tag, Width::Fixed(2));
    let tags: Vec<_> = level.variants.iter().map(|variant| variant.tag).collect();
    assert_eq!(tags, [Some(7), Some(8), Some(9), None]);
    assert_eq!((level.variants[1].name, level.variants[1].doc), ("Middle", "In the middle."));
    assert_eq!(level.variants[2].fields.get(0).map(|field| field.name), Some("to"));
}

#[derive(Encode, Decode)]
#[codec(schema, version = 3, readable_since = 2)]
struct Account {
    id: u32,
    #[codec(removed = 2)]
    fax: u8,
    #[codec(retired = 3)]
    telex: u8,
    #[codec(since = 3, default = nobody)]
    name: String,
}

const fn nobody() -> String {
    String::new()
}

#[test]
fn versions_are_described() {
    let schema = Account::SCHEMA.get();
    assert_eq!(structure(schema).version, Some(3));
    assert_eq!(structure(schema).readable_since, Some(2));
    assert_eq!(field(schema, "fax").removed, Some(2));
    assert_eq!(field(schema, "telex").retired, Some(3));
    let name = field(schema, "name");
    assert_eq!((name.since, name.default), (Some(3), Some("nobody")));
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Call {
    arguments: Vec<Expression>,
}

#[derive(Encode, Decode)]
#[codec(schema)]
enum Expression {
    Number(u8),
    Call(Box<Call>),
    Sum(Box<Self>, Box<Self>),
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
}

#[test]
fn types_may_contain_themselves() {
    let Kind::Seq(arguments) = &ty(structure(&Call::SCHEMA).fields, 0).kind else { panic!() };
    assert!(arguments.item.is(Expression::SCHEMA));
    let Kind::Enum(expression) = &Expression::SCHEMA.kind else { panic!() };
    let Kind::Boxed(call) = &ty(expression.variants[1].fields, 0).kind else { panic!() };
    assert!(call.is(Call::SCHEMA));

    let Kind::Seq(children) = &ty(structure(&Tree::<u16>::SCHEMA).fields, 1).kind else { panic!() };
    assert_eq!(children.item.name, "Tree");
    let tree = children.item.resolve();
    assert!(matches!(ty(structure(tree).fields, 0).kind, Kind::Int(int) if int.bytes == 2));
}

#[derive(Encode, Decode)]
#[codec(schema, transparent)]
struct Name(Str0255);

#[derive(Encode, Decode)]
#[codec(schema)]
struct View<'a> {
    #[codec(borrow)]
    text: &'a str,
    #[codec(borrow, len = u8)]
    bytes: &'a [u8],
}

#[derive(Encode, Decode)]
#[codec(schema, plain)]
struct Array<const N: usize>([u8; N]);

#[test]
fn shapes_of_all_kinds_are_described() {
    assert!(matches!(Name::SCHEMA.kind, Kind::Same(_)));
    assert!(matches!(ty(structure(&View::SCHEMA).fields, 0).kind, Kind::Seq(_)));
    assert!(matches!(ty(structure(&Array::<7>::SCHEMA).fields, 0).kind, Kind::Array(_, 7)));
}

/// Is anyone there?
#[derive(Encode, Decode)]
#[codec(id = 1, schema)]
struct Ping {
    nonce: u16,
}

#[derive(Encode, Decode)]
#[codec(id = 2, schema)]
struct Peers {
    peers: Seq064K<u32>,
}

#[derive(Encode, Decode)]
#[codec(messages, schema)]
enum Any {
    Ping(Ping),
    Peers(Peers),
}

#[derive(Encode, Decode)]
#[codec(messages, schema)]
enum AnyOrUnknown {
    Ping(Ping),
    #[codec(other)]
    Unknown(u32, Vec<u8>),
}

#[test]
fn messages_are_distinguished_by_ids() {
    let Kind::Messages(any) = &Any::SCHEMA.kind else { panic!("it is an enum of messages") };
    let ids: Vec<_> = any.variants.iter().map(|one| one.ty.message.unwrap().id).collect();
    assert_eq!(ids, [Id::Number(1), Id::Number(2)]);
    assert_eq!(any.variants[0].ty.doc, "Is anyone there?");
    let Kind::Messages(any) = &AnyOrUnknown::SCHEMA.kind else { panic!() };
    assert_eq!((any.variants.len(), any.other), (1, Some("Unknown")));
}

/// Stands before each payload.
#[derive(Debug, Clone, Copy, Header)]
#[codec(schema, be)]
struct FrameHeader {
    #[codec(magic = b"DB")]
    magic: (),
    #[codec(le)]
    version: u16,
    #[codec(flags)]
    flags: u8,
    /// The kind of message.
    #[codec(id)]
    kind: u16,
    #[codec(payload_len, max = 65_536)]
    len: U24,
    nonce: [u8; 4],
}

#[test]
fn headers_have_parts_without_gaps() {
    let header = FrameHeader::HEADER;
    assert_eq!((header.name, header.doc), ("FrameHeader", "Stands before each payload."));
    assert_eq!((header.size, header.max_payload), (14, 65_536));
    let places: Vec<_> = header.parts.iter().map(|part| (part.offset, part.size)).collect();
    assert_eq!(places, [(0, 2), (2, 2), (4, 1), (5, 2), (7, 3), (10, 4)]);
    let roles: Vec<_> = header.parts.iter().map(|part| part.role).collect();
    let wanted = [Role::Magic, Role::Own, Role::Flags, Role::Id, Role::PayloadLen, Role::Own];
    assert_eq!(roles, wanted);
    let big: Vec<_> = header.parts.iter().map(|part| part.big_endian).collect();
    assert_eq!(big, [true, false, true, true, true, true]);
    assert_eq!(
        (header.parts[3].doc, header.parts[5].shape),
        ("The kind of message.", HeaderShape::Bytes)
    );
}

#[derive(Encode, Decode)]
#[codec(schema, be)]
struct Related {
    #[codec(computed = encoded_len(total..=list))]
    total: u16,
    #[codec(computed = checksum(encoded(list)))]
    sum: u8,
    most: u8,
    #[codec(len = u16, min = 1, max = most)]
    list: Vec<u8>,
    #[codec(bytes = u8, tail, max = usize::from(most) * 2)]
    sized: Vec<u8>,
    #[codec(len = i16, max = 30)]
    nullable: Option<Vec<u8>>,
}

fn checksum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum ^ byte)
}

#[test]
fn what_fields_say_of_each_other_is_described() {
    let schema = Related::SCHEMA.get();
    let total = field(schema, "total").computed.unwrap();
    assert_eq!(total.text, "encoded_len(total..=list)");
    let of = |operand| (operand == Operand::Encoded(0, 3)).then_some(9);
    assert_eq!(total.node.unwrap().evaluate(&of), Some(9));
    let sum = field(schema, "sum").computed.unwrap();
    assert_eq!((sum.text, sum.node.is_none()), ("checksum(encoded(list))", true));
    let list = field(schema, "list");
    assert_eq!((list.encoding, list.min, list.max), (FieldEncoding::Counted, 1, None));
    assert_eq!((list.least.is_none(), list.most.unwrap().text), (true, "most"));
    let sized = field(schema, "sized");
    assert_eq!(sized.bytes.unwrap().max, None);
    assert_eq!(sized.most.unwrap().text, "usize::from(most) * 2");
    let nullable = field(schema, "nullable");
    assert_eq!((nullable.nullable, nullable.len), (true, Width::Fixed(2)));
    assert_eq!((nullable.encoding, nullable.max), (FieldEncoding::Counted, Some(30)));
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Indexed {
    #[codec(index, len = u8, max = 3)]
    few: Vec<u16>,
    #[codec(index, count = few.len())]
    as_many: Box<[u8]>,
    #[codec(index, if = few.len() > 1)]
    more: Option<Vec<u16>>,
    #[codec(len = u8, max = 1)]
    without: Vec<u16>,
}

#[test]
fn a_table_of_offsets_is_described() {
    let schema = Indexed::SCHEMA.get();
    let few = field(schema, "few");
    assert_eq!(
        (few.indexed, few.encoding, few.len),
        (true, FieldEncoding::Counted, Width::Fixed(1))
    );
    assert_eq!(few.max, Some(3));
    let many = field(schema, "as_many");
    assert_eq!((many.indexed, many.count.unwrap().text), (true, "few.len()"));
    let more = field(schema, "more");
    assert_eq!((more.indexed, more.condition.unwrap().text), (true, "few.len() > 1"));
    assert!(!field(schema, "without").indexed);
}

/// Padding that a number of the input decides is no part of a description: the field is not judged.
#[test]
fn a_field_whose_padding_other_fields_decide_is_opaque() {
    #[derive(Encode, Decode)]
    #[codec(schema)]
    struct Padded {
        step: u8,
        #[codec(align = step * 2)]
        aligned: u8,
        #[codec(pad_before = step, pad_after = 3)]
        apart: u16,
        #[codec(pad_before = 2)]
        known: u16,
    }
    let kind = |name| &field(Padded::SCHEMA.get(), name).ty.resolve().kind;
    assert!(matches!(kind("aligned"), Kind::Opaque("padded by step * 2")));
    assert!(matches!(kind("apart"), Kind::Opaque("padded by step")));
    assert!(matches!(kind("known"), Kind::Int(_)));
    assert_eq!(field(Padded::SCHEMA.get(), "known").padding.before, 2);
}
