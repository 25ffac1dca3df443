//! The law, type by type: a typical struct and numbers in every format, other types in a format of
//! each kind.

use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Format, Postcard, Strict, Sv2,
};
use core::cmp::Reverse;
use core::num::Wrapping;
use core::ops::{Bound, Range, RangeFrom, RangeInclusive};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, LinkedList};

use crate::push::law::{hold, hold_for};
use crate::push::types::{
    Bare, Generic, Nest, Pair, Shape, Unit, attributes, fixed, list, rich, transaction, tree, wire,
};

/// Calls for a format of each kind, one of them strict; with `--cfg matrix` for every format that has
/// strings, maps and tags.
macro_rules! in_all {
    ($call:ident $(, $argument:expr)*) => {
        in_each_kind!($call $(, $argument)*);
        $call::<Strict<Compact>, _>($($argument),*);
        #[cfg(matrix)]
        {
            $call::<BincodeVarint, _>($($argument),*);
            $call::<Compact, _>($($argument),*);
            $call::<Strict<Bincode>, _>($($argument),*);
            $call::<Strict<BincodeVarint>, _>($($argument),*);
            $call::<Strict<Postcard>, _>($($argument),*);
            $call::<Strict<Borsh>, _>($($argument),*);
        }
    };
}

/// Calls for a format of each kind: integers of fixed width, of varying width, and sorted keys.
macro_rules! in_each_kind {
    ($call:ident $(, $argument:expr)*) => {
        $call::<Bincode, _>($($argument),*);
        $call::<Postcard, _>($($argument),*);
        $call::<Borsh, _>($($argument),*);
    };
}

#[test]
fn what_is_of_one_size_is_the_same() {
    in_each_kind!(hold_for, &fixed());
    hold_for::<Sv2, _>(&fixed());
    hold_for::<Strict<Sv2>, _>(&fixed());
    hold_for::<Consensus, _>(&fixed());
    hold_for::<Strict<Consensus>, _>(&fixed());
    in_each_kind!(hold_for, &Unit);
    in_each_kind!(hold_for, &Bare::Two);
    in_each_kind!(hold_for, &Bare::Three);
}

#[test]
fn strings_maps_enums_and_boxes_are_the_same() {
    in_all!(hold_for, &rich());
}

/// A heap with a custom order.
#[derive(Debug, Clone, codec_core::Encode, codec_core::Decode)]
#[codec(push)]
struct Heap(BinaryHeap<String>);

impl PartialEq for Heap {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_slice() == other.0.as_slice()
    }
}

/// Types made of other values.
#[expect(clippy::linkedlist, reason = "it is decoded as any other type")]
#[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
#[codec(push)]
struct Composed {
    list: LinkedList<String>,
    heap: Heap,
    text: Cow<'static, str>,
    #[codec(len = u16)]
    counted: Cow<'static, [u32]>,
    wrapping: Wrapping<u32>,
    reverse: Reverse<Vec<u16>>,
    range: Range<String>,
    inclusive: RangeInclusive<u64>,
    from: RangeFrom<Vec<u8>>,
    bounds: [Bound<String>; 3],
}

#[test]
fn what_is_made_of_other_values_is_the_same() {
    let texts = || ["a", "", "three hundred"].map(String::from);
    let composed = Composed {
        list: texts().into(),
        heap: Heap(texts().into()),
        text: "text".into(),
        counted: vec![1, 70_000].into(),
        wrapping: Wrapping(300),
        reverse: Reverse(vec![1, 300]),
        range: "a".into().."xyz".into(),
        inclusive: 1..=300,
        from: vec![1, 2]..,
        bounds: [Bound::Unbounded, Bound::Included("in".into()), Bound::Excluded(String::new())],
    };
    hold_for::<Bincode, _>(&composed);
    hold_for::<BincodeVarint, _>(&composed);
    hold_for::<Strict<BincodeVarint>, _>(&composed);
}

#[test]
fn every_variant_is_the_same() {
    in_each_kind!(hold_for, &Shape::Nothing);
    in_each_kind!(hold_for, &Shape::Circle(70_000));
    in_each_kind!(hold_for, &Shape::Unknown(200));
}

