//! Peers that are admitted at once, in every order in which their threads can run.
#![forbid(unsafe_code)]

use core::task::{Context, Poll};

use loom::thread;

use crate::accept::{AcceptLimits, Acceptor, Admitted};
use crate::memory::sync::park;
use crate::pool::thread_waker;

fn admit(acceptor: &Acceptor, host: u8) -> Option<Admitted> {
    acceptor.admit([192, 0, 2, host].into()).ok()
}

#[test]
fn one_place_goes_to_one_at_a_time() {
    loom::model(|| {
        let acceptor = Acceptor::new(AcceptLimits::new().connections(1));
        let threads = [1, 2].map(|host| {
            let acceptor = acceptor.clone();
            thread::spawn(move || {
                let admitted = admit(&acceptor, host);
                assert!(acceptor.counts().open <= 1);
                admitted.is_some()
            })
        });
        let admitted = threads.map(|thread| thread.join().expect("it does not panic"));
        let counts = acceptor.counts();
        assert_eq!((counts.open, counts.pending), (0, 0));
        let refused = admitted.iter().filter(|admitted| !**admitted).count() as u64;
        assert!(refused <= 1, "the first had a place");
        assert_eq!((counts.refused, counts.failed), (refused, 2 - refused));
    });
}

#[test]
fn who_gives_way_is_woken() {
    loom::model(|| {
        let acceptor = Acceptor::new(AcceptLimits::new().pending(1));
        let waits = admit(&acceptor, 1).expect("it is the first");
        let waiter = thread::spawn(move || {
            let waker = thread_waker();
            let mut cx = Context::from_waker(&waker);
            while let Poll::Pending = waits.poll_evicted(&mut cx) {
                park(core::time::Duration::MAX);
            }
        });
        let newest = admit(&acceptor, 2).expect("there is a place");
        assert!(!newest.is_evicted());
        waiter.join().expect("it does not panic");
        drop(newest);
        let counts = acceptor.counts();
        assert_eq!((counts.open, counts.pending), (0, 0));
        assert_eq!((counts.evicted, counts.failed), (1, 1));
    });
}

#[test]
fn a_connection_is_established_or_gives_way() {
    loom::model(|| {
        let acceptor = Acceptor::new(AcceptLimits::new().pending(1));
        let mut first = admit(&acceptor, 1).expect("it is the first");
        let other = {
            let acceptor = acceptor.clone();
            thread::spawn(move || admit(&acceptor, 2).expect("there is a place"))
        };
        let is_established = first.set_established();
        let second = other.join().expect("it does not panic");
        assert!(!second.is_evicted());
        assert_eq!(first.is_evicted(), !is_established);
        let counts = acceptor.counts();
        assert_eq!((counts.open, counts.pending), (2, 1));
        assert_eq!(
            (counts.established, counts.evicted),
            match is_established {
                true => (1, 0),
                false => (0, 1),
            }
        );
    });
}
