//! A waker for tests that is foreign code, as the vtable of any waker may be.
#![expect(unsafe_code, reason = "the vtable of a waker is made of unsafe functions")]

use core::task::{RawWaker, RawWakerVTable, Waker};
use std::sync::Arc;

type Call = Box<dyn Fn() + Send + Sync>;

/// A waker that calls a function whenever it, or a clone of it, is cloned, woken or dropped.
pub(crate) fn foreign_waker(call: impl Fn() + Send + Sync + 'static) -> Waker {
    let call: Arc<Call> = Arc::new(Box::new(call));
    let data = Arc::into_raw(call).cast();
    // SAFETY: the functions of the vtable treat `data` as one reference to an `Arc<Call>` each, as
    // it is, and `Call` may be used and dropped on any thread.
    unsafe { Waker::from_raw(RawWaker::new(data, &VTABLE)) }
}

static VTABLE: RawWakerVTable = RawWakerVTable::new(cloned, woken, woken_by_ref, dropped);

/// # Safety
/// `data` is of a waker of [`foreign_waker`], which is alive.
unsafe fn call(data: *const ()) {
    // SAFETY: the waker holds a reference to it, as the caller promises.
    let call = unsafe { &*data.cast::<Call>() };
    call();
}

/// # Safety
/// The same as of [`call`].
unsafe fn cloned(data: *const ()) -> RawWaker {
    // SAFETY: as the caller promises.
    unsafe { call(data) };
    // SAFETY: `data` came from `Arc::into_raw`, and the waker that is cloned holds a reference.
    unsafe { Arc::increment_strong_count(data.cast::<Call>()) };
    RawWaker::new(data, &VTABLE)
}

/// # Safety
/// The same as of [`call`], and the waker is not used afterwards.
unsafe fn woken(data: *const ()) {
    // SAFETY: as the caller promises.
    unsafe { dropped(data) }
}

/// # Safety
/// The same as of [`call`].
unsafe fn woken_by_ref(data: *const ()) {
    // SAFETY: as the caller promises.
    unsafe { call(data) }
}

/// # Safety
/// The same as of [`call`], and the waker is not used afterwards.
unsafe fn dropped(data: *const ()) {
    // SAFETY: as the caller promises.
    unsafe { call(data) };
    // SAFETY: `data` came from `Arc::into_raw`, and this is the waker's own reference.
    unsafe { Arc::decrement_strong_count(data.cast::<Call>()) };
}
