//! Every attribute of a field on every type for which it makes sense: in every form and format, from
//! a slice, from a stream and pushed, cut at every byte and with every bit flipped. All agree in
//! verdict, value and offset, and what decodes can be encoded. These tests have a type of each kind in two formats;
//! `tools/check/matrix.sh` runs all of them, with `--cfg matrix`.
#![expect(
    clippy::redundant_closure,
    reason = "`until` takes a closure, not the name of a function"
)]

#[path = "../all/agree.rs"]
#[allow(unused_macros, unused_imports, reason = "the other tests need all of them")]
mod agree;
mod deep;
mod laws;
#[cfg(matrix)]
mod linear;
mod numbers;
mod pairs;
mod pieces;
mod step;
mod through_serde;
mod types;
mod visits;

use std::collections::{BTreeMap, BTreeSet};
#[cfg(matrix)]
use std::collections::{HashMap, VecDeque};

use codec_core::{Decode, Encode};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Encode, Decode)]
#[codec(borrow, shared, push, schema)]
struct Item {
    id: u16,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared, push, tag = u8)]
enum Choice {
    #[default]
    None,
    Number(u32),
    Text {
        text: String,
    },
}

/// The end condition of a list, in every form.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn item() -> Item {
    Item { id: 300, text: "é".into() }
}

/// The work of decoding more of what a field holds is linear. The script measures it.
macro_rules! is_linear {
    ($value:expr, [$($attr:tt)*] $type:ty) => {
        #[cfg(matrix)]
        {
            let attributes = stringify!($($attr)*);
            let collects = ["as =", "whole"].iter().any(|word| attributes.contains(word));
            let collected = collects && stringify!($type).contains("Box");
            #[allow(unused_imports, reason = "some types grow by themselves")]
            use crate::linear::Fixed as _;
            crate::linear::holds::<codec_core::BincodeVarint, _>(collected, |len| {
                let mut value = $value.clone();
                crate::linear::Growing(&mut value.field).grown(len).then_some(value)
            });
        }
    };
}
pub(crate) use is_linear;

/// The struct of a case, and its forms: a flag, and the field that the case is of.
macro_rules! one_field {
    ([$($of_type:tt)*] [$($attr:tt)*] $type:ty) => {
        #[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec($($of_type)*)]
        struct Case {
            flag: u8,
            #[codec($($attr)*)]
            field: $type,
        }

        crate::agree::forms! {
            Case: CaseRef, CaseShared;
        }
    };
}
pub(crate) use one_field;

/// A struct with one field of a type is the same in every form, and in every format except those
/// that don't support it.
macro_rules! case {
    ($name:ident [$($of_type:tt)*] [$($attr:tt)*] $type:ty = $value:expr) => {
        crate::case! {
            in [Bincode BincodeVarint Borsh Compact Consensus Postcard]
            $name [$($of_type)*] [$($attr)*] $type = $value
        }
    };
    (no Consensus: $name:ident $($case:tt)*) => {
        crate::case! { in [Bincode BincodeVarint Borsh Compact Postcard] $name $($case)* }
    };
    (no Borsh: $name:ident $($case:tt)*) => {
        crate::case! { in [Bincode BincodeVarint Compact Postcard] $name $($case)* }
    };
    (in [$($format:ident)*] $name:ident [$($of_type:tt)*] [$($attr:tt)*] $type:ty = $value:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "not all types need all of them")]
            use super::super::*;

            crate::one_field! { [borrow, shared, push $($of_type)*] [$($attr)*] $type }

            #[test]
            fn agrees() {
                let value = Case { flag: 1, field: $value };
                $(agree::in_format!($format, &value);)*
                laws::hold::<codec_core::BincodeVarint, _>(&value);
                is_linear!(value, [$($attr)*] $type);
            }
        }
    };
}
pub(crate) use case;

/// An attribute on all types of a group.
macro_rules! row {
    ($name:ident: $group:ident $([$($of_type:tt)*])? ($($attr:tt)*)) => {
        mod $name {
            super::$group! { [$($($of_type)*)?] [$($attr)*] }
        }
    };
}

