//! Constant data that may lead back to itself, and references to it.
#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// A reference to static data, as a pointer.
///
/// While the compiler evaluates a constant, it follows every reference in it. Where
/// descriptions of types refer to each other in a circle, that would never end; a pointer
/// is not followed.
#[repr(transparent)]
pub(crate) struct StaticRef<T: 'static> {
    /// From a `&'static T`.
    place: *const T,
}

impl<T> StaticRef<T> {
    /// A reference to this data, which threads may share.
    pub(crate) const fn new(data: &'static T) -> Self
    where
        T: Sync,
    {
        Self { place: data }
    }

    /// The data.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn get(self) -> &'static T {
        // SAFETY: the pointer is from a `&'static T`, and nothing changes it: it is aligned,
        // initialised and valid forever. Trusts `StaticRef::new`.
        unsafe { &*self.place }
    }
}

impl<T> Clone for StaticRef<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for StaticRef<T> {}

// SAFETY: it is used as a `&'static T` alone, which may be sent to another thread when `T`
// may be shared: a bound of the function that makes one. Trusts `StaticRef::new`.
unsafe impl<T> Send for StaticRef<T> {}

// SAFETY: as for `Send`; a shared one gives access to a shared `T` alone. Trusts `StaticRef::new`.
unsafe impl<T> Sync for StaticRef<T> {}

/// Data of a `static`, as words whose type says nothing of what they hold.
///
/// For every `static` the compiler proves anew, part by part, that its type has no interior
/// mutability and may be shared, and then visits all parts of the value; of words there is nothing
/// to prove and nothing to visit. What is held is `Copy`, so it has no interior mutability, and that
/// threads may share it is a bound of [`new`](Self::new).
#[repr(C, align(8))]
pub(crate) struct StaticData<T, const WORDS: usize> {
    /// Holds a `T` from the first byte on, since `new`.
    words: [MaybeUninit<u64>; WORDS],
    /// Asks nothing of `T` where a `static` is to be shared: `new` has done so.
    of: PhantomData<fn() -> T>,
}

impl<T, const WORDS: usize> StaticData<T, WORDS> {
    /// This data, which threads may share.
    pub(crate) const fn new(data: T) -> Self
    where
        T: Sync + Copy,
    {
        const {
            assert!(size_of::<T>() <= size_of::<Self>(), "it has room");
            assert!(align_of::<T>() <= align_of::<Self>(), "it is aligned");
        }
        let mut words = [MaybeUninit::uninit(); WORDS];
        // SAFETY: the words have room for a `T`, by the first assertion, and the pointer is to all
        // of them. That it may be unaligned here is why the write is `write_unaligned`.
        unsafe { words.as_mut_ptr().cast::<T>().write_unaligned(data) };
        Self { words, of: PhantomData }
    }

    /// The data.
    pub(crate) const fn get(&self) -> &T {
        // SAFETY: the words are the first field of a `repr(C)` struct, so they begin at an address
        // that is aligned for a `T`, by the second assertion of what makes one, which has put a `T`
        // there. Nothing changes it, and the borrow is that of `self`. Trusts `StaticData::new`.
        unsafe { &*self.words.as_ptr().cast::<T>() }
    }
}
