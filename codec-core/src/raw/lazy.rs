//! Values that are read on demand.
#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::{MaybeUninit, needs_drop};

/// Reads an element from bytes that hold it.
pub(crate) trait ReadFront<'de> {
    /// The element.
    type Item;

    /// Reads the element at the front, and says how many bytes it took.
    fn read_front(bytes: &'de [u8]) -> Option<(Self::Item, usize)>;

    /// Number of bytes that every element takes, if all take as many.
    fn stride() -> Option<usize>;
}

/// Borrows an owned value.
pub(crate) trait Lend<'de, O> {
    /// The type that it is borrowed as.
    type Item;

    /// Borrows from the value.
    fn lend(value: &'de O) -> Self::Item;
}

/// Elements that are read on demand, from encoded bytes or owned values:
/// which, and in what format, is known to the functions and not to the type.
///
/// The calls take a bare pointer and no `Cursor<'de>`: a lifetime in argument position
/// would make the type invariant, and a borrowed message could not be passed where a
/// shorter borrow is expected.
pub(crate) struct Lazy<'de, T> {
    /// Start of the elements left.
    start: *const u8,
    /// Size of the elements left, in bytes of memory.
    len: usize,
    /// The functions that read them. A pointer, since a reference would ask `T` to outlive it.
    ///
    /// Invariant: it points to a constant, and `start` and `len` describe memory that is valid
    /// for reads for the lifetime that the calls were made for, which outlives `'de`, and that
    /// they accept: any bytes for [`encoded`], whole `O`s for [`owned`].
    calls: *const Calls<T>,
    /// Bytes from one element to the next, or [`VARIABLE`].
    ///
    /// Invariant: for owned elements, the size of one.
    stride: usize,
    source: PhantomData<&'de [u8]>,
}

/// The functions that read elements.
struct Calls<T> {
    /// Reads the element at a position and says how many bytes it took, at
    /// most as many as there are.
    // SAFETY: it is called with `start` and `len` alone, by the invariant of `calls`.
    next: unsafe fn(*const u8, usize) -> Option<(T, usize)>,
    /// Reads an element into each place, and says how many bytes they took: all places are
    /// initialised then.
    // SAFETY: as for `next`, with places that are borrowed for the call.
    some: Several,
}

/// Reads several elements, into so many places of their type, which is no part of the
/// function's: that would be invariant for it.
// SAFETY: whoever calls one promises what `encoded_some` and `owned_some` ask for.
type Several = unsafe fn(*const u8, usize, *mut (), usize) -> Option<usize>;

/// Number of elements that are read by one call.
const SOME: usize = 16;

/// Returns whether elements are read several at once: small ones, of which none is lost when a
/// function that gets them panics. Never where code is to be small: it takes a second function.
const fn by_some<T>() -> bool {
    !cfg!(feature = "optimize_for_size") && size_of::<T>() <= 32 && !needs_drop::<T>()
}

/// In the place of a function that reads several, where elements are read one by one.
// SAFETY: it does nothing; only its type makes it `unsafe`.
unsafe fn none(_: *const u8, _: usize, _: *mut (), _: usize) -> Option<usize> {
    None
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

// `start` stands for a `&'de [u8]` or a `&'de [O]` with `O: Sync`: `from_owned` asks for `&O: Send`,
// which is the definition of `Sync` ("T is Sync if and only if &T is Send", std::marker).
// SAFETY: such a reference may be sent and shared, and `calls` points to a constant of functions.
// No `T` is stored.
unsafe impl<T> Send for Lazy<'_, T> {}
// SAFETY: as for `Send`.
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
/// They are so many, for as long as the caller says.
unsafe fn places_of<'p, T>(places: *mut (), count: usize) -> &'p mut [MaybeUninit<T>] {
    // SAFETY: the caller's promise.
    unsafe { core::slice::from_raw_parts_mut(places.cast(), count) }
}

/// # Safety
/// The same as of [`encoded`]. `places` points to `count` writable `MaybeUninit`s of the item,
/// which nothing else uses during the call.
unsafe fn encoded_some<'de, R: ReadFront<'de>>(
    start: *const u8,
    len: usize,
    places: *mut (),
    count: usize,
) -> Option<usize> {
    // SAFETY: the caller's promise about the bytes.
    let bytes: &'de [u8] = unsafe { core::slice::from_raw_parts(start, len) };
    // SAFETY: the caller's promise about the places.
    let places = unsafe { places_of::<R::Item>(places, count) };
    if let Some(stride @ 1..) = R::stride() {
        let used = stride.checked_mul(places.len())?;
        for (place, bytes) in places.iter_mut().zip(bytes.get(..used)?.chunks_exact(stride)) {
            place.write(R::read_front(bytes)?.0);
        }
        return Some(used);
    }
    let mut rest = bytes;
    for place in places {
        let (item, used) = R::read_front(rest)?;
        place.write(item);
        rest = rest.get(used..)?;
    }
    Some(bytes.len() - rest.len())
}

/// # Safety
/// The same as of [`owned`]. `places` points to `count` writable `MaybeUninit`s of the item,
/// which nothing else uses during the call.
unsafe fn owned_some<'de, O: 'de, L: Lend<'de, O>>(
    start: *const u8,
    len: usize,
    places: *mut (),
    count: usize,
) -> Option<usize> {
    // SAFETY: the caller's promise about the places.
    let places = unsafe { places_of::<L::Item>(places, count) };
    let used = size_of::<O>().checked_mul(places.len()).filter(|used| *used <= len)?;
    // SAFETY: the caller's promise: that many `O`s are no more than there are (of those without
    // size there are any number).
    let values: &'de [O] = unsafe { core::slice::from_raw_parts(start.cast::<O>(), places.len()) };
    for (place, value) in places.iter_mut().zip(values) {
        place.write(L::lend(value));
    }
    Some(used)
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

/// The functions for encoded elements.
struct OfEncoded<'de, R>(PhantomData<(&'de (), R)>);

