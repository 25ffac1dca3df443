//! Chunks: one reference-counted allocation that one owner fills and many
//! share. What it lends and shares of its bytes is in `chunk_lend`.
//!
//! A chunk is a [`Head`] followed by `capacity` bytes. It is held in one of
//! three ways:
//!
//! * [`Idle`]: there is no other pointer to the chunk. The count is unspecified.
//! * [`Chunk`]: the owner, one at a time, who appends to it.
//! * [`PoolBytes`]: any number of them, on any thread, each of which sees a
//!   range that the owner wrote before it was made.
//!
//! The owner holds [`CREDIT`] references from the start and hands them out one
//! by one, which takes a subtraction on a field of its own and no atomic
//! operation; what is left it gives back at the end, all at once. So a frame costs one atomic
//! operation in its life, when it is dropped, and a thread that reads frames and one that drops
//! them don't contend for the count's cache line.
//!
//! The invariants that the proofs below name:
//!
//! 1. A [`Link`] points to a live allocation of `layout(capacity)`, made by
//!    [`Idle::new`] with a valid `Head` at its start: it is part of an `Idle`, or of
//!    a `Chunk` or `PoolBytes` that holds references, or is copied while one of them is
//!    borrowed. `recycler`, `kind` and `capacity` don't change until the allocation is
//!    freed, and there is no mutable reference to a head.
//! 2. All `capacity` bytes after the head are initialised from the start: they
//!    are allocated zeroed, and only ever written as `u8`.
//! 3. `refs` is the sum of the owner's credits and the number of `PoolBytes`.
//!    The thread that takes it to zero holds the only pointer to the chunk.
//! 4. `given <= filled <= capacity`, and every `PoolBytes` and [`ChunkSlice`] is
//!    inside the first `filled` bytes. The owner lowers `filled` and `given` only
//!    when no `PoolBytes` exists.
//! 5. A `PoolBytes` is inside the first `given` or the first `covered` bytes. The
//!    owner writes only beyond both: beyond `filled`, and through a
//!    [`ChunkSliceMut`], which is beyond what was given and covered when it was
//!    made, and mutably borrows the owner.
#![expect(unsafe_code, reason = "this room alone may: see the invariants above")]

use core::alloc::Layout;
use core::hint::black_box;
use core::mem::{self, ManuallyDrop};
use core::ptr::NonNull;
use core::slice;
use core::sync::atomic::AtomicUsize as Plain;
use std::alloc::{alloc_zeroed, dealloc};
use std::process::abort;
use std::sync::Weak;

use crate::memory::allocation::may_allocate;
use crate::memory::recycler::{ChunkKind, Recycler, Sampling};
use crate::memory::sync::{AtomicBool, AtomicUsize, Ordering};

/// References that an owner takes at once: in tests, so few that it takes more.
pub(super) const CREDIT: usize = 1 << if cfg!(test) { 1 } else { usize::BITS / 2 };

/// Aligned to a cache line, so that the count shares none with the bytes.
#[repr(C, align(64))]
pub(super) struct Head {
    pub(super) refs: AtomicUsize,
    /// `true` if the owner has left the chunk to the `PoolBytes` in it.
    left: AtomicBool,
    pub(super) capacity: usize,
    /// The end of the bytes that were shared before they were given out. The owner's alone, so
    /// that no order is asked of it; in the head because it is rarely used.
    covered: Plain,
    kind: ChunkKind,
    pub(super) recycler: Weak<dyn Recycler>,
}

/// Layout of a whole chunk; `None` when it does not fit the address space.
fn layout(capacity: usize) -> Option<Layout> {
    let size = size_of::<Head>().checked_add(capacity)?;
    Layout::from_size_align(size, align_of::<Head>()).ok()
}

/// A pointer to a chunk, or into its bytes.
///
/// Invariant: that of number 1 above.
pub(super) struct Link<T = Head>(NonNull<T>);

impl<T> Clone for Link<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Link<T> {}

