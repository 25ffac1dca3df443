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
    /// they accept: any bytes for [`Encoded`], whole `O`s for [`Owned`].
    calls: *const Calls<T>,
    /// Bytes from one element to the next, [`VARIABLE`] or [`TABLED`].
    ///
    /// Invariant: for owned elements, the size of one, which is neither.
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
    /// initialised then. They are so many places of the item's type, which is no part of the
    /// function's: that would be invariant for it.
    // SAFETY: as for `next`, with places that are borrowed for the call.
    some: unsafe fn(*const u8, usize, *mut (), usize) -> Option<usize>,
}

/// Number of elements that are read by one call.
const SOME: usize = 16;

/// Returns whether elements are read several at once: small ones, of which none is lost when a
/// function that gets them panics. Never where code is to be small: it takes a second function.
const fn by_some<T>() -> bool {
    !cfg!(feature = "optimize_for_size") && size_of::<T>() <= 32 && !needs_drop::<T>()
}

/// The stride of elements that differ in size.
const VARIABLE: usize = usize::MAX;

/// The stride of elements after a table of where each ends.
const TABLED: usize = VARIABLE - 1;

impl<T> Clone for Lazy<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lazy<'_, T> {}

// `start` stands for a `&'de [u8]` or a `&'de [O]` with `O: Sync`: `from_owned` asks for `&O: Send`,
// which is the definition of `Sync` ("T is Sync if and only if &T is Send", std::marker).
// SAFETY: Such a reference may be sent and shared, and by the invariant of `calls` that points to a
// constant of functions. No `T` is stored. Trusts `from_owned`.
unsafe impl<T> Send for Lazy<'_, T> {}
// SAFETY: as for `Send`.
unsafe impl<T> Sync for Lazy<'_, T> {}

/// Elements of one kind, as they are in memory: encoded bytes or owned values.
trait Stored<'de> {
    type Part: 'de;
    type Item;
    /// Reads the element at the front, and says how many bytes of memory it took.
    fn next(parts: &'de [Self::Part]) -> Option<(Self::Item, usize)>;

    /// Reads an element into each place, and says how many bytes of memory they took.
    fn some(parts: &'de [Self::Part], places: &mut [MaybeUninit<Self::Item>]) -> Option<Filled>;
}

/// All places were filled, from so many bytes: only this module makes one.
struct Filled(usize);

/// The parts that are stored, as many as `count` elements take: all, where a part is a byte.
///
/// # Safety
/// `start` is aligned for `P`, and `len` bytes from it are initialised `P`s, borrowed for `'de`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn parts<'de, P>(start: *const u8, len: usize, count: usize) -> Option<&'de [P]> {
    let size = size_of::<P>();
    let count = if size == 1 { len } else { count };
    if count.checked_mul(size)? > len {
        return None;
    }
    // SAFETY: the caller's promise: that many `P`s are no more than there are (of those without
    // size there are any number).
    Some(unsafe { core::slice::from_raw_parts(start.cast(), count) })
}

/// # Safety
/// The same as of [`parts`].
unsafe fn next<'de, S: Stored<'de>>(start: *const u8, len: usize) -> Option<(S::Item, usize)> {
    // SAFETY: the caller's promise.
    S::next(unsafe { parts(start, len, 1) }?)
}

/// # Safety
/// The same as of [`parts`]. `places` points to `count` writable `MaybeUninit`s of the item,
/// which nothing else uses during the call.
unsafe fn some<'de, S: Stored<'de>>(
    start: *const u8,
    len: usize,
    places: *mut (),
    count: usize,
) -> Option<usize> {
    // SAFETY: the caller's promise about both.
    let (parts, places) = unsafe {
        (parts(start, len, count)?, core::slice::from_raw_parts_mut(places.cast(), count))
    };
    S::some(parts, places).map(|Filled(used)| used)
}

struct Of<S>(S);

impl<'de, S: Stored<'de>> Of<S> {
    const CALLS: Calls<S::Item> = Calls {
        next: next::<S>,
        some: if by_some::<S::Item>() { some::<S> } else { |_, _, _, _| None },
    };
}

/// Elements in encoded bytes.
struct Encoded<R>(PhantomData<R>);

