//! A program that decodes a report, by `postcard`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_firmware::received;
use serde::Deserialize;

#[derive(Deserialize)]
pub enum Command<'a> {
    Reset,
    Sample { channel: u8, rate: u32 },
    Name(#[serde(borrow)] &'a str),
    Calibrate([i16; 3]),
}

#[derive(Deserialize)]
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
    let mut buffer = [0; 64];
    loop {
        let report: Option<Report<'_>> = postcard::from_bytes(received(&mut buffer)).ok();
        black_box(&report);
    }
}
