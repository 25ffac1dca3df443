//! Scenarios of single frames, made from the description of all messages.

use codec_core::schema::{Describe as _, Id, Kind};
use codec_core::wire::U256;
use codec_core::{Message as _, MessageInfo};
use codec_derive::Encode;
use codec_schema::value::{Extreme, Payload, payloads};
use codec_stratum::common::SetupConnection;
use codec_stratum::mining::UpdateChannel;
use codec_stratum::{AnyMessage, CHANNEL, Sv2Protocol, extension};

use super::beside::{NOBODY, Watch};
use crate::peer::{Bench, Heard, Peer};
use crate::verdict::{Outcome, Stop};

/// Frames from one look at the honest client to the next.
const LOOKS: usize = 16;

/// A frame with any number and any payload.
#[derive(Debug, Clone, Encode)]
struct Frame {
    #[codec(skip)]
    id: u32,
    #[codec(skip)]
    flags: u32,
    #[codec(tail)]
    payload: Vec<u8>,
}

impl MessageInfo for Frame {
    type Id = u32;

    fn id(&self) -> u32 {
        self.id
    }

    fn flags(&self) -> u32 {
        self.flags
    }

    fn name(&self) -> &'static str {
        AnyMessage::name_of(self.id).unwrap_or("frame")
    }

    fn name_of(id: u32) -> Option<&'static str> {
        AnyMessage::name_of(id)
    }
}

/// A frame, the words for it, and whether a success would be a fault.
struct Case {
    frame: Frame,
    what: String,
    is_invalid: bool,
}

/// All messages with one field at a limit or over it, and the flags of each.
fn described() -> Result<Vec<Payload<u32>>, Stop> {
    let made = payloads::<Sv2Protocol>(1);
    made.map_err(|error| Stop::unclear(format!("the description can't be used: {error}")))
}

/// The flags that messages with this number have.
fn flags(id: u32) -> u32 {
    let Kind::Messages(all) = &AnyMessage::SCHEMA.resolve().kind else { return 0 };
    let mut messages = all.variants.iter().filter_map(|variant| variant.ty.resolve().message);
    messages.find(|message| message.id == Id::Number(id.into())).map_or(0, |found| found.flags)
}

fn bounds(is_chosen: impl Fn(&Extreme) -> bool) -> Result<Vec<Case>, Stop> {
    let cases = described()?.into_iter().filter_map(|payload| {
        let (path, at) = payload.boundary.as_ref().filter(|(_, at)| is_chosen(at))?;
        Some(Case {
            what: format!("{}, {path}: {at}", payload.name),
            is_invalid: *at == Extreme::Over,
            frame: Frame {
                id: payload.id,
                flags: flags(payload.id),
                payload: payload.sample.bytes,
            },
        })
    });
    Ok(cases.collect())
}

/// H-LIMIT
pub(super) fn at_limits(bench: &mut Bench<'_>) -> Outcome {
    play(bench, &bounds(|at| *at != Extreme::Over)?)
}

/// H-OVER
pub(super) fn over_limits(bench: &mut Bench<'_>) -> Outcome {
    play(bench, &bounds(|at| *at == Extreme::Over)?)
}

/// H-CUT
pub(super) fn cut(bench: &mut Bench<'_>) -> Outcome {
    let mut cases = Vec::new();
    for payload in described()?.into_iter().filter(|payload| payload.boundary.is_none()) {
        let (id, bytes, may_end_early) = (payload.id, payload.sample.bytes, payload.may_end_early);
        let mut add = |payload: Vec<u8>, how: &str, is_invalid| {
            let frame = Frame { id, flags: flags(id), payload };
            let what = format!("{} {how}", frame.name());
            cases.push(Case { frame, what, is_invalid });
        };
        add([&bytes[..], &[0x5a]].concat(), "with a byte more", false);
        if let Some((_, rest)) = bytes.split_last() {
            add(bytes[..rest.len()].to_vec(), "without its last byte", !may_end_early);
            add(Vec::new(), "without payload", !may_end_early);
        }
    }
    play(bench, &cases)
}

/// H-HEADER
pub(super) fn headers(bench: &mut Bench<'_>) -> Outcome {
    let of = |extension_type: u32, number: u32, flags: u32| {
        let id = extension(extension_type) | number;
        let what = format!("message {number:#04x} of extension {extension_type:#06x}");
        Case { frame: Frame { id, flags, payload: vec![0; 8] }, what, is_invalid: false }
    };
    let core = (0..=0xff).flat_map(|number| [of(0, number, 0), of(0, number, CHANNEL)]);
    let others = [1, 2, 3, 0x3abc, 0x7fff];
    let others = others.into_iter().flat_map(|extension| {
        [0, 1, 0x7f, 0x80, 0xff]
            .into_iter()
            .flat_map(move |number| [of(extension, number, 0), of(extension, number, CHANNEL)])
    });
    play(bench, &core.chain(others).collect::<Vec<_>>())
}

/// Sends each on a connection of its own, and looks whether others are served.
fn play(bench: &mut Bench<'_>, cases: &[Case]) -> Outcome {
    let mut watch = Watch::begin(bench)?;
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    bench.measured.push(("frames", cases.len() as f64));
    for (number, case) in cases.iter().enumerate() {
        let mark = bench.log.len();
        let is_first = case.frame.id == SetupConnection::ID && case.frame.flags == 0;
        one(bench, case, is_first)?;
        // Frames of cases that passed are not kept: their number has no bound.
        bench.log.truncate(mark);
        if number % LOOKS == 0 {
            watch.look(bench).map_err(|stop| after(&stop, case))?;
            bench.log.truncate(mark);
        }
    }
    watch.end(bench)
}

fn after(stop: &Stop, case: &Case) -> Stop {
    Stop::fail(format!("after {}: {}", case.what, stop.reason))
}

/// Sends one frame, and a request behind it: the answer to that, or the end, has to come.
fn one(bench: &mut Bench<'_>, case: &Case, is_first: bool) -> Outcome {
    let connected = if is_first { bench.connect() } else { bench.set_up(0).map(|one| one.0) };
    let mut peer = connected.map_err(|stop| after(&stop, case))?;
    let from = peer.heard.len();
    peer.send(&case.frame)?;
    let request =
        UpdateChannel { channel_id: NOBODY, nominal_hash_rate: 1.0, maximum_target: U256::MAX };
    peer.send(&request)?;
    let (time, is_answer) = if is_first {
        (bench.limits.quiet, (|_| true) as fn(&Heard) -> bool)
    } else {
        let is_answer = |heard: &Heard| {
            matches!(&heard.message,
                Ok(AnyMessage::UpdateChannelError(error)) if error.channel_id == NOBODY)
        };
        (bench.limits.time, is_answer as fn(&Heard) -> bool)
    };
    let answered = peer.wait_for(time, "an answer", |heard| is_answer(heard).then_some(()));
    if case.is_invalid {
        no_success(&peer, from, case)?;
    }
    match answered {
        Err(reason) if !is_first && peer.end.is_none() => {
            Err(peer.fail(format!("after {}: {reason}", case.what)))
        }
        _ => Ok(()),
    }
}

/// A message that is none has no success.
fn no_success(peer: &Peer, from: usize, case: &Case) -> Outcome {
    match peer.heard[from..].iter().find(|heard| heard.name().ends_with(".Success")) {
        Some(heard) => Err(Stop::fail_at(heard.entry, format!("{}: {}", case.what, heard.name()))),
        None => Ok(()),
    }
}
