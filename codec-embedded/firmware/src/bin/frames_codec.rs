//! A program that finds frames of COBS with a checksum on a line, and decodes what is in them.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_core::{Decode, Postcard};
use codec_embedded::CobsReader;
use codec_firmware::Uart;
use crc::{CRC_16_IBM_SDLC, Crc, NoTable};

static CHECK: Crc<u16, NoTable> = Crc::<u16, NoTable>::new(&CRC_16_IBM_SDLC);

#[derive(Decode)]
pub struct Report {
    pub id: u32,
    pub values: heapless::Vec<i16, 8>,
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut uart = Uart::default();
    let mut reader = CobsReader::<64, _>::with_check(&CHECK);
    loop {
        let report: Option<Report> = reader.read::<Postcard, _, _>(&mut uart).ok().flatten();
        black_box(&report);
    }
}
