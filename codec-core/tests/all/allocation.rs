//! Memory is in proportion to the bytes received, whatever lengths they declare, and there are no
//! allocations where none are promised.

#[path = "../hostile/tree.rs"]
mod tree;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use bytes::Bytes;
use codec_core::trace::Node;
use codec_core::{
    Bincode, Consensus, Decodable, DecodableRef, Encode, Format, MapRef, Postcard, Reader, SeqRef,
    SeqShared, SetRef, Strict, Sv2,
    wire::{
        B016M, B032, B064K, B064KRef, Seq064K, Seq064KRef, Seq0255, Str0255, Str0255Ref,
        Str0255Shared, U24, U256, Utf16, Utf16Ref,
    },
};

use crate::blocks::{Block, BlockRef};
use tree::{List, Tree, TreeRef, list, tree};

/// Checks what an input may cost: peak and sum of the memory requested.
fn in_proportion(name: &str, input: &[u8], run: impl FnOnce()) {
    let limit = 64 * input.len() as u64 + 4096;
    let AllocationInfo { bytes_max, bytes_total, .. } = measure(run);
    assert!(bytes_max <= limit, "{name}: a peak of {bytes_max} bytes for {}", input.len());
    assert!(bytes_total <= limit, "{name}: {bytes_total} bytes in all for {}", input.len());
}

fn nothing<T>(name: &str, run: impl FnOnce() -> T) {
    let info = measure(|| drop(std::hint::black_box(run())));
    assert_eq!(info.count_total, 0, "{name} allocates");
}

/// An input in which every word is this number.
fn words(word: u64, count: usize) -> Vec<u8> {
    word.to_le_bytes().repeat(count)
}

/// Inputs that declare much and contain little.
fn claims() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for count in [1, 2, 3, 16, 500, 20_000] {
        let len = 8 * (count - 1) as u64;
        let words_that = [0, 1, 2, len, len / 2, len / 8, len / 24, 1 << 20, u64::MAX];
        inputs.extend(words_that.map(|word| words(word, count)));
    }
    inputs
}

fn owned<F: Format, T: Decodable>(name: &str) {
    for input in claims() {
        in_proportion(name, &input, || drop(F::from_slice::<T>(&input)));
        let mut r = Reader::<F>::new(&input);
        in_proportion(name, &input, || {
            let _ = T::skip(&mut r);
        });
    }
}

#[test]
fn owned_decoding_asks_for_what_was_received() {
    owned::<Bincode, Vec<u8>>("Vec<u8>");
    owned::<Bincode, Vec<u64>>("Vec<u64>");
    owned::<Bincode, Vec<(u8, u64)>>("Vec<(u8, u64)>");
    owned::<Bincode, String>("String");
    owned::<Bincode, Vec<String>>("Vec<String>");
    owned::<Bincode, Vec<Vec<u64>>>("Vec<Vec<u64>>");
    owned::<Bincode, Vec<Vec<Vec<u8>>>>("Vec<Vec<Vec<u8>>>");
    owned::<Bincode, Vec<Option<u64>>>("Vec<Option<u64>>");
    owned::<Bincode, Vec<Box<u64>>>("Vec<Box<u64>>");
    owned::<Bincode, Vec<[u16; 8]>>("Vec<[u16; 8]>");
    owned::<Bincode, Vec<()>>("Vec<()>");
    owned::<Bincode, Bytes>("Bytes");
    owned::<Bincode, SeqShared<u64>>("SeqShared<u64>");
}

