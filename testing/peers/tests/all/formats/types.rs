//! The types of the standard library, group by group, in every format that supports them.

use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{
    NonZeroI16, NonZeroI128, NonZeroU8, NonZeroU32, NonZeroU64, NonZeroUsize, Saturating, Wrapping,
};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU16, AtomicUsize};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

pub(crate) use crate::formats::derived::{Derived, Flat, derived, flat};
use crate::formats::reference::Side;
use crate::formats::values::{bits, input, integers};

pub(crate) type Maps = (
    BTreeMap<String, Vec<u16>>,
    BTreeMap<u32, BTreeMap<i16, bool>>,
    HashMap<u64, String>,
    BTreeSet<i64>,
    HashSet<(u16, String)>,
);

fn number() -> impl Strategy<Value = u64> {
    bits().prop_map(|bits| integers(bits).0.3)
}

fn text() -> impl Strategy<Value = String> {
    ".{0,6}"
}

pub(crate) fn maps() -> impl Strategy<Value = Maps> {
    let small = any::<(u32, i16, bool)>();
    (
        vec((text(), vec(any::<u16>(), 0..3)), 0..5),
        vec(small, 0..6),
        vec((number(), text()), 0..5),
        vec(number(), 0..6),
        vec((any::<u16>(), text()), 0..4),
    )
        .prop_map(|(texts, nested, numbers, set, pairs)| {
            let mut levels = BTreeMap::<u32, BTreeMap<i16, bool>>::new();
            for (outer, inner, value) in nested {
                levels.entry(outer % 300).or_default().insert(inner, value);
            }
            (
                texts.into_iter().collect(),
                levels,
                numbers.into_iter().collect(),
                set.into_iter().map(u64::cast_signed).collect(),
                pairs.into_iter().collect(),
            )
        })
}

pub(crate) type Queues = (VecDeque<u8>, VecDeque<(u16, String)>);

/// Queues that wrap around.
pub(crate) fn queues() -> impl Strategy<Value = Queues> {
    (vec(any::<u8>(), 0..9), vec((any::<u16>(), text()), 0..4), 0..5usize).prop_map(
        |(bytes, pairs, by)| {
            let (mut bytes, mut pairs) = (VecDeque::from(bytes), VecDeque::from(pairs));
            for _ in 0..by {
                if let (Some(byte), Some(pair)) = (bytes.pop_back(), pairs.pop_back()) {
                    bytes.push_front(byte);
                    pairs.push_front(pair);
                }
            }
            (bytes, pairs)
        },
    )
}

pub(crate) type Lists = (LinkedList<String>, BinaryHeap<u16>);

pub(crate) fn lists() -> impl Strategy<Value = Lists> {
    (vec(text(), 0..4), vec(any::<u16>(), 0..8))
        .prop_map(|(texts, numbers)| (texts.into_iter().collect(), numbers.into_iter().collect()))
}

pub(crate) type Pointers = (Box<str>, Box<[u16]>, Arc<str>, Arc<[String]>, Arc<u32>);
pub(crate) type Cows = Vec<Cow<'static, str>>;

pub(crate) fn pointers() -> impl Strategy<Value = Pointers> {
    (text(), vec(any::<u16>(), 0..4), vec(text(), 0..3), any::<u32>()).prop_map(
        |(text, numbers, texts, number)| {
            let (boxed, shared) = (text.clone().into(), text.into());
            (boxed, numbers.into(), shared, texts.into(), Arc::new(number))
        },
    )
}

pub(crate) fn cows() -> impl Strategy<Value = Cows> {
    vec(text().prop_map(Cow::Owned), 0..3)
}

pub(crate) type Unlent = (Rc<str>, Rc<[u8]>, Rc<(u8, String)>, Cell<u32>, RefCell<Vec<u16>>);

pub(crate) fn unlent() -> impl Strategy<Value = Unlent> {
    (text(), vec(any::<u16>(), 0..4), any::<u32>()).prop_map(|(text, numbers, number)| {
        let shared = Rc::new((3, text.clone()));
        (text.clone().into(), text.into_bytes().into(), shared, number.into(), numbers.into())
    })
}

pub(crate) type Locks = (Mutex<String>, RwLock<u32>, AtomicBool, AtomicU16, AtomicI64, AtomicUsize);

pub(crate) fn locks() -> impl Strategy<Value = Locks> {
    (text(), any::<u32>(), any::<bool>(), any::<u16>(), number()).prop_map(
        |(text, number, flag, short, long)| {
            let size = AtomicUsize::new(usize::from(short));
            (text.into(), number.into(), flag.into(), short.into(), long.cast_signed().into(), size)
        },
    )
}

pub(crate) type NonZeros =
    Vec<(NonZeroU8, NonZeroU32, NonZeroU64, NonZeroI16, NonZeroI128, NonZeroUsize)>;

pub(crate) fn non_zeros() -> impl Strategy<Value = NonZeros> {
    let item = bits().prop_filter_map("not zero", |bits| {
        let (unsigned, signed) = integers(bits | 1);
        Some((
            NonZeroU8::new(unsigned.0)?,
            NonZeroU32::new(unsigned.2)?,
            NonZeroU64::new(unsigned.3)?,
            NonZeroI16::new(signed.1)?,
            NonZeroI128::new(signed.4)?,
            NonZeroUsize::new(unsigned.5)?,
        ))
    });
    vec(item, 0..3)
}

pub(crate) type Wrapped = (Wrapping<u16>, Reverse<String>);
pub(crate) type Ranges = Vec<(Range<u16>, RangeInclusive<i32>)>;
pub(crate) type MoreRanges = Vec<(RangeFrom<u32>, RangeTo<String>, Saturating<i64>)>;

