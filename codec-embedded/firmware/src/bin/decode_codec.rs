//! A program that decodes a report, by `codec`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_core::{Decode, Format, Postcard};
use codec_firmware::received;

#[derive(Decode)]
pub enum Command<'a> {
    Reset,
    Sample { channel: u8, rate: u32 },
    Name(#[codec(borrow)] &'a str),
    Calibrate([i16; 3]),
}

#[derive(Decode)]
pub struct Report<'a> {
    pub id: u32,
    pub flags: u16,
    pub battery: Option<u8>,
    #[codec(borrow)]
    pub command: Command<'a>,
    pub values: heapless::Vec<i16, 8>,
    #[codec(borrow)]
    pub unit: &'a str,
    pub level: f32,
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut buffer = [0; 64];
    loop {
        let report: Option<Report<'_>> = Postcard::from_slice_ref(received(&mut buffer)).ok();
        black_box(&report);
    }
}