#[test]
fn collections_ask_for_what_was_received() {
    owned::<Bincode, BTreeMap<u64, String>>("BTreeMap<u64, String>");
    owned::<Bincode, HashMap<u64, String>>("HashMap<u64, String>");
    owned::<Bincode, HashMap<u8, [u64; 8]>>("HashMap<u8, [u64; 8]>");
    owned::<Bincode, HashSet<()>>("HashSet<()>");
    owned::<Bincode, HashSet<u64>>("HashSet<u64>");
    owned::<Bincode, BTreeSet<Vec<u8>>>("BTreeSet<Vec<u8>>");
    owned::<Bincode, BTreeMap<u64, BTreeMap<u64, Vec<u8>>>>("nested BTreeMap");
    owned::<Bincode, HashMap<u64, HashMap<u64, HashSet<u8>>>>("nested HashMap");
    owned::<Bincode, VecDeque<u64>>("VecDeque<u64>");
    owned::<Bincode, LinkedList<u8>>("LinkedList<u8>");
    owned::<Bincode, LinkedList<()>>("LinkedList<()>");
    owned::<Bincode, BinaryHeap<u64>>("BinaryHeap<u64>");
    owned::<Bincode, Box<[String]>>("Box<[String]>");
    owned::<Bincode, Arc<[String]>>("Arc<[String]>");
    owned::<Bincode, Rc<str>>("Rc<str>");
    owned::<Bincode, CString>("CString");
    owned::<Bincode, Utf16<u32>>("Utf16<u32>");
    owned::<Postcard, HashMap<u128, u128>>("HashMap<u128, u128>");
    owned::<Postcard, BTreeMap<String, String>>("BTreeMap<String, String>");
    owned::<Postcard, LinkedList<String>>("LinkedList<String>");
    owned::<Strict<Postcard>, HashMap<u128, u128>>("strict HashMap<u128, u128>");
    owned::<Strict<Postcard>, BTreeSet<Vec<u8>>>("strict BTreeSet<Vec<u8>>");
}

/// Entries, as many as there are bytes for, all present: a key of one byte, and `value`
/// bytes of value.
fn entries(count: u8, value: usize) -> Vec<u8> {
    let mut input = Postcard::to_vec(&u16::from(count)).unwrap();
    for key in 0..count {
        input.push(key & 0x7f);
        input.resize(input.len() + value, 0);
    }
    input
}

#[test]
fn full_collections_are_in_proportion() {
    fn full<T: Decodable>(name: &str, value: usize) {
        for count in [1, 20, 100, 250] {
            let input = entries(count, value);
            in_proportion(name, &input, || drop(Postcard::from_slice::<T>(&input).ok().unwrap()));
        }
    }
    full::<HashMap<u128, u128>>("HashMap", 1);
    full::<BTreeMap<u128, String>>("BTreeMap", 1);
    full::<LinkedList<u128>>("LinkedList", 0);
    full::<HashSet<u128>>("HashSet", 0);
}

/// An input that declares more zero-length elements than the limit is refused at once; one with
/// memory counts by that.
#[test]
fn empty_elements_are_capped() {
    fn capped<T: Decodable + std::fmt::Debug>(weight: u64) {
        let count = codec_core::MAX_EMPTY_ELEMENTS as u64 / weight;
        assert!(Bincode::from_slice::<T>(&count.to_le_bytes()).is_ok());
        let error = Bincode::from_slice::<T>(&(count + 1).to_le_bytes()).unwrap_err();
        assert_eq!(error.kind(), codec_core::DecodeErrorKind::TooManyEmptyElements);
    }
    let words = size_of::<usize>() as u64 / 4;
    capped::<HashSet<()>>((words * 5).div_ceil(2));
    capped::<BTreeSet<()>>((words * 5).div_ceil(2));
    capped::<VecDeque<()>>(1);
    capped::<LinkedList<()>>(2 * words);
    capped::<Box<[()]>>(1);
}

