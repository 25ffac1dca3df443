//! Ends of channels and connections, and what goes on beside them.

use std::time::{Duration, Instant};

use codec_core::wire::{B064K, Seq0255, U256};
use codec_stratum::AnyMessage;
use codec_stratum::common::Reconnect;
use codec_stratum::mining::{
    CloseChannel, NewExtendedMiningJob, SubmitSharesSuccess, UpdateChannel,
};

use super::frame::CutShare;
use super::line::{GROUP, Line, Pair};
use crate::channel::{self, Judged, Kind, Work};
use crate::client::Door;
use crate::client::frame::CutSetTarget;
use crate::client::granted::JOB_VERSION;
use crate::peer::{Bench, Peer, text};
use crate::process::memory;
use crate::verdict::{Outcome, Stop};

/// Frames for a client that does not read, and bytes of each.
const DEAF_FRAMES: u32 = 900;
const DEAF_BYTES: usize = 60_000;
/// Bytes that a proxy's memory may grow by meanwhile.
const DEAF_GROWTH: u64 = 32 << 20;

/// Two clients with a channel each and its work; the second's passes shares.
fn two(bench: &mut Bench<'_>) -> Result<(Line, [Pair; 2], Work), Stop> {
    let mut line = bench.line()?;
    line.join(bench)?;
    let first = line.own_of(bench, 0, Kind::Extended)?;
    let second = line.own_of(bench, 1, Kind::Extended)?;
    line.work(&first)?;
    let mut work = line.work(&second)?;
    line.is_passing(&second, &mut work)?;
    Ok((line, [first, second], work))
}

/// The channels that are closed on a connection, until all of these are.
fn closed(peer: &mut Peer, ids: &[u32]) -> Outcome {
    let mut left = ids.to_vec();
    let found = peer.wait("CloseChannel", |message| match message {
        AnyMessage::CloseChannel(close) => {
            left.retain(|id| *id != close.channel_id);
            left.is_empty().then_some(())
        }
        _ => None,
    });
    found.map_err(|reason| peer.fail(format!("{reason}; channels {left:?} are left")))
}

/// PX-CC-1
pub(super) fn clients_close_their_channels(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.own(bench, Kind::Extended)?;
    let pair = line.own(bench, Kind::Extended)?;
    let (channel_id, reason_code) = (pair.channel.channel_id, text("done"));
    line.downs[0].send(&CloseChannel { channel_id, reason_code })?;
    let id = line.granted[pair.granted].channel.channel_id;
    closed(line.up()?, &[id])
}

/// PX-CC-2
pub(super) fn servers_close_their_channels(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.own(bench, Kind::Extended)?;
    let pair = line.own(bench, Kind::Extended)?;
    let channel_id = line.granted[pair.granted].channel.channel_id;
    line.send_up(&CloseChannel { channel_id, reason_code: text("done") })?;
    closed(&mut line.downs[0], &[pair.channel.channel_id])
}

/// PX-CC-3: a client may be told of its group, or of each channel.
pub(super) fn servers_close_groups(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.join(bench)?;
    let first = line.own_of(bench, 0, Kind::Extended)?;
    let second = line.own_of(bench, 1, Kind::Extended)?;
    line.send_up(&CloseChannel { channel_id: GROUP, reason_code: text("done") })?;
    for pair in [&first, &second] {
        let ids = [pair.channel.channel_id, pair.channel.group];
        let peer = &mut line.downs[pair.down];
        let found = peer.wait("CloseChannel", |message| match message {
            AnyMessage::CloseChannel(close) => ids.contains(&close.channel_id).then_some(()),
            _ => None,
        });
        found.map_err(|reason| peer.fail(reason))?;
    }
    Ok(())
}

/// PX-CC-4
pub(super) fn channels_end_with_their_client(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.join(bench)?;
    let pairs = [line.own_of(bench, 0, Kind::Extended)?, line.own_of(bench, 0, Kind::Extended)?];
    line.own_of(bench, 1, Kind::Extended)?;
    let ids = pairs.map(|pair| line.granted[pair.granted].channel.channel_id);
    drop(line.downs.remove(0));
    closed(line.up()?, &ids)
}

