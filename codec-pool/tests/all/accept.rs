//! Who may connect: limits of all and of networks, and silent peers that give way to others.

use std::net::{IpAddr, Ipv4Addr};

use codec_pool::{AcceptLimits, Acceptor, Admitted, NotAdmitted};

use crate::random::Random;

fn address(number: u32) -> IpAddr {
    Ipv4Addr::from_bits(number).into()
}

fn admit(acceptor: &Acceptor, number: u32) -> Admitted {
    acceptor.admit(address(number)).expect("there is a place")
}

#[test]
fn each_limit_holds_and_a_place_is_free_again() {
    let limits = AcceptLimits::new().connections(5).per_network(2);
    let acceptor = Acceptor::new(limits);
    let mut open = vec![admit(&acceptor, 1), admit(&acceptor, 1)];
    assert_eq!(acceptor.admit(address(1)).unwrap_err(), NotAdmitted::Network);
    open.extend([2, 2, 3].map(|number| admit(&acceptor, number)));
    assert_eq!(acceptor.admit(address(4)).unwrap_err(), NotAdmitted::Full);
    let counts = acceptor.counts();
    assert_eq!((counts.open, counts.refused, counts.refused_of_network), (5, 1, 1));
    open.remove(0);
    open.push(admit(&acceptor, 1));
    drop(open);
    let counts = acceptor.counts();
    assert_eq!((counts.open, counts.pending, counts.failed), (0, 0, 6));
}

/// Thousands of silent sockets of one address leave the places of others alone, and of each other
/// the oldest gives way.
#[test]
fn a_flood_of_one_address_keeps_no_others_out() {
    let limits = AcceptLimits::new().connections(10_000).per_network(10_000).pending(100);
    let acceptor = Acceptor::new(limits);
    let mut honest: Vec<_> = (0..30).map(|number| admit(&acceptor, 1000 + number)).collect();
    let flood: Vec<_> = (0..4100).map(|_| admit(&acceptor, 7)).collect();
    assert!(honest.iter().all(|admitted| !admitted.is_evicted()));
    let late = admit(&acceptor, 5000);
    assert!(!late.is_evicted());
    let (gone, left) = flood.split_at(4100 - 69);
    assert!(gone.iter().all(Admitted::is_evicted));
    assert!(left.iter().all(|admitted| !admitted.is_evicted()));
    assert!(honest.iter_mut().all(Admitted::set_established));
    let counts = acceptor.counts();
    assert_eq!((counts.open, counts.pending), (30 + 4100 + 1, 70));
    assert_eq!((counts.established, counts.evicted), (30, 4100 - 69));
}

/// An established connection gives way to nobody, and one that gave way is never established.
#[test]
fn only_the_pending_give_way() {
    let acceptor = Acceptor::new(AcceptLimits::new().pending(0));
    let mut first = admit(&acceptor, 1);
    assert!(first.set_established() && first.set_established());
    let mut second = admit(&acceptor, 2);
    let _third = admit(&acceptor, 3);
    assert!(!first.is_evicted() && first.set_established());
    assert!(second.is_evicted() && !second.set_established());
    assert_eq!(acceptor.counts().established, 1);
}

/// Of networks with equally many, the one with the oldest gives way.
#[test]
fn the_oldest_of_equals_gives_way() {
    let acceptor = Acceptor::new(AcceptLimits::new().pending(4));
    let mut all = Vec::new();
    let mut gone = Vec::new();
    for number in [1, 2, 1, 2, 3, 4, 5, 5, 5] {
        all.push(admit(&acceptor, number));
        gone.extend(
            (0..all.len())
                .filter(|at| all[*at].is_evicted() && !gone.contains(at))
                .collect::<Vec<_>>(),
        );
    }
    // Once 5 has two, it gives way to itself.
    assert_eq!(gone, [0, 1, 2, 6, 7]);
    assert_eq!(acceptor.counts().pending, 4);
}