#[test]
fn decoding_over_a_collection_keeps_its_memory() {
    fn kept<T: Decodable + Encode>(name: &str, mut value: T) {
        let input = Bincode::to_vec(&value).unwrap();
        Bincode::decode_into(&mut value, &input).unwrap();
        nothing(name, || Bincode::decode_into(&mut value, &input).unwrap());
    }
    kept("VecDeque", VecDeque::from([1u64, 2, 3]));
    kept("VecDeque<String>", VecDeque::from([String::from("abc")]));
    kept("BinaryHeap", BinaryHeap::from([1u64, 2, 3]));
    kept("HashMap", HashMap::<u64, u64>::from([(1, 2), (3, 4)]));
    kept("HashSet", HashSet::<u64>::from([1, 2, 3]));
    kept("Box<[u64]>", Box::<[u64]>::from([1, 2, 3]));
    kept("Rc", Rc::new(String::from("abc")));
    kept("Arc", Arc::new(vec![1u64]));
    kept("Cow", Cow::<str>::Owned(String::from("abc")));
    kept("PathBuf", PathBuf::from("a/b"));
    kept("Utf16", Utf16::<u16>::try_from("abc").unwrap());
    kept("Result", Ok::<String, String>(String::from("abc")));
    kept("RefCell", std::cell::RefCell::new(vec![1u8, 2]));
    kept("Mutex", std::sync::Mutex::new(String::from("abc")));
}

#[test]
fn decoding_over_a_map_keeps_the_memory_of_its_entries() {
    fn kept<T: Decodable + Encode + FromIterator<(u8, String)>>(name: &str) {
        let mut value: T = (0..20).map(|key| (key, "x".repeat(1000))).collect();
        let input = Bincode::to_vec(&value).unwrap();
        let taken = measure(|| Bincode::decode_into(&mut value, &input).unwrap());
        assert!(taken.bytes_total < 4000, "{name}: {} bytes", taken.bytes_total);
    }
    kept::<HashMap<u8, String>>("HashMap");
    kept::<BTreeMap<u8, String>>("BTreeMap");
}

/// Allocations of the second of two rounds of messages that are decoded over each other.
fn again<T: Decodable + Encode + Default>(messages: &[T]) -> u64 {
    let inputs: Vec<_> = messages.iter().map(|value| Postcard::to_vec(value).unwrap()).collect();
    let mut value = T::default();
    let round = |value: &mut T| {
        for input in &inputs {
            Postcard::decode_into(value, input).unwrap();
        }
    };
    round(&mut value);
    measure(|| round(&mut value)).count_total
}

/// "Decoding into an existing value" of docs/choosing.md: what a loop of messages allocates no more, and
/// what it allocates anew each time.
#[test]
fn a_loop_that_decodes_over_a_value_allocates_for_what_the_page_names() {
    let texts =
        |lengths: &[usize]| -> Vec<String> { lengths.iter().map(|len| "x".repeat(*len)).collect() };
    // Texts that don't grow, or became shorter before.
    assert_eq!(again(&texts(&[9, 3, 0, 9])), 0);
    assert_eq!(again(&[vec![1u32; 9], vec![], vec![2; 3]]), 0);
    assert_eq!(again(&[texts(&[5, 5]), texts(&[1, 3])]), 0);
    assert_eq!(again(&[(1u8, texts(&[7]), vec![7u64; 5]), (2, texts(&[3]), vec![])]), 0);
    assert_eq!(again(&[Some("a".to_owned()), Some("b".to_owned())]), 0);
    // Elements that a shorter vector has dropped: two strings.
    assert_eq!(again(&[texts(&[5, 5, 5]), texts(&[5])]), 2);
    assert_eq!(again(&[vec![vec![1u8], vec![2]], vec![]]), 2);
    let map = |keys: &[u8]| -> BTreeMap<u8, u8> { keys.iter().map(|key| (*key, 0)).collect() };
    assert!(again(&[map(&[1, 2]), map(&[1, 2])]) > 0);
    assert_eq!(again(&[Some("a".to_owned()), None]), 1);
    assert!(again(&[Arc::<str>::from("a"), Arc::from("b")]) >= 2);
    assert!(again(&[Rc::<[u8]>::from([1]), Rc::from([2])]) >= 2);
    // A pointer to one value that nobody shares is decoded over.
    assert_eq!(again(&[Arc::new("a".to_owned()), Arc::new("b".to_owned())]), 0);
}

