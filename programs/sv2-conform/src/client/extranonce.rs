//! Sizes and prefixes of extranonces.

use codec_core::wire::B032;
use codec_stratum::mining::SetExtranoncePrefix;

use super::desk::{CHANNEL_ID, Desk, FIRST_JOB};
use super::request::request_of;
use crate::channel::Kind;
use crate::peer::Bench;
use crate::verdict::{Outcome, Stop};

/// CL-EN-1: on a connection for each size.
pub(super) fn each_size_is_used(bench: &mut Bench<'_>) -> Outcome {
    let mut next = None;
    loop {
        let mut peer = bench.greet()?;
        let asked = request_of(&mut peer)?;
        if asked.kind != Kind::Extended {
            return Err(Stop::skip("the client opens no extended channel"));
        }
        let size = next.unwrap_or_else(|| asked.min_size.clamp(1, 32));
        let prefix = [0xc3; 32];
        let mut desk = Desk::grant(peer, asked, (0, size, &prefix[..usize::from(32 - size)]))?;
        desk.first_job()?;
        desk.is_mined(FIRST_JOB)?;
        if size == 32 {
            return Ok(());
        }
        next = Some(size + 1);
    }
}

/// Gives the channel another prefix.
fn change(desk: &mut Desk) -> Outcome {
    let extranonce_prefix = B032::try_from(&[0x3c; 4][..]).unwrap_or_default();
    desk.granted.channel.prefix = extranonce_prefix;
    desk.send(&SetExtranoncePrefix { channel_id: CHANNEL_ID, extranonce_prefix })
}

/// CL-EN-2
pub(super) fn jobs_after_a_prefix_have_it(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.extended_desk()?;
    desk.is_mining()?;
    change(&mut desk)?;
    desk.job(FIRST_JOB + 1, false, false)?;
    desk.is_mined(FIRST_JOB + 1)
}

/// CL-EN-3
pub(super) fn jobs_before_a_prefix_keep_theirs(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.extended_desk()?;
    desk.is_mining()?;
    change(&mut desk)?;
    desk.settle();
    desk.is_mined(FIRST_JOB)
}
