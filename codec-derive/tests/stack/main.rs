//! The stack that decoding, `Debug` and encoding use: recursive types, through every container and
//! under every attribute, to the depth limit, in every form.
//! `cargo test -p codec-derive --test stack -- --nocapture` prints the figures.

#[expect(dead_code, reason = "trees are for tests of time")]
#[path = "../matrix/visits/shapes.rs"]
mod shapes;
mod step;

use std::fmt::Debug;
use std::panic::resume_unwind;
use std::thread;

use bytes::Bytes;
use codec_core::stream::StreamReader;
use codec_core::{
    Bincode, Borrowable, Compact, Decodable, DecodeError, DecodeErrorKind, Encode, Format,
    Postcard, Reader, Shareable, Strict,
};

use shapes::{Shape, chain};
use step::measure;

/// Stack size that must suffice, in bytes. Without optimisation, every local variable has its own
/// place in a stack frame, and every call a frame; most of all with full debug information, and on
/// machines where every frame has room for the registers of the function that it calls.
const STACK: usize = match (cfg!(debug_assertions), cfg!(target_arch = "s390x")) {
    (false, _) => 256 * 1024,
    (true, false) => 768 * 1024,
    (true, true) => 1024 * 1024,
};

/// The part of it reserved for functions that are called at the deepest level.
const LEAVES: usize = 8 * 1024;

