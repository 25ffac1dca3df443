//! Expressions that a `macro_rules!` passes on: `2 * $e` is twice the value, whatever `$e` is.

use codec_core::{Decode, DecodeErrorKind, Encode, Format, Postcard};

/// A struct with one attribute of each place; `$sum` is a sum, `$either` one of two conditions.
macro_rules! places {
    ($n:ident, $sum:expr, $either:expr, $three:expr, $minus:literal) => {
        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(borrow, shared, check = !$either)]
        struct Type {
            $n: u8,
        }

        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(borrow, shared)]
        struct Counts {
            $n: u8,
            #[codec(count = 2 * $sum)]
            count: Vec<u8>,
            #[codec(bytes = 2 * $sum, tail)]
            bytes: Vec<u8>,
            #[codec(len = u8, min = 2 * $sum)]
            min: Vec<u8>,
            #[codec(len = u8, max = 2 * $sum)]
            max: Vec<u8>,
        }

        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(borrow, shared)]
        struct Conditions {
            $n: u8,
            #[codec(if = !$either)]
            condition: Option<u8>,
            #[codec(check = !$either)]
            check: u8,
            #[codec(computed = 2 * $sum)]
            computed: u8,
            #[codec(tag = 2 * $sum)]
            tag: Tagged,
            #[codec(skip, default = 2 * $three)]
            default: u8,
        }

        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(tag = u8, detached, borrow, shared)]
        enum Tagged {
            #[codec(value = 2 * $three)]
            Six(u8),
            #[codec(value = 2)]
            Two,
        }

        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(borrow, shared)]
        struct Placed {
            #[codec(pad_before = 2 * $three, pad_after = 2 * $three - 4)]
            pad: u8,
            #[codec(align = 2 * $three)]
            align: u8,
            #[codec(magic = 2 * $three)]
            magic: (),
            #[codec(bits = 2 * $three)]
            bits: u8,
            #[codec(bits = 2)]
            rest: u8,
            #[codec(len = u8, until = |x| *x != 2 * $three)]
            until: Vec<u8>,
            array: [u8; 2 * $three],
        }

        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(tag = discriminant)]
        enum Numbers {
            Six = 2 * $three,
            Minus = 2 + $minus,
        }
    };
}
