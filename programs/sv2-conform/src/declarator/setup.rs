//! Connections, tokens, and rules for all messages.

use std::collections::BTreeSet;

use codec_core::wire::B0255;
use codec_stratum::AnyMessage;
use codec_stratum::job_declaration::{AllocateMiningJobTokenSuccess as Token, setup_flags};

use super::work::{self, EXTRANONCE, Job, ask, begin, client, connect, granted};
use crate::peer::{Bench, Heard, Peer};
use crate::scenario::general::Unknown;
use crate::scenario::setup::try_setup;
use crate::verdict::{Outcome, Stop};

/// A token that no declarator gives.
pub(super) fn no_token() -> B0255 {
    B0255::try_from(&b"no token of yours, 5a5a5a5a5a5a5a5a"[..]).unwrap_or_default()
}

/// JD-SC-1
pub(super) fn a_setup_is_accepted(bench: &mut Bench<'_>) -> Outcome {
    let mut last = String::new();
    for flags in [setup_flags::DECLARE_TX_DATA, 0] {
        let (peer, answer) = try_setup(bench, &client(flags))?;
        match answer {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => last = format!("SetupConnection was refused: {}", error.error_code),
            Err(reason) => return Err(peer.fail(reason)),
        }
    }
    Err(Stop::fail(last))
}

/// JD-SCS-2
pub(super) fn a_success_has_no_flags(bench: &mut Bench<'_>) -> Outcome {
    let setup = work::taken(bench)?(0);
    let (peer, answer) = try_setup(bench, &setup)?;
    match answer {
        Ok(Ok(answer)) if answer.flags == 0 => Ok(()),
        Ok(Ok(answer)) => Err(peer.fail(format!("flags {:#x}", answer.flags))),
        other => Err(Stop::unclear(format!("see JD-SC-1: {other:?}"))),
    }
}

/// A conversation that uses all that a declarator has; its steps are no questions.
fn tour(bench: &mut Bench<'_>) -> Result<Peer, Stop> {
    let (mut peer, token, base) = begin(bench)?;
    let job = Job::new(base.with_unknown(1, 1), &token, EXTRANONCE, |_| {})?;
    for token in [&token.mining_job_token, &no_token()] {
        job.declare(&mut peer, token)?;
        let _ = job.judged(&mut peer);
    }
    peer.listen();
    if peer.heard.len() < 2 {
        return Err(Stop::unclear("there was nothing but an answer to SetupConnection"));
    }
    Ok(peer)
}

/// JD-BIT-1
pub(super) fn channel_bits(bench: &mut Bench<'_>) -> Outcome {
    tour(bench)?.look(Heard::wrong_bit)
}

/// JD-EXT-1
pub(super) fn core_messages_have_no_extension(bench: &mut Bench<'_>) -> Outcome {
    tour(bench)?.look(Heard::wrong_extension)
}

/// JD-GEN-1
pub(super) fn unknown_messages_are_discarded(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = connect(bench)?;
    work::token(&mut peer)?;
    peer.send(&Unknown { number: 7 })?;
    ask(&mut peer)?;
    granted(&mut peer).map(drop).map_err(|reason| peer.fail(reason))
}

/// JD-GEN-2
pub(super) fn codes_have_no_control_characters(bench: &mut Bench<'_>) -> Outcome {
    let mut count = 0;
    tour(bench)?.look(|heard| {
        let Ok(AnyMessage::DeclareMiningJobError(error)) = &heard.message else { return None };
        count += 1;
        let code = error.error_code.to_string();
        code.bytes().any(|byte| byte.is_ascii_control()).then(|| format!("code {code:?}"))
    })?;
    if count == 0 { Err(Stop::unclear("nothing was refused: see JD-DJ-5")) } else { Ok(()) }
}

/// JD-GEN-3
pub(super) fn nothing_comes_unasked(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = connect(bench)?;
    peer.is_quiet()?;
    peer.end.map_or(Ok(()), |end| Err(Stop::unclear(end)))
}

/// JD-TK-1
pub(super) fn tokens_are_given(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = connect(bench)?;
    ask(&mut peer)?;
    granted(&mut peer).map(drop).map_err(|reason| peer.fail(reason))
}

/// JD-TK-2
pub(super) fn a_token_has_the_number_of_its_request(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = connect(bench)?;
    let wanted = ask(&mut peer)?;
    let found = granted(&mut peer).map_err(Stop::unclear)?.request_id;
    if found == wanted {
        return Ok(());
    }
    Err(peer.fail(format!("request {wanted}, answer {found}")))
}

/// A token, and the connection that it came by.
fn one(bench: &mut Bench<'_>) -> Result<(Peer, Token), Stop> {
    let mut peer = connect(bench)?;
    let token = work::token(&mut peer)?;
    Ok((peer, token))
}

/// JD-TK-3
pub(super) fn outputs_are_counted(bench: &mut Bench<'_>) -> Outcome {
    let (peer, token) = one(bench)?;
    match work::outputs(&token) {
        Some(_) => Ok(()),
        None => Err(peer.fail("coinbase_tx_outputs is not as many outputs as it says")),
    }
}

/// JD-TK-4
pub(super) fn the_first_output_is_for_the_pool(bench: &mut Bench<'_>) -> Outcome {
    let (peer, token) = one(bench)?;
    let outputs = work::outputs(&token).ok_or_else(|| Stop::unclear("see JD-TK-3"))?;
    match outputs.first() {
        None => Err(peer.fail("there is no output for the pool")),
        // OP_RETURN: what is paid to it is lost.
        Some(first) if matches!(first.script.first(), None | Some(0x6a)) => {
            Err(peer.fail("the script of the first output can't be paid to"))
        }
        Some(_) => Ok(()),
    }
}

/// JD-TK-5
pub(super) fn outputs_have_no_value(bench: &mut Bench<'_>) -> Outcome {
    let (peer, token) = one(bench)?;
    let outputs = work::outputs(&token).ok_or_else(|| Stop::unclear("see JD-TK-3"))?;
    match outputs.iter().find(|output| output.value != 0) {
        Some(output) => Err(peer.fail(format!("an output of {} satoshis", output.value))),
        None => Ok(()),
    }
}

/// JD-TK-6
pub(super) fn tokens_differ(bench: &mut Bench<'_>) -> Outcome {
    let mut known = BTreeSet::new();
    for _ in 0..2 {
        let mut peer = connect(bench)?;
        for _ in 0..2 {
            let token = work::token(&mut peer)?.mining_job_token;
            if !known.insert(token.as_bytes().to_vec()) {
                return Err(peer.fail("a token that was given before"));
            }
        }
    }
    Ok(())
}

/// JD-TK-7
pub(super) fn room_for_outputs_does_not_change(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, first) = one(bench)?;
    let wanted = first.coinbase_tx_outputs.len();
    for _ in 0..2 {
        let found = work::token(&mut peer)?.coinbase_tx_outputs.len();
        if found != wanted {
            return Err(peer.fail(format!("outputs of {found} bytes now, {wanted} before")));
        }
    }
    Ok(())
}

/// JD-TK-8
pub(super) fn requests_at_once_are_all_answered(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = one(bench)?;
    peer.link().hold();
    let mut wanted = BTreeSet::from([ask(&mut peer)?, ask(&mut peer)?, ask(&mut peer)?]);
    peer.release()?;
    while !wanted.is_empty() {
        let found = granted(&mut peer).map_err(|reason| peer.fail(reason))?.request_id;
        if !wanted.remove(&found) {
            return Err(Stop::unclear("see JD-TK-2"));
        }
    }
    Ok(())
}
