//! A program that finds frames of COBS in a stream, and decodes the same three messages, by `postcard`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_firmware::Uart;
use embedded_io::Read;
use postcard::accumulator::{CobsAccumulator, FeedResult};
use serde::Deserialize;

#[derive(Deserialize)]
pub struct NewMiningJob {
    pub channel_id: u32,
    pub job_id: u32,
    pub min_ntime: Option<u32>,
    pub version: u32,
    pub merkle_root: [u8; 32],
}

#[derive(Deserialize)]
pub struct SetNewPrevHash {
    pub channel_id: u32,
    pub job_id: u32,
    pub prev_hash: [u8; 32],
    pub min_ntime: u32,
    pub nbits: u32,
}

#[derive(Deserialize)]
pub struct SubmitSharesError<'a> {
    pub channel_id: u32,
    pub sequence_number: u32,
    #[serde(borrow)]
    pub error_code: &'a [u8],
}

#[derive(Deserialize)]
pub enum Message<'a> {
    Job(NewMiningJob),
    Block(SetNewPrevHash),
    #[serde(borrow)]
    Refused(SubmitSharesError<'a>),
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut frames = CobsAccumulator::<320>::new();
    let mut uart = Uart::default();
    let mut room = [0; 64];
    loop {
        let Ok(len) = uart.read(&mut room);
        let mut window = &room[..len];
        while !window.is_empty() {
            window = match frames.feed_ref::<Message<'_>>(window) {
                FeedResult::Consumed => break,
                FeedResult::OverFull(rest) | FeedResult::DeserError(rest) => rest,
                FeedResult::Success { data, remaining } => {
                    black_box(&data);
                    remaining
                }
            };
        }
    }
}