// SAFETY: a head may be shared and sent, as the bounds say, and the bytes after it are read and
// written by invariants 4, 5 alone, on whatever threads the holders of references are. Where
// the last reference is dropped does not matter to what is in a head.
unsafe impl<T> Send for Link<T> where Head: Send + Sync {}
// SAFETY: as for `Send`; through `&Link` one gets what a copy of it gives.
unsafe impl<T> Sync for Link<T> where Head: Send + Sync {}

impl Link {
    /// The head.
    #[inline(always)]
    pub(super) const fn head(&self) -> &Head {
        // SAFETY: invariant 1.
        unsafe { self.0.as_ref() }
    }

    /// The byte with this offset after the head.
    ///
    /// # Safety
    /// The offset is at most the chunk's capacity.
    #[inline(always)]
    pub(super) const unsafe fn byte(self, offset: usize) -> Link<u8> {
        // SAFETY: by invariant 1 the allocation is `size_of::<Head>() + capacity` bytes long, so the
        // result is inside it or one past its end.
        unsafe { Link(self.0.cast::<u8>().add(size_of::<Head>() + offset)) }
    }
}

impl Link<u8> {
    /// A link to the first of these bytes, which are the chunk's, for reading.
    #[inline(always)]
    pub(super) fn to(bytes: &[u8]) -> Self {
        Self(NonNull::from(bytes).cast())
    }

    /// The byte.
    #[inline(always)]
    pub(super) const fn get(self) -> *mut u8 {
        self.0.as_ptr()
    }
}

/// Adds references. Aborts long before the count can wrap, as `Arc` does: only
/// a program that leaks references on purpose gets there.
pub(super) fn retain(refs: &AtomicUsize, count: usize) {
    // Relaxed: the caller holds a reference, which already orders it after the
    // chunk's opening; a new reference publishes nothing.
    if refs.fetch_add(count, Ordering::Relaxed) > usize::MAX / 2 {
        abort();
    }
}

/// Drops `count` references, and sends the chunk to its recycler when they were the last.
///
/// # Safety
/// The caller gives up `count` references that it holds, and every use of `link` that
/// rests on them.
pub(super) unsafe fn release(link: Link, count: usize) {
    // SAFETY: the caller still holds references, so the head is alive (1); only its count, an
    // atomic, is borrowed: the rest may be gone before this borrow ends.
    let refs = unsafe { &(*link.0.as_ptr()).refs };
    // Release: what this thread read or wrote in the chunk happens before the
    // decrement, and with the load below before any reuse of the memory.
    if refs.fetch_sub(count, Ordering::Release) != count {
        return;
    }
    // Acquire: it reads what the last decrement wrote, and all others are in
    // the release sequence of that. A fence would do, but thread sanitizers
    // don't see fences.
    refs.load(Ordering::Acquire);
    // By invariant 3 there is no other pointer to the chunk now.
    let idle = Idle { link };
    if let Some(recycler) = idle.link.head().recycler.upgrade() {
        recycler.recycle(idle);
    }
}

/// A chunk that is not in use. Dropping it frees the memory.
pub(crate) struct Idle {
    link: Link,
}

impl Idle {
    /// Allocates a chunk; `None` when there is no memory for it.
    ///
    /// No chunk has more than `u32::MAX` bytes, so that a range in it is small.
    pub(crate) fn new(
        capacity: usize,
        kind: ChunkKind,
        recycler: Weak<dyn Recycler>,
    ) -> Option<Self> {
        u32::try_from(capacity).ok().and(may_allocate())?;
        let layout = layout(capacity)?;
        // SAFETY: the layout is at least as large as `Head`, so not empty. Trusts `layout`.
        let head = NonNull::new(unsafe { alloc_zeroed(layout) })?.cast::<Head>();
        // SAFETY: the allocation is large enough and aligned for a `Head`, and
        // there is no other pointer to it. Trusts `layout`.
        unsafe {
            let (refs, left) = (AtomicUsize::new(0), AtomicBool::new(false));
            head.write(Head { refs, left, capacity, covered: Plain::new(0), kind, recycler });
        }
        Some(Self { link: Link(head) })
    }

