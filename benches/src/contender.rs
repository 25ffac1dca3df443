//! A crate or format that takes part in all operations on one value: its output is
//! checked, then it is timed against the others.

use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;

use codec_core::{DecodableRef, Format};

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::codecs::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;
use crate::data::walk::{Rows, Walk};
use crate::estimate::Estimate;

/// The operations on a value. Each is a row of a table, in which all do the same work: what ours
/// can put off has rows that peers are not in.
pub const OPERATIONS: [&str; 7] = [
    "encode, new buffer",
    "encode, kept buffer",
    "decode, owned",
    "borrow, all validated",
    "borrow, all validated and read",
    "borrow lazily, all validated",
    "borrow lazily and read",
];

/// A lower bound for any codec that makes the same allocations: a `memcpy` of Bincode's bytes
/// instead of encoding, and a clone of the value instead of decoding. For any that borrows from the same
/// bytes: one pass over them ([`Rows`]).
pub const BOUND: &str = "memcpy, clone, pass";

/// A crate or format, and its operations on one value.
pub struct Contender<'d> {
    /// The name of the crate or format.
    pub name: &'static str,
    /// The encoded value.
    pub bytes: Rc<[u8]>,
    operations: [Option<Box<dyn FnMut() + 'd>>; OPERATIONS.len()],
}

impl<'d> Contender<'d> {
    /// A contender without a borrowed form of the value.
    ///
    /// # Panics
    /// When the decoded value does not equal the encoded one.
    pub fn new<C: Codec<T, Bytes: 'd, Kept: 'd>, T: PartialEq + Debug>(value: &'d T) -> Self {
        let bytes = Rc::new(C::encode(value));
        let whole: Rc<[u8]> = (*bytes).as_ref().into();
        let [mut kept, mut kept_too] = [(); 2].map(|()| C::Kept::default());
        assert!(C::decode((*bytes).as_ref(), &mut kept_too) == *value, "{} differs", C::NAME);
        for _ in 0..2 {
            C::encode_again(value, &mut kept, |again| assert_eq!(*again, *whole, "{}", C::NAME));
        }
        let encode = || drop(black_box(C::encode(black_box(value))));
        let encode_again = move || {
            C::encode_again(black_box(value), &mut kept, |bytes| {
                black_box(bytes);
            });
        };
        let decode = move || {
            drop(black_box(C::decode(black_box((*bytes).as_ref()), &mut kept_too)));
        };
        let operations: [Option<Box<dyn FnMut() + 'd>>; OPERATIONS.len()] = [
            Some(Box::new(encode)),
            Some(Box::new(encode_again)),
            Some(Box::new(decode)),
            None,
            None,
            None,
            None,
        ];
        Self { name: C::NAME, bytes: whole, operations }
    }

    /// The copies and passes of [`BOUND`].
    ///
    /// # Panics
    /// When a pass over Bincode's `bytes` reads something else.
    pub fn bound<T: Clone + Digest + Walk>(value: &'d T, bytes: &Rc<[u8]>) -> Self {
        let [new, again, passed, read] = [(); 4].map(|()| Rc::clone(bytes));
        assert_eq!(Rows::new(bytes).pass::<T, true>(), value.digest(), "{BOUND}");
        let pass = move || {
            let mut rows = Rows::new(black_box(&passed));
            rows.pass::<T, false>();
            black_box(rows);
        };
        let read = move || {
            black_box(Rows::new(black_box(&read)).pass::<T, true>());
        };
        let mut kept = Vec::new();
        let copy_again = move || {
            kept.clear();
            kept.extend_from_slice(black_box(&again));
            black_box(&kept);
        };
        let operations: [Option<Box<dyn FnMut() + 'd>>; OPERATIONS.len()] = [
            Some(Box::new(move || drop(black_box(black_box(&new).to_vec())))),
            Some(Box::new(copy_again)),
            Some(Box::new(move || drop(black_box(black_box(value).clone())))),
            Some(Box::new(pass)),
            Some(Box::new(read)),
            None,
            None,
        ];
        Self { name: BOUND, bytes: Rc::clone(bytes), operations }
    }

    /// A contender with a borrowed form of the value.
    ///
    /// # Panics
    /// The same as [`new`](Self::new), and when the borrowed value differs from what was encoded.
    pub fn borrowing<C, T>(value: &'d T) -> Self
    where
        C: Borrow<T, Bytes: 'd, Kept: 'd>,
        T: PartialEq + Debug + Digest,
    {
        let mut contender = Self::new::<C, T>(value);
        let bytes = Rc::new(C::encode(value));
        let [mut kept, mut kept_too] = [(); 2].map(|()| C::Kept::default());
        let read = C::read((*bytes).as_ref(), &mut kept_too);
        assert_eq!(read, value.digest(), "{} borrows", C::NAME);
        let same = Rc::clone(&bytes);
        contender.operations[3] =
            Some(Box::new(move || C::access(black_box((*bytes).as_ref()), &mut kept)));
        contender.operations[4] = Some(Box::new(move || {
            black_box(C::read(black_box((*same).as_ref()), &mut kept_too));
        }));
        contender
    }

    /// One of our formats: borrows as the type that peers borrow as, with vectors of borrowed
    /// records, and lazily in operations of its own.
    ///
    /// # Panics
    /// The same as [`borrowing`](Self::borrowing).
    pub fn viewing<F, T>(value: &'d T) -> Self
    where
        F: Format + Borrow<T, Bytes: 'd, Kept: 'd>,
        T: PartialEq + Debug + Digest + Lend,
        for<'a> T::View<'a>: DecodableRef<'a> + Digest,
    {
        let mut contender = Self::borrowing::<F, T>(value);
        contender.operations[5] = contender.operations[3].take();
        contender.operations[6] = contender.operations[4].take();
        let [access, read] = [(); 2].map(|()| Rc::clone(&contender.bytes));
        assert_eq!(view::<F, T>(&read).digest(), value.digest(), "{} views", contender.name);
        contender.operations[3] = Some(Box::new(move || {
            black_box(view::<F, T>(black_box(&access)));
        }));
        contender.operations[4] = Some(Box::new(move || {
            black_box(view::<F, T>(black_box(&read)).digest());
        }));
        contender
    }
}

/// Borrows the type that peers borrow, by a format of ours.
///
/// # Panics
/// When the bytes are not of the type.
pub fn view<F: Format, T: Lend>(bytes: &[u8]) -> T::View<'_>
where
    for<'a> T::View<'a>: DecodableRef<'a>,
{
    F::from_slice_ref(bytes).expect("it decodes")
}

/// Seconds per operation for each contender, in their order.
pub fn measure(
    bench: &Bench,
    set: &str,
    contenders: &mut [Contender<'_>],
    operation: usize,
) -> Vec<Option<Estimate>> {
    let names: Vec<&'static str> = contenders.iter().map(|contender| contender.name).collect();
    let mut candidates: Vec<_> = contenders
        .iter_mut()
        .filter_map(|contender| {
            let name = contender.name;
            contender.operations[operation].as_mut().map(|run| Candidate::new(name, 1, run))
        })
        .collect();
    let figures = bench.row(set, OPERATIONS[operation], &mut candidates);
    names.into_iter().map(|name| figure(&figures, name)).collect()
}
