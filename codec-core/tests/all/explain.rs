//! The exact output of explanations: paths, offsets, fields and dumps.

use codec_core::__private_0_1::read_field;
use codec_core::{
    Bincode, Decodable, DecodeError, DecodeErrorKind, Format, Message, Messages, Reader, Size, Sv2,
    trace::{self, Explanation, Name, Value},
    wire::{B032, B064K, Seq0255, Str0255, U24},
};

use crate::fields::fields;

#[derive(Debug, PartialEq)]
struct Peer {
    name: Str0255,
    trusted: bool,
}

impl Decodable for Peer {
    fn size<F: Format>() -> Size {
        <Str0255 as Decodable>::size::<F>().and(<bool as Decodable>::size::<F>())
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let (name, trusted) =
            (<Str0255 as Decodable>::size::<F>(), <bool as Decodable>::size::<F>());
        let run = name.run(trusted);
        Ok(Self {
            name: read_field(r, "Peer", "name", Size::UNKNOWN, run)?,
            trusted: read_field(r, "Peer", "trusted", name, trusted)?,
        })
    }
}

#[derive(Debug, PartialEq)]
struct Hello {
    version: u16,
    peer: Peer,
    others: Seq0255<Peer>,
    limit: Option<U24>,
    token: B032,
}

impl Decodable for Hello {
    fn size<F: Format>() -> Size {
        <u16 as Decodable>::size::<F>()
            .and(<Peer as Decodable>::size::<F>())
            .and(<Seq0255<Peer> as Decodable>::size::<F>())
            .and(<Option<U24> as Decodable>::size::<F>())
            .and(<B032 as Decodable>::size::<F>())
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let open = Size::UNKNOWN;
        Ok(Self {
            version: read_field(
                r,
                "Hello",
                "version",
                open,
                Size::fixed(2).run(Size::at_least(2)),
            )?,
            peer: read_field(r, "Hello", "peer", Size::fixed(2), open)?,
            others: read_field(r, "Hello", "others", open, Size::at_least(1))?,
            limit: read_field(r, "Hello", "limit", open, Size::at_least(1))?,
            token: read_field(r, "Hello", "token", open, Size::at_least(1))?,
        })
    }
}

const HELLO: &[u8] = b"\x02\x01\x03a.b\x01\x02\x01x\x00\x02\"y\x01\x01\x03\x02\x01\x02\xab\xcd";

fn hello(input: &[u8]) -> Explanation<'_> {
    let explanation = Bincode::explain::<Hello>(input);
    let plain = Bincode::from_slice::<Hello>(input);
    assert_eq!(plain.err(), explanation.error(), "the plain error and the traced one");
    explanation
}

/// `HELLO` with these bytes from an offset on.
fn with(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut input = HELLO.to_vec();
    input[at..at + bytes.len()].copy_from_slice(bytes);
    input
}

#[test]
fn a_value_is_shown_field_by_field() {
    let explanation = hello(HELLO);
    assert_eq!(explanation.to_string(), "no error");
    assert_eq!(explanation.path(), "");
    assert_eq!(
        fields(&explanation),
        "version=258 peer={name=\"a.b\" trusted=true} \
         others=[{name=\"x\" trusted=false}, {name=\"\\\"y\" trusted=true}] limit=66051 token=abcd"
    );
}

#[test]
fn what_is_empty_or_absent_is_shown_as_such() {
    let explanation = hello(b"\0\0\0\0\0\0\0");
    assert_eq!(
        fields(&explanation),
        "version=0 peer={name=\"\" trusted=false} others=[] limit=none token="
    );
}

#[test]
fn a_dump_has_a_line_a_node() {
    let explanation = hello(b"\x02\x01\x03a.b\x01\0\0\x09123456789");
    let dump = explanation.dump().to_string();
    let expected = "     0                             Hello.version
     0  02 01                        258
     2                             Hello.peer
     2                               Peer.name
     2  03                             #3
     3  61 2e 62                       \"a.b\"
     6                               Peer.trusted
     6  01                             true
     7                             Hello.others
     7  00                           #0
     8                             Hello.limit
     8  00                           none
     9                             Hello.token
     9  09                           #9
    10  31 32 33 34 35 36 37 38 ..   313233343536373839
";
    let trimmed: Vec<_> = dump.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, expected.lines().collect::<Vec<_>>(), "{dump}");
}

#[test]
fn an_error_names_the_field_of_the_innermost_struct() {
    let invalid = with(6, &[2]);
    assert_eq!(
        hello(&invalid).to_string(),
        "Hello.peer.trusted at byte 6: boolean is neither 0 nor 1: found 2"
    );
    let invalid = with(14, &[9]);
    let explanation = hello(&invalid);
    assert_eq!(explanation.path(), "Hello.others[1].trusted");
    assert_eq!(
        explanation.to_string(),
        "Hello.others[1].trusted at byte 14: boolean is neither 0 nor 1: found 9"
    );
    let invalid = with(15, &[7]);
    assert_eq!(
        hello(&invalid).to_string(),
        "Hello.limit at byte 15: option tag is neither 0 nor 1: found 7"
    );
    assert!(
        hello(&invalid)
            .dump()
            .to_string()
            .ends_with("error: Hello.limit at byte 15: option tag is neither 0 nor 1: found 7\n")
    );
}

#[test]
fn a_length_over_the_limit_is_explained() {
    let invalid = with(19, &[33]);
    assert_eq!(
        hello(&invalid).to_string(),
        "Hello.token at byte 19: length 33 is over the limit 32"
    );
}

