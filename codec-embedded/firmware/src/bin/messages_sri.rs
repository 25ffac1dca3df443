//! A program that finds frames of Stratum V2 in a stream, and decodes three messages, by the crates of the
//! reference implementation, which need an allocator.
#![no_std]
#![no_main]

use core::hint::black_box;

use binary_sv2::from_bytes;
use codec_firmware::Uart;
use embedded_io::Read;
use framing_sv2::header::Header;
use mining_sv2::{NewMiningJob, SetNewPrevHash, SubmitSharesError};

#[allow(clippy::large_enum_variant, reason = "as a reader returns it")]
pub enum Message<'a> {
    Job(NewMiningJob<'a>),
    Block(SetNewPrevHash<'a>),
    Refused(SubmitSharesError<'a>),
}

fn decode(id: u8, payload: &mut [u8]) -> Option<Message<'_>> {
    match id {
        0x15 => from_bytes(payload).ok().map(Message::Job),
        0x20 => from_bytes(payload).ok().map(Message::Block),
        0x1d => from_bytes(payload).ok().map(Message::Refused),
        _ => None,
    }
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut room = [0; 320];
    let mut uart = Uart::default();
    let mut held = 0;
    loop {
        let Ok(len) = uart.read(&mut room[held..]);
        held += len;
        while let Ok(header) = Header::from_bytes(&room[..held]) {
            let end = Header::SIZE + header.payload_length();
            let Some(payload) = room[..held].get_mut(Header::SIZE..end) else { break };
            black_box(&decode(header.msg_type(), payload));
            room.copy_within(end..held, 0);
            held -= end;
        }
    }
}
