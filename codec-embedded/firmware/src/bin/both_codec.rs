//! A program that decodes a report, and encodes it, by `codec`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_core::{Decode, Encode, Format, Postcard};
use codec_firmware::received;

#[derive(Decode, Encode)]
pub enum Command<'a> {
    Reset,
    Sample { channel: u8, rate: u32 },
    Name(#[codec(borrow)] &'a str),
    Calibrate([i16; 3]),
}

#[derive(Decode, Encode)]
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
    let (mut buffer, mut out) = ([0; 64], [0; 64]);
    loop {
        let report: Option<Report<'_>> = Postcard::from_slice_ref(received(&mut buffer)).ok();
        if let Some(report) = report {
            black_box(Postcard::encode_into(&report, &mut out).ok());
        }
        black_box(&out);
    }
}