/// Counts agree with a model that keeps everything in a list.
#[test]
fn counts_are_those_of_a_list() {
    let limits = AcceptLimits::new().connections(40).per_network(12).pending(9);
    let acceptor = Acceptor::new(limits);
    let (mut random, mut open) = (Random::new(3), Vec::<(u32, Admitted, bool)>::new());
    for _ in 0..20_000 {
        let pending = |open: &[(u32, Admitted, bool)]| {
            open.iter().filter(|(_, admitted, done)| !done && !admitted.is_evicted()).count()
        };
        match random.below(4) {
            0 | 1 => {
                let number = u32::try_from(random.below(6)).expect("it is small");
                let of_network = open.iter().filter(|(of, ..)| *of == number).count();
                match acceptor.admit(address(number)) {
                    Ok(admitted) => {
                        assert!(open.len() < 40 && of_network < 12);
                        open.push((number, admitted, false));
                    }
                    Err(NotAdmitted::Full) => assert_eq!(open.len(), 40),
                    Err(NotAdmitted::Network) => assert_eq!(of_network, 12),
                }
            }
            2 if !open.is_empty() => drop(open.swap_remove(random.below(open.len()))),
            _ if !open.is_empty() => {
                let at = random.below(open.len());
                let (_, admitted, done) = &mut open[at];
                *done = admitted.set_established() || *done;
                assert_eq!(*done, !admitted.is_evicted());
            }
            _ => {}
        }
        let counts = acceptor.counts();
        assert_eq!((counts.open, counts.pending), (open.len(), pending(&open)));
        assert!(counts.pending <= 9);
    }
    let counts = acceptor.counts();
    assert!(counts.evicted > 100 && counts.refused > 100, "{counts:?}");
    assert!(counts.refused_of_network > 10, "{counts:?}");
}

#[cfg(feature = "tokio")]
mod over_tokio {
    use std::future::{pending, ready};
    use std::time::Duration;

    use codec_pool::EstablishError;

    use super::*;

    fn run<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("there is a runtime").block_on(work)
    }

    #[test]
    fn work_ends_with_its_time_its_place_or_itself() {
        run(async {
            let time = Duration::from_millis(30);
            let acceptor = Acceptor::new(AcceptLimits::new().pending(1).time(time));
            let mut done = admit(&acceptor, 1);
            assert_eq!(done.establish(ready(Ok::<_, ()>(7))).await, Ok(7));
            // It is established, and has no limit any more.
            tokio::time::sleep(2 * time).await;
            assert_eq!(
                done.establish(async {
                    tokio::time::sleep(time).await;
                    Ok::<_, ()>(7)
                })
                .await,
                Ok(7)
            );
            let mut failed = admit(&acceptor, 1);
            let outcome = failed.establish(ready(Err::<(), _>(8))).await;
            assert_eq!(outcome, Err(EstablishError::Failed(8)));
            let mut late = admit(&acceptor, 1);
            let outcome = late.establish(pending::<Result<(), ()>>()).await;
            assert_eq!(outcome, Err(EstablishError::Late(time)));
            let counts = acceptor.counts();
            assert_eq!((counts.established, counts.failed, counts.late), (1, 1, 1));
        });
    }

    /// One that waits is woken at once, and not when its time is over.
    #[test]
    fn one_that_gives_way_is_woken() {
        run(async {
            let acceptor = Acceptor::new(AcceptLimits::new().pending(1).time(Duration::MAX));
            let mut silent = admit(&acceptor, 1);
            let other = acceptor.clone();
            let new = tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(5)).await;
                admit(&other, 2)
            });
            let outcome = silent.establish(pending::<Result<(), ()>>()).await;
            let _new = new.await.expect("it does not panic");
            assert_eq!(outcome, Err(EstablishError::Evicted));
            let counts = acceptor.counts();
            assert_eq!((counts.evicted, counts.failed, counts.pending), (1, 0, 1));
        });
    }
}