pub(crate) fn wrapped() -> impl Strategy<Value = Wrapped> {
    (any::<u16>(), text()).prop_map(|(number, text)| (Wrapping(number), Reverse(text)))
}

pub(crate) fn ranges() -> impl Strategy<Value = Ranges> {
    vec(any::<(u16, u16, i32, i32)>().prop_map(|(a, b, c, d)| (a..b, c..=d)), 0..4)
}

pub(crate) fn more_ranges() -> impl Strategy<Value = MoreRanges> {
    vec((any::<u32>(), text(), any::<i64>()).prop_map(|(a, b, c)| (a.., ..b, Saturating(c))), 0..3)
}

pub(crate) type Results = Vec<Result<u16, String>>;
pub(crate) type Bounds = Vec<Bound<String>>;

pub(crate) fn results() -> impl Strategy<Value = Results> {
    vec((any::<u16>(), text(), any::<bool>()).prop_map(|(a, b, ok)| ok.then_some(a).ok_or(b)), 0..5)
}

pub(crate) fn bounds() -> impl Strategy<Value = Bounds> {
    let bound = (text(), 0..3u8).prop_map(|(text, kind)| match kind {
        0 => Bound::Unbounded,
        1 => Bound::Included(text),
        _ => Bound::Excluded(text),
    });
    vec(bound, 0..5)
}

pub(crate) type Floats = Vec<(f32, f64)>;
pub(crate) type Letters = Vec<char>;

pub(crate) fn floats() -> impl Strategy<Value = Floats> {
    vec(any::<(f32, f64)>(), 0..4)
}

pub(crate) fn letters() -> impl Strategy<Value = Letters> {
    vec(any::<char>(), 0..4)
}

pub(crate) type Durations = Vec<Duration>;
pub(crate) type Times = Vec<SystemTime>;
pub(crate) type Paths = Vec<PathBuf>;
pub(crate) type CStrings = Vec<CString>;

pub(crate) fn durations() -> impl Strategy<Value = Durations> {
    vec((number(), 0..1_000_000_000u32).prop_map(|(secs, nanos)| Duration::new(secs, nanos)), 0..4)
}

pub(crate) fn times() -> impl Strategy<Value = Times> {
    let time = (0..1u64 << 40, 0..1_000_000_000u32)
        .prop_map(|(secs, nanos)| UNIX_EPOCH + Duration::new(secs, nanos));
    vec(time, 0..4)
}

pub(crate) type Addresses =
    Vec<(IpAddr, SocketAddr, Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6)>;

pub(crate) fn addresses() -> impl Strategy<Value = Addresses> {
    let address = (any::<u32>(), any::<u128>(), any::<u16>(), any::<bool>()).prop_map(
        |(v4, v6, port, is_v4)| {
            let (v4, v6) = (Ipv4Addr::from(v4), Ipv6Addr::from(v6));
            let (with_v4, with_v6) =
                (SocketAddrV4::new(v4, port), SocketAddrV6::new(v6, port, 0, 0));
            if is_v4 {
                (IpAddr::V4(v4), SocketAddr::V4(with_v4), v4, v6, with_v4, with_v6)
            } else {
                (IpAddr::V6(v6), SocketAddr::V6(with_v6), v4, v6, with_v4, with_v6)
            }
        },
    );
    vec(address, 0..3)
}

pub(crate) fn paths() -> impl Strategy<Value = Paths> {
    vec(text().prop_map(PathBuf::from), 0..3)
}

pub(crate) fn c_strings() -> impl Strategy<Value = CStrings> {
    vec(vec(1..=255u8, 0..6).prop_map(|bytes| CString::new(bytes).expect("no zero")), 0..3)
}

/// A generated value of any type.
pub(crate) trait Shown: Any + Debug {}

impl<T: Any + Debug> Shown for T {}

pub(crate) type Values = BoxedStrategy<Rc<dyn Shown>>;

/// Values of a type as those of any type: a property of them is compiled once.
pub(crate) fn held<T: Shown>(values: impl Strategy<Value = T> + 'static) -> Values {
    values.prop_map(|value| Rc::new(value) as Rc<dyn Shown>).boxed()
}

/// Tries a property on a quarter of `full` values, or as many as `CODEC_EFFORT` says.
pub(crate) fn try_cases<S: Strategy>(full: u32, cases: &S, property: impl Fn(S::Value)) {
    let cases_tried = codec_effort::cases(full);
    let config = ProptestConfig { cases: cases_tried, failure_persistence: None, ..<_>::default() };
    let outcome = TestRunner::new(config).run(cases, |case| {
        property(case);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Values of a group agree, and damaged and random bytes are accepted alike.
pub(crate) fn try_group(values: Values, side: &Side) {
    let cases = (values, any::<prop::sample::Index>(), 0..8u8, input());
    try_cases(10, &cases, |(value, at, bit, random)| {
        side.agree(&*value);
        let mut damaged = side.write(&*value);
        let at = at.index(damaged.len());
        damaged[at] ^= 1 << bit;
        side.accept_alike(&damaged);
        side.accept_alike(&random);
    });
}

/// One test per group. A `lent` group has a borrowed form, an `owned` one has none.
macro_rules! groups {
    ($reference:ty: $($kind:ident $name:ident: $type:ident;)*) => {
        mod groups {
            use super::*;
            use crate::formats::reference::Side;
            use crate::formats::types;

            $(#[test]
            fn $name() {
                let side = Side::$kind::<$reference, types::$type>();
                types::try_group(types::held(types::$name()), &side);
            })*
        }
    };
}

pub(crate) use groups;
