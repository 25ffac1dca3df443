//! All unsafe code of this crate.
//!
//! Five things need it: copies shorter than a call to `memcpy` is worth, a
//! string that is known to be ASCII, vectors and arrays that are filled in
//! place, targets that are extended by bytes just written, and the lazy
//! sequence's element function, which must not put a format or an invariant
//! lifetime into the sequence's type.
#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::borrow::Borrowable;
use crate::cursor::Cursor;
use crate::decode_ref::DecodableRef;

use crate::error::EncodeError;
use crate::format::Format;
use crate::output::{self, Output};
use crate::reader::Reader;

/// Strings and copies up to this length take the short path.
pub(crate) const SHORT: usize = 32;

/// Copies `from` to the front of `to`, which has the same length.
///
/// A `memcpy` of unknown length is a call; most of a protocol's fields are
/// shorter than the call costs. Two loads and two stores of the same width
/// that overlap in the middle cover every length from that width to twice it.
///
/// # Panics
/// When the lengths differ.
#[inline(always)]
pub(crate) fn copy(to: &mut [MaybeUninit<u8>], from: &[u8]) {
    assert_eq!(to.len(), from.len());
    match from.len() {
        0 => {}
        1..=3 => {
            let last = from.len() - 1;
            to[0].write(from[0]);
            to[last / 2].write(from[last / 2]);
            to[last].write(from[last]);
        }
        4..=7 => ends::<4>(to, from),
        8..=15 => ends::<8>(to, from),
        16..=SHORT => ends::<16>(to, from),
        _ => {
            to.write_copy_of_slice(from);
        }
    }
}

/// Copies the first and the last `N` bytes; both slices are of one length
/// between `N` and `2 * N`.
#[inline(always)]
fn ends<const N: usize>(to: &mut [MaybeUninit<u8>], from: &[u8]) {
    debug_assert!(to.len() == from.len() && (N..=2 * N).contains(&from.len()));
    let back = from.len() - N;
    // SAFETY: `from` and `to` are at least N long (checked by the only caller's
    // match on `from.len()`, after it asserted equal lengths), so `back` does
    // not wrap and both ranges [0, N) and [back, back + N) lie inside. `[u8; N]`
    // has alignment 1. Both loads precede both stores, and `to` is a unique
    // borrow, so nothing overlaps.
    unsafe {
        let (source, target) = (from.as_ptr(), to.as_mut_ptr().cast::<u8>());
        let head = source.cast::<[u8; N]>().read();
        let tail = source.add(back).cast::<[u8; N]>().read();
        target.cast::<[u8; N]>().write(head);
        target.add(back).cast::<[u8; N]>().write(tail);
    }
}

/// The first `len` bytes of `window` as a string, when `len` is at most 32 and
/// all of them are ASCII.
#[inline(always)]
pub(crate) fn short_ascii(window: &[u8; SHORT], len: usize) -> Option<&str> {
    if len > SHORT {
        return None;
    }
    // One bit a byte that is not ASCII; bits beyond `len` are shifted out.
    let mask = (1u64 << len) - 1;
    if u64::from(high_bits(window)) & mask != 0 {
        return None;
    }
    // SAFETY: `len <= 32`, the array's length, was checked above.
    let bytes = unsafe { window.get_unchecked(..len) };
    // SAFETY: bit i of `high_bits` is the top bit of byte i, and the bits below
    // `len` are all zero, so every byte is ASCII, which is valid UTF-8.
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Bit i is the top bit of byte i.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
fn high_bits(window: &[u8; SHORT]) -> u32 {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_movemask_epi8};
    #[expect(clippy::cast_ptr_alignment, reason = "read by unaligned loads alone")]
    let start = window.as_ptr().cast::<__m128i>();
    // SAFETY: SSE2 is on (the `cfg` above). Both loads are unaligned ones of 16
    // bytes, at offsets 0 and 16 of a 32-byte array.
    let (low, high) = unsafe {
        (
            _mm_movemask_epi8(_mm_loadu_si128(start)),
            _mm_movemask_epi8(_mm_loadu_si128(start.add(1))),
        )
    };
    // Each mask has only its low 16 bits set.
    low.cast_unsigned() | (high.cast_unsigned() << 16)
}

