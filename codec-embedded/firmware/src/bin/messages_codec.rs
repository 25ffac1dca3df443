//! A program that finds frames of Stratum V2 in a stream, and decodes three messages, by `codec`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_core::{ById, Decode, Encode, Protocol, Sv2};
use codec_embedded::FixedFrameReader;
use codec_firmware::Uart;
use codec_stratum::FrameHeader;
use codec_stratum::mining::{NewMiningJob, SetNewPrevHash, SubmitSharesError};

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

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut reader = FixedFrameReader::<Stratum, 320>::new();
    let mut uart = Uart::default();
    loop {
        let message = reader.read_message_ref(&mut uart);
        black_box(&message);
    }
}
