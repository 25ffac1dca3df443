//! Every type of `core`, `alloc`, `std` and of the supported crates has all forms: the type itself
//! where nothing can be borrowed. So none of them prevents `borrow` or `shared` on a struct. Each is
//! tried in one format, since its forms are the same in all, and some in a fixed and a sorted one.

mod allocated;
#[cfg(all(
    feature = "arrayvec",
    feature = "heapless",
    feature = "chrono",
    feature = "hashbrown",
    feature = "indexmap",
    feature = "smallvec",
    feature = "time",
    feature = "uuid"
))]
mod ext;
mod generic;
mod keys;
mod structs;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize,
};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use codec_core::push::{Progress, PushDecode};
use codec_core::wire::{B032, Mac, PubKey, Seq0255, Signature, Str0255, U24, U256, Utf16Text};
use codec_core::{
    Bincode, Borrowable, BorrowableElement, Borsh, DecodableRef, Encode, Format, Packed, Postcard,
    SeqShared, Sequence, Shareable, ShareableElement, SharedSequence, Strict, TextShared,
};

/// A type with all forms, alone and as an element of sequences.
trait AllForms:
    Encode
    + for<'de> DecodableRef<'de>
    + BorrowableElement
    + ShareableElement<Shared: Encode, SharedSeq: Encode>
    + PushDecode
    + 'static
{
}

impl<T> AllForms for T where
    T: Encode
        + for<'de> DecodableRef<'de>
        + BorrowableElement
        + ShareableElement<Shared: Encode, SharedSeq: Encode>
        + PushDecode
        + 'static
{
}

/// Values of a type in its forms, compared by their bytes: cells and locks can't be compared.
struct Same<'b> {
    what: &'b str,
    format: &'static str,
    bytes: &'b [u8],
}

impl Same<'_> {
    fn is<F: Format>(&self, value: &(impl Encode + ?Sized)) {
        self.holds(&F::to_vec(value).unwrap(), F::encoded_len(value));
    }

    fn holds(&self, bytes: &[u8], len: usize) {
        assert_eq!(bytes, self.bytes, "{}, {}", self.what, self.format);
        assert_eq!(len, bytes.len(), "{}, {}", self.what, self.format);
    }
}

/// Through each form and back, in one format.
fn through<F: Format, T: AllForms>(value: &T, what: &str)
where
    for<'de> T::Ref<'de>: Encode,
{
    let bytes = F::to_vec(value).unwrap();
    let input = Bytes::from(bytes.clone());
    let same = Same { what, format: F::RULES.name, bytes: &bytes };

    same.is::<F>(&F::from_slice::<T>(&bytes).unwrap());
    same.is::<F>(&F::from_slice_ref::<T>(&bytes).unwrap());
    same.is::<F>(&value.to_ref());
    let borrowed: T::Ref<'_> = F::from_slice_ref(&bytes).unwrap();
    same.is::<F>(&borrowed);
    same.is::<F>(&T::from_ref(borrowed));
    let shared: T::Shared = F::from_bytes(&input).unwrap();
    same.is::<F>(&shared);
    same.is::<F>(&T::from_shared(shared));

    let mut decoder = T::push_decoder::<F>();
    let mut done = bytes.is_empty().then(|| decoder.push(&mut &[][..]).unwrap());
    for byte in &bytes {
        done = Some(decoder.push(&mut &[*byte][..]).unwrap());
    }
    match done {
        Some(Progress::Done(pushed)) => same.is::<F>(&pushed),
        _ => panic!("{what} is not complete in {}", F::RULES.name),
    }
}

/// The same in a vector of two, where the format has such a vector.
fn in_sequence<F: Format, T: AllForms>(one: T, two: T, what: &str)
where
    for<'de> T::Seq<'de>: Encode,
{
    let items = vec![one, two];
    let bytes = F::to_vec(&items).unwrap();
    let input = Bytes::from(bytes.clone());
    let same = Same { what, format: F::RULES.name, bytes: &bytes };

    same.is::<F>(&T::Seq::lend(&items));
    let borrowed: T::Seq<'_> = F::from_slice_ref(&bytes).unwrap();
    same.is::<F>(&borrowed);
    let mut back = Vec::<T>::new();
    borrowed.append_to(&mut back);
    same.is::<F>(&back);
    let shared: T::SharedSeq = F::from_bytes(&input).unwrap();
    same.is::<F>(&shared);
    let mut back = Vec::<T>::new();
    shared.append_to(&mut back);
    same.is::<F>(&back);
}

/// Takes a value of each type through all forms, in each of the formats.
macro_rules! through_all {
    (@formats [$($format:ty),*] $type:ty, $value:expr) => {
        $(
            $crate::forms::through::<$format, $type>(&$value, stringify!($type));
            $crate::forms::in_sequence::<$format, $type>($value, $value, stringify!($type));
        )*
    };
    ($formats:tt $($type:ty = $value:expr;)*) => {{
        $($crate::forms::through_all!(@formats $formats $type, $value);)*
    }};
}