    pub(crate) fn kind(&self) -> ChunkKind {
        self.link.head().kind
    }

    pub(crate) fn capacity(&self) -> usize {
        self.link.head().capacity
    }

    /// Returns whether the owner had [left](Chunk::leave) it.
    pub(crate) fn was_left(&self) -> bool {
        // Relaxed: the owner's store happens before the release of its
        // references, and those have all been acquired.
        self.link.head().left.load(Ordering::Relaxed)
    }

    /// Overwrites all bytes; the compiler may not optimise it away.
    pub(crate) fn fill(&mut self, byte: u8) {
        // SAFETY: inside the allocation and initialised (1, 2), and an `Idle`
        // is the only pointer to it, mutably borrowed.
        let bytes = unsafe { slice::from_raw_parts_mut(self.link.byte(0).get(), self.capacity()) };
        bytes.fill(byte);
        black_box(bytes);
    }

    /// Makes the chunk ready to be filled from its start.
    #[inline(always)]
    pub(crate) fn open(self) -> Chunk {
        let this = ManuallyDrop::new(self);
        // Relaxed: no other thread knows the chunk, and what makes it known
        // orders these stores before that.
        this.link.head().refs.store(CREDIT, Ordering::Relaxed);
        this.link.head().left.store(false, Ordering::Relaxed);
        let mut chunk = Chunk {
            link: this.link,
            capacity: this.capacity(),
            filled: 0,
            given: 0,
            credits: CREDIT,
            sampling: Sampling::OFF,
        };
        chunk.set_covered(0);
        chunk
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        let layout = layout(self.capacity()).expect("it was allocated with this layout");
        // SAFETY: the head is valid (invariant 1), and `Idle` is the only
        // pointer to it, so it is dropped once and not used after this.
        unsafe { self.link.0.drop_in_place() };
        // SAFETY: allocated with this very layout (1), and nothing else points to it. Trusts `layout`
        // and `Idle::new`.
        unsafe { dealloc(self.link.0.as_ptr().cast(), layout) };
    }
}

/// A chunk and the exclusive right to append to it.
pub(crate) struct Chunk {
    pub(super) link: Link,
    pub(super) capacity: usize,
    pub(super) filled: usize,
    /// The end of the bytes that the owner has given out or skipped.
    pub(super) given: usize,
    /// References that the owner holds, at least one of them its own.
    pub(super) credits: usize,
    pub(crate) sampling: Sampling,
}

impl Chunk {
    pub(crate) fn kind(&self) -> ChunkKind {
        self.link.head().kind
    }

    pub(super) fn refs(&self) -> &AtomicUsize {
        &self.link.head().refs
    }

