//! No operation visits a value more often than there are values and levels: for recursive types
//! through every container, under every attribute, in every format and form, to the depth limit.
//! Code that visits its content twice per level is detected at once, since its cost doubles with
//! every level.

mod lengths;
mod nested_keys;
mod operations;
mod shapes;

use bytes::Bytes;
use codec_core::{Bincode, Borsh, Compact, Format, Postcard, Strict, Sv2};
#[cfg(matrix)]
use codec_core::{BincodeVarint, Consensus};

use operations::{Bound, borrowed, owned, shared};
use shapes::{chain, late_twins, tree, twins};

/// Depths of chains; a level may use up two of the 128 that the depth limit allows.
const LEVELS: [usize; 4] = [8, 16, 32, 60];

fn on_a_large_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Runs the operations of the forms that a shape has, in each format; in those behind a bar with
/// `--cfg matrix`.
macro_rules! forms {
    ([$($format:ident)* | $($more:ident)*], $forms:tt, $shape:ident, $bound:expr, $value:expr) => {
        forms!([$($format)*], $forms, $shape, $bound, $value);
        #[cfg(matrix)]
        {
            forms!([$($more)*], $forms, $shape, $bound, $value);
        }
    };
    ([$($format:ty)*], $forms:tt, $shape:ident, $bound:expr, $value:expr) => {$(
        owned::<$format, shapes::$shape::Node>($bound, $value);
        let input = Bytes::from(Strict::<$format>::to_vec($value).unwrap());
        forms!(@$forms, $format, $shape, $bound, $value, input);
    )*};
    (@[], $format:ty, $shape:ident, $bound:expr, $value:expr, $input:ident) => {
        drop($input);
    };
    (@[borrow $($more:ident)*], $format:ty, $shape:ident, $bound:expr, $value:expr, $input:ident) => {
        borrowed::<$format, shapes::$shape::Node>($bound, $value, &$input);
        forms!(@[$($more)*], $format, $shape, $bound, $value, $input);
    };
    (@[share $($more:ident)*], $format:ty, $shape:ident, $bound:expr, $value:expr, $input:ident) => {
        shared::<$format, shapes::$shape::Node>($bound, &$input);
        forms!(@[$($more)*], $format, $shape, $bound, $value, $input);
    };
}

/// One test per shape: chains as deep as allowed, and trees where a value can contain several.
macro_rules! every {
    ($($test:ident: $shape:ident $forms:tt $wide:literal in $formats:tt;)*) => {$(
        #[test]
        fn $test() {
            on_a_large_stack(|| {
                let name = stringify!($shape);
                for levels in LEVELS {
                    let value = chain::<shapes::$shape::Node>(levels);
                    let bound = Bound { name, most: 8 * levels * (levels + 8), values: levels };
                    forms!($formats, $forms, $shape, &bound, &value);
                }
                if $wide {
                    let value = tree::<shapes::$shape::Node>(8);
                    let bound = Bound { name, most: 255 * 8 * 8, values: 255 };
                    forms!($formats, $forms, $shape, &bound, &value);
                    let value = twins::<shapes::$shape::Node>(8);
                    forms!($formats, $forms, $shape, &bound, &value);
                    let value = late_twins::<shapes::$shape::Node>(8);
                    forms!($formats, $forms, $shape, &bound, &value);
                }
            });
        }
    )*};
}

every! {
    vectors: vec [borrow share] true in
        [Bincode Postcard Borsh | BincodeVarint Compact Consensus];
    deques: deque [] true in [Bincode | Postcard Compact];
    linked_lists: linked [] true in [Bincode | Postcard Compact];
    boxed_slices: boxed_slice [borrow share] true in [Bincode | Postcard Compact];
    shared_slices: shared_slice [borrow] true in [Bincode | Compact];
    counted_slices: counted_slice [] true in [Bincode | Compact];
    options: option [borrow share] false in [Sv2 | Bincode Postcard BincodeVarint Borsh Compact];
    pointers: pointer [borrow] false in [Bincode | Compact];
    results: result [borrow share] false in [Bincode | Postcard Borsh BincodeVarint Compact];
    options_of_vectors: nested [borrow share] true in [Bincode | Postcard Compact];
    pairs_and_arrays: pair [borrow share] true in [Bincode | Postcard Compact];
    maps: map [borrow share] true in [Borsh | Bincode Postcard BincodeVarint Compact];
    hash_maps: hash_map [] true in [Borsh | Bincode Postcard Compact];
    sets: set [borrow] true in [Borsh | Bincode Postcard BincodeVarint Compact];
    keys_of_maps: keys [borrow] true in [Borsh | Bincode Postcard BincodeVarint Compact];
    sets_of_sets: sets [] true in [Borsh | Bincode Postcard Compact];
    vectors_of_a_short_length: short [borrow share] true in [Sv2 | Bincode Compact];
    maps_of_a_short_length: short_map [borrow share] true in [Borsh | Bincode Compact];
    sets_of_a_short_length: short_set [borrow] true in [Borsh | Bincode Compact];
    options_of_a_short_length: short_option [borrow share] false in [Sv2 | Bincode Consensus Compact];
    indexed_vectors: indexed [borrow share] true in [Bincode | Postcard Borsh BincodeVarint Compact Consensus];
    indexed_vectors_of_a_short_length: short_indexed [borrow share] true in [Sv2 | Bincode];
    tails_of_vectors: tail_vec [borrow share] false in [Sv2 | Bincode Consensus Compact];
    tails_of_deques: tail_deque [] false in [Sv2 | Bincode Compact];
    tails_of_slices: tail_slice [borrow] false in [Sv2 | Bincode Compact];
    tails_of_options: tail_option [borrow share] false in [Sv2 | Bincode Compact];
    tails_of_maps: tail_map [borrow] false in [Borsh | Bincode Compact];
    tails_of_hash_maps: tail_hash_map [] false in [Borsh | Bincode Compact];
    tails_of_sets: tail_set [borrow] false in [Borsh | Bincode Compact];
    versions: versioned [borrow share] true in [Compact];
    tails_of_versions: versioned_tail [borrow share] true in [Compact];
    fields_of_later_versions: since [] true in [Compact];
}
