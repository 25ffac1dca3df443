//! Frames that clients have to take.

use codec_core::wire::{B016M, B064K};
use codec_core::{Header as _, MessageInfo as _};
use codec_derive::{Decode, Encode};
use codec_stratum::{CHANNEL, Tlv, Tlvs, WithTlvs, extension};

use super::desk::{CHANNEL_ID, Desk, FIRST_JOB};
use super::request::request_of;
use crate::channel::Job;
use crate::link::Link;
use crate::peer::Bench;
use crate::scenario::general::{NO_EXTENSION, Unknown, UnknownOfChannel};
use crate::verdict::{Outcome, Stop};

/// The longest frame: 16 MiB less one byte.
#[derive(Debug, Clone, Encode, Decode)]
#[codec(id = extension(NO_EXTENSION as u32) | 0x7d)]
struct Longest {
    content: B016M,
}

/// `SetTarget` without its target.
#[derive(Debug, Clone, Copy, Encode, Decode)]
#[codec(id = 0x21, flags = CHANNEL)]
pub(crate) struct CutSetTarget {
    pub(crate) channel_id: u32,
}

/// CL-GEN-1
pub(super) fn channel_bits(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    for heard in &desk.peer.heard {
        let Ok(message) = &heard.message else { continue };
        if heard.header.flags() != Some(message.flags()) {
            let reason = format!("the channel bit of {} is wrong", heard.name());
            return Err(Stop::fail_at(heard.entry, reason));
        }
    }
    Ok(())
}

/// CL-GEN-2
pub(super) fn unknown_messages_are_ignored(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.send(&Unknown { number: 7 })?;
    desk.send(&UnknownOfChannel { channel_id: CHANNEL_ID })?;
    desk.goes_on("messages of an unknown extension")
}

/// A channel and its first job, after the connection was prepared.
fn desk_by(bench: &mut Bench<'_>, prepare: impl FnOnce(&mut Link)) -> Result<Desk, Stop> {
    let mut peer = bench.greet()?;
    let asked = request_of(&mut peer)?;
    prepare(peer.link());
    let size = asked.size();
    let mut desk = Desk::grant(peer, asked, (0, size, &[0xa5; 4]))?;
    desk.first_job()?;
    Ok(desk)
}

/// CL-GEN-3
pub(super) fn bytes_may_come_one_by_one(bench: &mut Bench<'_>) -> Outcome {
    desk_by(bench, Link::cut)?.is_mined(FIRST_JOB)
}

/// CL-GEN-4
pub(super) fn many_frames_may_come_at_once(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = desk_by(bench, Link::hold)?;
    desk.peer.release()?;
    desk.is_mined(FIRST_JOB)
}

/// Passes where the client goes on or ends the connection: what it may not do is to hang.
fn goes_on_or_ends(mut desk: Desk, after: &str) -> Outcome {
    match desk.goes_on(after) {
        Err(_) if desk.peer.end.is_some() => Ok(()),
        outcome => outcome,
    }
}

/// CL-GEN-5
pub(super) fn the_longest_frame_hangs_nobody(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    // With its length of three bytes the content is as long as a payload may be.
    let content = B016M::try_from(vec![0x77; 0xff_ffff - 3]).unwrap_or_default();
    if desk.send(&Longest { content }).is_err() && desk.peer.end.is_none() {
        return Err(desk.peer.fail("a frame of 16 MiB was not read in time"));
    }
    goes_on_or_ends(desk, "a frame of 16 MiB")
}

/// CL-GEN-6
pub(super) fn unknown_fields_are_ignored(bench: &mut Bench<'_>) -> Outcome {
    let peer = bench.greet()?;
    let mut desk = Desk::open(peer)?;
    let value = B064K::try_from(&b"unknown"[..]).unwrap_or_default();
    let unknown = Tlv { extension_type: NO_EXTENSION, field_type: 1, value };
    let tlvs = Tlvs { fields: [unknown].into_iter().collect() };
    match desk.granted.add_job(FIRST_JOB, true, false) {
        Job::Standard(message) => desk.send(&WithTlvs { message, tlvs })?,
        Job::Extended(message) => desk.send(&WithTlvs { message, tlvs })?,
    }
    desk.activate(FIRST_JOB)?;
    desk.is_mined(FIRST_JOB)
}

/// CL-GEN-7
pub(super) fn a_malformed_message_hangs_nobody(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.send(&CutSetTarget { channel_id: CHANNEL_ID })?;
    goes_on_or_ends(desk, "a SetTarget without its target")
}