#[test]
fn a_cut_input_is_explained_with_the_length_it_claims() {
    assert_eq!(
        hello(&HELLO[..21]).to_string(),
        "Hello.token at byte 21: unexpected end of input: the field began at byte 19 and says 2, \
         with 1 bytes left"
    );
    assert_eq!(
        Bincode::explain::<Hello>(&HELLO[..1]).to_string(),
        "Hello.version at byte 1: unexpected end of input: the field began at byte 0"
    );
}

#[test]
fn trailing_bytes_are_counted() {
    let longer = [HELLO, &[1, 2, 3]].concat();
    let explanation = hello(&longer);
    assert_eq!(explanation.path(), "");
    assert_eq!(explanation.to_string(), "trailing bytes after the value at byte 22: 3 left");
}

#[test]
fn every_cut_is_an_error_at_the_same_offset() {
    for len in 0..HELLO.len() {
        let error = Bincode::explain::<Hello>(&HELLO[..len]).error().unwrap();
        assert_eq!(Bincode::from_slice::<Hello>(&HELLO[..len]), Err(error));
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
    }
}

#[test]
fn values_without_names_are_shown_as_lists() {
    let fields = |explanation: Explanation<'_>| fields(&explanation);
    assert_eq!(fields(Bincode::explain::<u32>(&[1, 0, 0, 0])), "1");
    assert_eq!(fields(Bincode::explain::<(u8, i8, bool)>(&[1, 0xff, 0])), "[1, -1, false]");
    assert_eq!(fields(Bincode::explain::<[u16; 2]>(&[1, 0, 2, 0])), "[1, 2]");
    assert_eq!(fields(Bincode::explain::<((), u8)>(&[7])), "[, 7]");
    assert_eq!(fields(Bincode::explain::<char>(b"x")), "'x'");
    assert_eq!(fields(Bincode::explain::<f32>(&1.5f32.to_le_bytes())), "1.5");
    assert_eq!(fields(Sv2::explain::<Seq0255<U24>>(&[2, 1, 0, 0, 2, 0, 0])), "[1, 2]");
    assert_eq!(fields(Sv2::explain::<Seq0255<Seq0255<u16>>>(&[2, 0, 1, 5, 0])), "[[], [5]]");
    assert_eq!(fields(Sv2::explain::<Seq0255<Seq0255<u8>>>(&[2, 0, 1, 5])), "[, 05]");
    assert_eq!(fields(Sv2::explain::<B064K>(&[2, 0, 0xca, 0xfe])), "cafe");
    assert_eq!(fields(Bincode::explain::<String>(b"\x04\0\0\0\0\0\0\0it's")), "\"it's\"");
    assert_eq!(fields(Sv2::explain::<Str0255>(b"\x03a\xffb")), r#""a\xffb""#);
}

#[test]
fn nodes_have_depths_ranges_and_values() {
    let explanation = hello(HELLO);
    let nodes = explanation.nodes();
    assert_eq!(nodes[0].name, Name::Field { of: "Hello", variant: None, field: "version" });
    assert_eq!((nodes[0].depth, nodes[0].range.clone()), (0, 0..2));
    assert_eq!((nodes[1].depth, nodes[1].value), (1, Some(Value::Unsigned(0x0102))));
    let others = nodes.iter().find(|node| node.name == Name::Element(1)).unwrap();
    assert_eq!((others.depth, others.range.clone()), (1, 11..15));
    assert_eq!(explanation.input(), HELLO);
    assert!(nodes.iter().all(|node| node.range.start <= node.range.end));
}

struct Ping;

impl Messages for Ping {
    fn decode_message<F: Format>(id: u8, r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        if id == Self::ID { Self::decode(r) } else { Err(r.error(DecodeErrorKind::UnknownMessage)) }
    }
}

impl Message for Ping {
    type Id = u8;
    const ID: u8 = 4;
    const NAME: &'static str = "Ping";
}

impl Decodable for Ping {
    fn size<F: Format>() -> Size {
        Size::fixed(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        read_field::<_, u8>(r, "Ping", "nonce", Size::UNKNOWN, Size::fixed(1)).map(|_| Self)
    }
}

#[test]
fn a_message_is_explained_by_its_id() {
    let explanation = trace::explain_message::<Sv2, Ping>(4, &[9]);
    assert_eq!(fields(&explanation), "nonce=9");
    let unknown = trace::explain_message::<Sv2, Ping>(5, &[9]);
    assert_eq!(unknown.to_string(), "unknown message id at byte 0");
    assert_eq!((explanation.message(), unknown.message()), (Some("Ping"), None));
}

#[test]
fn an_error_outside_of_all_fields_names_the_message() {
    let explanation = trace::explain_message::<Sv2, Ping>(4, &[9, 1, 2]);
    let text = "Ping at byte 1: trailing bytes after the value: 2 left";
    assert_eq!((explanation.path().as_str(), explanation.to_string().as_str()), ("Ping", text));
    let cut = trace::explain_message::<Sv2, Ping>(4, &[]);
    assert_eq!(cut.path(), "Ping.nonce");
}

/// A field in the other byte order, between two others.
#[derive(codec_core::Encode, codec_core::Decode)]
struct Mixed {
    first: u16,
    #[codec(be)]
    second: u16,
    third: u16,
}

#[test]
fn a_field_of_the_other_byte_order_keeps_what_was_recorded_before() {
    let explanation = Bincode::explain::<Mixed>(&[1, 0, 0, 2, 3, 0]);
    assert_eq!(fields(&explanation), "first=1 second=2 third=3");
}
