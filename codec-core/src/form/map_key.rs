//! Keys of maps: ordered ones, and those that have no order.
#![forbid(unsafe_code)]

use core::cmp::Ordering;
use core::hash::Hash;

use crate::format::{Format, MapOrder};
use crate::value::borrow::Borrowable;

/// A key of a hash map, or an element of a hash set.
///
/// All that have an order (`Ord`) are. A type without one can be a key, too, when it says
/// so, in every format that doesn't sort maps by their keys; in one that does ([`Borsh`] and
/// every [`Strict`] format but those that sort by encoded keys) `cargo build` fails.
///
/// ```
/// use std::collections::HashMap;
/// use codec_core::{Decode, Encode, Format, MapKey, Postcard};
/// #[derive(PartialEq, Eq, Hash, Encode, Decode)]
/// struct Color { red: u8, green: u8, blue: u8 }
/// impl MapKey for Color {}
///
/// let names = HashMap::from([(Color { red: 255, green: 0, blue: 0 }, 7u8)]);
/// let bytes = Postcard::to_vec(&names)?;
/// assert_eq!(bytes, [1, 255, 0, 0, 7]);
/// assert!(Postcard::from_slice::<HashMap<Color, u8>>(&bytes)? == names);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0080
/// # use std::collections::HashMap;
/// # use codec_core::{Encode, Format, MapKey, Postcard};
/// # #[derive(PartialEq, Eq, Hash, Encode)]
/// # struct Color { red: u8, green: u8, blue: u8 }
/// # impl MapKey for Color {}
/// // error: the format sorts maps by their keys: implement `Ord` for the key
/// let _ = codec_core::Borsh::to_vec(&HashMap::<Color, u8>::new());
/// ```
///
/// [`Borsh`]: crate::Borsh
/// [`Strict`]: crate::Strict
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the key of a hash map: it has no order",
    label = "`MapKey` is not implemented for this key",
    note = "derive `Ord` for it; or write `impl codec_core::MapKey for {Self} {{}}`, if no format that sorts maps by their keys is used"
)]
pub trait MapKey {
    /// `true` if keys have an order.
    const ORDERED: bool = false;

    /// The order of two keys; unspecified for keys that have none.
    #[inline]
    fn compare(&self, other: &Self) -> Ordering {
        let _ = other;
        Ordering::Equal
    }
}

/// Bounds of keys, each one trait, so that a key that lacks several of them is one error.
macro_rules! bounds_of_keys {
    ($(#[$doc:meta] $name:ident {$($bounds:tt)*} $message:literal $note:literal;)*) => {$(
        #[$doc]
        #[allow(dead_code, unreachable_pub, reason = "used with features that have maps")]
        #[diagnostic::on_unimplemented(message = $message, note = $note)]
        pub trait $name: $($bounds)* {}
        #[diagnostic::do_not_recommend]
        impl<K: $($bounds)*> $name for K {}
    )*};
}

bounds_of_keys! {
    /// A key of a hash map.
    HashKey {Eq + Hash + MapKey}
        "`{Self}` can't be a key of a hash map"
        "derive `PartialEq`, `Eq` and `Hash` for it; and `PartialOrd` and `Ord`, or implement `MapKey`";
    /// A key of an ordered map that is borrowed.
    BorrowedKey {Ord + for<'any> Borrowable<Ref<'any>: Ord>}
        "`{Self}` can't be a key of a map with a borrowed form"
        "derive `PartialEq`, `Eq`, `PartialOrd` and `Ord` for it, and by `#[codec(borrow(derive(..)))]` for its borrowed form";
    /// A key of a hash map that is borrowed.
    BorrowedHashKey {HashKey + for<'any> Borrowable<Ref<'any>: MapKey>}
        "`{Self}` can't be a key of a hash map with a borrowed form"
        "derive `PartialEq`, `Eq`, `Hash`, `PartialOrd` and `Ord` for it, and by `#[codec(borrow(derive(..)))]` all but `Hash` for its borrowed form";
}

// An error names `MapKey`, and how to implement it, rather than `Ord`.
#[diagnostic::do_not_recommend]
impl<K: Ord> MapKey for K {
    const ORDERED: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compare(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

/// Stops the build for keys without an order in a format that sorts by them.
pub(crate) const fn refuse_unordered<F: Format>(ordered: bool) {
    assert!(
        ordered || !matches!(F::RULES.map_order, MapOrder::Key),
        "the format sorts maps by their keys: implement `Ord` for the key"
    );
}

/// Stops the build for borrowed keys without an order in a map with `min` or `count`.
pub(crate) const fn refuse_uncounted(ordered: bool) {
    assert!(
        ordered,
        "`min` and `count` compare the keys of a borrowed map: implement `Ord` for the key"
    );
}
