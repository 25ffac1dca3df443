//! Limits of the number of a client's channels.

use codec_core::wire::U256;
use codec_pool::{Budget, BudgetLimits};

use super::super::Space;
use super::{Answer, Code, GROUP_ID, Ledger, MAX_CHANNELS};

/// A ledger that may take so many bytes.
fn ledger(bytes: usize) -> Ledger {
    Ledger::new(None, Budget::new(BudgetLimits::new().max_bytes(bytes)), Space::default().part())
}

/// Exactly as many channels as there are numbers below that of the group.
#[test]
fn the_last_channel_is_the_one_before_the_group() {
    let mut ledger = ledger(usize::MAX);
    for wanted in 1..=0xffff {
        match ledger.add(7, U256::MAX, true) {
            Answer::Open { request_id: 7, channel_id } => assert_eq!(channel_id, wanted),
            _ => panic!("channel {wanted} is denied"),
        }
    }
    assert_eq!((MAX_CHANNELS, GROUP_ID), (0xffff, 0x1_0000));
    let denied = ledger.add(8, U256::MAX, true);
    assert!(matches!(denied, Answer::Deny { request_id: 8, code: Code::NO_MORE_CHANNELS }));
}

/// Miners that come and go, one at a time, take one channel, not one each.
#[test]
fn a_closed_channel_is_given_to_the_next_miner() {
    let mut ledger = ledger(1000);
    let open = |ledger: &mut Ledger| match ledger.add(7, U256::MAX, true) {
        Answer::Open { channel_id, .. } => channel_id,
        _ => panic!("there is room"),
    };
    for _ in 0..100_000 {
        let channel = open(&mut ledger);
        assert_eq!(channel, 1);
        ledger.close(channel);
        ledger.close(channel);
    }
    // The id that was free for the longest time is the next.
    assert_eq!([(); 3].map(|()| open(&mut ledger)), [1, 2, 3]);
    ledger.channels[1].is_listed = true;
    for channel in [2, 1] {
        ledger.close(channel);
    }
    assert_eq!([(); 3].map(|()| open(&mut ledger)), [2, 1, 4]);
    // No channel is listed twice.
    assert!(ledger.channels[1].is_listed && !ledger.channels[0].is_listed);
}

#[test]
fn a_group_that_is_closed_closes_its_channels() {
    let mut ledger = ledger(usize::MAX);
    for _ in 0..5 {
        ledger.add(7, U256::MAX, true);
    }
    ledger.close(3);
    ledger.close(GROUP_ID);
    assert!((1..=5).all(|channel_id| ledger.channel(channel_id).is_none()));
    assert_eq!(ledger.free, [3, 1, 2, 4, 5]);
}

/// Section 5.1: the parts of the search space are as many as there are numbers of two bytes.
#[test]
fn a_connection_without_a_part_of_the_search_space_opens_no_channel() {
    let space = Space::default();
    let mut parts: Vec<_> = (0..=u16::MAX).filter_map(|_| space.part()).collect();
    assert!(parts.iter().map(|part| part.number).eq(0..=u16::MAX));
    let mut last = Ledger::new(None, Budget::new(BudgetLimits::new()), space.part());
    let denied = last.add(8, U256::MAX, true);
    assert!(matches!(denied, Answer::Deny { request_id: 8, code: Code::NO_MORE_CHANNELS }));
    // A connection that ends makes room.
    drop(parts.swap_remove(700));
    assert_eq!(space.part().map(|part| part.number), Some(700));
}