impl<'de, R: ReadFront<'de>> OfEncoded<'de, R> {
    const CALLS: Calls<R::Item> = Calls {
        next: encoded::<'de, R>,
        some: if by_some::<R::Item>() { encoded_some::<'de, R> } else { none },
    };
}

/// The functions for owned values.
struct OfOwned<'de, O, L>(PhantomData<(&'de O, L)>);

impl<'de, O: 'de, L: Lend<'de, O>> OfOwned<'de, O, L> {
    const CALLS: Calls<L::Item> = Calls {
        next: owned::<'de, O, L>,
        some: if by_some::<L::Item>() { owned_some::<'de, O, L> } else { none },
    };
}

impl<'de, T> Lazy<'de, T> {
    /// Elements in encoded bytes.
    #[inline(always)]
    pub(crate) fn from_encoded<R: ReadFront<'de, Item = T>>(bytes: &'de [u8]) -> Self {
        // The invariant holds: the slice is valid for `'de`, for which the
        // function is made.
        Self {
            start: bytes.as_ptr(),
            len: bytes.len(),
            calls: const { core::ptr::from_ref(&OfEncoded::<'de, R>::CALLS) },
            stride: R::stride().unwrap_or(VARIABLE),
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
            calls: const { core::ptr::from_ref(&OfOwned::<'de, O, L>::CALLS) },
            stride: size_of::<O>(),
            source: PhantomData,
        }
    }

    /// The functions.
    #[inline(always)]
    fn calls(&self) -> &Calls<T> {
        // SAFETY: the invariant on `calls`.
        unsafe { &*self.calls }
    }

    /// Reads the element at the front.
    #[inline(always)]
    pub(crate) fn first(&self) -> Option<T> {
        // SAFETY: the invariant on `calls`.
        unsafe { (self.calls().next)(self.start, self.len) }.map(|(value, _)| value)
    }

    /// Reads the element at the front and skips it.
    #[inline(always)]
    pub(crate) fn take_first(&mut self) -> Option<T> {
        // SAFETY: the invariant on `calls`.
        let (value, used) = unsafe { (self.calls().next)(self.start, self.len) }?;
        *self = self.skip(used)?;
        Some(value)
    }

    /// Passes the next `count` elements to a function, in order: small ones are read by one call for
    /// several, which would else cost more than reading them.
    #[inline(always)]
    pub(crate) fn fold<B>(
        mut self,
        count: usize,
        mut state: B,
        mut each: impl FnMut(B, T) -> B,
    ) -> Option<B> {
        let mut left = count;
        if by_some::<T>() {
            let mut places = [const { MaybeUninit::uninit() }; SOME];
            while left > 0 {
                let places = &mut places[..left.min(SOME)];
                let (at, some) = (places.as_mut_ptr().cast(), self.calls().some);
                // SAFETY: the invariant on `calls`; the places are `T`s, borrowed here, or of a
                // type that outlives `T`, and laid out alike.
                let used = unsafe { some(self.start, self.len, at, places.len()) }?;
                self = self.skip(used)?;
                left -= places.len();
                for place in places {
                    // SAFETY: `some` has initialised all places, and each is read once before
                    // the next call writes it again.
                    state = each(state, unsafe { place.assume_init_read() });
                }
            }
            return Some(state);
        }
        while left > 0 {
            state = each(state, self.take_first()?);
            left -= 1;
        }
        Some(state)
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
    /// the callers pass what a call said it took, a multiple of `stride`, or any number where
    /// the elements are encoded ones.
    #[inline(always)]
    fn skip(&self, bytes: usize) -> Option<Self> {
        let len = self.len.checked_sub(bytes)?;
        // The invariant on `calls` holds for the rest: an encoded element may begin
        // at any byte, and of owned ones `bytes` is a multiple of their size (what
        // `owned` returns, and the invariant on `stride`).
        // SAFETY: `bytes <= self.len` by the first line, so the result is in or
        // one past the end of the same slice.
        Some(Self { start: unsafe { self.start.add(bytes) }, len, ..*self })
    }
}
