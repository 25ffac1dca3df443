//! Lazy sequences and boxes: borrowed values read like owned ones.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bytes::Bytes;
use codec_core::{
    Bincode, Borrowable, BorrowableElement, BoxRef, DecodeErrorKind, Encode, Format, Postcard,
    SeqRef, SeqShared, Sequence, Shareable,
    format::BigEndian,
    wire::{Seq0255, Str0255, Str0255Ref},
};

fn hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Compiles only if the sequence is covariant in both lifetimes: a shorter borrow is expected, and
/// a longer one is passed.
fn shortest<'a>(seqs: &[SeqRef<'a, &'a str>], _near: &'a str) -> Option<&'a str> {
    seqs.iter().flat_map(SeqRef::iter).min_by_key(|text| text.len())
}

#[test]
fn a_longer_borrow_passes_for_a_shorter_one() {
    static NAMES: [&str; 0] = [];
    static INPUT: &[u8] = b"\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0hi";
    let long: SeqRef<'static, &'static str> = Bincode::from_slice_ref(INPUT).unwrap();
    let near = String::from("near");
    let owned = [near.clone()];
    let short: SeqRef<'_, &str> = SeqRef::from_owned(&owned);
    assert_eq!(shortest(&[long, short], &near), Some("hi"));
    assert_eq!(NAMES.len(), 0);
}

fn covariant<'a>(one: BoxRef<'static, &'static str>, _near: &'a str) -> BoxRef<'a, &'a str> {
    one
}

#[test]
fn a_longer_box_passes_for_a_shorter_one() {
    let boxed: BoxRef<'_, &str> = Bincode::from_slice_ref(b"\x02\0\0\0\0\0\0\0hi").unwrap();
    assert_eq!(covariant(boxed, &String::from("near")).get(), "hi");
}

/// The same sequence from encoded bytes, from owned values, and shared.
fn all_agree<O>(items: &[O])
where
    O: Borrowable + Shareable + Encode + Clone + Sync + PartialEq + std::fmt::Debug,
    for<'de> O: Borrowable<Ref<'de>: PartialEq + std::fmt::Debug + Encode> + 'de,
    O::Shared: Encode,
{
    let input = Bytes::from(Bincode::to_vec(items).unwrap());
    let encoded: SeqRef<'_, O::Ref<'_>> = Bincode::from_slice_ref(&input).unwrap();
    let lent: SeqRef<'_, O::Ref<'_>> = SeqRef::from_owned(items);
    let shared: SeqShared<O::Shared> = Bincode::from_bytes(&input).unwrap();
    assert_eq!(encoded, lent);
    assert_eq!(format!("{encoded:?}"), format!("{lent:?}"));
    for seq in [encoded, lent] {
        assert_eq!((seq.len(), seq.is_empty()), (items.len(), items.is_empty()));
        assert_eq!(seq.iter().map(O::from_ref).collect::<Vec<_>>(), items);
        assert_eq!(seq.to_vec().into_iter().map(O::from_ref).collect::<Vec<_>>(), items);
        assert_eq!(seq.iter().len(), items.len());
        for (index, item) in items.iter().enumerate() {
            assert_eq!(seq.get(index).map(O::from_ref).as_ref(), Some(item));
        }
        assert!(seq.get(items.len()).is_none() && seq.get(usize::MAX).is_none());
        assert_eq!(Bincode::to_vec(&seq).unwrap(), input);
        assert_eq!(Bincode::encoded_len(&seq), input.len());
    }
    assert_eq!((shared.len(), shared.is_empty()), (items.len(), items.is_empty()));
    assert_eq!(shared.iter().map(O::from_shared).collect::<Vec<_>>(), items);
    assert!(shared.get(items.len()).is_none() && shared.get(usize::MAX).is_none());
    for (index, item) in items.iter().enumerate() {
        assert_eq!(shared.get(index).map(O::from_shared).as_ref(), Some(item));
    }
    assert_eq!(Bincode::to_vec(&shared).unwrap(), input);
}

