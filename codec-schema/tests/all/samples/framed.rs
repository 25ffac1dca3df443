//! A protocol with syntax around values and between them: lengths in bytes, padding, bits,
//! terminated strings, adapters, conversions, tags in other fields, unknown variants with content,
//! lengths of -1, limits over fields, and computed fields.

use std::collections::{BTreeMap, VecDeque};

use codec_core::message::decode_payload;
use codec_core::{ById, Decode, Encode, Format, Protocol};
use codec_schema::DescribeFormat;
use codec_schema::value::Generator;
use codec_schema::{Message, Model};

use super::{Head, frame};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Point {
    pub(crate) x: u16,
    #[codec(tail)]
    pub(crate) y: Option<u8>,
}

/// Lengths in bytes, by a prefix and by other fields.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Sized {
    #[codec(bytes = u16)]
    pub(crate) place: Point,
    #[codec(bytes = u8, tail, max = 12)]
    pub(crate) list: Vec<u16>,
    pub(crate) words: u8,
    #[codec(bytes = usize::from(words) * 2, tail, max = 20)]
    pub(crate) options: Vec<u8>,
    pub(crate) most: u8,
    #[codec(bytes = u8, tail, max = most)]
    pub(crate) limited: Vec<u8>,
}

/// Bytes that belong to no value.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 2, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Padded {
    pub(crate) one: u8,
    #[codec(pad_before = 3)]
    pub(crate) two: u32,
    #[codec(pad_after = 2)]
    pub(crate) three: u8,
}

/// A field that begins at a multiple of four bytes.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 3, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Aligned {
    pub(crate) one: u8,
    #[codec(align = 4)]
    pub(crate) two: u32,
}

/// Bits of shared bytes, from the highest and from the lowest.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 4, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Bits {
    #[codec(bits = 4)]
    pub(crate) high: u8,
    #[codec(bits = 1)]
    pub(crate) flag: bool,
    #[codec(bits = 11)]
    pub(crate) low: i16,
    pub(crate) lowest: LowBits,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(le, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct LowBits {
    #[codec(bits = 3)]
    pub(crate) first: u8,
    #[codec(bits = 13)]
    pub(crate) second: u16,
}

/// Strings to a byte that ends them.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 5, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Ended {
    #[codec(until = b':')]
    pub(crate) name: String,
    #[codec(until = 0)]
    pub(crate) data: Vec<u8>,
    pub(crate) last: u8,
}

/// Another type on the wire.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Halves(pub(crate) u16);

impl From<u16> for Halves {
    fn from(halves: u16) -> Self {
        Self(halves)
    }
}

impl From<&Halves> for u16 {
    fn from(halves: &Halves) -> Self {
        halves.0
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(from = u32, into = u32, schema)]
pub(crate) struct Seconds(pub(crate) u32);

impl From<u32> for Seconds {
    fn from(seconds: u32) -> Self {
        Self(seconds)
    }
}

impl From<&Seconds> for u32 {
    fn from(seconds: &Seconds) -> Self {
        seconds.0
    }
}

/// Adapters and conversions.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 6, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Adapted {
    #[codec(varint)]
    pub(crate) number: u32,
    #[codec(own, as = codec_core::field::Via<u16>)]
    pub(crate) halves: Halves,
    #[codec(as = (codec_core::field::Same, codec_core::field::Varint))]
    pub(crate) pair: (u8, u16),
    #[codec(own)]
    pub(crate) seconds: Seconds,
    #[codec(len = varint, max = 5)]
    pub(crate) short: Vec<u8>,
}

/// The content for each kind.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(detached, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) enum Content {
    #[codec(value = 1)]
    Word(u32),
    #[codec(value = 2)]
    Pair { left: u8, right: u16 },
    #[codec(value = 3)]
    Nothing,
    #[codec(other)]
    Unknown(u8, #[codec(len = u8, max = 3)] Vec<u8>),
}

/// A tag that another field holds.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 7, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Tagged {
    pub(crate) kind: u8,
    pub(crate) middle: u16,
    #[codec(tag = kind)]
    pub(crate) content: Content,
    pub(crate) last: u8,
}

/// A tag that is not known, and what belongs to it.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = u8, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) enum Open {
    One(u16),
    Two,
    #[codec(other)]
    Other(u8, #[codec(len = u8, max = 4)] Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 8, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Opens {
    pub(crate) first: Open,
    #[codec(len = u8, max = 3)]
    pub(crate) more: Vec<Open>,
}

/// Lengths of which -1 says that there is nothing.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 9, be, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Nullable {
    #[codec(len = i32, max = 1000)]
    pub(crate) value: Option<Vec<u8>>,
    #[codec(len = i16, min = 1, max = 9)]
    pub(crate) text: Option<String>,
    #[codec(len = i8)]
    pub(crate) numbers: Option<Vec<u16>>,
    pub(crate) most: u8,
    #[codec(len = i64, max = most)]
    pub(crate) few: Option<Vec<u8>>,
}

