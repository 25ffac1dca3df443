//! Opening channels.

use std::collections::BTreeSet;

use codec_core::wire::{Target, U256};

use crate::channel::{self, Answer, EXTRANONCE, Kind, Opened};
use crate::peer::{Bench, Peer};
use crate::tour::half_of;
use crate::verdict::{Outcome, Stop};

/// Requests a channel: what was opened, `None` where it was refused.
fn ask(peer: &mut Peer, kind: Kind, target: U256, size: u16) -> Result<Option<Opened>, Stop> {
    channel::request(peer, kind, target, size)?;
    match channel::answer(peer) {
        Ok(Answer::Opened(opened)) => Ok(Some(opened)),
        Ok(Answer::Refused { .. }) => Ok(None),
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

/// M-OSMC-1, M-OEMC-2
pub(super) fn the_target_is_within_the_clients(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let theirs = channel::open(&mut peer, kind)?.target;
    let maximum = half_of(theirs.into());
    match ask(&mut peer, kind, maximum, EXTRANONCE)? {
        Some(opened) if opened.target > Target(maximum) => {
            let target = opened.target;
            Err(peer.fail(format!("target {target} is above {}", Target(maximum))))
        }
        _ => Ok(()),
    }
}

/// M-OSMC-3, M-OEMC-3
pub(super) fn a_request_is_answered(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    channel::request(&mut peer, kind, U256::MAX, EXTRANONCE)?;
    match channel::answer(&mut peer) {
        Ok(_) => Ok(()),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// M-OEMC-1
pub(super) fn extended_channels_are_supported(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    match ask(&mut peer, Kind::Extended, U256::MAX, EXTRANONCE)? {
        Some(_) => Ok(()),
        None => Err(peer.fail("no extended channel was opened")),
    }
}

/// M-OSMCS-1, M-OEMCS-1
pub(super) fn a_success_has_the_number_of_its_request(
    bench: &mut Bench<'_>,
    kind: Kind,
) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    for _ in 0..2 {
        let sent = channel::request(&mut peer, kind, U256::MAX, EXTRANONCE)?;
        match channel::answer(&mut peer) {
            Ok(Answer::Opened(opened)) if opened.request_id == sent => {}
            Ok(Answer::Opened(opened)) => {
                return Err(peer.fail(format!("request {sent}, answer {}", opened.request_id)));
            }
            Ok(Answer::Refused { code, .. }) => return Err(Stop::unclear(code)),
            Err(reason) => return Err(Stop::unclear(reason)),
        }
    }
    Ok(())
}

/// M-OSMCS-2, M-OEMCS-2
pub(super) fn channels_have_numbers_of_their_own(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let (mut ids, mut groups) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..4 {
        let opened = channel::open(&mut peer, kind)?;
        let id = opened.channel_id;
        groups.insert(opened.group);
        if !ids.insert(id) {
            return Err(peer.fail(format!("two channels have the number {id}")));
        }
        if let Some(id) = ids.intersection(&groups).next() {
            return Err(peer.fail(format!("a channel and a group have the number {id}")));
        }
    }
    Ok(())
}

/// M-OSMCS-3, M-OEMCS-5
pub(super) fn channels_have_a_search_space_of_their_own(
    bench: &mut Bench<'_>,
    kind: Kind,
) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let one = channel::open(&mut peer, kind)?;
    let other = channel::open(&mut peer, kind)?;
    let (one, other) = (one.prefix.as_bytes(), other.prefix.as_bytes());
    let overlaps = match kind {
        Kind::Standard => one == other,
        // The client chooses the bytes that follow.
        Kind::Extended => one.starts_with(other) || other.starts_with(one),
    };
    if overlaps {
        return Err(peer.fail(format!("prefixes {one:02x?} and {other:02x?} overlap")));
    }
    Ok(())
}

/// M-OEMCS-3
pub(super) fn the_extranonce_is_as_long_as_requested(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    channel::open(&mut peer, Kind::Extended)?;
    for size in [1, 2, 4, 6, 8, 16, 32] {
        match ask(&mut peer, Kind::Extended, U256::MAX, size)? {
            Some(opened) if opened.size < size => {
                let reason = format!("{} bytes of extranonce, {size} requested", opened.size);
                return Err(peer.fail(reason));
            }
            _ => {}
        }
    }
    Ok(())
}

/// M-OEMCS-4
pub(super) fn a_group_has_one_size_of_extranonce(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let mut first = None::<(u32, usize)>;
    for size in [4, 2, 8] {
        let Some(opened) = ask(&mut peer, Kind::Extended, U256::MAX, size)? else { continue };
        let full = opened.prefix.len() + usize::from(opened.size);
        let (group, expected) = *first.get_or_insert((opened.group, full));
        if opened.group == group && full != expected {
            let reason = format!("extranonces of {full} and {expected} bytes in group {group}");
            return Err(peer.fail(reason));
        }
    }
    first.map_or_else(|| Err(Stop::unclear("no channel was opened")), |_| Ok(()))
}

/// M-OEMCS-6
pub(super) fn no_extranonce_is_over_32_bytes(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    channel::open(&mut peer, Kind::Extended)?;
    match ask(&mut peer, Kind::Extended, U256::MAX, 33)? {
        None => Ok(()),
        Some(opened) if opened.size > 32 => {
            Err(peer.fail(format!("{} bytes of extranonce", opened.size)))
        }
        Some(_) => Err(Stop::unclear("fewer bytes than requested: see M-OEMCS-3")),
    }
}

/// M-OMCE-1
pub(super) fn an_error_has_the_number_of_its_request(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let sent = channel::request(&mut peer, Kind::Extended, U256::MAX, 33)?;
    match channel::answer(&mut peer) {
        Ok(Answer::Refused { request_id, .. }) if request_id == sent => Ok(()),
        Ok(Answer::Refused { request_id, .. }) => {
            Err(peer.fail(format!("request {sent}, error {request_id}")))
        }
        Ok(Answer::Opened(_)) => Err(Stop::unclear("a channel with 33 bytes of extranonce")),
        Err(reason) => Err(Stop::unclear(reason)),
    }
}
