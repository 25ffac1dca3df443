//! Encrypted connections.

use crate::link::dial;
use crate::peer::Bench;
use crate::verdict::{Outcome, Stop};

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
