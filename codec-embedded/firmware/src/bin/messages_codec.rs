//! A program that finds frames of Stratum V2 in a stream, and decodes three messages, by `codec`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_core::{ById, Decode, Encode, Protocol, Sv2};
use codec_embedded::FixedFrameReader;
use codec_firmware::Uart;
use codec_stratum::FrameHeader;
use codec_stratum::mining::{NewMiningJob, SetNewPrevHash, SubmitSharesError};
use embedded_io::Read as _;

#[derive(Encode, Decode)]
#[codec(messages, borrow)]
pub enum Message {
    Job(NewMiningJob),
    Block(SetNewPrevHash),
    Refused(SubmitSharesError),
}

pub enum Stratum {}

impl Protocol for Stratum {
    type Header = FrameHeader;
    type Format = Sv2;
    type Dispatch = ById;
    type Message = Message;
    type MessageRef<'de> = MessageRef<'de>;
}

/// Receives a fingerprint, and returns whether it is that of this side. The value is arbitrary: a program has
/// the one that `codec-schema fingerprint` prints for its lock.
fn agrees(uart: &mut Uart) -> bool {
    let ours: u128 = 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100;
    let mut theirs = [0; 16];
    uart.read_exact(&mut theirs).is_ok() && theirs == ours.to_le_bytes()
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut reader = FixedFrameReader::<Stratum, 320>::new();
    let mut uart = Uart::default();
    if cfg!(feature = "fingerprint") && !agrees(&mut uart) {
        loop {}
    }
    loop {
        let message = reader.read_message_ref(&mut uart);
        black_box(&message);
    }
}
