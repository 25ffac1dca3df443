//! Sequences with a table of offsets other than a `Vec`, and options of each: what [`indexed`]
//! says of a vector, and the bytes and errors of one.
//!
//! [`indexed`]: super::indexed

use std::collections::VecDeque;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use bytes::Bytes;
use codec_core::{
    Borrowable, Decodable, Decode, DequeRef, Encode, Format, SeqRef, SeqShared, Shareable,
};

use super::indexed::{over, same_borrowed, same_shared};
use super::kitchen::Corner;
use super::laws::{decode, reencode, shared, strict};

/// An element that differs in size, in every format.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Name {
    #[codec(len = u8)]
    pub text: String,
}

type Boxed<T> = Box<[T]>;
type Counted<T> = Rc<[T]>;
type Atomic<T> = Arc<[T]>;

macro_rules! kinds {
    ($($name:ident: $of:ident, $table:ident: $within:ident, $sample:ident;)*) => {$(
        #[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
        #[codec(borrow, shared)]
        pub struct $name {
            #[codec(index, len = u8)]
            pub names: $of<Name>,
            #[codec(index, len = u16, max = 300)]
            pub tables: $of<$table>,
            #[codec(index, len = u8)]
            pub corners: $of<Corner>,
            pub flags: u8,
            #[codec(index, if = flags & 1 != 0, len = u8)]
            pub sometimes: Option<$of<$table>>,
            #[codec(index, len = i16)]
            pub nullable: Option<$of<Name>>,
            #[codec(index, count = flags >> 4)]
            pub counted: $of<Corner>,
        }

        /// An element that has a table.
        #[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
        #[codec(borrow, shared)]
        pub struct $table {
            pub id: u16,
            #[codec(index, len = u8)]
            pub names: $within<Name>,
        }

        /// A value with elements.
        pub fn $sample() -> $name {
            let names = || ["a", "", "bcd"].map(|text| Name { text: text.into() }).to_vec();
            let table = |id| $table { id, names: names().into() };
            let corners = vec![Corner { x: 300, on: true }; 2];
            $name {
                names: names().into(),
                tables: vec![table(1), table(300)].into(),
                corners: corners.clone().into(),
                flags: 0x21,
                sometimes: Some(vec![table(2)].into()),
                nullable: Some(names().into()),
                counted: corners.into(),
            }
        }
    )*};
}

// A collection that several threads share can't hold an `Rc`.
kinds! {
    Vectors: Vec, VectorTable: Vec, vectors;
    Boxes: Boxed, BoxTable: Boxed, boxes;
    Rings: VecDeque, RingTable: VecDeque, rings;
    Rcs: Counted, RcTable: Atomic, rcs;
    Arcs: Atomic, ArcTable: Atomic, arcs;
}

/// The parts in which the elements of a borrowed sequence are: one, or two of a ring.
trait Parts<'a, T> {
    fn parts(&self) -> [Option<SeqRef<'a, T>>; 2];
}

impl<'a, T> Parts<'a, T> for SeqRef<'a, T> {
    fn parts(&self) -> [Option<SeqRef<'a, T>>; 2] {
        [Some(*self), None]
    }
}

impl<'a, T> Parts<'a, T> for DequeRef<SeqRef<'a, T>> {
    fn parts(&self) -> [Option<SeqRef<'a, T>>; 2] {
        [Some(self.front()), self.back()]
    }
}

/// The borrowed elements are the owned ones, in order and at any place of their part.
fn same_parts<'a, T: Borrowable + 'a>(
    owned: impl Iterator<Item = &'a T>,
    borrowed: &impl Parts<'a, T::Ref<'a>>,
) where
    T::Ref<'a>: PartialEq + Debug,
{
    let owned: Vec<&T> = owned.collect();
    let mut rest = &*owned;
    for part in borrowed.parts().iter().flatten() {
        let (here, behind) = rest.split_at_checked(part.len()).expect("there are as many");
        same_borrowed(here, part);
        rest = behind;
    }
    assert!(rest.is_empty(), "{} elements are missing", rest.len());
}

/// All elements of a borrowed sequence.
fn items<'a, T>(borrowed: &impl Parts<'a, T>) -> impl Iterator<Item = T> {
    borrowed.parts().into_iter().flatten().flat_map(|part| part.iter())
}

/// Like [`same_parts`], for shared elements, which are in one part.
fn same_whole<'a, T: Shareable + PartialEq + Debug + 'a>(
    owned: impl Iterator<Item = &'a T>,
    shared: &SeqShared<T::Shared>,
) {
    same_shared(&owned.collect::<Vec<_>>(), shared);
}

/// An input is accepted as that of vectors is, and has the same elements; or refused as that is.
fn as_vectors<F: Format, T: Encode + Decodable>(input: &[u8]) {
    match (F::from_slice::<T>(input), F::from_slice::<Vectors>(input)) {
        (Ok(value), Ok(vectors)) => assert_eq!(F::to_vec(&value), F::to_vec(&vectors)),
        (value, vectors) => assert_eq!(value.err(), vectors.err(), "{input:x?}"),
    }
}