pub(crate) use through_all;

#[test]
fn types_of_core() {
    through_all! {
        [Strict<Postcard>]
        u8 = 7; u16 = 700; u32 = 7; u64 = 1 << 40; u128 = 1 << 100; usize = 7;
        i8 = -7; i16 = -7; i32 = -7; i64 = -7; i128 = -7; isize = -7;
        f32 = 1.5; f64 = -1.5; bool = true; char = '𝄞';
        NonZero<u16> = NonZero::new(5).unwrap();
        Wrapping<u16> = Wrapping(5); Saturating<u16> = Saturating(5); Reverse<u8> = Reverse(5);
        Option<String> = Some("a".into());
        Result<u8, String> = Err("a".into());
        Bound<String> = Bound::Included("a".into());
        std::ops::Range<u8> = 1..2; std::ops::RangeInclusive<u8> = 1..=2;
        std::ops::RangeFrom<u8> = 1..; std::ops::RangeTo<u8> = ..2;
        std::ops::RangeToInclusive<u8> = ..=2;
        [String; 2] = ["a".into(), "b".into()];
        (u8, String) = (1, "a".into());
        Duration = Duration::new(1, 2);
        IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST); Ipv4Addr = Ipv4Addr::LOCALHOST;
        Ipv6Addr = Ipv6Addr::LOCALHOST;
        SocketAddr = SocketAddr::from(([127, 0, 0, 1], 80));
        SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 80);
        SocketAddrV6 = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 0, 0);
        AtomicBool = true.into(); AtomicU8 = 7.into(); AtomicI8 = 7.into(); AtomicU16 = 7.into();
        AtomicI16 = 7.into(); AtomicU32 = 7.into(); AtomicI32 = 7.into(); AtomicU64 = 7.into();
        AtomicI64 = 7.into(); AtomicUsize = 7.into(); AtomicIsize = 7.into();
        Cell<u16> = Cell::new(7); Cell<Option<u8>> = Cell::new(Some(7));
        RefCell<String> = RefCell::new("a".into());
    }
    // Elements of a fixed size have places that are known.
    through_all! {
        [Bincode]
        u8 = 7; u16 = 700; u64 = 1 << 40; f64 = -1.5; bool = true; char = '𝄞'; Cell<u16> = Cell::new(7);
        Option<String> = Some("a".into()); (u8, String) = (1, "a".into());
        [String; 2] = ["a".into(), "b".into()];
        Duration = Duration::new(1, 2); Ipv4Addr = Ipv4Addr::LOCALHOST;
    }
    // Zero-length, and thus only few in a sequence.
    through_all! {
        [Postcard]
        () = (); PhantomData<String> = PhantomData; std::ops::RangeFull = ..;
    }
}

#[test]
fn types_of_alloc() {
    through_all! {
        [Strict<Postcard>]
        String = "a".into(); Box<str> = "a".into(); Rc<str> = "a".into(); Arc<str> = "a".into();
        CString = c"a".into();
        Vec<u8> = vec![1, 2]; Vec<String> = vec!["a".into()]; Vec<Vec<u16>> = vec![vec![1], vec![]];
        Box<[u8]> = [1, 2].into(); Box<[String]> = ["a".into()].into();
        Rc<[u8]> = [1, 2].into(); Rc<[String]> = ["a".into()].into();
        Arc<[u8]> = [1, 2].into(); Arc<[String]> = ["a".into()].into();
        Box<String> = Box::new("a".into()); Rc<String> = Rc::new("a".into());
        Arc<String> = Arc::new("a".into());
        VecDeque<u8> = [1, 2].into(); VecDeque<String> = ["a".into()].into();
        LinkedList<String> = ["a".into(), "b".into()].into();
        BinaryHeap<String> = ["b".into(), "a".into(), "c".into()].into();
        BTreeMap<String, u8> = [("a".into(), 1), ("b".into(), 2)].into();
        BTreeSet<String> = ["a".into(), "b".into()].into();
        Packed<String> = Packed::from(vec![String::from("a")]);
        Bytes = Bytes::from_static(b"ab");
    }
    through_all! { [Bincode]
        String = "a".into(); Arc<str> = "a".into();
        Vec<u8> = vec![1, 2]; Vec<String> = vec!["a".into()]; Vec<Vec<u16>> = vec![vec![1], vec![]];
        VecDeque<u8> = [1, 2].into(); Box<[u8]> = [1, 2].into(); Bytes = Bytes::from_static(b"ab");
        BTreeMap<String, u8> = [("a".into(), 1), ("b".into(), 2)].into();
    }
    through_all! { [Borsh]
        Rc<String> = Rc::new("a".into()); Arc<[String]> = ["a".into()].into();
        LinkedList<String> = ["a".into(), "b".into()].into();
        BinaryHeap<String> = ["b".into(), "a".into(), "c".into()].into();
        BTreeMap<u32, u8> = [(1, 1), (256, 2)].into(); BTreeSet<u32> = [1, 256].into();
        Cell<u16> = Cell::new(7); RefCell<String> = RefCell::new("a".into());
    }
}

