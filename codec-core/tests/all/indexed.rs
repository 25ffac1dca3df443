//! Sequences with a table of offsets: their bytes, what an element costs, and what hostile tables
//! do.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use bytes::Bytes;
use codec_core::{
    Bincode, BincodeVarint, Borrowable, BorrowableElement, Borsh, Compact, Consensus, Decodable,
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Format, Postcard, Reader, SeqRef,
    SeqShared, Size, Sv2, TextShared, Writer,
};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Names {
    #[codec(index, len = u8)]
    names: Vec<Name>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Name {
    #[codec(len = u8)]
    name: String,
}

fn names(names: &[&str]) -> Names {
    Names { names: names.iter().map(|name| Name { name: (*name).to_owned() }).collect() }
}

// WF-68
#[test]
fn the_table_is_the_same_in_every_format() {
    fn in_format<F: Format>() {
        let value = names(&["a", "", "bcd"]);
        let table = [2, 0, 0, 0, 3, 0, 0, 0, 7, 0, 0, 0];
        let wanted = [&[3][..], &table, &[1, b'a', 0, 3, b'b', b'c', b'd']].concat();
        assert_eq!(F::to_vec(&value), Ok(wanted.clone()), "{}", F::RULES.name);
        assert_eq!(F::from_slice::<Names>(&wanted), Ok(value));
        let borrowed: NamesRef<'_> = F::from_slice_ref(&wanted).unwrap();
        assert_eq!(borrowed.names.get(2).unwrap().name, "bcd");
        let shared: NamesShared = F::from_bytes(&Bytes::from(wanted.clone())).unwrap();
        assert_eq!(shared.names.get(2).unwrap().name, "bcd");
        for entry in 0..3 {
            let mut wrong = wanted.clone();
            wrong[1 + 4 * entry] ^= 1;
            let error = F::from_slice::<Names>(&wrong).unwrap_err();
            let wanted = (DecodeErrorKind::InvalidIndex, 1 + 4 * entry);
            assert_eq!((error.kind(), error.offset()), wanted, "{}", F::RULES.name);
        }
    }
    in_format::<Bincode>();
    in_format::<BincodeVarint>();
    in_format::<Borsh>();
    in_format::<Compact>();
    in_format::<Consensus>();
    in_format::<Postcard>();
    in_format::<Sv2>();
}

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Returns the result of `run`, and how many elements were decoded meanwhile.
fn steps<T>(run: impl FnOnce() -> T) -> (T, usize) {
    STEPS.set(0);
    let value = run();
    (value, STEPS.get())
}

/// One or two bytes, whose decodes are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Step(u8);

impl Encode for Step {
    fn encoded_size<F: Format>() -> Size {
        Size::at_least(1)
    }

    fn encoded_len<F: Format>(&self) -> usize {
        1 + usize::from(self.0 % 2)
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(self.0)?;
        if self.0 % 2 == 1 { w.byte(0) } else { Ok(()) }
    }
}

impl Decodable for Step {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        STEPS.set(STEPS.get() + 1);
        let step = r.byte()?;
        if step % 2 == 1 {
            r.byte()?;
        }
        Ok(Self(step))
    }
}

codec_core::impl_decodable_ref!(Step);

impl Borrowable for Step {
    type Ref<'de> = Self;

    fn to_ref(&self) -> Self {
        *self
    }

    fn from_ref<'de>(borrowed: Self) -> Self
    where
        Self: 'de,
    {
        borrowed
    }
}