/// Bit i is the top bit of byte i.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
#[inline(always)]
fn high_bits(window: &[u8; SHORT]) -> u32 {
    window.iter().rev().fold(0, |bits, byte| (bits << 1) | u32::from(byte >> 7))
}

/// Builds an array element by element; when `next` fails or panics, what was
/// built is dropped, once.
#[inline(always)]
pub(crate) fn try_array<T, E, const N: usize>(
    mut next: impl FnMut(usize) -> Result<T, E>,
) -> Result<[T; N], E> {
    struct Partial<T, const N: usize> {
        slots: [MaybeUninit<T>; N],
        /// The first `built` slots are initialised.
        built: usize,
    }
    impl<T, const N: usize> Drop for Partial<T, N> {
        fn drop(&mut self) {
            // SAFETY: the first `built` slots are initialised (field invariant),
            // and nothing reads them after this drop.
            unsafe { self.slots[..self.built].assume_init_drop() }
        }
    }
    let mut partial = Partial { slots: [const { MaybeUninit::uninit() }; N], built: 0 };
    for index in 0..N {
        partial.slots[index].write(next(index)?);
        partial.built = index + 1;
    }
    // The array takes ownership of every element; the guard must not drop them.
    partial.built = 0;
    // SAFETY: the loop ran to its end, so all N slots are initialised, and
    // `[MaybeUninit<T>; N]` has the layout of `[T; N]`. The guard drops none.
    Ok(unsafe { partial.slots.as_ptr().cast::<[T; N]>().read() })
}

/// Appends `count` elements to `vec` without a capacity check an element; when
/// `next` fails or panics, the elements before it stay in the vector.
///
/// # Panics
/// When the spare capacity is less than `count`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn try_extend<T, E>(
    vec: &mut alloc::vec::Vec<T>,
    count: usize,
    mut next: impl FnMut() -> Result<T, E>,
) -> Result<(), E> {
    struct Len<'v, T> {
        vec: &'v mut alloc::vec::Vec<T>,
        /// The first `len` elements are initialised, `len <= capacity`.
        len: usize,
    }
    impl<T> Drop for Len<'_, T> {
        fn drop(&mut self) {
            // SAFETY: the field invariant is what `set_len` asks for.
            unsafe { self.vec.set_len(self.len) }
        }
    }
    let len = vec.len();
    assert!(vec.capacity() - len >= count);
    let mut guard = Len { vec, len };
    for _ in 0..count {
        let value = next()?;
        // SAFETY: the loop runs at most `count` times and each round adds one to
        // `len`, so `len < capacity` here by the assertion above: the slot lies
        // in the vector's allocation, and no value is there to be dropped.
        // `next` can't touch the vector, which is borrowed by the guard.
        unsafe { guard.vec.as_mut_ptr().add(guard.len).write(value) };
        guard.len += 1;
    }
    Ok(())
}

/// Reserves `len` bytes in `vec`, lets `write` fill them, and appends as many
/// as were written.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn append_to_vec(
    vec: &mut alloc::vec::Vec<u8>,
    len: usize,
    write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
) -> Result<usize, EncodeError> {
    vec.reserve(len);
    let written = output::fill(&mut vec.spare_capacity_mut()[..len], write)?;
    // SAFETY: `output::fill` vouches that the first `written` bytes of the room
    // it was given, which starts at the vector's length, are initialised, and
    // that `written <= len`, which is at most the spare capacity.
    unsafe { vec.set_len(vec.len() + written) };
    Ok(written)
}

/// As [`append_to_vec`], for a `BytesMut`.
#[cfg(feature = "bytes")]
#[inline(always)]
pub(crate) fn append_to_bytes_mut(
    target: &mut bytes::BytesMut,
    len: usize,
    write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
) -> Result<usize, EncodeError> {
    target.reserve(len);
    let written = output::fill(&mut target.spare_capacity_mut()[..len], write)?;
    // SAFETY: as in `append_to_vec`.
    unsafe { target.set_len(target.len() + written) };
    Ok(written)
}

