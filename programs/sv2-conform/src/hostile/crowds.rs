//! Scenarios of many connections at once.

use std::time::{Duration, Instant};

use codec_core::wire::{Seq064K, U256};
use codec_stratum::extensions::RequestExtensions;
use codec_stratum::mining::{OpenExtendedMiningChannel, UpdateChannel};

use super::beside::{NOBODY, beside};
use super::crowd::Crowd;
use super::raw::Raw;
use crate::link::bytes;
use crate::peer::{Bench, setup, text};
use crate::verdict::{Outcome, Stop};

/// Time from byte to byte of a slow client.
const SLOWNESS: Duration = Duration::from_millis(50);
/// Bytes of a frame whose payload is as long as its header can say.
const LONGEST: [u8; 6] = [0, 0, 0, 0xff, 0xff, 0xff];
/// Frames of 16 MiB.
const FRAMES: usize = 8;
/// Connections that read nothing, at most: each has to fill the system's buffers.
const DEAF: usize = 4;
/// Connections that come and go.
const VISITS: usize = 500;
/// Bytes that a connection queues at once.
const BATCH: usize = 32 * 1024;

/// Opens connections of one kind, a handshake done.
fn open(bench: &Bench<'_>) -> impl FnMut() -> Option<Raw> + Send + 'static {
    let (target, time) = (bench.target.clone(), bench.limits.time);
    move || Raw::dial(&target, time)?.sealed(&target, time)
}

/// Opens connections of which nothing is heard.
fn dial(bench: &Bench<'_>) -> impl FnMut() -> Option<Raw> + Send + 'static {
    let (target, time) = (bench.target.clone(), bench.limits.time);
    move || Raw::dial(&target, time)
}

/// Opens connections with little room for answers.
fn narrow(bench: &Bench<'_>) -> impl FnMut() -> Option<Raw> + Send + 'static {
    let (target, time) = (bench.target.clone(), bench.limits.time);
    move || Raw::dial_narrow(&target, time)?.sealed(&target, time)
}

/// Sends `SetupConnection` on connections that are opened.
fn ready(
    mut open: impl FnMut() -> Option<Raw> + Send + 'static,
) -> impl FnMut() -> Option<Raw> + Send + 'static {
    move || {
        let mut raw = open()?;
        raw.queue(&setup(0));
        raw.send(usize::MAX);
        Some(raw)
    }
}

/// H-SILENT
pub(super) fn silent(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connections say nothing", |bench| {
        Crowd::start(bench.hostility.connections, dial(bench), |_, _| {})
    })
}

/// H-SLOW
pub(super) fn slow(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connections send a byte every 50 ms", |bench| {
        let mut open = open(bench);
        let open = move || {
            let mut raw = open()?;
            raw.queue(&setup(0));
            raw.send(1);
            Some(raw)
        };
        let mut last = Vec::new();
        Crowd::start(bench.hostility.connections, open, move |number, raw| {
            last.resize(last.len().max(number + 1), Instant::now());
            if last[number].elapsed() >= SLOWNESS {
                last[number] = Instant::now();
                raw.send(1);
            }
        })
    })
}

/// H-HANDSHAKE
pub(super) fn half_open(bench: &mut Bench<'_>) -> Outcome {
    if bench.target.authority.is_none() {
        return Err(Stop::skip("nothing is encrypted"));
    }
    beside(bench, "connections end their handshakes half-way", |bench| {
        let mut is_said = Vec::new();
        Crowd::start(bench.hostility.connections, dial(bench), move |number, raw| {
            if is_said.len() <= number {
                is_said.resize(number + 1, true);
                // A part of the first message; or one of the right size, which is no key.
                raw.push(&[0x5a; 64][..if number % 2 == 0 { 20 } else { 64 }]);
                raw.send(usize::MAX);
            }
        })
    })
}

