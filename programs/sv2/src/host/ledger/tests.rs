//! How many channels a client may have.

use codec_core::wire::U256;
use codec_pool::{Budget, BudgetLimits};

use super::{Answer, GROUP_ID, Ledger, MAX_CHANNELS};

/// Exactly as many channels as there are numbers below that of the group.
#[test]
fn the_last_channel_is_the_one_before_the_group() {
    let mut ledger = Ledger::new(None, Budget::new(BudgetLimits::new()));
    for wanted in 1..=0xffff {
        match ledger.add(7, U256::MAX, true) {
            Answer::Open { request_id: 7, channel_id } => assert_eq!(channel_id, wanted),
            _ => panic!("channel {wanted} is denied"),
        }
    }
    assert_eq!((MAX_CHANNELS, GROUP_ID), (0xffff, 0x1_0000));
    let denied = ledger.add(8, U256::MAX, true);
    assert!(matches!(denied, Answer::Deny { request_id: 8, code: "no-more-channels" }));
}