type Lent<'de> = MapRef<'de, &'de str, SeqRef<'de, u16>>;

#[test]
fn borrowed_maps_never_allocate() {
    let map: BTreeMap<String, Vec<u16>> = (0..9).map(|key| (key.to_string(), vec![key])).collect();
    let input = Bincode::to_vec(&map).unwrap();
    nothing("MapRef", || Bincode::from_slice_ref::<Lent<'_>>(&input).unwrap());
    nothing("strict MapRef", || Strict::<Bincode>::from_slice_ref::<Lent<'_>>(&input).unwrap());
    let lent: Lent<'_> = Bincode::from_slice_ref(&input).unwrap();
    nothing("get", || lent.get("8").unwrap().get(0));
    nothing("iter", || lent.iter().map(|(key, _)| key.len()).sum::<usize>());
    for input in &claims() {
        nothing("MapRef", || Bincode::from_slice_ref::<Lent<'_>>(input));
        nothing("SetRef", || Bincode::from_slice_ref::<SetRef<'_, u64>>(input));
        nothing("Utf16Ref", || Bincode::from_slice_ref::<Utf16Ref<'_, u32>>(input));
    }
}

#[test]
fn bounded_types_ask_for_what_was_received() {
    owned::<Sv2, Str0255>("Str0255");
    owned::<Sv2, B064K>("B064K");
    owned::<Sv2, B016M>("B016M");
    owned::<Sv2, Seq0255<Str0255>>("Seq0255<Str0255>");
    owned::<Sv2, Seq064K<U256>>("Seq064K<U256>");
    owned::<Sv2, Seq064K<B064K>>("Seq064K<B064K>");
    owned::<Sv2, Seq064K<Seq064K<U24>>>("Seq064K<Seq064K<U24>>");
}

/// Each level declares as many children as there are bytes for, and has one.
#[test]
fn nested_claims_do_not_add_up() {
    for padding in [0, 100, 10_000] {
        let mut input = Vec::new();
        for level in 0..127 {
            let below = 8 * (127 - level - 1) + 8 * padding;
            input.extend((below as u64 / 8).to_le_bytes());
        }
        input.extend(words(1 << 60, padding));
        in_proportion("Tree", &input, || drop(Bincode::from_slice::<Tree>(&input)));
    }
}

#[test]
fn a_shared_source_is_not_copied() {
    for input in claims() {
        let source = Bytes::from(input.clone());
        drop(source.clone());
        in_proportion("shared", &input, || drop(Bincode::from_bytes::<SeqShared<Bytes>>(&source)));
    }
    let source = Bytes::from(Bincode::to_vec(&vec![vec![7u8; 100]; 100]).unwrap());
    drop(source.clone());
    nothing("SeqShared<Bytes>", || Bincode::from_bytes::<SeqShared<Bytes>>(&source).unwrap());
    let source = Bytes::from(Sv2::to_vec(&Str0255::try_from("x".repeat(200)).unwrap()).unwrap());
    drop(source.clone());
    nothing("Str0255Shared", || Sv2::from_bytes::<Str0255Shared>(&source).unwrap());
}

#[test]
fn borrowed_decoding_never_allocates() {
    fn never<'de, F: Format, T: DecodableRef<'de>>(name: &str, input: &'de [u8]) {
        nothing(name, || F::from_slice_ref::<T>(input));
    }
    for input in &claims() {
        never::<Bincode, &str>("&str", input);
        never::<Bincode, &[u8]>("&[u8]", input);
        never::<Bincode, SeqRef<'_, u64>>("SeqRef<u64>", input);
        never::<Bincode, SeqRef<'_, SeqRef<'_, &str>>>("SeqRef<SeqRef<&str>>", input);
        never::<Bincode, TreeRef<'_>>("TreeRef", input);
        never::<Sv2, Str0255Ref<'_>>("Str0255Ref", input);
        never::<Sv2, B064KRef<'_>>("B064KRef", input);
        never::<Sv2, Seq064KRef<'_, Str0255Ref<'_>>>("Seq064KRef<Str0255Ref>", input);
    }
    never::<Bincode, TreeRef<'_>>("TreeRef", &tree(100));
}

/// A real block, in which each byte in turn becomes a length of 2^32 or of the whole rest.
#[test]
fn a_block_asks_for_what_was_received() {
    let signet =
        include_str!("../data/bitcoin.txt").lines().find(|line| line.starts_with("signet 1"));
    let hex = signet.unwrap().rsplit(' ').next().unwrap().as_bytes().chunks(2);
    let byte = |hex| u8::from_str_radix(std::str::from_utf8(hex).unwrap(), 16).unwrap();
    let bytes: Vec<u8> = hex.map(byte).collect();
    for at in 0..bytes.len() {
        for length in [&[0xfe, 0xff, 0xff, 0xff, 0xff][..], &[0xff, 0, 0, 0, 0, 1, 0, 0, 0]] {
            let mut input = bytes.clone();
            input.splice(at..=at, length.iter().copied());
            in_proportion("Block", &input, || drop(Consensus::from_slice::<Block>(&input)));
            nothing("BlockRef", || Consensus::from_slice_ref::<BlockRef<'_>>(&input));
        }
    }
    let block: BlockRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
    nothing("txid", || block.transactions.iter().map(|tx| tx.txid()[0]).max());
    let mut over: Block = Consensus::from_slice(&bytes).unwrap();
    nothing("Block over a Block", || Consensus::decode_into(&mut over, &bytes).unwrap());
}

#[test]
fn reading_a_borrowed_sequence_never_allocates() {
    let input = Bincode::to_vec(&vec![String::from("abc"); 50]).unwrap();
    let names: SeqRef<'_, &str> = Bincode::from_slice_ref(&input).unwrap();
    nothing("iter", || names.iter().map(str::len).sum::<usize>());
    nothing("get", || names.get(49));
    nothing("eq", || names == names);
}

#[test]
fn values_stored_inline_never_allocate() {
    let text = Sv2::to_vec(&Str0255::try_from("x".repeat(30)).unwrap()).unwrap();
    nothing("a Str0255 of 30", || Sv2::from_slice::<Str0255>(&text).unwrap());
    let longer = Sv2::to_vec(&Str0255::try_from("x".repeat(31)).unwrap()).unwrap();
    let info = measure(|| drop(Sv2::from_slice::<Str0255>(&longer).unwrap()));
    assert_eq!((info.count_total, info.bytes_total), (1, 31));
    let blob = Sv2::to_vec(&B032::try_from(&[7; 32]).unwrap()).unwrap();
    nothing("a B032 of 32", || Sv2::from_slice::<B032>(&blob).unwrap());
    nothing("an empty vector", || Bincode::from_slice::<Vec<String>>(&[0; 8]).unwrap());
}

#[test]
fn an_owned_value_takes_one_allocation_a_variable_part() {
    type Value = (Vec<u32>, String, Vec<Vec<u8>>);
    let value: Value = (vec![1; 100], String::from("name"), vec![vec![1]; 3]);
    let input = Bincode::to_vec(&value).unwrap();
    let info = measure(|| drop(Bincode::from_slice::<Value>(&input).unwrap()));
    assert_eq!(info.count_total, 1 + 1 + 1 + 3);
    assert_eq!(info.bytes_total, 400 + 4 + 3 * size_of::<Vec<u8>>() as u64 + 3);
}

/// Text behind a pointer is copied from the input to where it stays, whatever its length.
#[test]
fn a_shared_string_takes_one_allocation() {
    fn once<F: Format, T: Decodable>() {
        for len in [0, 1, 7, 100, 40_000] {
            let bytes = F::to_vec(&"a".repeat(len)).unwrap();
            let info = measure(|| drop(std::hint::black_box(F::from_slice::<T>(&bytes).unwrap())));
            assert_eq!(info.count_total, 1, "{len} bytes in {}", F::RULES.name);
            // Two reference counts, and padding.
            assert!(info.bytes_total <= (len + 3 * size_of::<usize>()) as u64, "{info:?}");
        }
    }
    fn each<T: Decodable>() {
        once::<Bincode, T>();
        once::<Postcard, T>();
        once::<Consensus, T>();
        once::<Strict<Postcard>, T>();
    }
    each::<Arc<str>>();
    each::<Rc<str>>();
}

#[test]
fn encoding_takes_one_allocation_and_none_into_warm_memory() {
    let value = (vec![1u32; 100], String::from("name"), vec![vec![1u8]; 3]);
    let info = measure(|| drop(Bincode::to_vec(&value).unwrap()));
    assert_eq!((info.count_total, info.bytes_total), (1, value.encoded_len::<Bincode>() as u64));
    let mut warm = Vec::with_capacity(1000);
    nothing("a warm vector", || Bincode::encode_into(&value, &mut warm).unwrap());
    let mut array = [0u8; 1000];
    nothing("an array", || Bincode::encode_into(&value, &mut array).unwrap());
}

#[test]
fn decoding_over_a_value_keeps_its_memory() {
    let input = Bincode::to_vec(&vec![String::from("abcd"); 10]).unwrap();
    let mut kept: Vec<String> = Bincode::from_slice(&input).unwrap();
    nothing("Vec<String>", || Bincode::decode_into(&mut kept, &input).unwrap());
    let input = Bincode::to_vec(&vec![9u32; 100]).unwrap();
    let mut kept = vec![0u32; 100];
    nothing("Vec<u32>", || Bincode::decode_into(&mut kept, &input).unwrap());
    let input = Sv2::to_vec(&B064K::try_from(vec![9; 100]).unwrap()).unwrap();
    let mut kept: B064K = Sv2::from_slice(&input).unwrap();
    nothing("B064K", || Sv2::decode_into(&mut kept, &input).unwrap());
    let mut kept: Option<Box<u64>> = Some(Box::new(1));
    nothing("Box", || Bincode::decode_into(&mut kept, &[1, 2, 0, 0, 0, 0, 0, 0, 0]).unwrap());
}

#[test]
fn a_list_takes_a_box_a_node() {
    let input = list(100);
    let info = measure(|| drop(Bincode::from_slice::<List>(&input).unwrap()));
    assert_eq!(info.count_total, 99);
}

/// A record keeps a node per field, which takes memory; but zero-length elements, of which a few
/// bytes can declare any number, add no nodes.
#[test]
fn an_explanation_is_in_proportion_too() {
    assert!(size_of::<Node>() <= 112, "{} bytes a node", size_of::<Node>());
    for count in [16, 1 << 10, 1 << 16] {
        let input = words(count, 1);
        let limit = 512 * input.len() as u64 + 24 * 1024;
        let empty = measure(|| drop(Bincode::explain::<Vec<()>>(&input)));
        assert!(empty.bytes_max <= limit, "{} bytes for {count}", empty.bytes_max);
        let nested = measure(|| drop(Bincode::explain::<Vec<[(); 3]>>(&input)));
        assert!(nested.bytes_max <= limit, "{} bytes for {count}", nested.bytes_max);
        // An element of a byte takes two nodes. While the list of nodes grows, there is the old one
        // and one of twice its capacity; the decoded values take a byte or two each.
        let input = Bincode::to_vec(&vec![true; count.try_into().unwrap()]).unwrap();
        let limit = ((6 * size_of::<Node>() + 2) * input.len() + 4096) as u64;
        let full = measure(|| drop(Bincode::explain::<Vec<bool>>(&input)));
        assert!(full.bytes_max <= limit, "{} bytes for {count}", full.bytes_max);
    }
}
