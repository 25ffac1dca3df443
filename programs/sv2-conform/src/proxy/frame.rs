//! Frames, known and unknown, that pass the proxy.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use codec_core::wire::{B064K, Seq0255, U256};
use codec_core::{ById, Header as _, ToPayload};
use codec_derive::{Decode, Encode};
use codec_stratum::mining::{NewExtendedMiningJob, SetTarget, UpdateChannel};
use codec_stratum::{AnyMessage, CHANNEL, extension};

use super::line::{Line, Pair};
use crate::channel::{self, Kind};
use crate::client::granted::JOB_VERSION;
use crate::link::bytes;
use crate::peer::{Bench, Heard, Peer};
use crate::scenario::general::{NO_EXTENSION, Unknown, UnknownOfChannel};
use crate::tour::request_extensions;
use crate::verdict::{Outcome, Stop};

/// A message of an extension that does not exist, for a channel.
#[derive(Debug, Clone, Encode, Decode)]
#[codec(id = extension(NO_EXTENSION as u32) | 0x7c, flags = CHANNEL)]
struct Parcel {
    channel_id: u32,
    content: B064K,
}

/// `SubmitSharesExtended` without its share.
#[derive(Debug, Clone, Copy, Encode, Decode)]
#[codec(id = 0x1b, flags = CHANNEL)]
pub(super) struct CutShare {
    pub(super) channel_id: u32,
}

fn parcel(channel_id: u32, content: &[u8]) -> Parcel {
    Parcel { channel_id, content: B064K::try_from(content).unwrap_or_default() }
}

/// True for a frame of the extension that does not exist.
fn is_foreign(heard: &Heard) -> bool {
    heard.header.extension_type() == NO_EXTENSION
}

/// The next frame of the unknown extension is this message.
fn comes<M: ToPayload<ById, u32>>(peer: &mut Peer, message: &M) -> Outcome {
    let wanted = bytes(message);
    let found = peer.wait_for(peer.time(), "a frame of an unknown extension", |heard| {
        is_foreign(heard).then(|| {
            let (id, flags) = message.envelope();
            let is_same =
                heard.header.id() == id && heard.header.is_channel() == (flags & CHANNEL != 0);
            (is_same && heard.payload == wanted[6..], heard.payload.clone())
        })
    });
    match found {
        Ok((true, _)) => Ok(()),
        Ok((false, came)) => {
            let mut hex = String::new();
            for byte in came.iter().take(16) {
                // Writing to a `String` can't fail.
                let _ = write!(hex, "{byte:02x}");
            }
            Err(peer.fail(format!("{} bytes of {}: {hex}", came.len(), wanted.len() - 6)))
        }
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// Contents of frames of many lengths.
fn contents() -> [Vec<u8>; 3] {
    [Vec::new(), vec![0xd7; 1], (0..=250).cycle().take(3000).collect()]
}

/// A line with two channels of its client; the second.
fn second(bench: &mut Bench<'_>) -> Result<(Line, Pair, u32), Stop> {
    let mut line = bench.line()?;
    line.own(bench, Kind::Extended)?;
    let pair = line.own(bench, Kind::Extended)?;
    let id = line.granted[pair.granted].channel.channel_id;
    Ok((line, pair, id))
}

/// GEN-12
pub(super) fn unknown_frames_go_up(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, above) = second(bench)?;
    let own = pair.channel.channel_id;
    line.downs[0].send(&UnknownOfChannel { channel_id: own })?;
    comes(line.up()?, &UnknownOfChannel { channel_id: above })?;
    for content in contents() {
        line.downs[0].send(&parcel(own, &content))?;
        comes(line.up()?, &parcel(above, &content))?;
    }
    Ok(())
}

/// PX-EX-2
pub(super) fn unknown_frames_go_down(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, above) = second(bench)?;
    let own = pair.channel.channel_id;
    line.send_up(&UnknownOfChannel { channel_id: above })?;
    comes(&mut line.downs[0], &UnknownOfChannel { channel_id: own })?;
    for content in contents() {
        line.send_up(&parcel(above, &content))?;
        comes(&mut line.downs[0], &parcel(own, &content))?;
    }
    Ok(())
}

/// Fails at a frame of the unknown extension.
fn none_comes(peer: &mut Peer) -> Outcome {
    peer.listen();
    match peer.unseen().iter().find(|heard| is_foreign(heard)) {
        Some(heard) => Err(Stop::fail_at(heard.entry, "a frame for the proxy was passed on")),
        None => Ok(()),
    }
}

/// PX-EX-3
pub(super) fn frames_for_no_channel_stay(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, _) = second(bench)?;
    line.downs[0].send(&Unknown { number: pair.channel.channel_id })?;
    none_comes(line.up()?)?;
    let number = line.granted[pair.granted].channel.channel_id;
    line.send_up(&Unknown { number })?;
    none_comes(&mut line.downs[0])?;
    match line.downs[0].end.clone().or_else(|| line.up().ok()?.end.clone()) {
        Some(end) => Err(line.downs[0].fail(format!("after an unknown frame, {end}"))),
        None => Ok(()),
    }
}

/// The kinds of frames as they come, until there are so many.
fn order(peer: &mut Peer, count: usize) -> Result<String, String> {
    let mut order = String::new();
    let found = peer.wait_for(peer.time(), "all frames", |heard| {
        let letter = match &heard.message {
            Ok(AnyMessage::SubmitSharesExtended(_) | AnyMessage::NewExtendedMiningJob(_)) => 's',
            Ok(AnyMessage::UpdateChannel(_) | AnyMessage::SetTarget(_)) => 'u',
            _ if is_foreign(heard) => 'x',
            _ => return None,
        };
        order.push(letter);
        (order.len() == count).then_some(())
    });
    found.map(|()| order.clone()).map_err(|reason| format!("{reason}; {order:?}"))
}

