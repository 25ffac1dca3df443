//! Sequences with a table of offsets: what every form says of them, in order and at any place.

use std::fmt::Debug;

use bytes::Bytes;
use codec_core::wire::Str0255;
use codec_core::{
    Borrowable, Decodable, Decode, Encode, EncodeErrorKind, Format, SeqRef, SeqShared, Shareable,
};

use super::kitchen::Corner;
use super::laws::{decode, reencode, shared, strict};

/// Tables of elements that differ in size, of elements with tables, and of elements of one size in
/// formats of fixed width.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Lists {
    #[codec(index)]
    pub texts: Vec<String>,
    #[codec(index)]
    pub tables: Vec<Table>,
    #[codec(index)]
    pub corners: Vec<Corner>,
    pub last: u8,
}

/// An element that has a table.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Table {
    pub id: u16,
    #[codec(index)]
    pub texts: Vec<String>,
}

/// Like [`Lists`], of types that Stratum V2 has.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct ShortLists {
    #[codec(index, len = u8)]
    pub texts: Vec<Str0255>,
    #[codec(index, len = u16, max = 300)]
    pub tables: Vec<ShortTable>,
    #[codec(index, len = u8)]
    pub corners: Vec<Corner>,
    pub last: u8,
}

/// Like [`Table`], of types that Stratum V2 has.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct ShortTable {
    pub id: u16,
    #[codec(index, len = u8)]
    pub texts: Vec<Str0255>,
}

/// A value with elements.
pub fn lists() -> Lists {
    let texts = || vec!["a".to_owned(), String::new(), "bcd".to_owned()];
    let table = |id| Table { id, texts: texts() };
    let corners = vec![Corner { x: 300, on: true }; 2];
    Lists { texts: texts(), tables: vec![table(1), table(300)], corners, last: 7 }
}

/// Like [`lists`], of types that Stratum V2 has.
pub fn short_lists() -> ShortLists {
    let short = |texts: Vec<String>| -> Vec<Str0255> {
        texts.into_iter().map(|text| text.try_into().expect("it is short")).collect()
    };
    let Lists { texts, tables, corners, last } = lists();
    let tables =
        tables.into_iter().map(|table| ShortTable { id: table.id, texts: short(table.texts) });
    ShortLists { texts: short(texts), tables: tables.collect(), corners, last }
}

/// The borrowed elements are the owned ones, in order and at any place.
pub fn same_borrowed<'a, T: Borrowable>(owned: &[&'a T], borrowed: &SeqRef<'a, T::Ref<'a>>)
where
    T::Ref<'a>: PartialEq + Debug,
{
    assert_eq!((borrowed.len(), borrowed.is_empty()), (owned.len(), owned.is_empty()));
    assert!(borrowed.iter().eq(owned.iter().map(|item| item.to_ref())));
    for (index, item) in owned.iter().enumerate().rev() {
        assert_eq!(borrowed.get(index), Some(item.to_ref()));
    }
    assert_eq!((borrowed.get(owned.len()), borrowed.get(usize::MAX)), (None, None));
    assert_eq!(borrowed.partition_point(|_| true), owned.len());
    assert_eq!(borrowed.partition_point(|_| false), 0);
}

/// Like [`same_borrowed`], for shared elements.
pub fn same_shared<T: Shareable + PartialEq + Debug>(owned: &[&T], shared: &SeqShared<T::Shared>) {
    assert_eq!((shared.len(), shared.is_empty()), (owned.len(), owned.is_empty()));
    let values: Vec<T> = shared.iter().map(T::from_shared).collect();
    assert!(values.iter().eq(owned.iter().copied()));
    for (index, item) in owned.iter().enumerate().rev() {
        assert_eq!(shared.get(index).map(T::from_shared).as_ref(), Some(*item));
    }
    assert!(shared.get(owned.len()).is_none() && shared.get(usize::MAX).is_none());
}

/// Over a value with elements, an input is accepted as it is elsewhere, as the same value.
pub fn over<F: Format, T: Encode + Decodable + PartialEq + Debug>(mut value: T, input: &[u8]) {
    let owned = F::from_slice::<T>(input);
    assert_eq!(F::decode_into(&mut value, input).is_ok(), owned.is_ok(), "{input:x?}");
    match owned {
        Ok(owned) => assert_eq!(value, owned),
        // It is some value, with all that belongs to one; a field that was read may contradict
        // one that was not.
        Err(_) => match F::to_vec(&value) {
            Ok(bytes) => assert_eq!(bytes.len(), F::encoded_len(&value)),
            Err(error) => assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields),
        },
    }
}

fn each<T>(items: &[T]) -> Vec<&T> {
    items.iter().collect()
}

macro_rules! in_all_forms {
    ($name:ident: $owned:ident, $borrowed:ident, $shared:ident, $sample:ident) => {
        pub fn $name<F: Format>(input: &[u8]) {
            decode::<F, $owned>(input);
            shared::<F, $owned>(input);
            reencode::<F, $owned>(input);
            strict::<F, $owned>(input);
            over::<F, $owned>($sample(), input);
            let Ok(owned) = F::from_slice::<$owned>(input) else { return };
            let borrowed: $borrowed<'_> = F::from_slice_ref(input).expect("it was accepted");
            let bytes = Bytes::copy_from_slice(input);
            let shared: $shared = F::from_bytes(&bytes).expect("it was accepted");
            let lent = owned.to_ref();
            for view in [&borrowed, &lent] {
                same_borrowed(&each(&owned.texts), &view.texts);
                same_borrowed(&each(&owned.tables), &view.tables);
                same_borrowed(&each(&owned.corners), &view.corners);
                for (index, table) in owned.tables.iter().enumerate() {
                    let found = view.tables.get(index).expect("there are as many");
                    same_borrowed(&each(&table.texts), &found.texts);
                }
            }
            same_shared(&each(&owned.texts), &shared.texts);
            same_shared(&each(&owned.tables), &shared.tables);
            same_shared(&each(&owned.corners), &shared.corners);
            for (index, table) in owned.tables.iter().enumerate() {
                let found = shared.tables.get(index).expect("there are as many");
                same_shared(&each(&table.texts), &found.texts);
            }
        }
    };
}

in_all_forms!(in_format: Lists, ListsRef, ListsShared, lists);
in_all_forms!(in_sv2: ShortLists, ShortListsRef, ShortListsShared, short_lists);
