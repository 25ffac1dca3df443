//! The grants of a budget to an intake, and what it takes back.
#![forbid(unsafe_code)]

use core::sync::atomic::{AtomicUsize, Ordering};
use core::task::{Context, Poll, Waker};
use core::time::Duration;
use std::sync::Arc;
use std::task::Wake;
use std::time::Instant;

use crate::budget::{Budget, BudgetLimits, OverBudget};
use crate::pool::{PoolError, WaitMode};
use crate::read::intake::Intake;
use crate::read::intake::tests::{CHUNK, empty};

fn limits(bytes: usize) -> BudgetLimits {
    BudgetLimits::new().max_bytes(bytes)
}

/// An intake that pays from this budget.
fn paying(budget: &Budget) -> Intake {
    let mut intake = empty();
    assert!(!intake.has_budget());
    intake.set_budget(budget, 1, false);
    assert!(intake.has_budget());
    intake
}

fn poll_room(intake: &mut Intake, mode: &mut WaitMode<'_, '_>) -> Poll<Result<(), PoolError>> {
    let need = intake.need;
    intake.make_room(need, 0, mode)
}

fn make_room(intake: &mut Intake) -> Result<(), PoolError> {
    match poll_room(intake, &mut WaitMode::Thread) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("a thread waits"),
    }
}

fn read(intake: &mut Intake, bytes: &[u8]) {
    intake.spare()[..bytes.len()].copy_from_slice(bytes);
    assert!(intake.advance(bytes.len()));
}

fn granted(budget: &Budget) -> usize {
    budget.usage().granted_bytes
}

#[test]
fn room_ends_where_the_budget_does() {
    let budget = Budget::new(limits(40));
    let mut here = paying(&budget);
    for (received, room) in [(0, 40), (37, 3), (39, 1)] {
        here.release();
        make_room(&mut here).expect("there is some");
        read(&mut here, &vec![7; received]);
        make_room(&mut here).expect("there is some");
        assert_eq!((here.spare().len(), granted(&budget)), (room, 40), "{received} received");
        assert!(!here.advance(room + 1));
    }
    read(&mut here, &[7]);
    let error = make_room(&mut here).expect_err("all of it is used");
    assert!(matches!(error, PoolError::OverBudget(_)), "{error}");
    assert_eq!((here.pending_len(), here.spare().len(), granted(&budget)), (40, 0, 40));
}

#[test]
fn a_budget_as_large_as_a_chunk_limits_nothing_in_it() {
    for bytes in [CHUNK, CHUNK + 1, usize::MAX] {
        let budget = Budget::new(limits(bytes));
        let mut here = paying(&budget);
        make_room(&mut here).expect("there is some");
        assert_eq!((here.spare().len(), granted(&budget)), (CHUNK, CHUNK));
    }
}

#[test]
fn room_after_what_is_set_aside_ends_where_the_budget_does() {
    let budget = Budget::new(limits(30));
    let mut here = paying(&budget);
    make_room(&mut here).expect("there is some");
    read(&mut here, &[7; 20]);
    here.need = 60;
    here.park();
    assert_eq!((here.has_chunk(), granted(&budget)), (false, 20));
    for (received, room) in [(0, 10), (5, 5), (4, 1)] {
        read(&mut here, &vec![7; received]);
        make_room(&mut here).expect("there is some");
        assert_eq!((here.has_chunk(), here.spare().len(), granted(&budget)), (true, room, 30));
    }
    assert_eq!(here.joined(), [7; 29]);
    assert_eq!((here.has_chunk(), granted(&budget)), (false, 29));
}

/// Otherwise a reader that is refused would keep from others what it can't use.
#[test]
fn who_is_refused_holds_what_came_and_no_more() {
    let group = Budget::new(limits(50));
    let mut here = paying(&group.member(BudgetLimits::new()));
    make_room(&mut here).expect("there is some");
    read(&mut here, &[7; 20]);
    here.need = 60;
    here.park();
    let other = group.charge(30).expect("there is room");
    make_room(&mut here).expect_err("the group's is used");
    assert_eq!((here.has_chunk(), here.pending_len(), granted(&group)), (false, 20, 20));
    let mut nothing_came = paying(&group.member(BudgetLimits::new()));
    make_room(&mut nothing_came).expect_err("the same");
    assert_eq!((nothing_came.has_chunk(), granted(&group)), (false, 20));
    assert_eq!(nothing_came.spare(), []);
    drop(other);
    make_room(&mut here).expect("there is some again");
    assert_eq!((here.spare().len(), granted(&group)), (30, 50));
}

