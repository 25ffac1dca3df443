//! Shares and their answers, counted on both sides.

use codec_stratum::AnyMessage;
use codec_stratum::mining::{SubmitSharesError, SubmitSharesSuccess};

use super::line::{Line, Pair};
use crate::channel::{self, Judged, Kind, Share, Work};
use crate::client::granted::{Submitted, next_share};
use crate::peer::{Bench, text};
use crate::tour::NO_CHANNEL;
use crate::verdict::{Outcome, Stop};

/// Shares that are counted.
const SOME: usize = 6;

/// A line with a channel of this kind, which is the client's own, and its first job.
fn mining(bench: &mut Bench<'_>, kind: Kind) -> Result<(Line, Pair, Work), Stop> {
    let mut line = bench.line()?;
    let pair = line.own(bench, kind)?;
    let work = line.work(&pair)?;
    Ok((line, pair, work))
}

impl Line {
    /// The server accepts shares of a channel up to this number.
    fn accept(&mut self, pair: &Pair, last: u32, count: u32) -> Outcome {
        let channel_id = self.granted[pair.granted].channel.channel_id;
        self.send_up(&SubmitSharesSuccess {
            channel_id,
            last_sequence_number: last,
            new_submits_accepted_count: count,
            new_shares_sum: u64::from(count) * 1000,
        })
    }

    /// The server refuses a share.
    fn refuse(&mut self, share: &Submitted, code: &str) -> Outcome {
        let (channel_id, error_code) = (share.share.channel_id, text(code));
        let sequence_number = share.sequence_number;
        self.send_up(&SubmitSharesError { channel_id, sequence_number, error_code })
    }

    /// The next answer to a client's shares.
    fn judged(&mut self, pair: &Pair) -> Judged {
        channel::judged(&mut self.downs[pair.down], pair.channel.channel_id)
    }

    /// A share that has to be refused is: by the proxy, or by the server, where it comes with this code.
    fn is_refused(&mut self, pair: &Pair, sent: u32, code: &str) -> Outcome {
        // The proxy may answer at once, and then nothing comes here.
        let quiet = self.up()?.quiet();
        if let Ok(arrived) = next_share(self.up()?, quiet) {
            self.refuse(&arrived, code)?;
        }
        let judged = self.judged(pair);
        let peer = &self.downs[pair.down];
        match judged {
            Judged::Refused { sequence_number, .. } if sequence_number == sent => Ok(()),
            Judged::Refused { sequence_number, .. } => {
                Err(peer.fail(format!("share {sent}, error {sequence_number}")))
            }
            Judged::Accepted { .. } => Err(peer.fail("the share was accepted")),
            Judged::Silence(reason) => Err(peer.fail(reason)),
        }
    }
}

/// PX-SH-1, PX-SH-2
pub(super) fn shares_are_passed_on(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.open(bench, 0, kind)?;
    let mut work = line.work(&pair)?;
    line.passes(&pair, &mut work)?;
    // Clients roll the time when they have no other nonces.
    let fields = (work.version(), work.ntime() + 1);
    line.passes_with(&pair, &mut work, fields)?;
    Ok(())
}

/// PX-SH-3
pub(super) fn each_share_comes_once(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut work) = mining(bench, Kind::Extended)?;
    let mut sent = Vec::new();
    for _ in 0..SOME {
        let peer = &mut line.downs[pair.down];
        let share = work.valid(peer, (work.version(), work.ntime()))?;
        channel::submit(peer, &share, pair.channel.kind)?;
        sent.push(share.nonce);
    }
    let mut came = Vec::new();
    while came.len() < SOME {
        let arrived = line.arrival().map_err(|reason| {
            Stop::fail(format!("{} of {SOME} shares came: {reason}", came.len()))
        })?;
        came.push(arrived.share.nonce);
    }
    let quiet = line.up()?.quiet();
    let up = line.up()?;
    if came != sent || next_share(up, quiet).is_ok() {
        return Err(up.fail("shares came twice, or in another order"));
    }
    Ok(())
}

/// PX-SH-4
pub(super) fn counts_agree(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut work) = mining(bench, Kind::Extended)?;
    let mut last = 0;
    for _ in 0..SOME {
        last = line.submit(&pair, &mut work)?;
        let arrived = line.arrival().map_err(Stop::unclear)?;
        if arrived.sequence_number == u32::MAX {
            return Err(line.up()?.fail("no sequence number"));
        }
    }
    // Two batches, as servers acknowledge them.
    let half = u32::try_from(SOME / 2).unwrap_or_default();
    line.accept(&pair, last - half, half)?;
    line.accept(&pair, last, half)?;
    let (mut count, mut sum) = (0, 0);
    let own = pair.channel.channel_id;
    let peer = &mut line.downs[pair.down];
    let counted = peer.wait("SubmitShares.Success for the last share", |message| match message {
        AnyMessage::SubmitSharesSuccess(answer) if answer.channel_id == own => {
            count += answer.new_submits_accepted_count;
            sum += answer.new_shares_sum;
            (answer.last_sequence_number == last).then_some((count, sum))
        }
        _ => None,
    });
    match counted {
        Ok((count, sum)) if count == 2 * half && sum == u64::from(2 * half) * 1000 => Ok(()),
        Ok((count, sum)) => {
            let reason = format!("{count} shares, in sum {sum}; {} were accepted", 2 * half);
            Err(peer.fail(reason))
        }
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// PX-SH-5
pub(super) fn refusals_have_the_number_of_their_share(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut work) = mining(bench, Kind::Extended)?;
    for _ in 0..2 {
        let sent = line.submit(&pair, &mut work)?;
        let arrived = line.arrival().map_err(Stop::unclear)?;
        line.refuse(&arrived, "invalid-share")?;
        let judged = line.judged(&pair);
        let peer = &line.downs[pair.down];
        match judged {
            Judged::Refused { sequence_number, .. } if sequence_number == sent => {}
            Judged::Refused { sequence_number, .. } => {
                return Err(peer.fail(format!("share {sent}, error {sequence_number}")));
            }
            Judged::Accepted { .. } => return Err(peer.fail("the share was accepted")),
            Judged::Silence(reason) => return Err(peer.fail(reason)),
        }
    }
    Ok(())
}