/// Strings, sequences and maps, of one element: with several in another order, the borrowed form of
/// a map keeps that order, and the owned form does not.
macro_rules! counted {
    ($of_type:tt $attr:tt) => {
        crate::case! { string $of_type $attr String = "a".into() }
        crate::case! { structs $of_type $attr Vec<Item> = vec![item()] }
        crate::case! { no Consensus: map $of_type $attr BTreeMap<String, u8> = [("a".to_owned(), 1)].into() }
        #[cfg(matrix)]
        crate::case! { bytes $of_type $attr Vec<u8> = vec![8] }
        #[cfg(matrix)]
        crate::case! { numbers $of_type $attr Vec<u16> = vec![300] }
        #[cfg(matrix)]
        crate::case! { strings $of_type $attr Vec<String> = vec!["a".into()] }
        #[cfg(matrix)]
        crate::case! { boxes $of_type $attr Vec<Box<i64>> = vec![Box::new(-3)] }
        #[cfg(matrix)]
        crate::case! { no Consensus: hash_map $of_type $attr HashMap<String, u8> = [("a".to_owned(), 1)].into() }
        #[cfg(matrix)]
        crate::case! { nested $of_type $attr Vec<Vec<u8>> = vec![vec![1]] }
        #[cfg(matrix)]
        crate::case! { choices $of_type $attr Vec<Choice> = vec![Choice::Number(1)] }
        #[cfg(matrix)]
        crate::case! { no Consensus: set $of_type $attr BTreeSet<u16> = [300].into() }
        #[cfg(matrix)]
        crate::case! { queue $of_type $attr VecDeque<u16> = [300].into() }
        #[cfg(matrix)]
        crate::case! { shared $of_type $attr ::bytes::Bytes = ::bytes::Bytes::from_static(b"a") }
    };
}
use counted;

/// Options, which have a count as well.
macro_rules! options {
    ($of_type:tt $attr:tt) => {
        crate::case! { text $of_type $attr Option<String> = Some("o".into()) }
        #[cfg(matrix)]
        crate::case! { number $of_type $attr Option<u32> = Some(5) }
        #[cfg(matrix)]
        crate::case! { item $of_type $attr Option<Item> = Some(item()) }
        #[cfg(matrix)]
        crate::case! { list $of_type $attr Option<Vec<u16>> = Some(vec![1, 2]) }
    };
}
use options;

/// Options with the format's own tag.
macro_rules! tagged {
    ($of_type:tt $attr:tt) => {
        crate::case! { no Consensus: text $of_type $attr Option<String> = Some("o".into()) }
        #[cfg(matrix)]
        crate::case! { no Consensus: item $of_type $attr Option<Item> = Some(item()) }
    };
}
use tagged;

/// Integers.
macro_rules! integers {
    ($of_type:tt $attr:tt) => {
        crate::case! { word $of_type $attr u32 = 0x0102_0304 }
        #[cfg(matrix)]
        crate::case! { short $of_type $attr u16 = 300 }
        #[cfg(matrix)]
        crate::case! { long $of_type $attr u64 = u64::MAX }
        #[cfg(matrix)]
        crate::case! { no Consensus: wide $of_type $attr u128 = u128::MAX }
        #[cfg(matrix)]
        crate::case! { signed $of_type $attr i32 = -70_000 }
    };
}
use integers;

/// Types that may be missing, with a length of -1: present and missing.
macro_rules! nullable {
    ($of_type:tt $attr:tt) => {
        crate::case! { text $of_type $attr Option<String> = Some("o".into()) }
        crate::case! { no_text $of_type $attr Option<String> = None }
        #[cfg(matrix)]
        crate::case! { bytes $of_type $attr Option<Vec<u8>> = Some(vec![8]) }
        #[cfg(matrix)]
        crate::case! { no_bytes $of_type $attr Option<Vec<u8>> = None }
        #[cfg(matrix)]
        crate::case! { shared $of_type $attr Option<::bytes::Bytes> = Some(::bytes::Bytes::from_static(b"a")) }
        #[cfg(matrix)]
        crate::case! { items $of_type $attr Option<Vec<Item>> = Some(vec![item()]) }
        #[cfg(matrix)]
        crate::case! { no_items $of_type $attr Option<Vec<Item>> = None }
        #[cfg(matrix)]
        crate::case! { numbers $of_type $attr Option<Vec<u16>> = Some(vec![300]) }
        #[cfg(matrix)]
        crate::case! { no Consensus: map $of_type $attr Option<BTreeMap<String, u8>> = Some([("a".to_owned(), 1)].into()) }
        #[cfg(matrix)]
        crate::case! { no Consensus: set $of_type $attr Option<BTreeSet<u16>> = Some([300].into()) }
        #[cfg(matrix)]
        crate::case! { queue $of_type $attr Option<VecDeque<u16>> = Some([300].into()) }
    };
}
use nullable;
use types::{converted, converted_lists, remote};

/// Integers that are one, as required by `flag`.
macro_rules! ones {
    ($of_type:tt $attr:tt) => {
        crate::case! { word $of_type $attr u32 = 1 }
        #[cfg(matrix)]
        crate::case! { short $of_type $attr u16 = 1 }
        #[cfg(matrix)]
        crate::case! { long $of_type $attr u64 = 1 }
        #[cfg(matrix)]
        crate::case! { no Consensus: wide $of_type $attr u128 = 1 }
        #[cfg(matrix)]
        crate::case! { signed $of_type $attr i32 = 1 }
    };
}
use ones;