impl BorrowableElement for Step {
    type Seq<'de> = SeqRef<'de, Self>;
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Outer {
    #[codec(index)]
    middle: Vec<Middle>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Middle {
    #[codec(index)]
    inner: Vec<Inner>,
    id: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Inner {
    id: u8,
    #[codec(index)]
    steps: Vec<Step>,
}

/// So many of each, in each.
fn outer(count: u8) -> Outer {
    let inner = |id| Inner { id, steps: (0..count).map(Step).collect() };
    let middle = |id| Middle { inner: (0..count).map(inner).collect(), id };
    Outer { middle: (0..count).map(middle).collect() }
}

#[test]
fn every_element_is_decoded_once_and_a_look_up_decodes_one() {
    for count in [2u8, 8, 30] {
        let value = outer(count);
        let bytes = Postcard::to_vec(&value).unwrap();
        let all = usize::from(count).pow(3);
        let (owned, taken) = steps(|| Postcard::from_slice::<Outer>(&bytes).unwrap());
        assert_eq!((owned, taken), (value.clone(), all));
        let (view, taken) = steps(|| Postcard::from_slice_ref::<OuterRef<'_>>(&bytes).unwrap());
        assert_eq!(taken, all);
        let last = usize::from(count) - 1;
        let (middle, taken) = steps(|| view.middle.get(last).unwrap());
        assert_eq!((middle.id, taken), (count - 1, 0));
        let (inner, taken) = steps(|| middle.inner.get(last / 2).unwrap());
        assert_eq!((usize::from(inner.id), taken), (last / 2, 0));
        let (step, taken) = steps(|| inner.steps.get(last).unwrap());
        assert_eq!((usize::from(step.0), taken), (last, 1));
        // All of them, by their indices: as many as there are.
        let (sum, taken) = steps(|| {
            let middle = view.middle.iter();
            let inner = middle.flat_map(|middle| middle.inner.iter());
            inner.map(|inner| inner.steps.iter().count()).sum::<usize>()
        });
        assert_eq!((sum, taken), (all, all));
    }
}

#[test]
fn a_search_decodes_as_many_as_the_count_has_bits() {
    let value = Inner { id: 0, steps: (0..200).map(Step).collect() };
    let bytes = Postcard::to_vec(&value).unwrap();
    let view: InnerRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    let (found, taken) = steps(|| view.steps.binary_search_by(|step| step.0.cmp(&77)));
    assert_eq!(found, Ok(77));
    assert!(taken <= 9, "{taken} elements were decoded");
}

#[test]
fn nothing_is_allocated_to_borrow() {
    let bytes = Postcard::to_vec(&outer(9)).unwrap();
    let view: OuterRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    let mut kept = vec![0; bytes.len()];
    let info = measure(|| {
        let again: OuterRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
        assert!(again.middle.get(4).unwrap().inner.get(3).is_some() && again == view);
        assert_eq!(Postcard::encode_into(&again, &mut kept[..]), Ok(bytes.len()));
    });
    assert_eq!((info.count_total, kept), (0, bytes));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Places {
    #[codec(index, len = u8)]
    boxed: Box<[Name]>,
    #[codec(index, len = u8)]
    ring: VecDeque<Name>,
    #[codec(index, len = u8)]
    shared: Arc<[Name]>,
    #[codec(index, len = i16)]
    maybe: Option<Arc<[Name]>>,
}

#[test]
fn nothing_is_allocated_to_borrow_what_is_a_vector_elsewhere() {
    let all = names(&["a", "", "bcd"]).names;
    let places = Places {
        boxed: all.clone().into(),
        ring: all.clone().into(),
        shared: all.clone().into(),
        maybe: Some(all.into()),
    };
    let bytes = Bincode::to_vec(&places).unwrap();
    let mut kept = vec![0; bytes.len()];
    let info = measure(|| {
        let borrowed: PlacesRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
        assert_eq!(borrowed.boxed.get(2).unwrap().name, "bcd");
        assert_eq!(borrowed.ring.front().get(2).unwrap().name, "bcd");
        assert_eq!(borrowed.maybe.unwrap().get(0), borrowed.shared.get(0));
        assert_eq!(Bincode::encode_into(&borrowed, &mut kept[..]), Ok(bytes.len()));
    });
    assert_eq!((info.count_total, &kept), (0, &bytes));
    let borrowed: PlacesRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(Places::from(borrowed), places);
}

#[test]
fn sharing_slices_what_was_received() {
    let bytes = Bytes::from(Bincode::to_vec(&names(&["a"; 100])).unwrap());
    let info = measure(|| {
        let shared: NamesShared = Bincode::from_bytes(&bytes).unwrap();
        assert_eq!(shared.names.get(99).unwrap().name, "a");
    });
    assert!(info.count_total <= 1, "{} allocations", info.count_total);
    let texts: TextsShared =
        Postcard::from_bytes(&Bytes::from_static(&[1, 2, 0, 0, 0, 1, b'a'])).unwrap();
    let texts: SeqShared<TextShared> = texts.texts;
    assert_eq!((texts.len(), texts.get(0).unwrap().as_str()), (1, "a"));
}

#[derive(Debug, Encode, Decode)]
#[codec(borrow, shared)]
struct Texts {
    #[codec(index)]
    texts: Vec<String>,
}

#[derive(Debug, Encode, Decode)]
#[codec(borrow)]
struct Units {
    #[codec(index)]
    units: Vec<()>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Octets {
    #[codec(index, len = u8)]
    octets: Vec<u8>,
}

// WF-68
#[test]
fn bytes_with_a_table_are_bytes_in_every_form() {
    let input = Bytes::from_static(&[2, 1, 0, 0, 0, 2, 0, 0, 0, 7, 8]);
    assert_eq!(Sv2::from_slice::<Octets>(&input).unwrap().octets, [7, 8]);
    let borrowed: OctetsRef<'_> = Sv2::from_slice_ref(&input).unwrap();
    assert_eq!((borrowed.octets, Sv2::to_vec(&borrowed).unwrap()), (&[7, 8][..], input.to_vec()));
    let shared: OctetsShared = Sv2::from_bytes(&input).unwrap();
    assert_eq!(shared.octets.as_ptr(), input[9..].as_ptr());
    assert_eq!(Sv2::to_vec(&shared).unwrap(), input);
    let wrong = Bytes::from_static(&[2, 1, 0, 0, 0, 3, 0, 0, 0, 7, 8]);
    let refusal = Err((DecodeErrorKind::InvalidIndex, 5));
    let of = |error: DecodeError| (error.kind(), error.offset());
    assert_eq!(Sv2::from_slice::<Octets>(&wrong).map(drop).map_err(of), refusal);
    assert_eq!(Sv2::from_slice_ref::<OctetsRef<'_>>(&wrong).map(drop).map_err(of), refusal);
    assert_eq!(Sv2::from_bytes::<OctetsShared>(&wrong).map(drop).map_err(of), refusal);
}

/// Tables and elements that contradict one another, of so many bytes.
fn contradictions(len: usize) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for count in [0u64, 1, 2, len as u64 / 4, len as u64 / 5, len as u64, 1 << 32, u64::MAX] {
        let all = u32::try_from(len).unwrap();
        for word in [0, 1, 2, 4, all, u32::MAX, 0x0100_0000] {
            let mut input = count.to_le_bytes().to_vec();
            input.extend(word.to_le_bytes().repeat(len / 4));
            inputs.push(input.clone());
            // Entries that grow by this many.
            for (index, entry) in (1u32..).zip(input[8..].chunks_exact_mut(4)) {
                entry.copy_from_slice(&index.wrapping_mul(word).to_le_bytes());
            }
            inputs.push(input);
        }
    }
    inputs
}

#[test]
fn a_hostile_table_costs_what_it_is_long() {
    for len in [16, 400, 20_000] {
        for input in contradictions(len) {
            let limit = 64 * input.len() as u64 + 4096;
            let mut taken = 0;
            let info: AllocationInfo = measure(|| {
                taken = steps(|| {
                    let _ = Bincode::from_slice::<Inner>(&input);
                    let _ = Bincode::from_slice::<Outer>(&input);
                    let _ = Bincode::from_slice::<Names>(&input);
                })
                .1;
            });
            assert!(info.bytes_total <= 3 * limit, "{} for {}", info.bytes_total, input.len());
            assert!(taken <= 2 * input.len(), "{taken} elements of {} bytes", input.len());
            let (seen, taken) = steps(|| Bincode::from_slice_ref::<OuterRef<'_>>(&input).is_ok());
            assert!(taken <= input.len());
            assert_eq!(seen, Bincode::from_slice::<Outer>(&input).is_ok());
            let flat = Bincode::from_slice_ref::<TextsRef<'_>>(&input);
            if let Ok(TextsRef { texts }) = flat {
                (0..texts.len()).for_each(|index| assert!(texts.get(index).is_some()));
            }
        }
    }
}

#[test]
fn a_table_of_elements_without_bytes_bounds_their_number() {
    let count = 70_000u64;
    let mut input = count.to_le_bytes().to_vec();
    input.extend([0; 4].repeat(70_000));
    let error = Bincode::from_slice_ref::<UnitsRef<'_>>(&input).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
    let few = [&2u64.to_le_bytes()[..], &[0; 8]].concat();
    let UnitsRef { units: seen } = Bincode::from_slice_ref(&few).unwrap();
    assert_eq!((seen.len(), seen.get(1), seen.get(2)), (2, Some(()), None));
    let wrong = [&2u64.to_le_bytes()[..], &[0, 0, 0, 0, 1, 0, 0, 0]].concat();
    let error = Bincode::from_slice_ref::<UnitsRef<'_>>(&wrong).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidIndex, 12));
}

#[test]
fn an_indexed_sequence_may_be_sent_to_a_thread_and_lives_shorter() {
    fn assert_both<T: Send + Sync>() {}
    fn shorter<'s>(long: SeqRef<'static, &'static str>, _: &'s str) -> SeqRef<'s, &'s str> {
        long
    }
    assert_both::<SeqRef<'_, Cell<u8>>>();
    assert_both::<SeqShared<u8>>();
    let own = String::new();
    assert!(shorter(SeqRef::default(), &own).is_empty());
}

#[test]
fn a_value_that_is_decoded_into_keeps_its_memory() {
    fn in_format<F: Format>() {
        let long = F::to_vec(&names(&["some text", "another", "the third of them"])).unwrap();
        let short = F::to_vec(&names(&["of", "the", "second"])).unwrap();
        let mut value: Names = F::from_slice(&long).unwrap();
        let places = |value: &Names| -> Vec<_> {
            let texts = value.names.iter().map(|name| (name.name.as_ptr(), name.name.capacity()));
            texts.chain([(value.names.as_ptr().cast(), value.names.capacity())]).collect()
        };
        let before = places(&value);
        for bytes in [&short, &long] {
            let mut outcome = None;
            let info = measure(|| outcome = Some(F::decode_into(&mut value, bytes)));
            assert_eq!((outcome, info.count_total), (Some(Ok(())), 0), "{}", F::RULES.name);
            assert_eq!(F::to_vec(&value).as_ref(), Ok(bytes));
            assert_eq!(places(&value), before);
        }
        // Fewer elements, then more than there were.
        for texts in [&["one"][..], &[], &["a", "b", "c", "d", "e"]] {
            let bytes = F::to_vec(&names(texts)).unwrap();
            assert_eq!(F::decode_into(&mut value, &bytes), Ok(()));
            assert_eq!(value, names(texts));
        }
        // A wrong table is found over old elements and after them.
        for (len, entry) in [(3, 0), (3, 2), (0, 1)] {
            let mut wrong = short.clone();
            wrong[1 + 4 * entry] ^= 1;
            value.names.truncate(len);
            let error = F::decode_into(&mut value, &wrong).unwrap_err();
            assert_eq!(
                (error.kind(), error.offset()),
                (DecodeErrorKind::InvalidIndex, 1 + 4 * entry)
            );
        }
        for cut in 0..short.len() {
            let kind = F::decode_into(&mut value, &short[..cut]).unwrap_err().kind();
            assert_eq!(kind, F::from_slice::<Names>(&short[..cut]).unwrap_err().kind(), "{cut}");
        }
    }
    in_format::<Bincode>();
    in_format::<BincodeVarint>();
    in_format::<Borsh>();
    in_format::<Compact>();
    in_format::<Consensus>();
    in_format::<Postcard>();
    in_format::<Sv2>();
}