/// PX-CC-5
pub(super) fn others_go_on_when_a_client_ends(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, [first, second], mut work) = two(bench)?;
    let ended = line.downs.remove(first.down);
    drop(ended);
    let second = Pair { down: 0, ..second };
    line.goes_on(&second, &mut work)
}

impl Line {
    /// A client's shares still come to the server, and their answers to it.
    fn goes_on(&mut self, pair: &Pair, work: &mut Work) -> Outcome {
        let arrived = self.passes(pair, work)?;
        self.send_up(&SubmitSharesSuccess {
            channel_id: arrived.share.channel_id,
            last_sequence_number: arrived.sequence_number,
            new_submits_accepted_count: 1,
            new_shares_sum: 1,
        })?;
        let peer = &mut self.downs[pair.down];
        match channel::judged(peer, pair.channel.channel_id) {
            Judged::Accepted { .. } => Ok(()),
            judged => Err(peer.fail(format!("another client's share: {judged:?}"))),
        }
    }

    /// A client does not wait in vain after its server went: its channel, or its connection, ends, or the
    /// proxy finds another one, at the door.
    fn is_told(&mut self, bench: &mut Bench<'_>, pair: &Pair, after: &str) -> Outcome {
        let until = Instant::now() + bench.limits.time;
        let mut has_spoken = false;
        while Instant::now() < until {
            let peer = &mut self.downs[pair.down];
            let ids = [pair.channel.channel_id, pair.channel.group];
            let told = peer.wait_for(Duration::from_millis(5), "the end", |heard| {
                match heard.message.as_ref().ok()? {
                    AnyMessage::CloseChannel(close) => {
                        ids.contains(&close.channel_id).then_some(())
                    }
                    AnyMessage::Reconnect(_) => Some(()),
                    _ => None,
                }
            });
            if told.is_ok() || peer.end.is_some() {
                return Ok(());
            }
            if let Some(door) = bench.door
                && (door.status().is_some()
                    || door.poll(until, &mut false).is_ok_and(|new| new.is_some()))
            {
                return Ok(());
            }
            // One who has something to say hears it at the latest then.
            if !has_spoken {
                has_spoken = true;
                let channel_id = pair.channel.channel_id;
                let update = UpdateChannel {
                    channel_id,
                    nominal_hash_rate: 1.0e3,
                    maximum_target: U256::MAX,
                };
                self.downs[pair.down].send(&update)?;
            }
        }
        Err(self.downs[pair.down].fail(format!("after {after}, the client is told nothing")))
    }
}

/// PX-UP-1
pub(super) fn clients_are_told_that_their_server_is_gone(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.open(bench, 0, Kind::Extended)?;
    line.work(&pair)?;
    line.drop_up();
    line.is_told(bench, &pair, "the end of the server's connection")
}

/// PX-UP-2
pub(super) fn garbage_of_the_server_hangs_no_client(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.open(bench, 0, Kind::Extended)?;
    line.work(&pair)?;
    let garbage = [0xff; 64];
    if line.up()?.send_raw(&garbage).is_err() {
        return Err(Stop::unclear("the proxy ended before"));
    }
    line.is_told(bench, &pair, "garbage of the server")
}

/// PX-UP-3
pub(super) fn malformed_messages_of_the_server_hang_no_client(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.open(bench, 0, Kind::Extended)?;
    let mut work = line.work(&pair)?;
    let channel_id = line.granted[pair.granted].channel.channel_id;
    line.send_up(&CutSetTarget { channel_id })?;
    line.downs[pair.down].listen();
    // It may be passed over, as if it had not been sent.
    match line.passes(&pair, &mut work) {
        Ok(_) => Ok(()),
        Err(_) => line.is_told(bench, &pair, "a SetTarget without its target"),
    }
}

/// PX-DN-1
pub(super) fn garbage_of_a_client_disturbs_no_other(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, [first, second], mut work) = two(bench)?;
    // The proxy may have closed it before all was written.
    let _ = line.downs[first.down].send_raw(&[0xff; 64]);
    line.downs[first.down].listen();
    line.goes_on(&second, &mut work)
}