fn on_a_stack_of<T: Send>(size: usize, run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(size).spawn_scoped(scope, run).unwrap();
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// One shape in one format: the longest chain that decodes, and one that is longer.
struct Subject {
    name: String,
    levels: usize,
    longest: Bytes,
    refused: Bytes,
}

impl Subject {
    fn of<F: Format, T: Shape + Encode + Decodable>(name: &str) -> Self {
        let input = |levels| Bytes::from(F::to_vec(&chain::<T>(levels)).unwrap());
        let decodes = |levels: &usize| F::from_slice::<T>(&input(*levels)).is_ok();
        let levels = (1..=130).rev().find(decodes).unwrap();
        let name = format!("{name} in {}", F::RULES.name);
        Self { name, levels, longest: input(levels), refused: input(levels + 1) }
    }

    /// Runs an operation, and compares its stack use.
    fn holds<T>(&self, operation: &str, run: impl FnOnce() -> T) -> T {
        let (used, value) = measure(run);
        let (name, levels) = (&self.name, self.levels);
        println!("{used:8} bytes, {:5} a level: {name}, {operation}", used / levels);
        let most = STACK - LEAVES;
        assert!(used <= most, "{name}: {operation} takes {used} bytes of stack, over {most}");
        value
    }
}

fn refused<T>(outcome: Result<T, DecodeError>) {
    assert_eq!(outcome.err().map(DecodeError::kind), Some(DecodeErrorKind::DepthExceeded));
}

/// The owned form, in one format.
fn owned<F: Format, T: Encode + Decodable + Debug>(of: &Subject) {
    let (input, longer) = (&of.longest[..], &of.refused[..]);
    let mut value: T = of.holds("decode", || F::from_slice(input).unwrap());
    of.holds("decode over", || F::decode_into(&mut value, input).unwrap());
    of.holds("encode", || assert!(F::to_vec(&value).unwrap() == *input));
    of.holds("show", || assert!(!format!("{value:?}").is_empty()));
    of.holds("drop", || drop(value));
    of.holds("skip", || T::skip(&mut Reader::<F>::new(input)).unwrap());
    of.holds("explain", || assert!(F::explain::<T>(input).error().is_none()));
    of.holds("read from a stream", || {
        assert!(F::read_from::<T>(&mut &input[..], 1 << 20).is_ok());
    });
    of.holds("read records", || {
        let mut reader = StreamReader::<_, F>::new(input, 1 << 20);
        assert!(reader.read::<T>().unwrap().is_some());
    });
    of.holds("decode strictly", || assert!(Strict::<F>::from_slice::<T>(input).is_ok()));
    of.holds("refuse", || refused(F::from_slice::<T>(longer)));
    of.holds("refuse to skip", || refused(T::skip(&mut Reader::<F>::new(longer))));
}

/// The borrowed form.
fn borrowed<'de, F: Format, T>(of: &'de Subject)
where
    T: Encode + Borrowable + 'static,
    T::Ref<'de>: Encode + Debug + PartialEq,
{
    let input = &of.longest[..];
    let form = of.holds("borrow", || F::from_slice_ref::<T::Ref<'de>>(input).unwrap());
    of.holds("borrow strictly", || {
        assert!(Strict::<F>::from_slice_ref::<T::Ref<'de>>(input).is_ok());
    });
    of.holds("show borrowed", || assert!(!format!("{form:?}").is_empty()));
    of.holds("encode borrowed", || assert!(F::to_vec(&form).unwrap() == *input));
    of.holds("own", || T::from_ref(form));
    of.holds("refuse to borrow", || refused(F::from_slice_ref::<T::Ref<'de>>(&of.refused)));
}

/// The shared form.
fn shared<F: Format, T>(of: &Subject)
where
    T: Encode + Shareable,
    T::Shared: Encode + Debug + PartialEq,
{
    let form = of.holds("share", || F::from_bytes::<T::Shared>(&of.longest).unwrap());
    of.holds("show shared", || assert!(!format!("{form:?}").is_empty()));
    of.holds("encode shared", || assert!(F::to_vec(&form).unwrap() == of.longest));
    of.holds("own shared", || T::from_shared(form));
    of.holds("refuse to share", || refused(F::from_bytes::<T::Shared>(&of.refused)));
}

/// One test per shape: first with ample stack, for the figures; then with a limited one.
macro_rules! every {
    ($($test:ident: $shape:ident $forms:tt in $formats:tt;)*) => {$(
        #[test]
        fn $test() {
            every!(@each $shape $forms $formats);
        }
    )*};
    (@each $shape:ident $forms:tt [$($format:ty)*]) => {$(
        on_a_stack_of(64 << 20, || {
            let of = Subject::of::<$format, shapes::$shape::Node>(stringify!($shape));
            let run = || {
                owned::<$format, shapes::$shape::Node>(&of);
                every!(@$forms $format, $shape, of);
            };
            run();
            on_a_stack_of(STACK, run);
        });
    )*};
    (@[] $format:ty, $shape:ident, $of:ident) => {};
    (@[borrow $($more:ident)*] $format:ty, $shape:ident, $of:ident) => {
        borrowed::<$format, shapes::$shape::Node>(&$of);
        every!(@[$($more)*] $format, $shape, $of);
    };
    (@[share $($more:ident)*] $format:ty, $shape:ident, $of:ident) => {
        shared::<$format, shapes::$shape::Node>(&$of);
        every!(@[$($more)*] $format, $shape, $of);
    };
}

every! {
    vectors: vec [borrow share] in [Postcard];
    deques: deque [] in [Postcard];
    linked_lists: linked [] in [Postcard];
    boxed_slices: boxed_slice [borrow share] in [Postcard];
    shared_slices: shared_slice [borrow] in [Postcard];
    counted_slices: counted_slice [] in [Postcard];
    options: option [borrow share] in [Postcard];
    pointers: pointer [borrow] in [Postcard];
    results: result [borrow share] in [Postcard];
    options_of_vectors: nested [borrow share] in [Postcard];
    pairs_and_arrays: pair [borrow share] in [Postcard];
    maps: map [borrow share] in [Postcard Compact];
    hash_maps: hash_map [] in [Postcard Compact];
    sets: set [borrow] in [Postcard Compact];
    keys_of_maps: keys [borrow] in [Postcard Compact];
    sets_of_sets: sets [] in [Postcard Compact];
    vectors_of_a_short_length: short [borrow share] in [Postcard];
    maps_of_a_short_length: short_map [borrow share] in [Postcard];
    sets_of_a_short_length: short_set [borrow] in [Postcard];
    options_of_a_short_length: short_option [borrow share] in [Postcard];
    indexed_vectors: indexed [borrow share] in [Postcard];
    indexed_vectors_of_a_short_length: short_indexed [borrow share] in [Postcard];
    tails_of_vectors: tail_vec [borrow share] in [Bincode];
    tails_of_deques: tail_deque [] in [Bincode];
    tails_of_slices: tail_slice [borrow] in [Bincode];
    tails_of_options: tail_option [borrow share] in [Bincode];
    tails_of_maps: tail_map [borrow] in [Bincode];
    tails_of_hash_maps: tail_hash_map [] in [Bincode];
    tails_of_sets: tail_set [borrow] in [Bincode];
    versions: versioned [borrow share] in [Compact];
    tails_of_versions: versioned_tail [borrow share] in [Compact];
    fields_of_later_versions: since [] in [Compact];
}
