//! The lock from several threads: as they come, and in every order in which they can run.
#![forbid(unsafe_code)]

use std::sync::Arc;

use crate::memory::spin_lock::SpinLock;

/// `<Shared<T>>::IS` is the inherent constant if threads may share a `T`, otherwise that of the trait.
struct Shared<T>(core::marker::PhantomData<T>);

trait Otherwise {
    const IS: bool = false;
}

impl<T> Otherwise for Shared<T> {}

impl<T: Sync> Shared<T> {
    const IS: bool = true;
}

// A lock is shared if its value may be sent.
const _: () = assert!(Shared::<SpinLock<core::cell::Cell<u8>>>::IS);
const _: () = assert!(!Shared::<SpinLock<std::rc::Rc<u8>>>::IS);

/// Two threads count under the lock, one of them only where it finds it free; a count is lost where
/// both are in at once, or where one does not see what the other has written.
#[cfg(loom)]
#[test]
fn counts_of_two_threads_are_not_lost() {
    loom::model(|| {
        let lock = Arc::new(SpinLock::new(0));
        let other = lock.clone();
        let thread = loom::thread::spawn(move || match other.try_lock() {
            Some(mut count) => {
                *count += 1;
                1
            }
            None => 0,
        });
        *lock.lock() += 1;
        let counted = thread.join().expect("it does not panic");
        assert_eq!(*lock.lock(), 1 + counted);
    });
}

#[cfg(not(loom))]
mod threads {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::{Arc, SpinLock};

    #[test]
    fn counts_of_four_threads_are_not_lost() {
        const EACH: usize = if cfg!(miri) { 50 } else { 20_000 };
        let lock = Arc::new(SpinLock::new((0, 0)));
        let count = |lock: Arc<SpinLock<(usize, usize)>>| {
            (0..EACH).filter(|_| lock.try_lock().map(|mut count| count.0 += 1).is_some()).count()
        };
        let tries = [(); 2].map(|()| {
            let lock = lock.clone();
            thread::spawn(move || count(lock))
        });
        let waits = [(); 2].map(|()| {
            let lock = lock.clone();
            thread::spawn(move || (0..EACH).for_each(|_| lock.lock().1 += 1))
        });
        let got_it: usize = tries.map(|thread| thread.join().expect("no panic")).into_iter().sum();
        for thread in waits {
            thread.join().expect("no panic");
        }
        assert_eq!(*lock.lock(), (got_it, 2 * EACH));
    }

    #[test]
    fn who_holds_it_keeps_it_for_as_long_as_it_takes() {
        let lock = Arc::new(SpinLock::new(0));
        let guard = lock.lock();
        assert!(lock.try_lock().is_none());
        let (other, entered) = (lock.clone(), Arc::new(AtomicBool::new(false)));
        let enters = entered.clone();
        let thread = thread::spawn(move || {
            *other.lock() += 1;
            enters.store(true, Ordering::SeqCst);
        });
        // Long enough for it to sleep in between.
        thread::sleep(Duration::from_millis(20));
        assert!(!entered.load(Ordering::SeqCst));
        drop(guard);
        thread.join().expect("no panic");
        assert_eq!(lock.try_lock().as_deref(), Some(&1));
    }

    #[test]
    fn a_panic_unlocks_it() {
        let lock = Arc::new(SpinLock::new(0));
        let other = lock.clone();
        let thread = thread::spawn(move || {
            let mut guard = other.lock();
            *guard = 7;
            panic!("on purpose");
        });
        assert!(thread.join().is_err());
        assert_eq!(lock.try_lock().as_deref(), Some(&7));
    }
}
