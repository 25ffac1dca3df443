//! All unsafe code of this crate.
//!
//! Seven things need it: copies too short for `memcpy`, a string known to be ASCII,
//! booleans known to be 0 or 1, vectors and arrays filled in place, targets extended
//! by bytes just written, bytes lent while more are put behind them, and the lazy
//! sequence, whose type must not name a format.
#![allow(unsafe_code)]

#[cfg(feature = "std")]
pub(crate) mod piece;

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::ascii;
use crate::borrow::Borrowable;
use crate::cursor::Cursor;
use crate::decode_ref::DecodableRef;
use crate::error::{EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::output::{self, Output};
use crate::reader::Reader;
#[cfg(feature = "alloc")]
use crate::slot::{Filled, Slot};

/// Strings and copies up to this length take the short path.
pub(crate) const SHORT: usize = 64;

/// Room for encoded bytes, filled from the front: a pointer and what is left.
///
/// Cutting the front off a `&mut` slice means to put something in its place, which
/// the optimiser stores wherever the writer lives in memory.
///
/// Invariant: `at` is valid for writes of `left` bytes for `'w`, during which
/// nothing else accesses them. Bytes are only left behind when they have been
/// initialised.
#[derive(Debug)]
pub(crate) struct Room<'w> {
    at: *mut u8,
    left: usize,
    slice: PhantomData<&'w mut [MaybeUninit<u8>]>,
}

// SAFETY: it stands for a `&mut [MaybeUninit<u8>]`, which may be sent and shared.
unsafe impl Send for Room<'_> {}
// SAFETY: as above.
unsafe impl Sync for Room<'_> {}

impl<'w> Room<'w> {
    #[inline(always)]
    pub(crate) const fn new(slice: &'w mut [MaybeUninit<u8>]) -> Self {
        // The invariant holds: that is what a unique borrow is.
        Self { left: slice.len(), at: slice.as_mut_ptr().cast(), slice: PhantomData }
    }

    #[inline(always)]
    pub(crate) const fn left(&self) -> usize {
        self.left
    }

    /// Writes the first `len` of `all`, or returns `None` when there is no room for all
    /// of them: in one piece, of which the rest is written over.
    #[inline(always)]
    pub(crate) const fn front<const N: usize>(&mut self, all: &[u8; N], len: usize) -> Option<()> {
        if self.left < N || len > N {
            return None;
        }
        // SAFETY: the invariant and the check: N bytes at `at` may be written.
        // `[u8; N]` has alignment 1. Afterwards they are initialised, and the
        // rest of the room begins behind `len <= N` of them.
        unsafe {
            self.at.cast::<[u8; N]>().write(*all);
            self.at = self.at.add(len);
        }
        self.left -= len;
        Some(())
    }

    /// As [`front`](Self::front), for a length that only the value knows.
    #[inline(always)]
    pub(crate) const fn bytes(&mut self, bytes: &[u8]) -> Option<()> {
        if self.left < bytes.len() {
            return None;
        }
        // SAFETY: the invariant and the check: `bytes.len()` bytes at `at` may be written,
        // and `bytes` lies elsewhere, since nothing else accesses them.
        unsafe {
            copy(self.at, bytes);
            self.at = self.at.add(bytes.len());
        }
        self.left -= bytes.len();
        Some(())
    }

    /// Lets `write` fill the next `len` bytes, all of them; after an error
    /// none of them counts as written.
    #[inline(always)]
    pub(crate) fn part(
        &mut self,
        len: usize,
        write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
    ) -> Result<(), EncodeError> {
        if self.left < len {
            return Err(EncodeError::new(EncodeErrorKind::BufferTooSmall, 0));
        }
        // SAFETY: the invariant and the check; the borrow of `self` keeps the
        // room from being written to meanwhile.
        let front = unsafe { core::slice::from_raw_parts_mut(self.at.cast(), len) };
        let written = output::fill(front, write)?;
        if written != len {
            return Err(EncodeError::new(EncodeErrorKind::InvalidValue, written));
        }
        // SAFETY: `len` bytes are left by the first check, and `output::fill`
        // vouches that all of them are initialised.
        self.at = unsafe { self.at.add(len) };
        self.left -= len;
        Ok(())
    }
}

