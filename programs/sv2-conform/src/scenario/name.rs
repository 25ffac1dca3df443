//! Names of workers after shares (extension 0x0002), and other fields beside them.

use codec_core::wire::B064K;
use codec_stratum::{Tlv, Tlvs, WORKER_HASHRATE, WithTlvs};

use super::extension::agree;
use super::general::NO_EXTENSION;
use super::share::{Wanted, is_accepted, is_judged};
use crate::channel::{self, Judged, Kind};
use crate::peer::{Bench, Peer};
use crate::verdict::{Outcome, Stop};

/// The longest name.
pub(super) const MAX_NAME: usize = 32;

/// A field with so many bytes of text.
pub(super) fn tlv(extension_type: u16, len: usize) -> Tlv {
    let value = B064K::try_from(&vec![b'x'; len][..]).unwrap_or_default(); // as short as that
    Tlv { extension_type, field_type: 1, value }
}

/// The answer to a valid share with fields appended.
pub(super) fn share_with<const N: usize>(
    peer: &mut Peer,
    fields: [Tlv; N],
) -> Result<Judged, Stop> {
    let mut work = channel::open_with_work(peer, Kind::Extended)?;
    is_accepted(peer, &mut work)?;
    let share = work.valid(peer, (work.version(), work.ntime()))?;
    let message = channel::extended(&share, peer.next_sequence());
    peer.send(&WithTlvs { message, tlvs: Tlvs { fields: fields.into_iter().collect() } })?;
    Ok(channel::judged(peer, share.channel_id))
}

/// S-WN-1
pub(super) fn a_name_is_accepted(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    agree(&mut peer, WORKER_HASHRATE)?;
    let judged = share_with(&mut peer, [tlv(WORKER_HASHRATE, MAX_NAME)])?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// S-WN-2
pub(super) fn a_name_without_agreement_is_ignored(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let judged = share_with(&mut peer, [tlv(WORKER_HASHRATE, MAX_NAME)])?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// S-WN-3
pub(super) fn other_fields_before_a_name_are_ignored(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    agree(&mut peer, WORKER_HASHRATE)?;
    let fields = [tlv(NO_EXTENSION, 5), tlv(WORKER_HASHRATE, 8)];
    let judged = share_with(&mut peer, fields)?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// S-WN-4
pub(super) fn names_are_searched_for(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    agree(&mut peer, WORKER_HASHRATE)?;
    let fields = [tlv(NO_EXTENSION, 5), tlv(WORKER_HASHRATE, MAX_NAME + 1)];
    match share_with(&mut peer, fields)? {
        Judged::Accepted { .. } => {
            Err(peer.fail("a name of 33 bytes after another field was accepted"))
        }
        Judged::Refused { .. } => Ok(()),
        Judged::Silence(_) if peer.end.is_some() => Ok(()),
        Judged::Silence(reason) => Err(Stop::unclear(reason)),
    }
}