/// Unsigned integers of at least one byte.
macro_rules! bytes_of_bits {
    ($of_type:tt $attr:tt) => {
        crate::case! { word $of_type $attr u32 = 1 }
        #[cfg(matrix)]
        crate::case! { byte $of_type $attr u8 = 1 }
        #[cfg(matrix)]
        crate::case! { flag $of_type $attr bool = true }
        #[cfg(matrix)]
        crate::case! { short $of_type $attr u16 = 1 }
        #[cfg(matrix)]
        crate::case! { long $of_type $attr u64 = 1 }
    };
}
use bytes_of_bits;

/// Strings and bytes.
macro_rules! terminated {
    ($of_type:tt $attr:tt) => {
        crate::case! { string $of_type $attr String = "aé€".into() }
        #[cfg(matrix)]
        crate::case! { bytes $of_type $attr Vec<u8> = vec![8, 9] }
        #[cfg(matrix)]
        crate::case! { shared $of_type $attr ::bytes::Bytes = ::bytes::Bytes::from_static(b"ab") }
    };
}
use terminated;

/// Sets and maps of several elements, of which two differ in one bit: once it is flipped, they are repeated.
macro_rules! several {
    ($of_type:tt $attr:tt) => {
        crate::case! { no Consensus: numbers $of_type $attr BTreeSet<u8> = [2, 4, 6].into() }
        crate::case! { no Consensus: map $of_type $attr BTreeMap<u16, u8> = [(2, 1), (6, 2), (500, 3)].into() }
        #[cfg(matrix)]
        crate::case! { no Consensus: texts $of_type $attr BTreeSet<String> = ["a", "c", "é"].map(String::from).into() }
    };
}
use several;

/// Sequences whose elements are found by a table.
macro_rules! indexed {
    ($of_type:tt $attr:tt) => {
        crate::case! { items $of_type $attr Vec<Item> = vec![item(), item()] }
        #[cfg(matrix)]
        crate::case! { numbers $of_type $attr Vec<u16> = vec![300, 1] }
        #[cfg(matrix)]
        crate::case! { strings $of_type $attr Vec<String> = vec!["a".into(), String::new()] }
    };
}
use indexed;

/// A value that is as its default.
macro_rules! defaults {
    ($of_type:tt $attr:tt) => {
        crate::case! { unit $of_type $attr () = () }
    };
}
use defaults;

/// Shared slices and strings.
macro_rules! pointers {
    ($of_type:tt $attr:tt) => {
        crate::case! { numbers $of_type $attr std::sync::Arc<[u16]> = [300].into() }
        crate::case! { string $of_type $attr std::sync::Arc<str> = "é".into() }
        #[cfg(matrix)]
        crate::case! { bytes $of_type $attr std::rc::Rc<[u8]> = [8].into() }
    };
}
use pointers;

/// Lists whose last element is the default of its type.
macro_rules! ended {
    ($of_type:tt $attr:tt) => {
        crate::case! { numbers $of_type $attr Vec<u16> = vec![300, 0] }
        crate::case! { strings $of_type $attr Vec<String> = vec!["a".into(), String::new()] }
        #[cfg(matrix)]
        crate::case! { bytes $of_type $attr Vec<u8> = vec![8, 0] }
        #[cfg(matrix)]
        crate::case! { one $of_type $attr Vec<u16> = vec![0] }
        #[cfg(matrix)]
        crate::case! { flags $of_type $attr Vec<bool> = vec![true, false] }
        #[cfg(matrix)]
        crate::case! { arrays $of_type $attr Vec<[u8; 2]> = vec![[1, 2], [0, 0]] }
    };
}
use ended;

/// Types of every kind.
macro_rules! all {
    ($of_type:tt $attr:tt) => {
        crate::counted! { $of_type $attr }
        crate::case! { word $of_type $attr u32 = 300 }
        crate::case! { item $of_type $attr Item = item() }
        #[cfg(matrix)]
        crate::case! { byte $of_type $attr u8 = 7 }
        #[cfg(matrix)]
        crate::case! { flag $of_type $attr bool = true }
        #[cfg(matrix)]
        crate::case! { no Consensus: float $of_type $attr f64 = 1.5 }
        #[cfg(matrix)]
        crate::case! { no Borsh: character $of_type $attr char = 'é' }
        #[cfg(matrix)]
        crate::case! { choice $of_type $attr Choice = Choice::Text { text: "c".into() } }
        #[cfg(matrix)]
        crate::case! { array $of_type $attr [u8; 4] = [1, 2, 3, 4] }
        #[cfg(matrix)]
        crate::case! { words $of_type $attr [u16; 2] = [1, 2] }
        #[cfg(matrix)]
        crate::case! { pair $of_type $attr (u8, String) = (1, "p".into()) }
        #[cfg(matrix)]
        crate::case! { boxed $of_type $attr Box<u32> = Box::new(1) }
        #[cfg(matrix)]
        crate::case! { no Consensus: option $of_type $attr Option<String> = Some("o".into()) }
    };
}
use all;