/// Copies `from` to `to`. A `memcpy` of unknown length is a call, and its jump by length
/// is often guessed wrong: strings are short and of any length. Four overlapping loads
/// and stores ([`quarters`]) have two such jumps.
///
/// # Safety
/// `to` is valid for writes of `from.len()` bytes that do not overlap `from`.
#[inline(always)]
pub(crate) const unsafe fn copy(to: *mut u8, from: &[u8]) {
    let (len, from) = (from.len(), from.as_ptr());
    // SAFETY: the caller's promise about `to`; `from` is a slice of `len`
    // bytes; each width gets the lengths that it covers.
    unsafe {
        if len > SHORT {
            core::ptr::copy_nonoverlapping(from, to, len);
        } else if len >= 16 {
            quarters::<u128>(to, from, len);
        } else if len >= 4 {
            quarters::<u32>(to, from, len);
        } else if len > 0 {
            quarters::<u8>(to, from, len);
        }
    }
}

#[inline(always)]
/// Copies four parts as long as an integer `W`, which may overlap (no array, because
/// the optimiser keeps integers in registers).
///
/// With `w` the width and `last = len - w`, they start at 0, `min(w, last)`,
/// `max(last - w, 0)` and `last`. Every byte is in one of them: the first two
/// reach to `min(2 * w, len)` and the last two begin at `max(len - 2 * w, 0)`,
/// which is no later while `len` is at most `4 * w`.
///
/// # Safety
/// `W` is an unsigned integer and `len` between its size and four times that;
/// `from` is valid for reads and `to` for writes of `len` bytes that do not overlap.
const unsafe fn quarters<W: Copy>(to: *mut u8, from: *const u8, len: usize) {
    let width = size_of::<W>();
    let last = len - width;
    let second = if last < width { last } else { width };
    let third = last.saturating_sub(width);
    // SAFETY: all four starts are at most `last`, and `last + width` is `len`,
    // so each part lies within the `len` bytes that the caller vouches for. The
    // accesses are unaligned ones, and any bits are an unsigned integer.
    unsafe {
        let one = from.cast::<W>().read_unaligned();
        let two = from.add(second).cast::<W>().read_unaligned();
        let three = from.add(third).cast::<W>().read_unaligned();
        let four = from.add(last).cast::<W>().read_unaligned();
        to.cast::<W>().write_unaligned(one);
        to.add(second).cast::<W>().write_unaligned(two);
        to.add(third).cast::<W>().write_unaligned(three);
        to.add(last).cast::<W>().write_unaligned(four);
    }
}

