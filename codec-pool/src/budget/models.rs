//! Two holders of one budget, in every order in which their threads can run. A wake-up that gets
//! lost is a thread that sleeps forever, which the model checker reports as a deadlock.
#![forbid(unsafe_code)]

use core::time::Duration;
use std::sync::Arc;

use loom::thread;

use crate::budget::{Budget, BudgetLimits, OverBudget, Seat};
use crate::pool::{Payer, WaitMode};

fn limits(bytes: usize) -> BudgetLimits {
    let policy = OverBudget::Wait { timeout: Duration::MAX };
    BudgetLimits::new().max_bytes(bytes).policy(policy)
}

/// Gets exactly so many bytes, waiting for them.
fn wait(seat: &Seat, bytes: usize) {
    match seat.poll_grant((bytes, bytes), &mut WaitMode::Thread) {
        core::task::Poll::Ready(granted) => assert_eq!(granted, Ok(bytes)),
        core::task::Poll::Pending => unreachable!("a thread waits in place"),
    }
}

/// Runs this for a reader's place in each budget, on a thread of its own each.
fn on_threads(budgets: &[Budget; 2], run: fn(&Budget, &Arc<Seat>)) {
    let threads = budgets.clone().map(|budget| {
        thread::spawn(move || {
            let seat = budget.of_reader(1, false);
            run(&budget, &seat);
            seat.hold(0);
        })
    });
    threads.into_iter().for_each(|thread| thread.join().expect("it does not panic"));
}

#[test]
fn two_grants_are_never_over_the_limit() {
    loom::model(|| {
        let budget = Budget::new(limits(10));
        on_threads(&[budget.clone(), budget.clone()], |budget, seat| {
            for _ in 0..2 {
                wait(seat, 6);
                assert_eq!(budget.usage().granted_bytes, 6);
                seat.hold(0);
            }
        });
        assert_eq!((budget.usage().bytes(), budget.usage().most_bytes), (0, 6));
    });
}

#[test]
fn who_waits_for_a_group_is_woken_by_another_member() {
    loom::model(|| {
        let group = Budget::new(limits(10));
        let members = [(); 2].map(|()| group.member(limits(8)));
        on_threads(&members, |member, seat| {
            wait(seat, 8);
            assert_eq!(member.usage().granted_bytes, 8);
        });
        assert_eq!((group.usage().bytes(), group.usage().most_bytes), (0, 8));
    });
}

#[test]
fn who_waits_is_woken_by_a_kept_frame_that_goes() {
    loom::model(|| {
        let budget = Budget::new(limits(10));
        let seat = budget.of_reader(1, false);
        wait(&seat, 10);
        let frame = seat.charge(core::panic::Location::caller(), 10);
        let other = thread::spawn(move || drop(frame));
        wait(&seat, 7);
        other.join().expect("it does not panic");
        assert_eq!((budget.usage().kept_bytes, budget.usage().granted_bytes), (0, 7));
    });
}

#[test]
fn a_charge_is_refused_or_in_the_sum() {
    loom::model(|| {
        let budget = Budget::new(limits(10));
        let threads = [6, 5].map(|bytes| {
            let budget = budget.clone();
            thread::spawn(move || budget.charge(bytes).is_ok())
        });
        let charged = threads.map(|thread| thread.join().expect("it does not panic"));
        assert!(charged[0] || charged[1], "the first had room");
        let usage = budget.usage();
        assert_eq!(usage.bytes(), 0);
        assert!(usage.most_bytes <= 6, "{usage:?}");
        let refused = charged.iter().filter(|charged| !**charged).count();
        assert_eq!(usage.refusals, refused as u64);
    });
}
