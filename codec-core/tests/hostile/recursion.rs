//! Depth: every path respects the limit, and a small stack suffices for it.

use std::collections::{BTreeMap, HashMap};
use std::thread;

use bytes::Bytes;
use codec_core::{
    Bincode, Cursor, DEFAULT_DEPTH, Decodable, DecodableRef, DecodeError, DecodeErrorKind, Encode,
    Format, Postcard, Reader, SeqRef, SeqShared, Strict, Traced,
};

use crate::tree::{List, ListRef, Tree, TreeRef, list, tree};

/// The nodes of a list that the limit allows: the outermost is in no box.
const NODES: usize = DEFAULT_DEPTH as usize + 1;

/// The levels of a tree that the limit allows: each is a sequence, even if empty.
const LEVELS: usize = DEFAULT_DEPTH as usize;

/// 256 KiB suffice for optimised code, which uses 96; unoptimised frames are two to four times as
/// large (the most with all debug information), on s390x up to five times. `codec-derive/tests/stack` measures every container.
const STACK: usize = match (cfg!(debug_assertions), cfg!(target_arch = "s390x")) {
    (false, _) => 256 * 1024,
    (true, false) => 384 * 1024,
    (true, true) => 640 * 1024,
};

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
    thread.join().unwrap();
}

#[derive(codec_core::Encode, codec_core::Decode)]
struct Ordered(u8, BTreeMap<u8, Ordered>);

#[derive(codec_core::Encode, codec_core::Decode)]
struct Hashed(u8, HashMap<u8, Hashed>);

/// Maps of one entry, nested `levels` deep.
fn maps(levels: usize) -> Vec<u8> {
    let mut input = [0, 1, 7].repeat(levels - 1);
    input.extend([0, 0]);
    input
}

/// Unoptimised, a level takes up to 2.4 KiB in tree maps and 2.7 in hash maps.
#[test]
fn maps_at_the_limit_decode_on_a_small_stack() {
    fn every<F: Format, T: Decodable + Encode>() {
        let value: T = F::from_slice(&maps(LEVELS)).unwrap();
        assert_eq!(F::to_vec(&value).unwrap(), maps(LEVELS));
        drop(value);
        refused(F::from_slice::<T>(&maps(LEVELS + 1)));
        refused(F::from_slice::<T>(&maps(100_000)));
    }
    let stack = if cfg!(debug_assertions) { STACK + 64 * 1024 } else { STACK };
    let run = || {
        every::<Postcard, Ordered>();
        every::<Strict<Postcard>, Ordered>();
        every::<Postcard, Hashed>();
        every::<Strict<Postcard>, Hashed>();
    };
    thread::Builder::new().stack_size(stack).spawn(run).unwrap().join().unwrap();
}

fn refused<T>(outcome: Result<T, DecodeError>) {
    assert_eq!(outcome.err().map(DecodeError::kind), Some(DecodeErrorKind::DepthExceeded));
}

#[test]
fn a_list_at_the_limit_decodes_owned_and_drops() {
    on_a_small_stack(|| {
        let value: List = Bincode::from_slice(&list(NODES)).unwrap();
        assert_eq!(Bincode::to_vec(&value).unwrap(), list(NODES));
        assert!(format!("{value:?}").len() > NODES);
        assert_eq!(value.clone(), value);
        drop(value);
        refused(Bincode::from_slice::<List>(&list(NODES + 1)));
        refused(Bincode::from_slice::<List>(&list(100_000)));
    });
}