/// The first `len` bytes of `window` as a string, when `len` is at most 64 and
/// all of them are ASCII.
///
/// One bit a byte that is not ASCII; a shift drops those beyond `len`. There is
/// neither a loop nor a jump that depends on the length.
#[inline(always)]
pub(crate) fn short_ascii(window: &[u8; SHORT], len: usize) -> Option<&str> {
    if len > SHORT {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    let beyond = (SHORT - len) as u32;
    if ascii::high_bits(window).unbounded_shl(beyond) != 0 {
        return None;
    }
    // SAFETY: `len <= 64`, the array's length, was checked above.
    let bytes = unsafe { window.get_unchecked(..len) };
    // SAFETY: bit i of `ascii::high_bits` is the top bit of byte i. What the shift leaves
    // are those of the first `len` bytes (a shift by 64 leaves 0): ASCII, valid UTF-8.
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// As [`short_ascii`], for a string with less than a window behind its start:
/// the last texts of an input.
#[inline]
pub(crate) fn short_ascii_at_end(bytes: &[u8]) -> Option<&str> {
    // SAFETY: every byte is ASCII, which is valid UTF-8.
    ascii::is_short_ascii(bytes).then(|| unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Bit i is the top bit of byte i.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "see below")]
#[inline(always)]
pub(crate) fn high_bits_of_16(part: &[u8; 16]) -> u16 {
    use core::arch::x86_64::{_mm_loadu_si128, _mm_movemask_epi8};
    // SAFETY: SSE2 is on (the `cfg` above), and `part` is 16 bytes; the load is
    // an unaligned one. The mask has only its low 16 bits set.
    unsafe { _mm_movemask_epi8(_mm_loadu_si128(part.as_ptr().cast())) as u16 }
}

/// Booleans as the bytes that all formats write for them.
pub(crate) const fn bytes_of(bools: &[bool]) -> &[u8] {
    // SAFETY: a `bool` has the size and alignment of a byte, and is 0 or 1.
    unsafe { core::slice::from_raw_parts(bools.as_ptr().cast(), bools.len()) }
}

/// Appends bytes as booleans, and returns `true`, when all of them are 0 or 1.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn append_bools(items: &mut alloc::vec::Vec<bool>, bytes: &[u8]) -> bool {
    let (len, bits) = (items.len(), ascii::are_bits(bytes));
    if bits {
        items.reserve(bytes.len());
        // SAFETY: room for so many bytes was made, elsewhere than `bytes`. A `bool`
        // has the size of a byte, and 0 and 1, which they are, are its values.
        unsafe {
            copy(items.as_mut_ptr().add(len).cast(), bytes);
            items.set_len(len + bytes.len());
        }
    }
    bits
}

/// A string of its own; a short one is copied without a call.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn string(text: &str) -> alloc::string::String {
    let mut bytes = alloc::vec::Vec::with_capacity(text.len());
    // SAFETY: room for the text was made, and then all of it is there.
    unsafe {
        copy(bytes.as_mut_ptr(), text.as_bytes());
        bytes.set_len(text.len());
        alloc::string::String::from_utf8_unchecked(bytes)
    }
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
    mut next: impl for<'s> FnMut(Slot<'s, T>) -> Result<Filled<'s>, E>,
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
        let slots = guard.vec.as_mut_ptr().cast::<MaybeUninit<T>>();
        // SAFETY: each of at most `count` rounds adds one to `len`, so `len < capacity`:
        // the slot lies in the allocation and holds no value. The guard borrows the vector
        // from `next`, and what that returns is made by filling this slot alone.
        let Filled { .. } = next(Slot::new(unsafe { &mut *slots.add(guard.len) }))?;
        guard.len += 1;
    }
    Ok(())
}

/// Reserves `len` bytes, lets `write` fill them, and appends what was written.
macro_rules! append {
    ($(#[$feature:meta] $name:ident: $target:ty;)*) => {$(
        #[$feature]
        #[inline(always)]
        pub(crate) fn $name(
            target: &mut $target,
            len: usize,
            write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
        ) -> Result<usize, EncodeError> {
            target.reserve(len);
            let written = output::fill(&mut target.spare_capacity_mut()[..len], write)?;
            // SAFETY: `output::fill` vouches that so many bytes from the target's
            // length on are initialised, at most `len`, for which there is room.
            unsafe { target.set_len(target.len() + written) };
            Ok(written)
        }
    )*};
}

append! {
    #[cfg(feature = "alloc")] append_to_vec: alloc::vec::Vec<u8>;
    #[cfg(feature = "bytes")] append_to_bytes_mut: bytes::BytesMut;
}

/// Lets `write` overwrite initialised bytes.
#[inline(always)]
pub(crate) fn overwrite(
    bytes: &mut [u8],
    write: impl FnOnce(Output<'_>) -> Result<Output<'_>, EncodeError>,
) -> Result<usize, EncodeError> {
    let (start, len) = (bytes.as_mut_ptr().cast::<MaybeUninit<u8>>(), bytes.len());
    // SAFETY: same address, length and layout, borrowed for the call. An `Output`
    // only ever stores initialised bytes, so the slice is initialised afterwards.
    output::fill(unsafe { core::slice::from_raw_parts_mut(start, len) }, write)
}

/// Elements that are read when they are asked for, from encoded bytes or owned values:
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

// SAFETY: the pointer stands for a `&'de [u8]` or a `&'de [O]` with `O: Sync` (a
// supertrait of `Borrowable`), which may be sent and shared. No `T` is stored.
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
        // The invariant on `next` holds for the rest: an encoded element may begin
        // at any byte, and of owned ones `bytes` is a multiple of their size (what
        // `owned` returns, and the invariant on `stride`).
        // SAFETY: `bytes <= self.len` by the first line, so the result lies in or
        // one past the end of the same slice.
        Some(Self { start: unsafe { self.start.add(bytes) }, len, ..*self })
    }
}
