//! Borrowed forms that allocate nothing, and those that are charged: the list of docs/derive.md.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::hash::RandomState;
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

use allocation_counter::measure;
use bytes::Bytes;
use codec_core::wire::{B032, Seq0255, Str0255};
use codec_core::{Borrowable, Format as _, Limits, Packed, Postcard};
use smallvec::SmallVec;

type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;
type IndexSet<T> = indexmap::IndexSet<T, RandomState>;

/// The names of types, and whether decoding their borrowed forms allocates.
macro_rules! measured {
    ($($type:ty = $value:expr;)*) => {[$({
        let value: $type = $value;
        let bytes = Postcard::to_vec(&value).expect("it has an encoding");
        let counted = measure(|| {
            let form = Postcard::from_slice_ref::<<$type as Borrowable>::Ref<'_>>(&bytes);
            assert!(form.is_ok(), "it was encoded");
        });
        let name = stringify!($type);
        let limits = Limits { memory: 0, ..Limits::DEFAULT };
        let free =
            Postcard::from_slice_ref_with::<<$type as Borrowable>::Ref<'_>>(limits, &bytes).is_ok();
        assert_eq!(free, counted.count_total == 0, "{name} is charged for what it allocates");
        (name, counted.count_total > 0)
    }),*]};
}

fn text() -> String {
    "a".into()
}

#[test]
fn the_page_lists_which_borrowed_forms_allocate() {
    let measured = measured! {
        u64 = 7;
        String = text();
        Box<str> = "a".into();
        Rc<str> = "a".into();
        Arc<str> = "a".into();
        Vec<u8> = vec![7];
        Vec<u64> = vec![7];
        Vec<String> = vec![text()];
        VecDeque<String> = [text()].into();
        Box<[String]> = [text()].into();
        Rc<[u64]> = [7].into();
        Arc<[String]> = [text()].into();
        [String; 2] = [text(), text()];
        (u8, String) = (7, text());
        Option<String> = Some(text());
        Result<u8, String> = Err(text());
        Bound<String> = Bound::Included(text());
        Range<String> = text()..text();
        Box<String> = Box::new(text());
        Rc<String> = Rc::new(text());
        Arc<String> = Arc::new(text());
        BTreeMap<String, u64> = [(text(), 7)].into();
        BTreeSet<String> = [text()].into();
        HashMap<String, u64> = [(text(), 7)].into();
        HashSet<String> = [text()].into();
        Packed<String> = Packed::from(vec![text()]);
        Bytes = Bytes::from_static(b"a");
        PathBuf = "a/b".into();
        Str0255 = "a".try_into().unwrap();
        B032 = [7u8][..].try_into().unwrap();
        Seq0255<String> = vec![text()].try_into().unwrap();
        Vec<Rc<str>> = vec!["a".into()];
        LinkedList<String> = [text()].into();
        BinaryHeap<String> = [text()].into();
        CString = c"a".into();
        RefCell<String> = RefCell::new(text());
        Mutex<String> = Mutex::new(text());
        RwLock<String> = RwLock::new(text());
        IndexMap<String, u64> = [(text(), 7)].into_iter().collect();
        IndexSet<String> = [text()].into_iter().collect();
        SmallVec<[String; 1]> = [text(), text()].into_iter().collect();
    };
    let row = |allocates: bool, what: &str| {
        let names = measured.iter().filter(|(_, does)| *does == allocates);
        let names: Vec<_> = names.map(|(name, _)| format!("`{name}`")).collect();
        format!("| {} | {what} |\n", names.join(", "))
    };
    let table = row(false, "nothing")
        + &row(true, "the list, the map or what the owned form takes, and is charged");
    let page = include_str!("../../../../docs/derive.md");
    assert!(page.contains(&table), "docs/derive.md should have\n{table}");
}