    #[inline]
    pub(super) fn covered(&self) -> usize {
        self.link.head().covered.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn set_covered(&mut self, len: usize) {
        self.link.head().covered.store(len, Ordering::Relaxed);
    }

    /// Records that the owner leaves the chunk to those who share it, before it drops its
    /// references.
    pub(crate) fn leave(&self) {
        // Relaxed: the thread that reads it has acquired the release of the owner's references.
        self.link.head().left.store(true, Ordering::Relaxed);
    }

    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Number of bytes that may still be appended.
    pub(crate) fn spare_len(&self) -> usize {
        self.capacity - self.filled
    }

    /// The bytes written so far.
    #[inline]
    pub(crate) fn filled(&self) -> &[u8] {
        // SAFETY: inside the allocation and initialised (1, 2, 4); no thread
        // writes there while `self` is borrowed (4). Trusts `advance`.
        unsafe { slice::from_raw_parts(self.link.byte(0).get(), self.filled) }
    }

    /// The first `len` bytes, written or not.
    ///
    /// # Panics
    /// When the chunk has fewer.
    #[inline]
    pub(crate) fn bytes(&self, len: usize) -> &[u8] {
        assert!(len <= self.capacity, "no more than there is");
        // SAFETY: inside the allocation and initialised (1, 2); only the owner
        // writes, and it is borrowed (4).
        unsafe { slice::from_raw_parts(self.link.byte(0).get(), len) }
    }

    /// The bytes after those written: initialised, but unspecified. They may
    /// hold what an earlier owner of the chunk wrote.
    #[inline]
    pub(crate) fn spare(&mut self) -> &mut [u8] {
        // SAFETY: inside the allocation and initialised (1, 2, 4). No other
        // reference covers bytes at or beyond `filled` (4), and `self` is
        // mutably borrowed. Trusts `advance` and `rewind`.
        unsafe { slice::from_raw_parts_mut(self.link.byte(self.filled).get(), self.spare_len()) }
    }

    /// Declares the first `len` spare bytes written; false, and nothing done,
    /// when there are fewer.
    #[inline]
    #[must_use]
    pub(crate) fn advance(&mut self, len: usize) -> bool {
        let fits = len <= self.spare_len();
        if fits {
            self.filled += len;
        }
        fits
    }

    /// Appends as many of `bytes` as there is room for, and returns how many.
    #[inline(always)]
    #[must_use]
    pub(crate) fn append(&mut self, bytes: &[u8]) -> usize {
        let spare = self.spare();
        let len = spare.len().min(bytes.len());
        spare[..len].copy_from_slice(&bytes[..len]);
        // At most the spare bytes, so there is nothing to check (invariant 4).
        self.filled += len;
        len
    }

    /// Returns whether there is no other reference. If so, only this owner can make one, and all
    /// that others read they have read before this returns.
    pub(crate) fn is_sole(&self) -> bool {
        // Acquire: pairs with the Release of each decrement, all of which are
        // in the release sequence of the value read.
        self.refs().load(Ordering::Acquire) == self.credits
    }

    /// Discards the bytes that were given out, and moves the others to the front. Returns false,
    /// and does nothing, when others hold references.
    #[must_use]
    pub(crate) fn rewind(&mut self) -> bool {
        if !self.is_sole() {
            return false;
        }
        let (start, kept) = (self.given, self.filled - self.given);
        // No `PoolBytes` exists, so all bytes are spare ones (invariants 4, 5).
        (self.filled, self.given) = (0, 0);
        self.set_covered(0);
        self.spare().copy_within(start..start + kept, 0);
        self.filled = kept;
        true
    }

    /// Ends the ownership of a chunk that is not shared.
    pub(crate) fn close(self) -> Result<Idle, Self> {
        if self.is_sole() {
            // All references are the owner's, and `Idle` takes their place.
            Ok(Idle { link: ManuallyDrop::new(self).link })
        } else {
            Err(self)
        }
    }

    /// Like [`close`](Self::close), for a chunk that [is not shared](Self::is_sole): it need not be
    /// moved to be given back.
    ///
    /// # Panics
    /// When it is shared.
    #[inline(always)]
    pub(crate) fn into_idle(self) -> Idle {
        assert!(self.is_sole(), "it was looked at before");
        Idle { link: ManuallyDrop::new(self).link }
    }

    /// The offset of the next byte to be given out.
    #[inline]
    pub(crate) fn given(&self) -> usize {
        self.given
    }

    /// The bytes written and not yet given out.
    #[inline]
    pub(crate) fn pending(&self) -> &[u8] {
        &self.filled()[self.given..]
    }

    /// Skips the next `len` written bytes.
    ///
    /// # Panics
    /// When fewer are pending.
    #[inline]
    pub(crate) fn pass(&mut self, len: usize) {
        assert!(len <= self.filled - self.given, "what is passed was written");
        self.given += len;
    }

    /// Skips all written bytes.
    #[inline]
    pub(crate) fn pass_all(&mut self) {
        self.given = self.filled;
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        // SAFETY: the owner gives up all its references (3), and is gone after it. Trusts `counted`.
        unsafe { release(self.link, self.credits) };
    }
}

/// Size of a chunk's head in bytes.
pub(crate) const HEAD: usize = mem::size_of::<Head>();

const _: () = assert!(HEAD == 64);