impl<'de, R: ReadFront<'de>> Stored<'de> for Encoded<R> {
    type Part = u8;
    type Item = R::Item;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(bytes: &'de [u8]) -> Option<(R::Item, usize)> {
        R::read_front(bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn some(bytes: &'de [u8], places: &mut [MaybeUninit<R::Item>]) -> Option<Filled> {
        if let Some(stride @ 1..) = R::stride() {
            let used = stride.checked_mul(places.len())?;
            for (place, bytes) in places.iter_mut().zip(bytes.get(..used)?.chunks_exact(stride)) {
                place.write(R::read_front(bytes)?.0);
            }
            return Some(Filled(used));
        }
        let mut rest = bytes;
        for place in places {
            let (item, used) = R::read_front(rest)?;
            place.write(item);
            rest = rest.get(used..)?;
        }
        Some(Filled(bytes.len() - rest.len()))
    }
}

/// Borrowed forms of owned values.
struct Owned<O, L>(PhantomData<(O, L)>);

impl<'de, O: 'de, L: Lend<'de, O>> Stored<'de> for Owned<O, L> {
    type Part = O;
    type Item = L::Item;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(values: &'de [O]) -> Option<(L::Item, usize)> {
        Some((L::lend(values.first()?), size_of::<O>()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn some(values: &'de [O], places: &mut [MaybeUninit<L::Item>]) -> Option<Filled> {
        let values = values.get(..places.len())?;
        for (place, value) in places.iter_mut().zip(values) {
            place.write(L::lend(value));
        }
        Some(Filled(size_of_val(values)))
    }
}

impl<'de, T> Lazy<'de, T> {
    /// Elements in encoded bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn from_encoded<R: ReadFront<'de, Item = T>>(bytes: &'de [u8]) -> Self {
        // The invariant holds: the slice is valid for `'de`, for which the
        // function is made.
        Self {
            start: bytes.as_ptr(),
            len: bytes.len(),
            calls: const { core::ptr::from_ref(&Of::<Encoded<R>>::CALLS) },
            stride: R::stride().unwrap_or(VARIABLE),
            source: PhantomData,
        }
    }

    /// Elements in encoded bytes, which begin with a table of where each ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn from_tabled<R: ReadFront<'de, Item = T>>(bytes: &'de [u8]) -> Self {
        Self { stride: TABLED, ..Self::from_encoded::<R>(bytes) }
    }

    /// Borrowed forms of owned values, which threads may share. `&O: Send` says so in a
    /// form that generated code may ask for of a type that it does not hold for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn from_owned<O: 'de, L: Lend<'de, O, Item = T>>(items: &'de [O]) -> Self
    where
        for<'any> &'any O: Send,
    {
        // The invariant holds: a slice of `O`s, borrowed for `'de`, for which
        // the function is made.
        Self {
            start: items.as_ptr().cast(),
            len: size_of_val(items),
            calls: const { core::ptr::from_ref(&Of::<Owned<O, L>>::CALLS) },
            stride: size_of::<O>(),
            source: PhantomData,
        }
    }

    /// Reads the element at the front, and says how many bytes of memory it took.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&self) -> Option<(T, usize)> {
        // SAFETY: the invariant of `calls`. Trusts `skip`.
        unsafe { ((*self.calls).next)(self.start, self.len) }
    }

    /// Reads the element at the front.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn first(&self) -> Option<T> {
        self.next().map(|(value, _)| value)
    }

    /// Reads the element at the front and skips it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take_first(&mut self) -> Option<T> {
        let (value, used) = self.next()?;
        *self = self.skip(used)?;
        Some(value)
    }

    /// Passes the next `count` elements to a function, in order: small ones are read by one call for
    /// several, which would else cost more than reading them.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
                let (at, len) = (places.as_mut_ptr().cast(), places.len());
                // SAFETY: the invariant of `calls`; the places are `T`s, borrowed here, or of a
                // type that outlives `T`, and laid out alike. Trusts `skip`.
                let used = unsafe { ((*self.calls).some)(self.start, self.len, at, len) }?;
                self = self.skip(used)?;
                left -= places.len();
                for place in places {
                    // SAFETY: all places are initialised, and each is read once before the next
                    // call writes it again. Trusts `some`.
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(&self, index: usize) -> Option<Self> {
        (self.stride < TABLED).then(|| self.skip(index.checked_mul(self.stride)?)).flatten()
    }

    /// The table and the elements, when there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn tabled(&self) -> Option<&'de [u8]> {
        if self.stride != TABLED {
            return None;
        }
        // SAFETY: by the invariant of `stride` and the invariant of `calls`, `start` and `len` are
        // those of encoded bytes that are borrowed for `'de` or longer. Trusts `from_tabled`.
        unsafe { parts(self.start, self.len, self.len) }
    }

    /// The elements from this byte on, counted from a table before them: encoded ones, of which one
    /// may begin at any byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn after_table(&self, bytes: usize) -> Option<Self> {
        if self.stride == TABLED { self.skip(bytes) } else { None }
    }

    /// The elements after `bytes` bytes of memory. An element must begin there:
    /// the callers pass what a call said it took, a multiple of `stride`, or any number where
    /// the elements are encoded ones.
    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn skip(&self, bytes: usize) -> Option<Self> {
        let Some(len) = self.len.checked_sub(bytes) else { return None };
        // The invariant on `calls` holds for the rest: an encoded element may begin
        // at any byte, and of owned ones `bytes` is a multiple of their size (what
        // [`Owned`] says, and the invariant on `stride`).
        // `bytes <= self.len` by the first line, so the result is in or one past the end of the
        // same slice.
        Some(Self { start: self.start.wrapping_add(bytes), len, ..*self })
    }
}