/// PX-SH-6
pub(super) fn shares_for_others_are_refused(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut work) = mining(bench, Kind::Extended)?;
    let other = line.join(bench)?;
    // That of the server may be none of the client's.
    let above = line.granted[pair.granted].channel.channel_id;
    for channel_id in [NO_CHANNEL, above] {
        if channel_id == pair.channel.channel_id {
            continue;
        }
        let share = work.valid(&line.downs[0], (work.version(), work.ntime()))?;
        let share = Share { channel_id, ..share };
        channel::submit(&mut line.downs[other], &share, pair.channel.kind)?;
        let judged = channel::judged(&mut line.downs[other], channel_id);
        if !matches!(judged, Judged::Refused { .. }) {
            let reason = format!("a share for channel {channel_id}: {judged:?}");
            return Err(line.downs[other].fail(reason));
        }
        let quiet = line.up()?.quiet();
        if let Ok(arrived) = next_share(line.up()?, quiet) {
            let reason = "a share for a channel that the client does not have";
            return Err(Stop::fail_at(arrived.entry, reason));
        }
    }
    Ok(())
}

/// PX-SH-7
pub(super) fn no_two_clients_are_mixed_up(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, first, mut work) = mining(bench, Kind::Extended)?;
    let down = line.join(bench)?;
    let second = line.own_of(bench, down, Kind::Extended)?;
    let mut other_work = line.work(&second)?;
    for (pair, work) in [(&second, &mut other_work), (&first, &mut work)] {
        let sent = line.submit(pair, work)?;
        let arrived = line.arrival().map_err(Stop::unclear)?;
        let id = line.granted[pair.granted].channel.channel_id;
        if arrived.share.channel_id != id {
            let reason = format!("for channel {}, and not {id}", arrived.share.channel_id);
            return Err(Stop::fail_at(arrived.entry, reason));
        }
        line.accept(pair, arrived.sequence_number, 1)?;
        let (own, other) = (pair.down, 1 - pair.down);
        if let Judged::Accepted { last, .. } = line.judged(pair)
            && last != sent
        {
            return Err(line.downs[own].fail(format!("share {sent}, success {last}")));
        }
        let peer = &mut line.downs[other];
        peer.listen();
        let is_answer =
            |message: &AnyMessage| matches!(message, AnyMessage::SubmitSharesSuccess(_));
        let heard = peer.unseen().iter();
        let mut wrong = heard.filter(|heard| heard.message.as_ref().is_ok_and(is_answer));
        if let Some(heard) = wrong.next() {
            return Err(Stop::fail_at(heard.entry, "the answer to another client's share"));
        }
    }
    Ok(())
}

/// PX-SH-8
pub(super) fn no_share_counts_twice(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut work) = mining(bench, Kind::Extended)?;
    let peer = &mut line.downs[pair.down];
    let share = work.valid(peer, (work.version(), work.ntime()))?;
    channel::submit(peer, &share, pair.channel.kind)?;
    let arrived = line.arrival().map_err(Stop::unclear)?;
    line.accept(&pair, arrived.sequence_number, 1)?;
    match line.judged(&pair) {
        Judged::Accepted { .. } => {}
        other => return Err(Stop::unclear(format!("the share at first: {other:?}"))),
    }
    let sent = channel::submit(&mut line.downs[pair.down], &share, pair.channel.kind)?;
    line.is_refused(&pair, sent, "duplicate-share")
}

/// PX-SH-9
pub(super) fn shares_of_old_blocks_are_refused(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut old) = mining(bench, Kind::Extended)?;
    line.work_on(&pair, Line::first_job(&pair) + 1, false)?;
    let sent = line.submit(&pair, &mut old)?;
    line.is_refused(&pair, sent, "stale-share")
}

/// PX-SH-10
pub(super) fn hashes_above_the_target_are_refused(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut work) = mining(bench, Kind::Extended)?;
    let (size, target) = (usize::from(pair.channel.size), pair.channel.target);
    let peer = &mut line.downs[pair.down];
    let fields = (work.version(), work.ntime());
    let share = work.share(fields, size, peer.time(), |hash| !target.meets(hash))?;
    let sent = channel::submit(peer, &share, pair.channel.kind)?;
    line.is_refused(&pair, sent, "difficulty-too-low")
}