#[test]
fn an_intake_that_leaves_gives_all_back() {
    let (one, other) = (Budget::new(limits(40)), Budget::new(limits(50)));
    let mut here = paying(&one);
    make_room(&mut here).expect("there is some");
    read(&mut here, &[7; 20]);
    assert_eq!(granted(&one), 40);
    here.set_budget(&other, 1, false);
    assert_eq!((granted(&one), granted(&other), here.pending_len()), (0, 0, 0));
    make_room(&mut here).expect("there is some");
    assert_eq!((granted(&one), granted(&other)), (0, 50));
    drop(here);
    assert_eq!((granted(&one), granted(&other)), (0, 0));
}

/// The places of those who left are given to others.
#[test]
fn an_intake_without_a_budget_charges_nobody() {
    let budget = Budget::new(limits(40));
    let mut here = paying(&budget);
    here.leave_budget();
    assert!(!here.has_budget() && here.seat().is_none());
    let mut other = Intake::<()>::new(here.pool.clone(), 1, 1000);
    other.set_budget(&budget, 1, false);
    make_room(&mut here).expect("nothing limits it");
    assert_eq!((here.spare().len(), granted(&budget)), (CHUNK, 0));
    drop(here);
    assert!(other.seat().is_some(), "its place is its own");
}

#[test]
fn the_longest_payload_is_that_of_its_type_of_id() {
    let budget = Budget::new(BudgetLimits::new());
    let mut here = paying(&budget);
    assert!(here.longest::<u8>().is_none());
    here.set_longest::<u8>(|id| usize::from(id) * 2);
    let of = here.longest::<u8>().expect("it was set");
    assert_eq!(of(21), 42);
    assert!(here.longest::<u16>().is_none());
    here.leave_budget();
    here.set_longest::<u8>(|_| 1);
    assert!(here.longest::<u8>().is_none(), "without a budget there is no place for it");
}

/// Counts how often it is woken.
struct Counts(AtomicUsize);

impl Wake for Counts {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_task_waits_where_the_policy_is_to_wait() {
    let wait = OverBudget::Wait { timeout: Duration::ZERO };
    for policy in [wait, OverBudget::Refuse, OverBudget::Close] {
        let counts = Arc::new(Counts(AtomicUsize::new(0)));
        let waker = Waker::from(Arc::clone(&counts));
        let budget = Budget::new(limits(40).policy(policy));
        let other = budget.charge(40).expect("there is room");
        let mut here = paying(&budget);
        let mut poll = || {
            let mode = &mut WaitMode::Task(&mut None, &mut Context::from_waker(&waker));
            poll_room(&mut here, mode)
        };
        match poll() {
            Poll::Pending => assert_eq!(policy, wait),
            Poll::Ready(result) => {
                assert!(matches!(result, Err(PoolError::OverBudget(_))));
                assert_ne!(policy, wait);
            }
        }
        drop(other);
        assert_eq!(counts.0.load(Ordering::Relaxed), usize::from(policy == wait));
        assert!(matches!(poll(), Poll::Ready(Ok(()))));
        assert_eq!(here.spare().len(), 40);
    }
}

#[test]
fn a_thread_waits_for_as_long_as_the_policy_says() {
    for timeout in [Duration::ZERO, Duration::from_millis(30)] {
        let budget = Budget::new(limits(40).policy(OverBudget::Wait { timeout }));
        let _other = budget.charge(40).expect("there is room");
        let mut here = paying(&budget);
        let start = Instant::now();
        make_room(&mut here).expect_err("nothing is released");
        assert!(start.elapsed() >= timeout, "{:?} of {timeout:?}", start.elapsed());
    }
}

#[test]
fn a_thread_is_woken_when_there_is_room() {
    let timeout = Duration::from_secs(60);
    let budget = Budget::new(limits(40).policy(OverBudget::Wait { timeout }));
    let other = budget.charge(40).expect("there is room");
    let start = Instant::now();
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| {
            let mut here = paying(&budget);
            make_room(&mut here).expect("it is released");
            here.spare().len()
        });
        while budget.usage().refusals < 2 {
            assert!(start.elapsed() < timeout / 3, "it does not wait");
            std::thread::yield_now();
        }
        drop(other);
        assert_eq!(waits.join().expect("it came to its end"), 40);
    });
    assert!(start.elapsed() < timeout);
}