#[test]
fn encoded_owned_and_shared_agree() {
    all_agree::<u16>(&[]);
    all_agree(&[1u16, 2, 3]);
    all_agree(&[u64::MAX; 40]);
    all_agree(&[(1u8, 2u32), (3, 4)]);
    all_agree(&[Some(1u16), None, Some(3)]);
    all_agree(&[vec![1u8, 2], vec![], vec![3; 100]]);
    all_agree(&[vec![1u16, 2], vec![], vec![3; 100]]);
    all_agree(&[vec![vec![true]], vec![], vec![vec![], vec![false]]]);
    all_agree(&[[1u16, 2], [3, 4]]);
    all_agree(&[(), (), ()]);
    all_agree(&[Str0255::try_from("a").unwrap(), Str0255::default()]);
}

#[test]
fn order_and_hash_are_those_of_the_elements() {
    let lists = [vec![], vec![1u16], vec![1, 2], vec![2], vec![1, 2, 3]];
    for (one, two) in lists.iter().flat_map(|one| lists.iter().map(move |two| (one, two))) {
        let encoded = Bincode::to_vec(one).unwrap();
        let a: SeqRef<'_, u16> = Bincode::from_slice_ref(&encoded).unwrap();
        let b: SeqRef<'_, u16> = SeqRef::from_owned(two);
        assert_eq!(a.cmp(&b), one.cmp(two));
        assert_eq!(a.partial_cmp(&b), Some(one.cmp(two)));
        assert_eq!(a == b, one == two);
        assert_eq!(hash(&a) == hash(&b), one == two);
        let bytes = Bytes::from(Bincode::to_vec(two).unwrap());
        let c: SeqShared<u16> = Bincode::from_bytes(&Bytes::from(encoded.clone())).unwrap();
        let d: SeqShared<u16> = Bincode::from_bytes(&bytes).unwrap();
        assert_eq!((c.cmp(&d), c == d), (one.cmp(two), one == two));
        assert_eq!(c.partial_cmp(&d), Some(one.cmp(two)));
        assert_eq!(hash(&c) == hash(&d), one == two);
        assert_eq!(format!("{a:?} {c:?}"), format!("{one:?} {one:?}"));
        assert_eq!(c.clone(), c);
    }
}

/// Owned zero-sized elements: only their number matters.
#[derive(Debug, Clone, PartialEq)]
struct Nothing;

impl Borrowable for Nothing {
    type Ref<'de> = ();

    fn to_ref(&self) {}
    fn from_ref<'de>((): ()) -> Self
    where
        Self: 'de,
    {
        Self
    }
}

impl BorrowableElement for Nothing {
    type Seq<'de> = SeqRef<'de, ()>;
}

