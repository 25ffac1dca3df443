//! Types that keep their own bytes, or elements up to a fixed capacity.

use core::ops::Range;

use codec_core::push::PushDecode;
use codec_core::{
    Bincode, Compact, Decode, DecodeErrorKind, Encode, Format, Limits, Postcard, SeqShared,
};

use crate::push::law::{hold, hold_for};

/// Keeps its own bytes, which must pass a check.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, check = Self::is_sane)]
struct Spanned {
    first: u16,
    names: Vec<String>,
    #[codec(span = first..=names)]
    place: Range<usize>,
    #[codec(span = names)]
    bytes: Vec<u8>,
    inner: Option<Box<Spanned>>,
    #[codec(span)]
    all: bytes::Bytes,
}

impl Spanned {
    /// Returns whether the spans are those of the fields, and the bytes are not all ones.
    fn is_sane(&self) -> bool {
        let names = Postcard::encoded_len(&self.names);
        let names = [names, Bincode::encoded_len(&self.names), Compact::encoded_len(&self.names)];
        names.contains(&self.bytes.len())
            && self.place.len() > self.bytes.len()
            && self.all.len() >= self.place.len()
            && !self.bytes.ends_with(&[b'!'; 3])
    }
}

/// In a value without a span, which is in one with a span.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, check = Self::is_sane)]
struct Around {
    before: u8,
    spanned: Vec<Spanned>,
}

impl Around {
    /// Returns true for a sane decoded value; one that was not decoded has no spans.
    fn is_sane(&self) -> bool {
        self.spanned.iter().all(|one| one.all.is_empty() || one.is_sane())
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
struct Tail {
    around: Around,
    #[codec(tail)]
    rest: Vec<u16>,
    #[codec(span = around..=rest)]
    all: Vec<u8>,
}

fn spanned(levels: u16) -> Spanned {
    let names = (0..levels).map(|number| "x".repeat(usize::from(number) * 40)).collect();
    let inner = (levels > 0).then(|| Box::new(spanned(levels - 1)));
    let (place, bytes, all) = Default::default();
    Spanned { first: 300 + levels, names, place, bytes, inner, all }
}

fn around() -> Around {
    Around { before: 1, spanned: (0..4).map(spanned).collect() }
}

fn everywhere<F: Format>() {
    hold_for::<F, _>(&spanned(0));
    hold_for::<F, _>(&spanned(2));
    hold::<F, Around>(&F::to_vec(&around()).unwrap());
    let tail = Tail { around: around(), rest: vec![1, 2, 300], all: Vec::new() };
    hold::<F, Tail>(&F::to_vec(&tail).unwrap());
    let mut refused = spanned(1);
    refused.names = vec!["!!!".into()];
    hold::<F, Spanned>(&F::to_vec(&refused).unwrap());
    let list: Vec<_> = (0..5).map(|number| (number, "y".repeat(number.into()))).collect();
    let bytes = F::to_vec::<Vec<(u8, String)>>(&list).unwrap();
    let shared = F::from_bytes::<SeqShared<(u8, String)>>(&bytes.clone().into()).unwrap();
    hold_for::<F, _>(&shared);
    hold::<F, SeqShared<u32>>(&F::to_vec(&vec![1u32, 70_000, 3]).unwrap());
    hold::<F, SeqShared<()>>(&F::to_vec(&vec![(); 7]).unwrap());
    #[cfg(feature = "arrayvec")]
    {
        use arrayvec::ArrayVec;
        hold_for::<F, ArrayVec<(u8, String), 5>>(&list.into_iter().collect());
        hold::<F, ArrayVec<(u8, String), 4>>(&bytes);
        hold_for::<F, ArrayVec<u32, 3>>(&[1u32, 70_000, 3].into());
        hold_for::<F, ArrayVec<(), 4>>(&[(); 4].into());
        hold_for::<F, ArrayVec<Box<()>, 4>>(&[Box::new(()), Box::new(())].into_iter().collect());
    }
}

#[test]
fn values_made_of_their_bytes_are_those_of_the_slice() {
    everywhere::<Bincode>();
    everywhere::<Postcard>();
    everywhere::<Compact>();
}

/// Copies of spans are charged once, though a value is decoded twice.
#[test]
fn limits_are_those_of_the_slice() {
    let bytes = Bincode::to_vec(&spanned(2)).unwrap();
    let outcome = |memory| {
        let limits = Limits { memory, ..Limits::DEFAULT };
        let sliced = Bincode::from_slice_with::<Spanned>(limits, &bytes);
        let mut decoder = Spanned::push_decoder::<Bincode>().with_limits(limits);
        let mut pushed = Ok(None);
        for mut piece in bytes.chunks(3) {
            pushed = decoder.push(&mut piece).map(codec_core::push::Progress::done);
            if pushed.is_err() {
                break;
            }
        }
        assert_eq!(pushed.is_ok(), sliced.is_ok(), "with {memory} bytes");
        if let Err(error) = pushed {
            assert_eq!(error.kind(), DecodeErrorKind::MemoryExceeded);
        }
        sliced.is_ok()
    };
    let enough = (0..10_000).find(|memory| outcome(*memory)).unwrap();
    assert!(outcome(enough + 1) && enough > bytes.len());
}
