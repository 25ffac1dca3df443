//! Reference-counted bytes of a chunk, for any thread.
#![expect(unsafe_code, reason = "the invariants are those of `chunk`")]

use core::borrow::Borrow;
use core::cmp;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::mem;
use core::num::NonZeroU32;
use core::ops::{Bound, Deref, Range, RangeBounds};
use core::panic::{Location, RefUnwindSafe, UnwindSafe};
use core::slice;
use std::sync::{Arc, Weak};

use bytes::Bytes;

use crate::memory::chunk::{Idle, Link, release, retain};
use crate::memory::recycler::{Because, ChunkKind, Nowhere, Recycler};
use crate::memory::sync::Ordering;

/// Reference-counted bytes in a pool's memory.
///
/// `'static`, and may be cloned, sliced and dropped on any thread; the chunk
/// goes back to its pool with the last of them. The bytes never change.
///
/// ```
/// use codec_core::Sv2;
/// use codec_pool::{FrameWriter, LengthHeader, Pool};
/// let mut writer = FrameWriter::<LengthHeader<2>>::new(Pool::default());
/// let frame = writer.encode_frame::<Sv2, _>((), 0, &0x0201u16)?;
/// let bytes = frame.into_bytes();
/// assert_eq!(bytes, [2, 0, 1, 2]); // a length of 2, then the payload
/// assert_eq!(bytes.slice(3..), [2]);
/// # Ok::<(), codec_pool::FrameWriteError>(())
/// ```
pub struct PoolBytes {
    link: Link,
    start: Link<u8>,
    len: u32,
    /// The mark of the note of who holds these bytes; zero when there is none.
    mark: u32,
}

impl PoolBytes {
    /// Takes over a reference. The bytes are the chunk's, at most `u32::MAX`.
    #[inline]
    pub(super) fn over(link: Link, bytes: &[u8]) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "no chunk has more: `Idle::new`")]
        let len = bytes.len() as u32;
        Self { link, start: Link::to(bytes), len, mark: 0 }
    }

    /// The bytes.
    #[inline]
    pub(crate) fn get(&self) -> &[u8] {
        // SAFETY: a valid range of initialised bytes (1, 2, 4) that no thread
        // writes as long as this reference counts (3, 4). Trusts `over` and `narrow`.
        unsafe { slice::from_raw_parts(self.start.get(), self.len as usize) }
    }

    /// Narrows the view to this part of the bytes.
    ///
    /// # Panics
    /// When the range is out of bounds.
    pub(crate) fn narrow(&mut self, range: Range<usize>) {
        let part = Self::over(self.link, &self.get()[range]);
        (self.start, self.len) = (part.start, part.len);
        // It held no reference of its own.
        mem::forget(part);
    }

    /// The bytes, mutable; `None` while anything else refers to their chunk.
    pub(crate) fn get_mut(&mut self) -> Option<&mut [u8]> {
        // Acquire: what other threads read in the chunk they have read before they dropped
        // their references, all of which are in the release sequence of the value read.
        if self.link.head().refs.load(Ordering::Acquire) != 1 {
            return None;
        }
        // The pointer is derived from the head's, which may write, and stored: writing through it
        // invalidates the one that it replaces.
        // SAFETY: A valid range of initialised bytes (1, 2, 4). This reference is the only one (3), the
        // owner's included, and is mutably borrowed. Trusts `over` and `narrow`.
        unsafe {
            let first = self.link.byte(0).get().addr();
            self.start = self.link.byte(self.start.get().addr() - first);
            Some(slice::from_raw_parts_mut(self.start.get(), self.len as usize))
        }
    }

    /// The chunk's recycler, while its pool exists.
    fn recycler(&self) -> Option<Arc<dyn Recycler>> {
        self.link.head().recycler.upgrade()
    }

    /// The same bytes, with a note of who holds them. By value: passing a pointer to a function
    /// that is not inlined would force them through memory each time, noted or not, which costs
    /// more than all else in sharing.
    #[cold]
    pub(super) fn noted(mut self, site: &'static Location<'static>, because: Because) -> Self {
        let len = self.get().len();
        let mark = self.recycler().and_then(|recycler| recycler.note(site, len, because));
        self.mark = mark.map_or(0, NonZeroU32::get);
        self
    }

    #[cold]
    fn forget(&self, mark: NonZeroU32) {
        if let Some(recycler) = self.recycler() {
            recycler.forget(mark);
        }
    }
}

impl Clone for PoolBytes {
    /// Notes the holder of the clone where the holder of these bytes is noted.
    #[inline]
    #[track_caller]
    fn clone(&self) -> Self {
        retain(&self.link.head().refs, 1);
        let mut clone = Self::over(self.link, self.get());
        if let Some(mark) = NonZeroU32::new(self.mark) {
            clone = clone.noted(Location::caller(), Because::Cloned(mark));
        }
        clone
    }
}

impl Drop for PoolBytes {
    #[inline]
    fn drop(&mut self) {
        if let Some(mark) = NonZeroU32::new(self.mark) {
            self.forget(mark);
        }
        // SAFETY: gives up the reference that this value holds, once (3). Trusts `counted`.
        unsafe { release(self.link, 1) };
    }
}