#[test]
fn owned_elements_without_memory_are_counted() {
    for count in [0, 1, 5, 1000] {
        let items = vec![Nothing; count];
        let seq = <Nothing as BorrowableElement>::Seq::lend(&items);
        assert_eq!((seq.len(), seq.iter().count()), (count, count));
        assert_eq!((seq.get(count), count == 0 || seq.get(count - 1).is_some()), (None, true));
        let mut back = Vec::new();
        Sequence::<Nothing>::append_to(seq, &mut back);
        assert_eq!(back, items);
    }
    assert_eq!(BoxRef::<'_, ()>::from_owned(&Nothing).get(), ());
}

#[test]
fn a_box_reads_what_it_holds() {
    let input = Bincode::to_vec(&Box::new((7u8, String::from("seven")))).unwrap();
    let boxed: BoxRef<'_, (u8, &str)> = Bincode::from_slice_ref(&input).unwrap();
    let owned = Box::new((7u8, String::from("seven")));
    assert_eq!(boxed.get(), (7, "seven"));
    assert_eq!(boxed, owned.to_ref());
    assert_eq!(format!("{boxed:?}"), format!("{owned:?}"));
    assert_eq!(Box::from_ref(boxed), owned);
    assert_eq!(Bincode::to_vec(&boxed).unwrap(), input);
    let copy = boxed;
    assert_eq!(copy, boxed);
}

#[test]
fn an_iterator_says_how_many_are_left() {
    let items = [String::from("a"), String::from("b"), String::from("c")];
    let seq: SeqRef<'_, &str> = SeqRef::from_owned(&items);
    let mut iter = seq.iter();
    assert_eq!((iter.next(), iter.len(), iter.size_hint()), (Some("a"), 2, (2, Some(2))));
    let rest = iter.clone();
    assert_eq!(format!("{iter:?}"), "SeqIter { left: 2, .. }");
    assert_eq!((iter.collect::<String>(), rest.count()), ("bc".into(), 2));
    assert_eq!(seq.into_iter().chain(&seq).collect::<String>(), "abcabc");
}

#[test]
fn every_element_is_checked_while_decoding() {
    let mut input = Bincode::to_vec(&vec![String::from("one"), String::from("two")]).unwrap();
    *input.last_mut().unwrap() = 0xff;
    let error = Bincode::from_slice_ref::<SeqRef<'_, &str>>(&input).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidUtf8, 8 + 11 + 8));
    let shared = Bincode::from_bytes::<SeqShared<String>>(&Bytes::from(input)).unwrap_err();
    assert_eq!(shared, error);
}

type Parts<'a> = (SeqRef<'a, u16>, SeqRef<'a, &'a [u8]>, u8);

#[test]
fn a_sequence_takes_its_own_bytes_and_no_more() {
    let input = Bincode::to_vec(&(vec![1u16, 2], vec![vec![3u8]], 0xaau8)).unwrap();
    let (numbers, lists, last): Parts<'_> = Bincode::from_slice_ref(&input).unwrap();
    assert_eq!((numbers.to_vec(), lists.to_vec(), last), (vec![1, 2], vec![&[3u8][..]], 0xaa));
}

#[test]
fn nested_bounded_text_is_read_in_place() {
    let names = ["x", "yy"].map(|name| Str0255::try_from(name).unwrap());
    let value = vec![Seq0255::<Str0255>::try_from(names.to_vec()).unwrap(); 2];
    let input = Bincode::to_vec(&value).unwrap();
    let lists: <Vec<Seq0255<Str0255>> as Borrowable>::Ref<'_> =
        Bincode::from_slice_ref(&input).unwrap();
    let last: Str0255Ref<'_> = lists.get(1).unwrap().get(1).unwrap();
    assert_eq!(last.bytes().as_ptr_range().end, input.as_ptr_range().end);
    assert_eq!(<Vec<Seq0255<Str0255>>>::from_ref(lists), value);
}

/// Reading by `next`, by `fold` (several elements a call, where they are small), from any place on, and
/// into a vector.
fn every_way<F: Format, O>(items: &[O])
where
    O: Borrowable + Encode + Sync,
    for<'de> O:
        Borrowable<Ref<'de>: PartialEq + std::fmt::Debug + codec_core::DecodableRef<'de>> + 'de,
{
    let input = F::to_vec(items).unwrap();
    let encoded: SeqRef<'_, O::Ref<'_>> = F::from_slice_ref(&input).unwrap();
    for seq in [encoded, SeqRef::from_owned(items)] {
        let mut next = Vec::new();
        for item in seq {
            next.push(item);
        }
        assert_eq!(next.len(), items.len());
        assert_eq!(seq.to_vec(), next);
        for start in [0, 1, items.len() / 2, items.len()] {
            let mut iter = seq.iter();
            for _ in 0..start {
                assert!(iter.next().is_some() || start > items.len());
            }
            let rest = iter.fold(Vec::new(), |mut rest, item| {
                rest.push(item);
                rest
            });
            assert_eq!(rest, next[start.min(items.len())..]);
        }
    }
}

