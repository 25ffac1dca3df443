//! A reference to constant data that may lead back to itself.
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
    /// To this data.
    pub(crate) const fn new(data: &'static T) -> Self {
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
// may be shared.
unsafe impl<T: Sync> Send for StaticRef<T> {}

// SAFETY: as above: a shared `&'static T` gives access to a shared `T`, and to nothing else.
unsafe impl<T: Sync> Sync for StaticRef<T> {}