/// H-GARBAGE
pub(super) fn garbage(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connections send garbage", |bench| {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        Crowd::start(bench.hostility.connections, dial(bench), move |number, raw| {
            if !raw.is_idle() {
                return raw.send(BATCH);
            }
            if number % 2 == 0 {
                raw.push(&b"GET / HTTP/1.1\r\nHost: pool\r\n\r\n".repeat(32));
            } else {
                for _ in 0..128 {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    raw.push(&state.to_le_bytes());
                }
            }
            raw.send(BATCH);
        })
    })
}

/// H-CHURN
pub(super) fn churn(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connections ended at once", |bench| {
        Crowd::start(VISITS, dial(bench), |_, raw| {
            raw.hang_up();
        })
    })
}

/// H-ANNOUNCE
pub(super) fn announce(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connections announced 16 MiB", |bench| {
        let mut open = open(bench);
        let open = move || {
            let mut raw = open()?;
            let header = raw.header(LONGEST);
            raw.push(&header);
            raw.send(usize::MAX);
            Some(raw)
        };
        Crowd::start(bench.hostility.connections, open, |_, _| {})
    })
}

/// H-OVERSIZED
pub(super) fn oversized(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "frames of 16 MiB began", |bench| {
        // One at a time is made and sent, so that this program stays small.
        let (mut turn, mut is_made) = (0, false);
        Crowd::start(FRAMES, open(bench), move |number, raw| {
            if number != turn {
                return;
            }
            if !is_made {
                let mut frame = vec![0; LONGEST.len() + 0x00ff_ffff];
                frame[..LONGEST.len()].copy_from_slice(&LONGEST);
                let frame = raw.frame(&frame);
                raw.push(&frame);
                is_made = true;
            }
            raw.send(usize::MAX);
            if raw.is_idle() || raw.is_over {
                raw.forget();
                (turn, is_made) = (turn + 1, false);
            }
        })
    })
}

/// H-FLOOD
pub(super) fn flood(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connections flood", |bench| {
        // Extension 0x3abc, message 0x7f, 250 bytes.
        let mut frame = vec![0xbc, 0x3a, 0x7f, 250, 0, 0];
        frame.resize(256, 0x5a);
        Crowd::start(bench.hostility.connections, ready(open(bench)), move |_, raw| {
            repeat(raw, &frame);
            raw.discard();
        })
    })
}

/// H-DEAF
pub(super) fn deaf(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connections read nothing", |bench| {
        let (channel_id, maximum_target) = (NOBODY, U256::MAX);
        let update = UpdateChannel { channel_id, nominal_hash_rate: 1.0, maximum_target };
        // Its refusal is as long as the request.
        let unknown: Vec<u16> = (0x3800..0x3800 + 1000).collect();
        let requested_extensions = Seq064K::try_from(unknown).unwrap_or_default();
        let negotiate = RequestExtensions { request_id: 7, requested_extensions };
        let frames = [bytes(&negotiate), bytes(&update)];
        let mut turn = 0;
        let count = bench.hostility.connections.min(DEAF);
        let crowd = Crowd::start(count, ready(narrow(bench)), move |_, raw| {
            turn += 1;
            repeat(raw, &frames[usize::from(turn % 8 == 0)]);
        });
        crowd.until_stuck(bench.limits.time)
    })
}

/// H-CHANNELS
pub(super) fn channels(bench: &mut Bench<'_>) -> Outcome {
    beside(bench, "connection opens channels", |bench| {
        let request = bytes(&OpenExtendedMiningChannel {
            request_id: 7,
            user_identity: text("conform.worker"),
            nominal_hash_rate: 1.0e3,
            max_target: U256::MAX,
            min_extranonce_size: 4,
        });
        Crowd::start(1, ready(open(bench)), move |_, raw| {
            repeat(raw, &request);
            raw.discard();
        })
    })
}

/// Sends the frame as often as the server takes it.
fn repeat(raw: &mut Raw, frame: &[u8]) {
    if raw.is_idle() {
        for _ in 0..BATCH / frame.len() {
            let sealed = raw.frame(frame);
            raw.push(&sealed);
        }
    }
    raw.send(BATCH);
}