#[test]
fn elements_are_the_same_one_by_one_and_several_at_once() {
    fn of<O>(make: impl Fn(u8) -> O)
    where
        O: Borrowable + Encode + Sync,
        for<'de> O:
            Borrowable<Ref<'de>: PartialEq + std::fmt::Debug + codec_core::DecodableRef<'de>> + 'de,
    {
        // Under Miri as many as it takes to go into a second call.
        let counts: &[u8] = if cfg!(miri) { &[1, 17] } else { &[0, 1, 2, 15, 16, 17, 32, 33, 50] };
        for &count in counts {
            let items: Vec<O> = (0..count).map(&make).collect();
            every_way::<Bincode, O>(&items);
            every_way::<Postcard, O>(&items);
            every_way::<BigEndian<Bincode>, O>(&items);
        }
    }
    of(|index| index % 3 == 0);
    of(|index| u16::from(index) * 300);
    of(|index| u128::from(index) << 99);
    of(|index| (index, -i64::from(index)));
    of(|index| "é".repeat(usize::from(index % 5)));
    of(|index| vec![u32::from(index); usize::from(index % 4)]);
    of(|index| (index % 2 == 0).then(|| index.to_string()));
    // Larger than what is read several at once.
    of(|index| [u64::from(index); 5]);
    of(|_| ());
}

#[test]
fn a_fold_that_panics_loses_nothing_and_a_message_is_read_again_after_it() {
    let items: Vec<u16> = (0..40).collect();
    let input = Bincode::to_vec(&items).unwrap();
    let seq: SeqRef<'_, u16> = Bincode::from_slice_ref(&input).unwrap();
    let outcome = std::panic::catch_unwind(|| {
        seq.iter().fold(0, |sum, item| {
            assert!(item < 20, "enough");
            sum + item
        })
    });
    assert!(outcome.is_err());
    assert_eq!(seq.iter().sum::<u16>(), 39 * 20);
}

/// Decodes otherwise the second time: what the trait asks not to be.
#[derive(Debug, PartialEq)]
struct Fickle;

static DECODED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

impl<'de> codec_core::DecodableRef<'de> for Fickle {
    fn ref_size<F: Format>() -> codec_core::Size {
        codec_core::Size::fixed(1)
    }

    fn decode_ref<F: Format>(
        r: &mut codec_core::Reader<'de, F>,
    ) -> Result<Self, codec_core::DecodeError> {
        r.byte()?;
        match DECODED.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0..25 => Ok(Self),
            _ => Err(r.error(DecodeErrorKind::InvalidValue)),
        }
    }
}

#[test]
#[should_panic(expected = "the elements were decoded once before")]
fn a_fold_over_what_fails_to_decode_again_panics() {
    let seq: SeqRef<'_, Fickle> = Postcard::from_slice_ref(&[20; 21]).unwrap();
    let _ = seq.iter().count();
    seq.iter().for_each(drop);
}

static LIVE: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

/// Small, with a destructor.
#[derive(Debug)]
struct Counted(u8);

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
    }
}

impl<'de> codec_core::DecodableRef<'de> for Counted {
    fn ref_size<F: Format>() -> codec_core::Size {
        codec_core::Size::fixed(1)
    }

    fn decode_ref<F: Format>(
        r: &mut codec_core::Reader<'de, F>,
    ) -> Result<Self, codec_core::DecodeError> {
        let value = r.byte()?;
        LIVE.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(Self(value))
    }
}

#[test]
fn a_fold_that_panics_drops_all_that_it_read() {
    let input: Vec<u8> = [40].into_iter().chain(0..40).collect();
    let seq: SeqRef<'_, Counted> = Postcard::from_slice_ref(&input).unwrap();
    let live = || LIVE.load(std::sync::atomic::Ordering::Relaxed);
    let outcome = std::panic::catch_unwind(|| seq.iter().for_each(|item| assert!(item.0 < 20)));
    assert!(outcome.is_err());
    assert_eq!(live(), 0);
    assert_eq!(seq.iter().map(|item| u32::from(item.0)).sum::<u32>(), 780);
    assert_eq!(live(), 0);
}
