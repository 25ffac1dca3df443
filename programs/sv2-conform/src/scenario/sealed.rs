//! Encrypted connections.

use codec_core::wire::B064K;
use codec_derive::{Decode, Encode};
use codec_stratum::extension;

use super::general::NO_EXTENSION;
use crate::channel::{self, EXTRANONCE, Kind};
use crate::link::dial;
use crate::peer::Bench;
use crate::verdict::{Outcome, Stop};

/// Bytes that one tag covers (section 4.6).
const BLOCK: usize = 65_519;

/// A message of an extension that does not exist, which takes two blocks.
#[derive(Debug, Clone, Encode, Decode)]
#[codec(id = extension(NO_EXTENSION as u32) | 0x7d)]
struct Long {
    first: B064K,
    second: B064K,
}

/// The question is about servers that encrypt.
fn is_sealed(bench: &Bench<'_>) -> Outcome {
    match bench.target.authority {
        Some(_) => Ok(()),
        None => Err(Stop::skip("the connection is in plaintext")),
    }
}

/// S-NX-1
pub(super) fn the_certificate_is_of_the_authority(bench: &mut Bench<'_>) -> Outcome {
    is_sealed(bench)?;
    let time = bench.limits.time;
    dial(&bench.target.address, time).map_err(|error| Stop::unclear(error.to_string()))?;
    bench.connect().map(drop).map_err(|stop| Stop::fail(stop.reason))
}

/// S-NX-2
pub(super) fn a_wrong_tag_ends_the_session(bench: &mut Bench<'_>) -> Outcome {
    is_sealed(bench)?;
    let (mut peer, _) = bench.set_up(0)?;
    // A header with its tag, if these were its bytes.
    peer.send_raw(&[0x5a; 64])?;
    let time = peer.time();
    let _ = peer.wait_for(time, "the end of the session", |_| None::<()>);
    if peer.end.is_some() {
        return Ok(());
    }
    Err(peer.fail("the session goes on after a tag that does not match"))
}

/// S-NX-3
pub(super) fn payloads_may_take_several_blocks(bench: &mut Bench<'_>) -> Outcome {
    is_sealed(bench)?;
    let (mut peer, _) = bench.set_up(0)?;
    let part = B064K::try_from(&vec![0x5a; BLOCK / 2 + 1][..]).unwrap_or_default(); // it is shorter
    peer.send(&Long { first: part.clone(), second: part })?;
    channel::request(&mut peer, Kind::Extended, [0xff; 32].into(), EXTRANONCE)?;
    match channel::answer(&mut peer) {
        Ok(_) => Ok(()),
        Err(reason) => Err(peer.fail(format!("after a payload of two blocks, {reason}"))),
    }
}