#[test]
fn a_list_at_the_limit_is_borrowed_and_shown() {
    on_a_small_stack(|| {
        let input = list(NODES);
        let value: ListRef<'_> = Bincode::from_slice_ref(&input).unwrap();
        assert!(format!("{value:?}").len() > NODES);
        assert_eq!(value, value);
        let owned = <List as codec_core::Borrowable>::from_ref(value);
        assert_eq!(Bincode::to_vec(&owned).unwrap(), input);
        refused(Bincode::from_slice_ref::<ListRef<'_>>(&list(NODES + 1)));
        refused(Bincode::from_slice_ref::<ListRef<'_>>(&list(100_000)));
    });
}

#[test]
fn a_list_at_the_limit_is_skipped() {
    on_a_small_stack(|| {
        let input = list(NODES);
        let mut r = Reader::<Bincode>::new(&input);
        assert_eq!(List::skip(&mut r), Ok(()));
        assert_eq!(r.remaining(), 0);
        refused(List::skip(&mut Reader::<Bincode>::new(&list(NODES + 1))));
    });
}

#[test]
fn a_tree_at_the_limit_goes_every_way() {
    on_a_small_stack(|| {
        let input = tree(LEVELS);
        let mut value: Tree = Bincode::from_slice(&input).unwrap();
        assert_eq!(Bincode::to_vec(&value).unwrap(), input);
        assert!(format!("{value:?}").len() > LEVELS);
        Bincode::decode_into(&mut value, &input).unwrap();
        assert_eq!(Bincode::to_vec(&value).unwrap(), input);
        let borrowed: TreeRef<'_> = Bincode::from_slice_ref(&input).unwrap();
        assert!(format!("{borrowed:?}").len() > LEVELS);
        drop(Bincode::from_bytes::<SeqShared<Tree>>(&Bytes::from(input)).unwrap());
    });
}

#[test]
fn a_tree_beyond_the_limit_is_refused_every_way() {
    on_a_small_stack(|| {
        for nodes in [LEVELS + 1, 100_000] {
            let input = tree(nodes);
            refused(Bincode::from_slice::<Tree>(&input));
            refused(Bincode::from_slice_ref::<TreeRef<'_>>(&input));
            refused(Bincode::from_bytes::<SeqShared<Tree>>(&Bytes::from(input.clone())));
            refused(Tree::skip(&mut Reader::<Bincode>::new(&input)));
            let mut value: Tree = Bincode::from_slice(&tree(LEVELS)).unwrap();
            refused(Bincode::decode_into(&mut value, &input));
            let error = Bincode::explain::<Tree>(&input).error();
            refused(error.map_or(Ok(()), Err));
        }
    });
}

fn at_depth<F: Format>(depth: u32, input: &[u8]) -> Reader<'_, F> {
    Reader::from_cursor(Cursor::new(input).with_depth(depth))
}

#[test]
fn the_budget_is_the_readers() {
    let input = list(6);
    assert!(List::decode(&mut at_depth::<Bincode>(5, &input)).is_ok());
    refused(List::decode(&mut at_depth::<Bincode>(4, &input)));
    assert!(ListRef::decode_ref(&mut at_depth::<Bincode>(5, &input)).is_ok());
    refused(ListRef::decode_ref(&mut at_depth::<Bincode>(4, &input)));
}

#[test]
fn siblings_do_not_use_up_the_budget() {
    let wide = Tree(vec![Tree::default(); 1000]);
    let input = Bincode::to_vec(&wide).unwrap();
    assert_eq!(Tree::decode(&mut at_depth::<Bincode>(2, &input)).unwrap(), wide);
    assert_eq!(TreeRef::decode_ref(&mut at_depth::<Bincode>(2, &input)).unwrap().0.len(), 1000);
}

/// Fixed-size elements contain nothing that nests, so a sequence of them does not use up depth on
/// any path.
#[test]
fn all_paths_agree_on_what_costs_depth() {
    let input = Bytes::from(Bincode::to_vec(&vec![1u16, 2]).unwrap());
    let shared = || Reader::<Bincode>::from_cursor(Cursor::from_bytes(&input).with_depth(0));
    assert!(<Vec<u16>>::decode(&mut at_depth::<Bincode>(0, &input)).is_ok());
    assert!(<Vec<u16>>::decode(&mut at_depth::<Traced<Bincode>>(0, &input)).is_ok());
    assert!(SeqRef::<'_, u16>::decode_ref(&mut at_depth::<Bincode>(0, &input)).is_ok());
    assert!(SeqRef::<'_, u16>::decode_ref(&mut at_depth::<Traced<Bincode>>(0, &input)).is_ok());
    assert!(<SeqShared<u16>>::decode(&mut shared()).is_ok());
}

#[test]
fn the_budget_is_whole_again_after_each_element() {
    let mut input = 3u64.to_le_bytes().to_vec();
    (0..3).for_each(|_| input.extend(list(4)));
    // The vector is one level, and so is each node of a list after the first.
    assert!(<Vec<List>>::decode(&mut at_depth::<Bincode>(4, &input)).is_ok());
    refused(<Vec<List>>::decode(&mut at_depth::<Bincode>(3, &input)));
}
