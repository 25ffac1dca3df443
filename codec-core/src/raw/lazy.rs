//! Values that are read on demand.
#![allow(unsafe_code)]

use core::marker::PhantomData;

/// How an element is read from bytes that hold it.
pub(crate) trait ReadFront<'de> {
    /// The element.
    type Item;

    /// Reads the element at the front, and says how many bytes it took.
    fn read_front(bytes: &'de [u8]) -> Option<(Self::Item, usize)>;
}

/// How an owned value is borrowed.
pub(crate) trait Lend<'de, O> {
    /// What it is borrowed as.
    type Item;

    /// Borrows from the value.
    fn lend(value: &'de O) -> Self::Item;
}

/// Elements that are read on demand, from encoded bytes or owned values:
/// which, and in what format, is known to the function and not to the type.
///
/// `next` takes a bare pointer and no `Cursor<'de>`: a lifetime in argument position
/// would make the type invariant, and a borrowed message could not be passed where a
/// shorter borrow is expected.
pub(crate) struct Lazy<'de, T> {
    /// Start of the elements left.
    start: *const u8,
    /// Size of the elements left, in bytes of memory.
    len: usize,
    /// Reads the element at a position and says how many bytes it took, at
    /// most as many as there are.
    ///
    /// Invariant: `start` and `len` describe memory that is valid for reads for
    /// the lifetime that `next` was made for, which outlives `'de`, and that
    /// `next` accepts: any bytes for [`encoded`], whole `O`s for [`owned`].
    // SAFETY: it is called with `start` and `len` alone, by that invariant.
    next: unsafe fn(*const u8, usize) -> Option<(T, usize)>,
    /// Bytes from one element to the next, or [`VARIABLE`].
    ///
    /// Invariant: for owned elements, the size of one.
    stride: usize,
    source: PhantomData<&'de [u8]>,
}

/// The stride of elements that differ in size.
const VARIABLE: usize = usize::MAX;

impl<T> Clone for Lazy<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lazy<'_, T> {}

// SAFETY: the pointer stands for a `&'de [u8]` or a `&'de [O]` with `O: Sync`, which may
// be sent and shared. `from_owned` asks for it as `&O: Send`, which is the definition of
// `Sync` ("T is Sync if and only if &T is Send", std::marker). No `T` is stored.
unsafe impl<T> Send for Lazy<'_, T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Lazy<'_, T> {}

/// # Safety
/// `start` and `len` describe bytes that are valid for reads for `'de`.
unsafe fn encoded<'de, R: ReadFront<'de>>(
    start: *const u8,
    len: usize,
) -> Option<(R::Item, usize)> {
    // SAFETY: the caller's promise.
    R::read_front(unsafe { core::slice::from_raw_parts(start, len) })
}

/// # Safety
/// `start` is aligned for `O`, and `len`, a multiple of the size of `O`, is the
/// size of initialised `O`s that are borrowed for `'de`.
unsafe fn owned<'de, O: 'de, L: Lend<'de, O>>(
    start: *const u8,
    len: usize,
) -> Option<(L::Item, usize)> {
    if len < size_of::<O>() {
        return None;
    }
    // SAFETY: the caller's promise, and there is at least one `O` by the check
    // above (or `O` has no size, and an aligned pointer is enough).
    let value: &'de O = unsafe { &*start.cast::<O>() };
    Some((L::lend(value), size_of::<O>()))
}

impl<'de, T> Lazy<'de, T> {
    /// Elements in encoded bytes, each of `stride` bytes where all have one size.
    #[inline(always)]
    pub(crate) fn from_encoded<R: ReadFront<'de, Item = T>>(
        bytes: &'de [u8],
        stride: Option<usize>,
    ) -> Self {
        // The invariant holds: the slice is valid for `'de`, for which the
        // function is made.
        Self {
            start: bytes.as_ptr(),
            len: bytes.len(),
            next: encoded::<'de, R>,
            stride: stride.unwrap_or(VARIABLE),
            source: PhantomData,
        }
    }

    /// Borrowed forms of owned values, which threads may share. `&O: Send` says so in a
    /// form that generated code may ask for of a type that it does not hold for.
    #[inline(always)]
    pub(crate) fn from_owned<O: 'de, L: Lend<'de, O, Item = T>>(items: &'de [O]) -> Self
    where
        for<'any> &'any O: Send,
    {
        // The invariant holds: a slice of `O`s, borrowed for `'de`, for which
        // the function is made.
        Self {
            start: items.as_ptr().cast(),
            len: size_of_val(items),
            next: owned::<'de, O, L>,
            stride: size_of::<O>(),
            source: PhantomData,
        }
    }

    /// Reads the element at the front.
    #[inline(always)]
    pub(crate) fn first(&self) -> Option<T> {
        // SAFETY: the invariant on `next`.
        unsafe { (self.next)(self.start, self.len) }.map(|(value, _)| value)
    }

    /// Reads the element at the front and skips it.
    #[inline(always)]
    pub(crate) fn take_first(&mut self) -> Option<T> {
        // SAFETY: the invariant on `next`.
        let (value, used) = unsafe { (self.next)(self.start, self.len) }?;
        *self = self.skip(used)?;
        Some(value)
    }

    /// The elements from `index` on, when all have one size.
    #[inline(always)]
    pub(crate) fn at(&self, index: usize) -> Option<Self> {
        (self.stride != VARIABLE).then(|| self.skip(index.checked_mul(self.stride)?)).flatten()
    }

    /// The elements from this byte on, when they differ in size: encoded ones, of which one may
    /// begin at any byte.
    #[inline(always)]
    pub(crate) fn at_byte(&self, offset: usize) -> Option<Self> {
        (self.stride == VARIABLE).then(|| self.skip(offset)).flatten()
    }

    /// The elements after `bytes` bytes of memory. An element must begin there:
    /// the callers pass what `next` said it took, a multiple of `stride`, or any number where
    /// the elements are encoded ones.
    #[inline(always)]
    fn skip(&self, bytes: usize) -> Option<Self> {
        let len = self.len.checked_sub(bytes)?;
        // The invariant on `next` holds for the rest: an encoded element may begin
        // at any byte, and of owned ones `bytes` is a multiple of their size (what
        // `owned` returns, and the invariant on `stride`).
        // SAFETY: `bytes <= self.len` by the first line, so the result lies in or
        // one past the end of the same slice.
        Some(Self { start: unsafe { self.start.add(bytes) }, len, ..*self })
    }
}
