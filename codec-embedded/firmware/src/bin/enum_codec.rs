//! A program that finds frames of Stratum V2 in a stream, and decodes any of its 44 messages.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_embedded::FixedFrameReader;
use codec_firmware::Uart;
use codec_stratum::Sv2Protocol;

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut reader = FixedFrameReader::<Sv2Protocol, 1024>::new();
    let mut uart = Uart::default();
    loop {
        let message = reader.read_message_ref(&mut uart);
        black_box(&message);
    }
}
