//! Recursive types, through every container and under every attribute.

use std::collections::{BTreeMap, BTreeSet, HashMap, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use codec_core::{Decode, Encode};

use crate::step::Step;

/// A recursive type; each value has a byte of its own.
pub(crate) trait Shape {
    /// A value that contains `inner`.
    fn around(step: Step, inner: Vec<Self>) -> Self
    where
        Self: Sized;
}

/// `levels` values, each contained in the previous one.
pub(crate) fn chain<T: Shape>(levels: usize) -> T {
    let mut value = T::around(Step(7), Vec::new());
    for _ in 1..levels {
        value = T::around(Step(7), vec![value]);
    }
    value
}

/// Each value contains two, down to `levels`; the bytes differ, so that maps keep all.
pub(crate) fn tree<T: Shape>(levels: u32) -> T {
    fn node<T: Shape>(levels: u32, number: u8) -> T {
        let inner = match levels {
            1 => Vec::new(),
            _ => vec![node(levels - 1, 0), node(levels - 1, 1)],
        };
        T::around(Step(number), inner)
    }
    node(levels, 0)
}

/// Like [`tree`], with values that differ only in their leaves: comparing two of them reads both
/// down to the leaves.
pub(crate) fn twins<T: Shape>(levels: u32) -> T {
    fn node<T: Shape>(levels: u32, number: u8) -> T {
        if levels == 1 {
            return T::around(Step(number), Vec::new());
        }
        T::around(Step(7), vec![node(levels - 1, 2 * number), node(levels - 1, 2 * number + 1)])
    }
    node(levels, 0)
}

/// Like [`twins`], with values that differ only in their last leaf: comparing two of them reads
/// both completely, and a set of such sets does so at each level.
pub(crate) fn late_twins<T: Shape>(levels: u32) -> T {
    fn node<T: Shape>(levels: u32, number: u8) -> T {
        if levels == 1 {
            return T::around(Step(number), Vec::new());
        }
        T::around(Step(7), vec![node(levels - 1, 0), node(levels - 1, number + 1)])
    }
    node(levels, 0)
}

macro_rules! shapes {
    ($(
        $module:ident ($($std:ident)*) $(#[$on:meta])* { $(#[$at:meta])* $container:ty }
        $inner:ident => $value:expr;
    )*) => {$(
        pub(crate) mod $module {
            use super::*;

            #[derive(Debug, Clone, PartialEq, $($std,)* Encode, Decode)]
            $(#[$on])*
            pub(crate) struct Node {
                pub(crate) step: Step,
                $(#[$at])*
                pub(crate) inner: $container,
            }

            impl Shape for Node {
                fn around(step: Step, $inner: Vec<Self>) -> Self {
                    Self { step, inner: $value }
                }
            }
        }
    )*};
}

fn keyed<T, M: FromIterator<(u8, T)>>(inner: Vec<T>) -> M {
    (0..).zip(inner).collect()
}

fn as_keys<T, M: FromIterator<(T, u8)>>(inner: Vec<T>) -> M {
    inner.into_iter().zip(0..).collect()
}

shapes! {
    vec() #[codec(borrow, shared)] { Vec<Node> } inner => inner;
    deque() { VecDeque<Node> } inner => inner.into();
    linked() { LinkedList<Node> } inner => inner.into_iter().collect();
    boxed_slice() #[codec(borrow, shared)] { Box<[Node]> } inner => inner.into();
    shared_slice() #[codec(borrow)] { Arc<[Node]> } inner => inner.into();
    counted_slice() { Rc<[Node]> } inner => inner.into();
    option() #[codec(borrow, shared)] { Option<Box<Node>> } inner => inner.into_iter().next().map(Box::new);
    pointer() #[codec(borrow)] { Option<Arc<Node>> } inner => inner.into_iter().next().map(Arc::new);
    result() #[codec(borrow, shared)] { Result<Box<Node>, u8> }
        inner => inner.into_iter().next().map(Box::new).ok_or(9);
    nested() #[codec(borrow, shared)] { Vec<Option<Vec<Node>>> }
        inner => if inner.is_empty() { Vec::new() } else { vec![None, Some(inner)] };
    pair() #[codec(borrow, shared)] { Vec<(Vec<Node>, [Vec<Node>; 1])> }
        inner => if inner.is_empty() { Vec::new() } else { vec![(inner, [Vec::new()])] };
    map() #[codec(borrow, shared)] { BTreeMap<u8, Node> } inner => keyed(inner);
    hash_map() { HashMap<u8, Node> } inner => keyed(inner);
    set(Eq PartialOrd Ord) #[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)))] { BTreeSet<Node> }
        inner => inner.into_iter().collect();
    keys(Eq PartialOrd Ord) #[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)))] { BTreeMap<Node, u8> }
        inner => as_keys(inner);
    sets(Eq PartialOrd Ord) { BTreeSet<BTreeSet<Node>> }
        inner => if inner.is_empty() {
            BTreeSet::new()
        } else {
            [BTreeSet::new(), inner.into_iter().collect()].into()
        };
    short() #[codec(borrow, shared)] { #[codec(len = u8)] Vec<Node> } inner => inner;
    short_map() #[codec(borrow, shared)] { #[codec(len = u8, max = 9)] BTreeMap<u8, Node> }
        inner => keyed(inner);
    short_set(Eq PartialOrd Ord) #[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)))] { #[codec(len = u8)] BTreeSet<Node> }
        inner => inner.into_iter().collect();
    short_option() #[codec(borrow, shared)] { #[codec(len = u8)] Option<Box<Node>> }
        inner => inner.into_iter().next().map(Box::new);
    indexed() #[codec(borrow, shared)] { #[codec(index)] Vec<Node> } inner => inner;
    short_indexed() #[codec(borrow, shared)] { #[codec(index, len = u8)] Vec<Node> } inner => inner;
    tail_vec() #[codec(borrow, shared)] { #[codec(bytes = u32, tail)] Vec<Node> } inner => inner;
    tail_deque() { #[codec(bytes = u32, tail)] VecDeque<Node> } inner => inner.into();
    tail_slice() #[codec(borrow)] { #[codec(bytes = u32, tail)] Box<[Node]> } inner => inner.into();
    tail_option() #[codec(borrow, shared)] { #[codec(tail)] Option<Box<Node>> }
        inner => inner.into_iter().next().map(Box::new);
    tail_map() #[codec(borrow)] { #[codec(bytes = u32, tail)] BTreeMap<u8, Node> } inner => keyed(inner);
    tail_hash_map() { #[codec(bytes = u32, tail)] HashMap<u8, Node> } inner => keyed(inner);
    tail_set(Eq PartialOrd Ord) #[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)))] { #[codec(bytes = u32, tail)] BTreeSet<Node> }
        inner => inner.into_iter().collect();
    versioned() #[codec(borrow, shared, version = 1)] { Vec<Node> } inner => inner;
    versioned_tail() #[codec(borrow, shared, version = 1)] { #[codec(tail)] Vec<Node> } inner => inner;
    since() #[codec(version = 2)] { #[codec(since = 2)] Vec<Node> } inner => inner;
}
