//! A protocol with everything that descriptions express, whose names are keywords elsewhere, in any
//! format.
#![allow(
    clippy::allow_attributes,
    non_camel_case_types,
    dead_code,
    reason = "names that mean something elsewhere"
)]

pub(crate) mod framed;

use codec_core::{ById, Decode, Encode, Format, Header, Protocol};

/// Six bytes.
#[derive(Debug, Clone, Copy, Header)]
#[codec(schema)]
pub(crate) struct Head {
    /// The type of the message.
    #[codec(id)]
    r#type: u16,
    #[codec(payload_len, includes = 4, be)]
    class: u32,
}

/// Names that are keywords in Lua, Python, JavaScript and Kaitai.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Function {
    /// The "end", said in \Lua\; and
    /// so on.
    pub(crate) end: u16,
    pub(crate) class: u32,
    pub(crate) nil: bool,
    pub(crate) local: Option<u8>,
    pub(crate) lambda: Vec<u16>,
    pub(crate) r#type: String,
    pub(crate) not: i64,
    pub(crate) and: Vec<Option<i16>>,
    pub(crate) none: (u8, u64),
    pub(crate) len_type: f32,
    pub(crate) value: f64,
    pub(crate) r#in: Vec<(bool, String)>,
}

/// A tag, and fields.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) enum Object {
    /// Nothing.
    None,
    True(u16),
    #[codec(value = 5)]
    Def {
        def: Vec<u8>,
        r#for: Number,
    },
}

/// Numbers with names.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(plain, tag = u8, schema)]
pub(crate) enum Number {
    False,
    Class,
    #[codec(value = 200)]
    Rmro,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 2, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Array {
    pub(crate) objects: Vec<Object>,
    pub(crate) numbers: [Number; 2],
    #[codec(len = u16, max = 3)]
    pub(crate) few: Vec<i32>,
    #[codec(be)]
    pub(crate) big: u32,
    #[codec(magic = b"ok")]
    pub(crate) magic: (),
    #[codec(magic = 300u32)]
    pub(crate) number: (),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 3, version = 3, readable_since = 2, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Error {
    pub(crate) code: u16,
    #[codec(removed = 2)]
    pub(crate) gone: u8,
    #[codec(since = 3)]
    pub(crate) text: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 4, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Conditions {
    pub(crate) flags: u8,
    pub(crate) on: bool,
    pub(crate) words: Vec<u8>,
    #[codec(if = flags & 2 != 0)]
    pub(crate) port: Option<u16>,
    #[codec(if = on && words.len() > 1)]
    pub(crate) more: Option<String>,
    #[codec(count = usize::from(flags) * 2 + words.len(), max = 100)]
    pub(crate) counted: Vec<u8>,
    #[codec(len = u8)]
    pub(crate) maybe: Option<u32>,
    #[codec(tail)]
    pub(crate) left: Option<u64>,
    #[codec(tail)]
    pub(crate) rest: Option<u8>,
}

/// Numbers that not every language has.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 5, borrow(derive(Debug, Clone, PartialEq)), schema)]
pub(crate) struct Wide {
    pub(crate) wide: u128,
    pub(crate) signed: i128,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, schema)]
pub(crate) enum Any {
    Function(Function),
    Array(Array),
    Error(Error),
    Conditions(Conditions),
    Wide(Wide),
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

/// A frame of this message.
pub(crate) fn frame<F: Format>(id: u32, message: &impl Encode) -> Vec<u8> {
    let payload = F::to_vec(message).unwrap();
    let mut frame = vec![0; Head::SIZE];
    Head::describe(id, 0, &payload).unwrap().write(&mut frame);
    frame.extend(payload);
    frame
}

/// A message whose payload is replaced by this one, with its length in the header.
pub(crate) fn with_payload(frame: &[u8], payload: &[u8]) -> Vec<u8> {
    let len = u32::try_from(4 + payload.len()).unwrap();
    [&frame[..2], &len.to_be_bytes(), payload].concat()
}

/// Frames of all messages.
pub(crate) fn frames<F: Format>() -> Vec<Vec<u8>> {
    let function = |big: bool| Function {
        end: if big { u16::MAX } else { 7 },
        class: if big { u32::MAX } else { 0 },
        nil: big,
        local: big.then_some(9),
        lambda: if big { vec![1, 300, u16::MAX] } else { Vec::new() },
        r#type: String::from(if big { "größe" } else { "" }),
        not: if big { i64::MIN + 1 } else { -3 },
        and: if big { vec![None, Some(-2), Some(i16::MIN)] } else { Vec::new() },
        none: if big { (1, u64::MAX) } else { (0, 70_000) },
        len_type: 1.5,
        value: -2.25,
        r#in: if big {
            vec![(true, String::from("x")), (false, String::new())]
        } else {
            Vec::new()
        },
    };
    let def = Object::Def { def: vec![1, 2, 3], r#for: Number::Rmro };
    let array = Array {
        objects: vec![Object::None, Object::True(600), def],
        numbers: [Number::False, Number::Class],
        few: vec![1, -1, i32::MIN],
        big: 0x0102_0304,
        magic: (),
        number: (),
    };
    let error = Error { code: 5, gone: 0, text: String::from("e") };
    let conditions = |flags: u8, on| Conditions {
        flags,
        on,
        words: vec![4; 2],
        port: (flags & 2 != 0).then_some(8080),
        more: on.then(|| String::from("more")),
        counted: vec![6; usize::from(flags) * 2 + 2],
        maybe: on.then_some(77),
        left: on.then_some(1 << 40),
        rest: (flags == 3).then_some(3),
    };
    let wide = Wide { wide: u128::MAX - 5, signed: -9 };
    let mut frames = vec![
        frame::<F>(1, &function(false)),
        frame::<F>(1, &function(true)),
        frame::<F>(2, &array),
        frame::<F>(3, &error),
        frame::<F>(4, &conditions(0, false)),
        frame::<F>(4, &conditions(2, true)),
        frame::<F>(4, &conditions(3, true)),
        frame::<F>(5, &wide),
    ];
    // Older and newer versions, where the payload's first byte is the whole version.
    let versioned = frames[3].clone();
    let (head, payload) = versioned.split_at(Head::SIZE);
    if payload[0] == 3 && F::to_vec(&3_u32).is_ok_and(|bytes| bytes.len() == 1) {
        frames.push([head, &[1], &payload[1..]].concat());
        frames.push([head, &[4], &payload[1..]].concat());
    }
    frames
}