/// Limits over earlier fields.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 10, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Limited {
    #[codec(len = u8, max = 3)]
    pub(crate) first: Vec<u8>,
    pub(crate) most: u8,
    #[codec(len = u16, min = first.len(), max = usize::from(most) + 3)]
    pub(crate) second: Vec<u16>,
}

/// Fields that are computed of others.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 11, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Computed {
    #[codec(be, computed = encoded_len(total..=body))]
    pub(crate) total: u16,
    #[codec(computed = text.len())]
    pub(crate) len: u8,
    pub(crate) flags: u8,
    #[codec(count = len)]
    pub(crate) text: Vec<u8>,
    #[codec(computed = usize::from(flags) + 7)]
    pub(crate) sum: u32,
    #[codec(len = u8, max = 9)]
    pub(crate) body: String,
}

/// A part of a name: the last is empty.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Label {
    #[codec(len = u8, max = 63)]
    pub(crate) text: String,
}

/// An option, as in the headers of TCP.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = u8, plain, schema)]
pub(crate) enum Choice {
    End,
    Nothing,
    #[codec(value = 2)]
    Size(u16),
}

/// An option, as in DHCP.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Tlv {
    pub(crate) head: Kind,
    #[codec(len = u8, max = 4)]
    pub(crate) data: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(plain, schema)]
pub(crate) struct Kind {
    pub(crate) kind: u16,
    pub(crate) critical: bool,
}

const LAST: u16 = 255;

/// Sequences that end with an element.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 12, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct ToTheLast {
    #[codec(until = |label| label.text.is_empty())]
    pub(crate) name: Vec<Label>,
    #[codec(until = |tlv| tlv.head.kind == LAST && !tlv.head.critical)]
    pub(crate) tlvs: Vec<Tlv>,
    #[codec(until = |group| *group & 0x80 == 0)]
    pub(crate) groups: Vec<u8>,
    #[codec(until = |choice| matches!(choice, Choice::End), tail)]
    pub(crate) choices: Vec<Choice>,
    #[codec(tail)]
    pub(crate) padding: Vec<u8>,
}

/// A table within an element of one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Path {
    #[codec(index, len = u8, max = 4)]
    pub(crate) steps: Vec<Label>,
}

/// Sequences after a table of where their elements end.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 13, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Listed {
    #[codec(index, len = u8, max = 5)]
    pub(crate) labels: Vec<Label>,
    #[codec(index, be)]
    pub(crate) numbers: Box<[u16]>,
    pub(crate) count: u8,
    #[codec(index, count = count % 4)]
    pub(crate) tlvs: VecDeque<Tlv>,
    #[codec(index, len = i16)]
    pub(crate) maybe: Option<Vec<Label>>,
    #[codec(index, bytes = u16)]
    pub(crate) inside: Vec<Choice>,
    #[codec(index, len = u8, max = 5, if = count > 9)]
    pub(crate) more: Option<Vec<Path>>,
    pub(crate) last: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, schema)]
pub(crate) enum Any {
    Sized(Sized),
    Padded(Padded),
    Aligned(Aligned),
    Bits(Bits),
    Ended(Ended),
    Adapted(Adapted),
    Tagged(Tagged),
    Opens(Opens),
    Nullable(Nullable),
    Limited(Limited),
    Computed(Computed),
    ToTheLast(ToTheLast),
    Listed(Listed),
}

/// The protocol in the format `F`.
#[derive(Debug)]
pub(crate) struct In<F>(core::marker::PhantomData<F>);

impl<F: Format> Protocol for In<F> {
    type Header = Head;
    type Format = F;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

/// Frames of all messages, as encoded by the codec: several of each.
pub(crate) fn frames<F: Format + DescribeFormat>() -> Vec<Vec<u8>> {
    let model = Model::of::<Any>().unwrap();
    // With this seed, no changed text begins with a zero: tshark shows nothing of one that does.
    let mut generator = Generator::new(&model, &F::ENCODING, 6).with_most(6);
    let mut frames = BTreeMap::<u64, Vec<Vec<u8>>>::new();
    for _ in 0..2000 {
        let sample = generator.sample().unwrap();
        let Some(Message::Number(id)) = sample.message else { panic!("ids are numbers") };
        let of = frames.entry(id).or_default();
        if of.len() < 12 {
            let id = u32::try_from(id).unwrap();
            let message = decode_payload::<F, Any>(id, &sample.bytes).unwrap();
            of.push(frame::<F>(id, &message));
            assert_eq!(of.last().unwrap()[6..], sample.bytes, "{message:?}");
        }
    }
    assert_eq!(frames.values().map(Vec::len).collect::<Vec<_>>(), [12; 13]);
    frames.into_values().flatten().collect()
}
