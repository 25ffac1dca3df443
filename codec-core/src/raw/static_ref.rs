//! Constant data that may lead back to itself, and references to it.
#![allow(unsafe_code)]

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
    /// To this data, which threads may share.
    pub(crate) const fn new(data: &'static T) -> Self
    where
        T: Sync,
    {
        Self { place: data }
    }

    /// The data.
    #[inline(always)]
    pub(crate) const fn get(self) -> &'static T {
        // SAFETY: `new`, the only place where one is made, takes the pointer from a
        // `&'static T`, and nothing changes it: it is aligned, initialised and valid forever.
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
// may be shared; `new`, the only place where one is made, has that as a bound.
unsafe impl<T> Send for StaticRef<T> {}

// SAFETY: a shared `&'static T` gives access to a shared `T`, and to nothing else; that `T`
// may be shared is a bound of `new`, the only place where one is made.
unsafe impl<T> Sync for StaticRef<T> {}

/// Data of a `static`. That threads may share it is a bound of [`new`](Self::new), and is not
/// worked out again, part by part, for every `static` that holds such data.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct StaticData<T>(T);

impl<T> StaticData<T> {
    /// This data, which threads may share.
    pub(crate) const fn new(data: T) -> Self
    where
        T: Sync + Copy,
    {
        Self(data)
    }

    /// The data.
    pub(crate) const fn get(&self) -> &T {
        &self.0
    }
}

// SAFETY: it gives access to a shared `T`, and to nothing else; that `T` may be shared is a
// bound of `new`, the only place where one is made.
unsafe impl<T> Sync for StaticData<T> {}
