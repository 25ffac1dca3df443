//! A program with the client's side of an encrypted connection: the handshake, and a header that is sealed and
//! one that is opened, by `codec`.
#![no_std]
#![no_main]

use core::hint::black_box;

use codec_firmware::{Uart, random};
use codec_noise::{AuthorityKey, FIRST_MESSAGE, Handshake, SEALED_HEADER, SECOND_MESSAGE};
use embedded_io::Read;

#[inline(never)]
fn connect(authority: [u8; 32], uart: &mut Uart) -> Option<()> {
    let authority = AuthorityKey::from_bytes(authority).ok()?;
    let mut handshake: Handshake = Handshake::initiator_with_random(authority, random).ok()?;
    black_box(handshake.output());
    handshake.sent(FIRST_MESSAGE);
    let mut answer = [0; SECOND_MESSAGE];
    uart.read_exact(&mut answer).ok()?;
    handshake.input(&answer, black_box(1_700_000_000)).ok()?;
    let (mut sealer, mut opener) = handshake.finish().ok()?.split();
    let mut frame = [0; SEALED_HEADER];
    sealer.seal_frame(&mut frame, 0).ok()?;
    black_box(&mut frame);
    opener.open_header(&mut frame).ok()?;
    black_box(&frame);
    Some(())
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut uart = Uart::default();
    loop {
        black_box(connect(black_box([7; 32]), &mut uart));
    }
}