#[test]
fn wire_types_are_the_same() {
    hold_for::<Sv2, _>(&wire());
    hold_for::<Strict<Sv2>, _>(&wire());
    hold_for::<Bincode, _>(&wire());
}

#[test]
fn transactions_are_the_same() {
    hold_for::<Consensus, _>(&transaction());
    hold_for::<Strict<Consensus>, _>(&transaction());
    hold_for::<Postcard, _>(&transaction());
}

#[test]
fn types_that_contain_themselves_are_the_same() {
    in_each_kind!(hold_for, &tree(4));
    in_each_kind!(hold_for, &list(9));
    let nest = |depth: usize| {
        (0..depth).fold(Nest(BTreeSet::new()), |inner, _| {
            Nest(BTreeSet::from([Nest(BTreeSet::new()), inner]))
        })
    };
    in_each_kind!(hold_for, &nest(4));
    hold_for::<Strict<Borsh>, _>(&nest(4));
}

#[test]
fn attributes_are_the_same() {
    hold_for::<Compact, _>(&attributes());
    hold_for::<Strict<Compact>, _>(&attributes());
    hold_for::<Postcard, _>(&attributes());
    hold_for::<Bincode, _>(&attributes());
    let mut other = attributes();
    (other.flags, other.there, other.list, other.more) = (0, None, None, None);
    other.rest.clear();
    hold_for::<Postcard, _>(&other);
}

#[test]
fn generic_types_are_the_same() {
    let value =
        Generic { values: [1u16, 2], list: vec![None, Some(300)], boxed: Some(Box::new(7)) };
    in_each_kind!(hold_for, &value);
    let text = |text: &str| String::from(text);
    let value =
        Generic { values: [text("a"), text("bc")], list: vec![Some(text("d"))], boxed: None };
    in_each_kind!(hold_for, &value);
    let value = Generic::<Pair, 0> { values: [], list: vec![], boxed: None };
    in_each_kind!(hold_for, &value);
}

#[test]
fn keys_out_of_order_are_the_same() {
    fn in_format<F: Format>() {
        let keys = ["a", "b", "cc", "b", "a"];
        let pairs: Vec<(String, u8)> = keys.iter().map(|key| ((*key).into(), 7)).collect();
        for len in 0..=pairs.len() {
            let bytes = F::to_vec(&pairs[..len].to_vec()).unwrap();
            hold::<F, BTreeMap<String, u8>>(&bytes);
            hold::<F, HashMap<String, u8>>(&bytes);
            hold::<F, (BTreeMap<String, u8>, u8)>(&[&bytes[..], &[3]].concat());
        }
        for numbers in [[3u16, 1, 2], [1, 1, 2], [1, 2, 300], [256, 1, 2]] {
            let bytes = F::to_vec(&numbers.to_vec()).unwrap();
            hold::<F, BTreeSet<u16>>(&bytes);
        }
    }
    in_format::<Bincode>();
    in_format::<Borsh>();
    in_format::<Strict<Compact>>();
    in_format::<Strict<Postcard>>();
    #[cfg(matrix)]
    {
        in_format::<Compact>();
        in_format::<Strict<Bincode>>();
        in_format::<Strict<Borsh>>();
    }
}

#[test]
fn numbers_are_the_same_cut_and_whole() {
    in_all!(hold_for, &(u64::MAX, i64::MIN, u128::MAX, i128::MIN, 1.5f64, -2.5f32));
    in_each_kind!(hold_for, &vec![i128::MAX, 0, -1]);
    let chars = vec!['a', 'é', '漢', '🦀'];
    hold_for::<Bincode, _>(&chars);
    hold_for::<Postcard, _>(&chars);
    hold_for::<Strict<Compact>, _>(&chars);
    in_each_kind!(hold_for, &vec![true, false, true]);
    hold_for::<BincodeVarint, _>(&core::time::Duration::new(70_000, 999_999_999));
    hold_for::<Compact, _>(&core::time::Duration::new(70_000, 999_999_999));
}