/// PX-DN-2
pub(super) fn malformed_messages_of_a_client_disturb_no_other(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, [first, second], mut work) = two(bench)?;
    line.downs[first.down].send(&CutShare { channel_id: first.channel.channel_id })?;
    line.downs[first.down].listen();
    let up = line.up()?;
    up.listen();
    if let Some(heard) = up.unseen().iter().find(|heard| heard.message.is_err()) {
        return Err(Stop::fail_at(heard.entry, "a malformed share was passed on"));
    }
    line.goes_on(&second, &mut work)
}

/// PX-DN-3
pub(super) fn a_deaf_client_disturbs_no_other(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, [first, second], mut work) = two(bench)?;
    let pid = bench.door.and_then(Door::pid);
    let before = pid.and_then(memory);
    let (start, channel_id) = (B064K::default(), line.granted[first.granted].channel.channel_id);
    let job = NewExtendedMiningJob {
        channel_id,
        job_id: 1,
        min_ntime: None,
        version: JOB_VERSION,
        version_rolling_allowed: false,
        merkle_path: Seq0255::default(),
        coinbase_tx_prefix: start,
        coinbase_tx_suffix: B064K::try_from(vec![0x77; DEAF_BYTES]).unwrap_or_default(),
    };
    for _ in 0..DEAF_FRAMES {
        line.send_up(&job)?;
        if line.up()?.end.is_some() {
            return Err(line.up()?.fail("the proxy ends for a client that does not read"));
        }
    }
    line.goes_on(&second, &mut work)?;
    if let (Some(before), Some(after)) = (before, pid.and_then(memory)) {
        let growth = after.saturating_sub(before);
        #[expect(clippy::cast_precision_loss, reason = "for people")]
        bench.measured.push(("memory, growth, KiB", (growth >> 10) as f64));
        if growth > DEAF_GROWTH {
            return Err(Stop::fail(format!("its memory grew by {} MiB", growth >> 20)));
        }
    }
    Ok(())
}

/// PX-RC-1
pub(super) fn reconnect_is_for_the_proxy_alone(bench: &mut Bench<'_>) -> Outcome {
    let Some(door) = bench.door else { return Err(Stop::unclear("there is no door")) };
    let mut line = bench.line()?;
    line.open(bench, 0, Kind::Extended)?;
    let new_port = door.port();
    line.send_up(&Reconnect { new_host: text(""), new_port })?;
    let peer = &mut line.downs[0];
    peer.listen();
    let is_it = |message: &AnyMessage| matches!(message, AnyMessage::Reconnect(_));
    match peer.unseen().iter().find(|heard| heard.message.as_ref().is_ok_and(is_it)) {
        Some(heard) => Err(Stop::fail_at(heard.entry, "Reconnect was passed on")),
        None => Ok(()),
    }
}

/// PX-RC-2: at once, or for the next channel.
pub(super) fn the_proxy_follows_its_server(bench: &mut Bench<'_>) -> Outcome {
    let Some(door) = bench.door else { return Err(Stop::unclear("there is no door")) };
    let mut line = bench.line()?;
    line.open(bench, 0, Kind::Extended)?;
    let other = door.beside().map_err(|error| Stop::unclear(error.to_string()))?;
    line.send_up(&Reconnect { new_host: text(""), new_port: other.port() })?;
    let (until, quiet) = (Instant::now() + bench.limits.time, Instant::now() + bench.limits.quiet);
    let mut has_asked = false;
    while Instant::now() < until {
        let polled = other.poll(until, &mut false);
        if polled.map_err(|silence| Stop::unclear(silence.to_string()))?.is_some() {
            return Ok(());
        }
        if !has_asked && Instant::now() > quiet {
            has_asked = true;
            if line.downs[0].end.is_some() || line.request(0, Kind::Extended, 4).is_err() {
                let down = line.join(bench)?;
                line.request(down, Kind::Extended, 4)?;
            }
        }
    }
    Err(line.up()?.fail("the proxy did not connect where its server is"))
}