/// Lets `write` overwrite initialised bytes.
#[inline(always)]
pub(crate) fn overwrite(
    bytes: &mut [u8],
    write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
) -> Result<usize, EncodeError> {
    let (start, len) = (bytes.as_mut_ptr().cast::<MaybeUninit<u8>>(), bytes.len());
    // SAFETY: same address, length and layout; the unique borrow of `bytes` is
    // held for the call. An `Output` only ever stores initialised bytes, so the
    // slice is initialised afterwards, too.
    output::fill(unsafe { core::slice::from_raw_parts_mut(start, len) }, write)
}

/// Elements that are read when they are asked for, from encoded bytes or from
/// owned values: which of the two, and in which format, is known to the
/// function alone and not to the type.
///
/// `next` takes the position as a bare pointer, not as a `Cursor<'de>`: a
/// lifetime in argument position would make the type invariant, and a borrowed
/// message could no longer be passed where a shorter borrow is expected.
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

// SAFETY: the pointer stands for a `&'de [u8]` or for a `&'de [O]` with
// `O: Sync` (a supertrait of `Borrowable`), both of which may be sent to and
// shared with other threads. No `T` is stored.
unsafe impl<T> Send for Lazy<'_, T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Lazy<'_, T> {}

/// # Safety
/// `start` and `len` describe bytes that are valid for reads for `'de`.
unsafe fn encoded<'de, F: Format, T: DecodableRef<'de>>(
    start: *const u8,
    len: usize,
) -> Option<(T, usize)> {
    // SAFETY: the caller's promise.
    let bytes: &'de [u8] = unsafe { core::slice::from_raw_parts(start, len) };
    // Depth was paid for when the elements were checked.
    let mut r = Reader::<F>::from_cursor(Cursor::new(bytes).with_depth(u32::MAX));
    let value = T::decode_ref(&mut r).ok()?;
    Some((value, len.checked_sub(r.remaining())?))
}

/// # Safety
/// `start` is aligned for `O`, and `len`, a multiple of the size of `O`, is the
/// size of initialised `O`s that are borrowed for `'de`.
unsafe fn owned<'de, O: Borrowable + 'de>(
    start: *const u8,
    len: usize,
) -> Option<(O::Ref<'de>, usize)> {
    if len < size_of::<O>() {
        return None;
    }
    // SAFETY: the caller's promise, and there is at least one `O` by the check
    // above (or `O` has no size, and an aligned pointer is enough).
    let value: &'de O = unsafe { &*start.cast::<O>() };
    Some((value.to_ref(), size_of::<O>()))
}

impl<'de, T> Lazy<'de, T> {
    /// Elements in encoded bytes of the format `F`.
    #[inline(always)]
    pub(crate) fn from_encoded<F: Format>(bytes: &'de [u8]) -> Self
    where
        T: DecodableRef<'de>,
    {
        // The invariant holds: the slice is valid for `'de`, for which the
        // function is made.
        Self {
            start: bytes.as_ptr(),
            len: bytes.len(),
            next: encoded::<'de, F, T>,
            stride: if T::size::<F>().fixed { T::size::<F>().min } else { VARIABLE },
            source: PhantomData,
        }
    }

    /// Borrowed forms of owned values.
    #[inline(always)]
    pub(crate) fn from_owned<O: Borrowable<Ref<'de> = T> + 'de>(items: &'de [O]) -> Self {
        // The invariant holds: a slice of `O`s, borrowed for `'de`, for which
        // the function is made.
        Self {
            start: items.as_ptr().cast(),
            len: size_of_val(items),
            next: owned::<'de, O>,
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

    /// Reads the element at the front and goes past it.
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

    /// The elements after `bytes` bytes of memory. An element must begin there:
    /// the callers pass what `next` said it took, or a multiple of `stride`.
    #[inline(always)]
    fn skip(&self, bytes: usize) -> Option<Self> {
        let len = self.len.checked_sub(bytes)?;
        // SAFETY: `bytes <= self.len` by the line above, so the result lies in
        // or one past the end of the same slice. The invariant on `next` holds
        // for the rest: an encoded element may begin at any byte, and of owned
        // ones `bytes` is a multiple of their size (what `owned` returns, and
        // the invariant on `stride`).
        Some(Self { start: unsafe { self.start.add(bytes) }, len, ..*self })
    }
}
