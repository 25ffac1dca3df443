//! Requests for channels, and what is granted.

use std::collections::BTreeSet;

use codec_core::wire::U256;
use codec_stratum::AnyMessage;
use codec_stratum::mining::{
    OpenExtendedMiningChannel, OpenMiningChannelError, UpdateChannel, UpdateChannelError,
};

use super::line::{Line, Part, WHOLE, part};
use crate::channel::{self, Answer, EXTRANONCE, Kind, Opened};
use crate::peer::{Bench, text};
use crate::tour::half_of;
use crate::verdict::{Outcome, Stop};

/// A request of a client with this number.
fn ask(line: &mut Line, down: usize, request_id: u32) -> Outcome {
    line.downs[down].send(&OpenExtendedMiningChannel {
        request_id,
        user_identity: text("conform.worker"),
        nominal_hash_rate: 1.0e3,
        max_target: half_of(U256::MAX),
        min_extranonce_size: EXTRANONCE,
    })
}

/// The channel that a client is given.
fn opened(line: &mut Line, down: usize) -> Result<Opened, Stop> {
    match channel::answer(&mut line.downs[down]) {
        Ok(Answer::Opened(opened)) => Ok(opened),
        Ok(Answer::Refused { code, .. }) => {
            Err(Stop::unclear(format!("no channel was opened: {code}")))
        }
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

/// PX-OC-1
pub(super) fn requests_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    ask(&mut line, 0, 5)?;
    let asked = line.awaited(bench)?;
    if asked.kind != Kind::Extended {
        return Err(Stop::skip("the proxy makes one channel of several"));
    }
    let up = line.up()?;
    if asked.max_target > half_of(U256::MAX) {
        return Err(up.fail("max_target is above that of the client"));
    }
    if asked.min_size < EXTRANONCE {
        return Err(up.fail(format!("an extranonce of {} bytes", asked.min_size)));
    }
    #[expect(clippy::float_cmp, reason = "it is passed on as it is")]
    if asked.hash_rate != 1.0e3 {
        return Err(up.fail(format!("the hash rate is {}", asked.hash_rate)));
    }
    Ok(())
}

/// PX-OC-2
pub(super) fn answers_have_the_number_of_their_request(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    for request_id in [0x7b, 0xffff_fffe] {
        ask(&mut line, 0, request_id)?;
        let asked = line.awaited(bench)?;
        let part = part(asked.kind);
        line.grant(asked, &part)?;
        let opened = opened(&mut line, 0)?;
        if opened.request_id != request_id {
            let reason = format!("request {request_id}, answer {}", opened.request_id);
            return Err(line.downs[0].fail(reason));
        }
    }
    Ok(())
}

/// PX-OC-3
pub(super) fn refusals_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    ask(&mut line, 0, 0x7b)?;
    let request_id = line.awaited(bench)?.request_id;
    line.send_up(&OpenMiningChannelError { request_id, error_code: text("unknown-user") })?;
    let answer = channel::answer(&mut line.downs[0]);
    let peer = &line.downs[0];
    match answer {
        Ok(Answer::Refused { request_id: 0x7b, .. }) => Ok(()),
        Ok(Answer::Refused { request_id, .. }) => {
            Err(peer.fail(format!("request 123, error {request_id}")))
        }
        Ok(Answer::Opened(_)) => Err(peer.fail("a channel that the server has refused")),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// PX-OC-4
pub(super) fn answers_that_cross_are_distinguished(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.join(bench)?;
    ask(&mut line, 0, 5)?;
    let first = line.awaited(bench)?;
    ask(&mut line, 1, 9)?;
    let second = line.awaited(bench)?;
    for (asked, size) in [(second, 6), (first, EXTRANONCE)] {
        let part = Part { size, ..part(Kind::Extended) };
        line.grant(asked, &part)?;
    }
    for (down, size) in [(0, EXTRANONCE), (1, 6)] {
        let opened = opened(&mut line, down)?;
        if opened.size != size {
            let reason = format!("a client has {} bytes and not {size}", opened.size);
            return Err(line.downs[down].fail(reason));
        }
    }
    Ok(())
}

/// PX-ID-1
pub(super) fn channels_have_numbers_of_their_own(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, mut ids, mut groups) = (bench.line()?, BTreeSet::new(), BTreeSet::new());
    for kind in [Kind::Extended, Kind::Extended, Kind::Standard] {
        let opened = line.open(bench, 0, kind)?.channel;
        groups.insert(opened.group);
        if !ids.insert(opened.channel_id) || groups.contains(&opened.channel_id) {
            let reason = format!("channel {} is there twice", opened.channel_id);
            return Err(line.downs[0].fail(reason));
        }
    }
    Ok(())
}

/// PX-ID-2
pub(super) fn requests_have_numbers_of_their_own(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.join(bench)?;
    let mut ids = BTreeSet::new();
    for down in [0, 1] {
        ask(&mut line, down, 5)?;
        let asked = line.awaited(bench)?;
        if !ids.insert(asked.request_id) {
            let reason = format!("request {} is there twice", asked.request_id);
            return Err(line.up()?.fail(reason));
        }
    }
    Ok(())
}

/// PX-EN-1: on one connection.
pub(super) fn sizes_add_up(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    for size in 1..=32 {
        let part = Part { size, whole: 32, ..part(Kind::Extended) };
        let pair = line.open_as(bench, 0, (Kind::Extended, size), &part)?;
        line.is_own(&pair, Kind::Extended)?;
        let (above, below) = (&line.granted[pair.granted].channel, &pair.channel);
        let (prefix, own) = (above.prefix.as_bytes(), below.prefix.as_bytes());
        let sum = own.len() + usize::from(below.size);
        let reason = if !own.starts_with(prefix) {
            format!("the prefix {own:02x?} does not begin with the server's, {prefix:02x?}")
        } else if sum != 32 {
            format!("{} and {} bytes, 32 of the server", own.len(), below.size)
        } else if below.size < size {
            format!("{} bytes of extranonce, {size} requested", below.size)
        } else {
            continue;
        };
        return Err(line.downs[0].fail(reason));
    }
    Ok(())
}

/// PX-EN-2
pub(super) fn shares_have_all_of_their_extranonce(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    for size in [1, 31] {
        let part = Part { size, whole: 32, ..part(Kind::Extended) };
        let pair = line.open_as(bench, 0, (Kind::Extended, size), &part)?;
        let mut work = line.work(&pair)?;
        line.passes(&pair, &mut work)?;
    }
    Ok(())
}

/// PX-EN-4
pub(super) fn no_two_clients_have_the_same_space(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.join(bench)?;
    let mut known = Vec::<Vec<u8>>::new();
    for (down, kind) in [(0, Kind::Extended), (1, Kind::Extended), (1, Kind::Extended)] {
        let opened = line.open(bench, down, kind)?.channel;
        let own = opened.prefix.as_bytes().to_vec();
        if known.iter().any(|one| one.starts_with(&own) || own.starts_with(one)) {
            let reason = format!("the prefix {own:02x?} has a part of another channel's space");
            return Err(line.downs[down].fail(reason));
        }
        known.push(own);
    }
    Ok(())
}

/// PX-ST-1
pub(super) fn no_target_is_easier_than_the_servers(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    for (kind, harder) in [(Kind::Extended, 0), (Kind::Extended, 3), (Kind::Standard, 1)] {
        let part = Part { harder, whole: WHOLE, ..part(kind) };
        let pair = line.open_as(bench, 0, (kind, EXTRANONCE), &part)?;
        line.is_own(&pair, kind)?;
        if pair.channel.target > line.granted[pair.granted].channel.target {
            return Err(line.downs[0].fail("the target is easier than the server's"));
        }
    }
    Ok(())
}

/// PX-UC-1
pub(super) fn updates_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.own(bench, Kind::Extended)?;
    let pair = line.own(bench, Kind::Extended)?;
    let maximum_target = half_of(half_of(U256::MAX));
    line.downs[0].send(&UpdateChannel {
        channel_id: pair.channel.channel_id,
        nominal_hash_rate: 2.0e3,
        maximum_target,
    })?;
    let id = line.granted[pair.granted].channel.channel_id;
    let up = line.up()?;
    let update = up.wait("UpdateChannel", |message| match message {
        AnyMessage::UpdateChannel(update) => Some(*update),
        _ => None,
    });
    match update {
        Ok(update) if update.channel_id != id => {
            Err(up.fail(format!("for channel {}, and not {id}", update.channel_id)))
        }
        Ok(update) if update.maximum_target > maximum_target => {
            Err(up.fail("maximum_target is above that of the client"))
        }
        Ok(_) => Ok(()),
        Err(reason) => Err(up.fail(reason)),
    }
}

/// PX-UC-2
pub(super) fn errors_of_updates_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    line.own(bench, Kind::Extended)?;
    let pair = line.own(bench, Kind::Extended)?;
    let channel_id = line.granted[pair.granted].channel.channel_id;
    let error_code = text("max-target-out-of-range");
    line.send_up(&UpdateChannelError { channel_id, error_code })?;
    let peer = &mut line.downs[0];
    let error = peer.wait("UpdateChannel.Error", |message| match message {
        AnyMessage::UpdateChannelError(error) => Some(error.channel_id),
        _ => None,
    });
    match error {
        Ok(id) if id == pair.channel.channel_id => Ok(()),
        Ok(id) => Err(peer.fail(format!("for channel {id}"))),
        Err(reason) => Err(peer.fail(reason)),
    }
}