row!(plain: all (check = |_| true));
row!(be: all (be));
row!(le: all (le));
row!(be_type: all [, be] (check = |_| true));
row!(bytes: all (bytes = u16));
row!(bytes_varint: all (bytes = varint, be, max = 90));
row!(own: all (own));
row!(pad_before: all (pad_before = 2));
row!(pad_after: all (pad_after = 1));
row!(align: all (align = 4));
row!(aligned_bytes: all (align = 2, bytes = u8, pad_after = 1, be));
row!(adapted: all (as = codec_core::field::Same));
row!(since: counted [, version = 2] (since = 2));
row!(since_option: tagged [, version = 2] (since = 2));
row!(since_integer: integers [, version = 2] (since = 2));
row!(len: counted (len = u8));
row!(len_be: counted (len = u24, be));
row!(len_varint: counted (len = varint));
row!(max: counted (max = 9));
row!(min_max: counted (len = u16, min = 1, max = 2));
row!(count: counted (count = flag));
row!(tail: counted (tail));
row!(bytes_tail: counted (bytes = u8, tail));
row!(bytes_len: counted (bytes = u8, len = u8));
row!(option_len: options (len = u8));
row!(option_tail: options (tail));
row!(option_if: options (if = flag & 1 == 1));
row!(option_if_bytes: options (if = flag & 1 == 1, bytes = u8));
row!(option_if_aligned: options (if = flag & 1 == 1, align = 4));
row!(varint: integers (varint));
row!(until: terminated (until = 0));
row!(until_element: ended (until = |last| is_default(last)));
row!(until_element_own: ended (until = |last| is_default(last), own));
row!(until_element_bytes: ended (bytes = u8, until = |last| is_default(last)));
row!(until_element_tail: ended (until = |last| is_default(last), tail));
row!(until_own: terminated (until = 0, own));
row!(until_bytes: terminated (until = 0, bytes = u8));
row!(len_signed: nullable (len = i8));
row!(len_signed_be: nullable (len = i32, be));
row!(len_signed_long: nullable (len = i64, max = 3));
row!(len_signed_bytes: nullable (len = i16, bytes = u8));
row!(len_pointers: pointers (len = u8));
row!(max_pointers: pointers (max = 9));
row!(tail_pointers: pointers (tail));
row!(min: several (min = 2));
row!(min_len: several (len = u8, min = 3));
row!(max_several: several (max = 3));
row!(count_several: several (count = flag + 2));
row!(tail_several: several (tail));
row!(index: indexed (index));
row!(index_len: indexed (index, len = u8, max = 3));
row!(whole: counted (whole));
row!(skip: defaults (skip));
row!(max_over: counted (max = flag));
row!(max_over_len: counted (len = u8, min = flag, max = flag.saturating_mul(9)));
row!(max_over_count: counted (count = flag, max = flag));
row!(bytes_max_over: counted (bytes = u16, max = u32::from(flag) * 90));
row!(option_max_over: options (max = flag));
row!(context: counted [, context = types::Longest] (max = context.0));
row!(context_bytes: counted [, context = types::Longest] (bytes = u8, max = context.0 * 10));
row!(context_if: options [, context = types::Longest] (if = flag < context.0));
row!(computed: ones (computed = flag));
row!(computed_be: ones (computed = flag, be));
row!(computed_varint: ones (computed = flag, varint));
row!(computed_len: ones (computed = encoded_len(flag)));
row!(computed_bytes: ones (computed = encoded(flag)[0], le));
row!(computed_bits: bytes_of_bits [, be] (computed = flag == 1, bits = 8));
row!(bits: bytes_of_bits (bits = 8));
row!(bits_be: bytes_of_bits [, be] (bits = 8));
row!(bits_le: bytes_of_bits [, le] (bits = 8));
row!(converted: converted (check = |_| true));
row!(converted_be: converted (be));
row!(converted_bytes: converted (bytes = u8));
row!(converted_len: converted_lists (len = u8));
row!(remote: remote ());
row!(remote_be: remote (be));
row!(remote_bytes: remote (bytes = u8));