#[test]
fn types_of_std() {
    through_all! {
        [Strict<Postcard>]
        PathBuf = "a/b".into();
        std::time::SystemTime = UNIX_EPOCH + Duration::from_secs(9);
        Mutex<String> = Mutex::new("a".into()); RwLock<Vec<u8>> = RwLock::new(vec![1]);
        HashMap<String, u8> = [("a".into(), 1)].into(); HashSet<String> = ["a".into()].into();
    }
    through_all! { [Borsh]
        Mutex<String> = Mutex::new("a".into()); RwLock<Vec<u8>> = RwLock::new(vec![1]);
        HashMap<String, u8> = [("a".into(), 1)].into(); HashSet<String> = ["a".into()].into();
    }
}

#[test]
fn wire_types() {
    through_all! {
        [Strict<Postcard>]
        Str0255 = "a".try_into().unwrap(); B032 = [1u8, 2][..].try_into().unwrap();
        U24 = U24::try_from(7u32).unwrap();
        U256 = U256::from([1; 32]); PubKey = PubKey::from([1; 32]); Mac = Mac::from([1; 16]);
        Signature = Signature::from([1; 64]);
        Seq0255<String> = vec!["a".into()].try_into().unwrap();
    }
}

/// A `Cow` borrows for one lifetime only, and can't be decoded for any other.
#[test]
fn cows_have_all_forms() {
    #[expect(clippy::ptr_arg, reason = "the `Cow` is what is encoded")]
    fn cow<B>(value: &Cow<'static, B>)
    where
        B: ToOwned + ?Sized + 'static,
        Cow<'static, B>: BorrowableElement + ShareableElement + PushDecode,
        for<'de> Cow<'de, B>: DecodableRef<'de> + Encode,
        for<'de> <Cow<'static, B> as Borrowable>::Ref<'de>: Encode,
        <Cow<'static, B> as Shareable>::Shared: Encode,
    {
        type Of<B> = Cow<'static, B>;
        let bytes = Postcard::to_vec(value).unwrap();
        let held = |value: &dyn Fn() -> Vec<u8>| assert_eq!(value(), bytes);
        held(&|| Postcard::to_vec(&value.to_ref()).unwrap());
        held(&|| {
            Postcard::to_vec(&Postcard::from_slice_ref::<Cow<'_, B>>(&bytes).unwrap()).unwrap()
        });
        let borrowed = Postcard::from_slice_ref::<<Of<B> as Borrowable>::Ref<'_>>(&bytes).unwrap();
        held(&|| Postcard::to_vec(&borrowed).unwrap());
        held(&|| {
            let input = Bytes::from(bytes.clone());
            let shared = Postcard::from_bytes::<<Of<B> as Shareable>::Shared>(&input).unwrap();
            Postcard::to_vec(&Of::<B>::from_shared(shared)).unwrap()
        });
        let borrowed = Postcard::from_slice_ref::<<Of<B> as Borrowable>::Ref<'_>>(&bytes).unwrap();
        assert_eq!(Postcard::to_vec(&Of::<B>::from_ref(borrowed)).unwrap(), bytes);
    }
    cow::<str>(&Cow::Borrowed("a"));
    cow::<[u8]>(&Cow::Borrowed(&[1, 2]));
    cow::<[String]>(&vec!["a".into()].into());
    cow::<Path>(&Cow::Borrowed(Path::new("a/b")));
    cow::<u16>(&Cow::Owned(7));
    cow::<(u8, String)>(&Cow::Owned((1, "a".into())));
}

/// Borrowed and shared forms, and types without other forms, implement `DecodableRef` too.
#[test]
fn forms_are_decoded_by_the_common_bound() {
    fn back<'de, T: DecodableRef<'de> + Encode + Debug>(bytes: &'de [u8]) {
        let value = Postcard::from_slice_ref::<T>(bytes).unwrap();
        assert_eq!(Postcard::to_vec(&value).unwrap(), bytes, "{value:?}");
    }
    let text = Postcard::to_vec("ab").unwrap();
    back::<TextShared>(&text);
    back::<Utf16Text<u8, Vec<u8>>>(&[1, b'a', 0]);
    let list = Postcard::to_vec(&vec!["a", "b"]).unwrap();
    back::<SeqShared<String>>(&list);
    back::<Vec<&str>>(&list);
    back::<Box<[&str]>>(&list);
    back::<VecDeque<&str>>(&list);
    back::<Rc<[&str]>>(&list);
    back::<BTreeSet<&str>>(&list);
    back::<Cow<'_, [String]>>(&list);
    let map = Postcard::to_vec(&BTreeMap::from([("a", 1u16)])).unwrap();
    back::<HashMap<&str, u16>>(&map);
    back::<BTreeMap<Cow<'_, str>, Box<u16>>>(&map);
}
