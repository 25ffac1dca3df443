//! `since` and related attributes on a field of any type, in every form.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use codec_core::{Compact, Decode, Encode, Format, Postcard};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Item(u8, String);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, version = 1)]
struct First {
    id: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, version = 2)]
struct Second {
    id: u8,
    #[codec(since = 2)]
    texts: Vec<String>,
    #[codec(since = 2)]
    items: Vec<Item>,
    #[codec(since = 2)]
    map: BTreeMap<String, Vec<u8>>,
    #[codec(since = 2)]
    set: BTreeSet<String>,
    #[codec(since = 2)]
    queue: VecDeque<Item>,
    #[codec(since = 2)]
    text: String,
    #[codec(since = 2)]
    option: Option<Item>,
}

#[test]
fn fields_that_an_older_version_lacks_are_empty_in_every_form() {
    fn holds<F: Format>() {
        let bytes = F::to_vec(&First { id: 7 }).unwrap();
        let owned = F::from_slice::<Second>(&bytes).unwrap();
        assert_eq!((owned.id, owned.texts.len(), owned.option.is_none()), (7, 0, true));
        let borrowed = F::from_slice_ref::<SecondRef<'_>>(&bytes).unwrap();
        assert_eq!((borrowed.items.len(), borrowed.map.len(), borrowed.texts.get(0)), (0, 0, None));
        assert_eq!(borrowed.items.iter().count(), 0);
        assert_eq!(Second::from(borrowed), owned);
        let shared = F::from_bytes::<SecondShared>(&bytes.into()).unwrap();
        assert_eq!(Second::from(shared), owned);
    }
    holds::<Compact>();
    holds::<Postcard>();
    holds::<codec_core::Bincode>();
    holds::<codec_core::Borsh>();
}
