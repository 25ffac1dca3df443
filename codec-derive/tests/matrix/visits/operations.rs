//! Every operation on a value, counted.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use allocation_counter::measure;
use bytes::Bytes;
use codec_core::stream::StreamReader;
use codec_core::{Borrowable, Decodable, Encode, Format, Reader, Shareable, Strict};

use crate::step::count;

/// The most that an operation may cost: a few steps for each value and each level around it, and
/// memory for each value.
pub(crate) struct Bound {
    pub(crate) name: &'static str,
    pub(crate) most: usize,
    pub(crate) values: usize,
}

impl Bound {
    fn holds<T>(&self, format: &str, operation: &str, run: impl FnOnce() -> T) -> T {
        let mut outcome = None;
        let memory = measure(|| {
            outcome = catch_unwind(AssertUnwindSafe(|| count(self.most, run))).ok();
        });
        let (name, most) = (self.name, self.most);
        let Some((_, value)) = outcome else {
            panic!("{name}: {operation} in {format} fails, or takes over {most} steps");
        };
        // The record for `explain` takes the most.
        let most = 64 * 1024 + 4096 * self.values as u64;
        let peak = memory.bytes_max;
        assert!(peak <= most, "{name}: {operation} in {format} holds {peak} bytes, over {most}");
        value
    }
}

/// The owned form, in one format.
pub(crate) fn owned<F: Format, T>(bound: &Bound, value: &T)
where
    T: Encode + Decodable + Debug + Clone + PartialEq,
{
    let holds = |operation: &str, run: &mut dyn FnMut()| bound.holds(F::RULES.name, operation, run);
    let input = bound.holds(F::RULES.name, "encode", || F::to_vec(value).unwrap());
    holds("encoded_len", &mut || assert_eq!(F::encoded_len(value), input.len()));
    holds("encode into", &mut || assert!(F::encode_into(value, &mut Vec::new()).is_ok()));
    let mut decoded: T = bound.holds(F::RULES.name, "decode", || F::from_slice(&input).unwrap());
    assert!(decoded == *value, "{}: {}", bound.name, F::RULES.name);
    holds("decode over", &mut || F::decode_into(&mut decoded, &input).unwrap());
    holds("skip", &mut || T::skip(&mut Reader::<F>::new(&input)).unwrap());
    holds("compare", &mut || assert!(decoded == *value));
    holds("show", &mut || assert!(!format!("{decoded:?}").is_empty()));
    holds("explain", &mut || assert!(F::explain::<T>(&input).error().is_none()));
    holds("read from a stream", &mut || {
        assert!(F::read_from::<T>(&mut &input[..], 1 << 20).is_ok());
    });
    holds("read records", &mut || {
        assert!(StreamReader::<_, F>::new(&input[..], 1 << 20).read::<T>().unwrap().is_some());
    });
    let strict =
        bound.holds(F::RULES.name, "encode strictly", || Strict::<F>::to_vec(value).unwrap());
    holds("decode strictly", &mut || assert!(Strict::<F>::from_slice::<T>(&strict).is_ok()));
    holds("skip strictly", &mut || T::skip(&mut Reader::<Strict<F>>::new(&strict)).unwrap());
}

/// The borrowed form.
pub(crate) fn borrowed<'de, F: Format, T>(bound: &Bound, value: &'de T, input: &'de [u8])
where
    T: Encode + Borrowable + 'static,
    T::Ref<'de>: Encode + Debug + PartialEq,
{
    let holds = |operation: &str, run: &mut dyn FnMut()| bound.holds(F::RULES.name, operation, run);
    let lent = || F::from_slice_ref::<T::Ref<'de>>(input).unwrap();
    let form = bound.holds(F::RULES.name, "borrow", lent);
    let strict = || Strict::<F>::from_slice_ref::<T::Ref<'de>>(input).is_ok();
    holds("borrow strictly", &mut || assert!(strict()));
    holds("show borrowed", &mut || assert!(!format!("{form:?}").is_empty()));
    let same = || form == lent();
    holds("compare borrowed", &mut || assert!(same()));
    holds("encode borrowed", &mut || assert!(F::to_vec(&form).unwrap() == *input));
    holds("encode borrowed strictly", &mut || assert!(Strict::<F>::to_vec(&form).is_ok()));
    holds("length of borrowed", &mut || assert_eq!(F::encoded_len(&form), input.len()));
    holds("own", &mut || assert_eq!(F::to_vec(&T::from_ref(lent())).unwrap(), input));
    holds("lend", &mut || assert_eq!(F::to_vec(&value.to_ref()).unwrap(), input));
}

/// The shared form.
pub(crate) fn shared<F: Format, T>(bound: &Bound, input: &Bytes)
where
    T: Encode + Shareable,
    T::Shared: Encode + Debug + PartialEq,
{
    let holds = |operation: &str, run: &mut dyn FnMut()| bound.holds(F::RULES.name, operation, run);
    let share = || F::from_bytes::<T::Shared>(input).unwrap();
    let form = bound.holds(F::RULES.name, "share", share);
    let strict = || Strict::<F>::from_bytes::<T::Shared>(input).is_ok();
    holds("share strictly", &mut || assert!(strict()));
    holds("show shared", &mut || assert!(!format!("{form:?}").is_empty()));
    let same = || form == share();
    holds("compare shared", &mut || assert!(same()));
    holds("encode shared", &mut || assert!(F::to_vec(&form).unwrap() == *input));
    holds("length of shared", &mut || assert_eq!(F::encoded_len(&form), input.len()));
    holds("own shared", &mut || assert!(F::to_vec(&T::from_shared(share())).unwrap() == *input));
}
