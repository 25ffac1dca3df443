//! A lock that is held for a few loads and stores.
//!
//! Locking it is one atomic operation, and unlocking it is a store, which costs no more than any
//! other store. The standard library's mutex takes a second atomic operation to unlock, because it
//! must learn whether a thread sleeps until then. Nobody sleeps here for longer than a moment: who
//! finds it locked does something else ([`SpinLock::try_lock`]), or tries again
//! ([`SpinLock::lock`]).
#![expect(unsafe_code, reason = "a cell that is shared between threads")]

use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use crate::memory::sync::{AtomicBool, Ordering, UnsafeCell, pause};

/// `true` if a model checker runs the threads, for which looking twice is one more order to try.
const IS_MODEL: bool = cfg!(all(test, loom));

/// Number of times that [`SpinLock::try_lock`] looks at a lock that another thread holds.
const TRIES: u32 = if IS_MODEL { 0 } else { 5 };

/// A value that one thread at a time may use.
pub(crate) struct SpinLock<T> {
    locked: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is used through a `SpinGuard` alone, of which there is one at a time, so that
// sharing the lock sends the value from thread to thread, and shares it with none. Trusts
// `lock_at_once`.
unsafe impl<T: Send> Sync for SpinLock<T> {}

impl<T> SpinLock<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { locked: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    #[inline(always)]
    fn lock_at_once(&self) -> Option<SpinGuard<'_, T>> {
        // Acquire: pairs with the Release of the thread that unlocked it, so that what that thread
        // did to the value has happened.
        self.locked.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).ok()?;
        Some(SpinGuard { lock: self, value: PhantomData })
    }

    /// Locks it, unless another thread holds it and goes on to do so for some hundred cycles.
    #[inline(always)]
    pub(crate) fn try_lock(&self) -> Option<SpinGuard<'_, T>> {
        if let Some(guard) = self.lock_at_once() {
            return Some(guard);
        }
        self.try_again(TRIES)
    }

    /// Locks it, as soon as no other thread holds it.
    pub(crate) fn lock(&self) -> SpinGuard<'_, T> {
        loop {
            if let Some(guard) = self.try_again(u32::MAX) {
                return guard;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn try_again(&self, tries: u32) -> Option<SpinGuard<'_, T>> {
        for tried in 0..tries {
            // Relaxed: it guards nothing, and takes the cache line from nobody.
            let is_free = IS_MODEL || !self.locked.load(Ordering::Relaxed);
            if is_free && let Some(guard) = self.lock_at_once() {
                return Some(guard);
            }
            pause(tried);
        }
        None
    }
}

/// The right to use the value of a lock, which is unlocked when this is dropped.
///
/// Only [`SpinLock::lock_at_once`] makes one, when it has changed `locked` from false to true, and
/// only its drop changes that back: so there is one for each lock at a time.
pub(crate) struct SpinGuard<'a, T> {
    lock: &'a SpinLock<T>,
    /// It acts as a `&mut T`: where a `T` can't be shared between threads, nor can this.
    value: PhantomData<&'a mut T>,
}

impl<T> Deref for SpinGuard<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: there is no other guard of this lock, and this one is borrowed. Trusts
        // `lock_at_once`.
        self.lock.value.with(|value| unsafe { &*value })
    }
}

impl<T> DerefMut for SpinGuard<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: there is no other guard of this lock, and this one is borrowed mutably. Trusts
        // `lock_at_once`.
        self.lock.value.with_mut(|value| unsafe { &mut *value })
    }
}

impl<T> Drop for SpinGuard<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        // Release: pairs with the Acquire of the thread that locks it next.
        self.lock.locked.store(false, Ordering::Release);
    }
}
