//! A program that decodes a report, and encodes it, by `postcard`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_firmware::received;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
pub enum Command<'a> {
    Reset,
    Sample { channel: u8, rate: u32 },
    Name(#[serde(borrow)] &'a str),
    Calibrate([i16; 3]),
}

#[derive(Deserialize, Serialize)]
pub struct Report<'a> {
    pub id: u32,
    pub flags: u16,
    pub battery: Option<u8>,
    #[serde(borrow)]
    pub command: Command<'a>,
    pub values: heapless::Vec<i16, 8>,
    #[serde(borrow)]
    pub unit: &'a str,
    pub level: f32,
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let (mut buffer, mut out) = ([0; 64], [0; 64]);
    loop {
        let report: Option<Report<'_>> = postcard::from_bytes(received(&mut buffer)).ok();
        if let Some(report) = report {
            black_box(postcard::to_slice(&report, &mut out).map(|sent| sent.len()).ok());
        }
        black_box(&out);
    }
}