impl PoolBytes {
    /// A part of these bytes, reference-counted on its own.
    ///
    /// # Panics
    /// When the range is out of bounds.
    #[must_use]
    #[track_caller]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Self {
        let mut part = self.clone();
        part.narrow(absolute(&range, self.len()));
        part
    }

    /// Splits off the first `at` bytes, reference-counted on their own.
    ///
    /// ```
    /// # use codec_core::Sv2;
    /// # use codec_pool::{FrameWriter, LengthHeader, Pool};
    /// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
    /// let mut bytes = writer.encode_frame::<Sv2, _>((), 0, &[7u8, 8, 9])?.into_payload();
    /// assert_eq!(bytes.split_to(1), [7]);
    /// assert_eq!(bytes.split_off(1), [9]);
    /// assert_eq!(bytes, [8]);
    /// # Ok::<(), codec_pool::FrameWriteError>(())
    /// ```
    ///
    /// # Panics
    /// When there are fewer.
    #[must_use]
    #[track_caller]
    pub fn split_to(&mut self, at: usize) -> Self {
        let front = self.slice(..at);
        self.narrow(at..self.len());
        front
    }

    /// Splits off what follows the first `at` bytes, reference-counted on its own.
    ///
    /// # Panics
    /// When there are fewer.
    #[must_use]
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Self {
        let rest = self.slice(at..);
        self.narrow(0..at);
        rest
    }

    /// Copies the bytes to a separate allocation of exactly their size: they no longer pin memory of
    /// the pool.
    ///
    /// # Panics
    /// When there is no memory.
    #[must_use]
    pub fn into_owned(self) -> Self {
        Self::from(&*self)
    }

    /// Drops the first `count` bytes from view.
    ///
    /// # Panics
    /// When there are fewer.
    pub fn advance(&mut self, count: usize) {
        self.narrow(count..self.len());
    }
}

/// The range with explicit ends. Whether it is in bounds is checked when the slice is indexed.
fn absolute(range: &impl RangeBounds<usize>, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start.checked_add(1).expect("range is out of bounds"),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&end) => end.checked_add(1).expect("range is out of bounds"),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    };
    start..end
}

// The bytes never change, so no panic can leave them half-way changed.
impl UnwindSafe for PoolBytes {}
impl RefUnwindSafe for PoolBytes {}

impl Deref for PoolBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.get()
    }
}

impl AsRef<[u8]> for PoolBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Borrow<[u8]> for PoolBytes {
    fn borrow(&self) -> &[u8] {
        self
    }
}

/// Without a copy; `Bytes` allocates a small box for its own count.
impl From<PoolBytes> for Bytes {
    fn from(bytes: PoolBytes) -> Self {
        Self::from_owner(bytes)
    }
}

/// A copy in a separate allocation of exactly its size.
///
/// # Panics
/// When there is no memory, or there are more than `u32::MAX` bytes.
impl From<&[u8]> for PoolBytes {
    fn from(bytes: &[u8]) -> Self {
        let recycler: Weak<Nowhere> = Weak::new();
        let idle =
            Idle::new(bytes.len(), ChunkKind::Own, recycler).expect("there is memory for a copy");
        let mut chunk = idle.open();
        chunk.spare().copy_from_slice(bytes);
        let fits = chunk.advance(bytes.len());
        debug_assert!(fits, "the chunk has just that capacity");
        chunk.share_next(bytes.len())
    }
}

/// A copy, as of any bytes: a `Bytes` can't be converted back into what it was made of, even when
/// that is memory of a pool.
///
/// ```
/// # use bytes::Bytes;
/// # use codec_core::Sv2;
/// # use codec_pool::{FrameWriter, LengthHeader, Pool, PoolBytes};
/// let pool = Pool::default();
/// let mut writer = FrameWriter::<LengthHeader<1>>::new(pool.clone());
/// let frame = writer.encode_frame::<Sv2, _>((), 0, &[7u8, 8])?;
/// let bytes = Bytes::from(frame); // no copy
/// assert!(pool.stats().bytes_in_use > 0);
/// let back = PoolBytes::from(bytes);
/// assert_eq!(back, [2, 7, 8]);
/// assert_eq!(pool.stats().bytes_in_use, 0); // it is not the pool's any more
/// # Ok::<(), codec_pool::FrameWriteError>(())
/// ```
impl From<Bytes> for PoolBytes {
    fn from(bytes: Bytes) -> Self {
        Self::from(&*bytes)
    }
}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for PoolBytes {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl Eq for PoolBytes {}

impl PartialOrd for PoolBytes {
    fn partial_cmp(&self, other: &Self) -> Option<cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PoolBytes {
    fn cmp(&self, other: &Self) -> cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl Hash for PoolBytes {
    fn hash<S: Hasher>(&self, state: &mut S) {
        (**self).hash(state);
    }
}

/// The length alone: payloads may be secret, and logs are not.
impl fmt::Debug for PoolBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PoolBytes({} bytes)", self.len())
    }
}

const _: () = assert!(mem::size_of::<PoolBytes>() == 24 || usize::BITS < 64);