/// The value with its elements in two parts of memory, where there are several.
fn in_two_parts(value: Rings) -> Rings {
    fn split<T>(mut front: VecDeque<T>) -> VecDeque<T> {
        let back = front.split_off(front.len() / 2);
        let mut split = VecDeque::with_capacity(front.len() + back.len());
        split.extend(back);
        front.into_iter().rev().for_each(|item| split.push_front(item));
        assert_eq!(split.as_slices().1.is_empty(), split.len() < 2);
        split
    }
    let table = |table: RingTable| RingTable { names: split(table.names), ..table };
    let tables = |tables: VecDeque<_>| split(tables.into_iter().map(table).collect());
    Rings {
        names: split(value.names),
        tables: tables(value.tables),
        corners: split(value.corners),
        flags: value.flags,
        sometimes: value.sometimes.map(tables),
        nullable: value.nullable.map(split),
        counted: split(value.counted),
    }
}

macro_rules! in_all_forms {
    ($name:ident: $kind:ident, $borrowed:ident, $shared:ident, $sample:ident, $again:expr) => {
        fn $name<F: Format>(input: &[u8]) {
            decode::<F, $kind>(input);
            shared::<F, $kind>(input);
            reencode::<F, $kind>(input);
            strict::<F, $kind>(input);
            as_vectors::<F, $kind>(input);
            over::<F, $kind>($sample(), input);
            over::<F, $kind>($again($sample()), input);
            let Ok(owned) = F::from_slice::<$kind>(input) else { return };
            let borrowed: $borrowed<'_> = F::from_slice_ref(input).expect("it was accepted");
            let bytes = Bytes::copy_from_slice(input);
            let shared: $shared = F::from_bytes(&bytes).expect("it was accepted");
            let again = $again(owned.clone());
            assert_eq!(again, owned);
            let encoded = F::to_vec(&owned);
            assert_eq!(F::to_vec(&again), encoded);
            assert_eq!(F::to_vec(&again.to_ref()), encoded);
            assert_eq!($kind::from_ref(again.to_ref()), owned);
            // Rings are equal in whichever parts their elements are.
            let (lent, parted) = (owned.to_ref(), again.to_ref());
            assert_eq!(lent, parted);
            assert_eq!(borrowed, parted);
            for (owned, view) in [(&owned, &borrowed), (&owned, &parted), (&again, &lent)] {
                same_parts(owned.names.iter(), &view.names);
                same_parts(owned.tables.iter(), &view.tables);
                same_parts(owned.corners.iter(), &view.corners);
                same_parts(owned.counted.iter(), &view.counted);
                let found: Vec<_> = items(&view.tables).collect();
                for (table, found) in owned.tables.iter().zip(&found) {
                    same_parts(table.names.iter(), &found.names);
                }
                assert_eq!(view.sometimes.is_some(), owned.sometimes.is_some());
                assert_eq!(view.nullable.is_some(), owned.nullable.is_some());
                if let (Some(owned), Some(found)) = (&owned.sometimes, &view.sometimes) {
                    same_parts(owned.iter(), found);
                }
                if let (Some(owned), Some(found)) = (&owned.nullable, &view.nullable) {
                    same_parts(owned.iter(), found);
                }
            }
            same_whole(owned.names.iter(), &shared.names);
            same_whole(owned.tables.iter(), &shared.tables);
            same_whole(owned.corners.iter(), &shared.corners);
            same_whole(owned.counted.iter(), &shared.counted);
            assert_eq!(shared.sometimes.is_some(), owned.sometimes.is_some());
            assert_eq!(shared.nullable.is_some(), owned.nullable.is_some());
            if let (Some(owned), Some(found)) = (&owned.sometimes, &shared.sometimes) {
                same_whole(owned.iter(), found);
            }
            if let (Some(owned), Some(found)) = (&owned.nullable, &shared.nullable) {
                same_whole(owned.iter(), found);
            }
        }
    };
}

in_all_forms!(in_vectors: Vectors, VectorsRef, VectorsShared, vectors, std::convert::identity);
in_all_forms!(in_boxes: Boxes, BoxesRef, BoxesShared, boxes, std::convert::identity);
in_all_forms!(in_rings: Rings, RingsRef, RingsShared, rings, in_two_parts);
in_all_forms!(in_rcs: Rcs, RcsRef, RcsShared, rcs, std::convert::identity);
in_all_forms!(in_arcs: Arcs, ArcsRef, ArcsShared, arcs, std::convert::identity);

/// Number of kinds.
pub const KINDS: u8 = 5;

/// An input as that of a sequence of this kind.
pub fn in_kind<F: Format>(kind: u8, input: &[u8]) {
    match kind % KINDS {
        0 => in_vectors::<F>(input),
        1 => in_boxes::<F>(input),
        2 => in_rings::<F>(input),
        3 => in_rcs::<F>(input),
        _ => in_arcs::<F>(input),
    }
}