/// PX-EX-4: to the server, then to the client.
pub(super) fn order_is_kept(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.own(bench, Kind::Extended)?;
    let mut work = line.work(&pair)?;
    let own = pair.channel.channel_id;
    let peer = &mut line.downs[0];
    let share = work.valid(peer, (work.version(), work.ntime()))?;
    peer.link().hold();
    peer.send(&parcel(own, b"first"))?;
    channel::submit(peer, &share, Kind::Extended)?;
    peer.send(&parcel(own, b"second"))?;
    let (nominal_hash_rate, maximum_target) = (1.0e3, U256::MAX);
    peer.send(&UpdateChannel { channel_id: own, nominal_hash_rate, maximum_target })?;
    peer.send(&parcel(own, b"third"))?;
    peer.release()?;
    is_in_order(line.up()?)?;

    let granted = &mut line.granted[pair.granted];
    let channel_id = granted.channel.channel_id;
    let maximum_target = granted.set_target(1);
    let job = granted.add_job(Line::first_job(&pair) + 1, false, false);
    let up = line.up()?;
    up.link().hold();
    up.send(&parcel(channel_id, b"first"))?;
    if let channel::Job::Extended(job) = &job {
        up.send(job)?;
    }
    up.send(&parcel(channel_id, b"second"))?;
    up.send(&SetTarget { channel_id, maximum_target })?;
    up.send(&parcel(channel_id, b"third"))?;
    up.release()?;
    is_in_order(&mut line.downs[0])
}

fn is_in_order(peer: &mut Peer) -> Outcome {
    match order(peer, 5) {
        Ok(order) if order == "xsxux" => Ok(()),
        Ok(order) => Err(peer.fail(format!("frames in the order {order}, and not xsxux"))),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// PX-EX-5
pub(super) fn extensions_are_answered(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let peer = &mut line.downs[0];
    peer.send(&request_extensions(77, &[2, NO_EXTENSION]))?;
    let answered = peer.wait("an answer to RequestExtensions", |message| match message {
        AnyMessage::RequestExtensionsSuccess(answer) => Some(answer.request_id),
        AnyMessage::RequestExtensionsError(answer) => Some(answer.request_id),
        _ => None,
    });
    match answered {
        Ok(77) => Ok(()),
        Ok(id) => Err(peer.fail(format!("request 77, answer {id}"))),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// PX-FR-1
pub(super) fn bytes_may_come_one_by_one(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let asked = |stop: Stop| Stop::fail(stop.reason);
    line.downs[0].link().cut();
    if let Ok(up) = line.up() {
        up.link().cut();
    }
    let pair = line.open(bench, 0, Kind::Extended).map_err(asked)?;
    let mut work = line.work(&pair).map_err(asked)?;
    line.passes(&pair, &mut work)?;
    Ok(())
}

/// PX-FR-2
pub(super) fn many_frames_may_come_at_once(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.open(bench, 0, Kind::Extended)?;
    let first = Line::first_job(&pair);
    line.up()?.link().hold();
    line.job(&pair, first, (true, false))?;
    line.activate(&pair, first)?;
    line.up()?.release()?;
    let peer = &mut line.downs[0];
    let mut work =
        channel::work(peer, pair.channel.clone()).map_err(|stop| Stop::fail(stop.reason))?;
    let mut nonces = BTreeSet::new();
    peer.link().hold();
    for _ in 0..16 {
        let share = work.valid(peer, (work.version(), work.ntime()))?;
        channel::submit(peer, &share, Kind::Extended)?;
        nonces.insert(share.nonce);
    }
    peer.release()?;
    while !nonces.is_empty() {
        let arrived = line
            .arrival()
            .map_err(|reason| Stop::fail(format!("{} shares are left: {reason}", nonces.len())))?;
        nonces.remove(&arrived.share.nonce);
    }
    Ok(())
}

/// PX-FR-3
pub(super) fn long_jobs_pass(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.own(bench, Kind::Extended)?;
    let part = || B064K::try_from(vec![0x5c; B064K::MAX]).unwrap_or_default();
    let mut job = NewExtendedMiningJob {
        channel_id: line.granted[pair.granted].channel.channel_id,
        job_id: 5,
        min_ntime: None,
        version: JOB_VERSION,
        version_rolling_allowed: true,
        merkle_path: Seq0255::try_from(vec![U256([0x31; 32]); 255]).unwrap_or_default(),
        coinbase_tx_prefix: part(),
        coinbase_tx_suffix: part(),
    };
    line.send_up(&job)?;
    job.channel_id = pair.channel.channel_id;
    let peer = &mut line.downs[0];
    let came = peer.wait("a job of 139 KB", |message| match message {
        AnyMessage::NewExtendedMiningJob(job) => Some(job.clone()),
        _ => None,
    });
    match came {
        Ok(came)
            if came.coinbase_tx_prefix == job.coinbase_tx_prefix
                && came.coinbase_tx_suffix == job.coinbase_tx_suffix
                && came.merkle_path == job.merkle_path =>
        {
            Ok(())
        }
        Ok(_) => Err(peer.fail("the job has changed")),
        Err(reason) => Err(peer.fail(reason)),
    }
}
