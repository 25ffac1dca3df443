//! A user's crate that forbids, denies and renames what it can.
#![no_std]
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub)]
#![deny(unused_qualifications, single_use_lifetimes, unused_results, variant_size_differences)]
#![deny(rust_2018_idioms, future_incompatible, nonstandard_style, unused)]

/// A record.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, id = 1, flags = 2, crate = ::renamed)]
pub struct Record<T, const N: ::core::primitive::usize> {
    /// Its number.
    pub number: u32,
    /// Its values.
    pub values: [T; N],
    name: ::renamed::wire::B032,
}

/// Nothing.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, id = 2, crate = ::renamed)]
pub struct Nothing;

/// A pair, half of it borrowed.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(crate = ::renamed)]
pub struct Pair(
    /// The borrowed half.
    #[codec(borrow)]
    pub ::renamed::wire::B032,
    /// The other one.
    pub u8,
);

/// A view.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(crate = ::renamed)]
pub struct View<'input> {
    /// Text that it shows.
    #[codec(borrow)]
    pub text: &'input str,
    /// Number of times.
    pub times: u8,
}

/// A key.
#[derive(Debug, Clone, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(plain, crate = ::renamed)]
pub struct Key(
    /// Its bytes.
    pub [u8; 4],
);

/// Header of a message.
#[derive(Debug, Clone, Copy, PartialEq, ::renamed::Header)]
#[codec(be, crate = ::renamed)]
pub struct Head {
    /// Its id.
    #[codec(id)]
    pub id: u16,
    /// Its length.
    #[codec(payload_len)]
    pub len: ::renamed::wire::U24,
    #[codec(flags)]
    flags: u8,
    #[codec(magic = b"!")]
    end: (),
}

/// Every message.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(messages, borrow, shared, crate = ::renamed)]
pub enum Message {
    /// A record.
    Record(Record<u8, 4>),
    /// Nothing.
    Nothing(Nothing),
}

#[derive(Debug, Clone, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, crate = ::renamed)]
struct Secret(u8);

/// Holds what nobody may name.
#[derive(Debug, Clone, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, crate = ::renamed)]
pub struct Open {
    secret: Secret,
}

mod inner {
    #[derive(::renamed::Encode, ::renamed::Decode)]
    #[codec(borrow, shared, crate = ::renamed)]
    struct Unused {
        one: u8,
    }

    #[derive(::renamed::Encode, ::renamed::Decode)]
    #[codec(borrow, shared, crate = ::renamed)]
    pub(crate) struct Used {
        pub(crate) one: u8,
    }
}

/// Uses what would be dead otherwise.
#[must_use]
pub fn one() -> u8 {
    inner::Used { one: 1 }.one
}

mod third {
    //! Types of another crate.
    #[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
    #[codec(crate = ::renamed)]
    pub(crate) struct Point(pub(crate) u16, pub(crate) u16);
}

/// Decoded from pieces, whatever it holds.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(push, check = Self::is_sane, magic = b"RE", crate = ::renamed)]
pub struct Reading<T, const N: ::core::primitive::usize> {
    /// Its values.
    pub values: [T; N],
    /// Bit 0 is set if there is a place.
    pub flags: u8,
    #[codec(if = flags & 1 != 0, whole)]
    place: ::core::option::Option<third::Point>,
    #[codec(be)]
    secret: Hidden,
    state: State<T>,
    #[codec(skip)]
    cache: u8,
}

impl<T, const N: ::core::primitive::usize> Reading<T, N> {
    fn is_sane(&self) -> bool {
        self.cache == 0
    }
}

#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(push, crate = ::renamed)]
struct Hidden(u8);

/// An enum whose variants are named as nobody should.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(push, tag = u8, crate = ::renamed)]
pub enum State<T> {
    /// Nothing.
    None,
    /// A value.
    Ok {
        /// It.
        r#type: T,
        /// Another.
        __feed: u8,
    },
    /// Any other tag.
    #[codec(other)]
    Err(u8),
}

/// Its decoder is named by nobody.
pub fn decode(mut bytes: &[u8]) -> ::core::primitive::bool {
    let mut decoder = <Reading<u8, 2> as ::renamed::push::PushDecode>::push_decoder::<::renamed::Sv2>();
    ::core::matches!(
        decoder.push(&mut bytes),
        ::core::result::Result::Ok(::renamed::push::Progress::Done(_))
    )
}

/// Fields of bytes and bits, with gaps.
#[derive(Debug, Clone, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, formats(Sv2), check = kind != 9, crate = ::renamed)]
pub struct Shaped {
    #[codec(bits = 4)]
    high: u8,
    #[codec(bits = 4)]
    low: u8,
    /// Its kind.
    pub kind: u8,
    #[codec(tag = kind, bytes = u16)]
    body: Detached,
    #[codec(varint, pad_before = 1, check = |value| *value > 0)]
    number: u32,
    name: ::renamed::wire::B032,
    #[codec(own, align = 4)]
    secret: Secret,
    #[codec(as = ::renamed::field::Same)]
    same: u16,
}

/// Its tag is elsewhere.
#[derive(Debug, Clone, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, detached, tag = u8, crate = ::renamed)]
pub enum Detached {
    /// One.
    One(u8),
    /// Another.
    #[codec(other)]
    Other(u8, #[codec(own)] u16),
}
