//! Variants and messages that one side does not know, and keeps with their bytes.

use codec_core::{Bincode, Postcard, Sv2};
use codec_schema::{Encoding, Model, compare};

use super::Group;
use super::side::Side;

super::mutations! {
    @to_the_end [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { #[codec(bytes = u16)] kind: Kind, after: u16 }
        #[codec(tag = u32)] enum Kind { A, B { x: u16 }, #[codec(other)] Unknown(u32, #[codec(tail)] Vec<u8>) }
    }
    kept_unit {
        struct T { #[codec(bytes = u16)] kind: Kind, after: u16 }
        #[codec(tag = u32)] enum Kind { A, B { x: u16 }, C, #[codec(other)] Unknown(u32, #[codec(tail)] Vec<u8>) }
    }
    kept_fields {
        struct T { #[codec(bytes = u16)] kind: Kind, after: u16 }
        #[codec(tag = u32)]
        enum Kind {
            A, B { x: u16 }, C { y: u8, #[codec(len = u8)] z: Vec<u16> },
            #[codec(other)] Unknown(u32, #[codec(tail)] Vec<u8>)
        }
    }
    kept_forgotten {
        struct T { #[codec(bytes = u16)] kind: Kind, after: u16 }
        #[codec(tag = u32)] enum Kind { A, #[codec(other)] Unknown(u32, #[codec(tail)] Vec<u8>) }
    }
    kept_no_more {
        struct T { #[codec(bytes = u16)] kind: Kind, after: u16 }
        #[codec(tag = u32)] enum Kind { A, B { x: u16 }, C { y: u8 } }
    }
    kept_alone {
        struct T { #[codec(bytes = u16)] kind: Kind, after: u16 }
        #[codec(tag = u32)] enum Kind { A, B { x: u16 }, C { y: u8 }, #[codec(other)] Unknown(u32) }
    }
    kept_as_words {
        struct T { #[codec(bytes = u16)] kind: Kind, after: u16 }
        #[codec(tag = u32)]
        enum Kind { A, B { x: u16 }, C { y: u8 }, #[codec(other)] Unknown(u32, #[codec(tail)] Vec<u16>) }
    }

    @as_a_number [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { kind: Kind, after: u16 }
        #[codec(tag = u8)] enum Kind { A, B { x: u16 }, #[codec(other)] Unknown(u8, u16) }
    }
    number_to_number {
        struct T { kind: Kind, after: u16 }
        #[codec(tag = u8)] enum Kind { A, B { x: u16 }, C { y: u16 }, #[codec(other)] Unknown(u8, u16) }
    }

    @by_a_field [Bincode BincodeVarint Postcard Borsh Compact Sv2] {
        struct T { kind: u16, #[codec(tag = kind, bytes = u16)] body: Body, after: u16 }
        #[codec(detached)]
        enum Body {
            #[codec(value = 1)] A { x: u16 },
            #[codec(value = 2)] B { y: u8 },
            #[codec(other)] Unknown(u16, #[codec(tail)] Vec<u8>)
        }
    }
    detached_added {
        struct T { kind: u16, #[codec(tag = kind, bytes = u16)] body: Body, after: u16 }
        #[codec(detached)]
        enum Body {
            #[codec(value = 1)] A { x: u16 },
            #[codec(value = 2)] B { y: u8 },
            #[codec(value = 700)] C { y: u8, z: u16 },
            #[codec(other)] Unknown(u16, #[codec(tail)] Vec<u8>)
        }
    }
    detached_removed {
        struct T { kind: u16, #[codec(tag = kind, bytes = u16)] body: Body, after: u16 }
        #[codec(detached)]
        enum Body { #[codec(value = 1)] A { x: u16 }, #[codec(other)] Unknown(u16, #[codec(tail)] Vec<u8>) }
    }
    detached_closed {
        struct T { kind: u16, #[codec(tag = kind, bytes = u16)] body: Body, after: u16 }
        #[codec(detached)]
        enum Body { #[codec(value = 1)] A { x: u16 }, #[codec(value = 2)] B { y: u8 } }
    }
    detached_changed {
        struct T { kind: u16, #[codec(tag = kind, bytes = u16)] body: Body, after: u16 }
        #[codec(detached)]
        enum Body {
            #[codec(value = 1)] A { x: u16 },
            #[codec(value = 2)] B { y: u8, z: u8 },
            #[codec(other)] Unknown(u16, #[codec(tail)] Vec<u8>)
        }
    }
}

/// Enums of messages: one that may be unknown, and some that have more or fewer.
macro_rules! messages {
    ($($(#[$other:meta])? $name:ident { $($message:ident)* })*) => {
        $(
            mod $name {
                #![allow(clippy::allow_attributes, dead_code, unused_imports, reason = "as above")]
                crate::proof::types! {
                    #[codec(messages)] enum T {
                        $($message($message),)*
                        $(#[$other] Unknown(u32, Vec<u8>))?
                    }
                    #[codec(id = 1)] struct One { x: u16 }
                    #[codec(id = 2)] struct Two { #[codec(len = u8)] list: Vec<u16> }
                    #[codec(id = 3)] struct Three { y: u8 }
                }
            }
        )*
    };
}

messages! {
    #[codec(other)] two { One Two }
    #[codec(other)] three { One Two Three }
    #[codec(other)] one { One }
    closed { One Two }
    closed_three { One Two Three }
}

macro_rules! sides {
    ($name:ident) => {
        &[
            Some(Side::of_messages::<Bincode, $name::T>()),
            Some(Side::of_messages::<Postcard, $name::T>()),
            Some(Side::of_messages::<Sv2, $name::T>()),
        ]
    };
}

pub(crate) const MESSAGES: &[Group] = &[
    Group {
        name: "open",
        base: sides!(two),
        mutations: &[
            ("message_added", sides!(three)),
            ("message_removed", sides!(one)),
            ("closed", sides!(closed)),
        ],
    },
    Group {
        name: "closed",
        base: sides!(closed),
        mutations: &[("message_added", sides!(closed_three)), ("opened", sides!(two))],
    },
];

mod before {
    crate::proof::types! {
        #[codec(tag = u8)] enum T { A, #[codec(other)] Unknown(u8, u16) }
    }
}

mod after {
    crate::proof::types! {
        #[codec(tag = u8)] enum T { A, B, C { y: u8 }, D { y: u16 }, #[codec(other)] Unknown(u8, u16) }
    }
}

#[test]
fn what_is_written_with_an_unknown_tag_is_what_its_variant_reads() {
    let (old, new) = (Model::of::<before::T>().unwrap(), Model::of::<after::T>().unwrap());
    let verdict = compare(&old, &new, &Encoding::BORSH);
    let reasons = [
        "T::B: `1` is written, and not read",
        "T::C.y: it is written as 2 bytes, little-endian, and read as a byte",
    ];
    assert_eq!(verdict.new_reads_old, reasons);
}
