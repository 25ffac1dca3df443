//! A program with the client's side of an encrypted connection: the handshake, and a header that is sealed and
//! one that is opened, by `noise_sv2`, which needs an allocator.
#![no_std]
#![no_main]

extern crate alloc;

use core::hint::black_box;

use alloc::vec::Vec;
use codec_firmware::{Uart, random};
use embedded_io::Read;
use noise_sv2::Initiator;
use rand::{CryptoRng, RngCore};

/// The source of random bytes that programs have.
struct Random;

impl RngCore for Random {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) << 32 | u64::from(self.next_u32())
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        let Ok(()) = random(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for Random {}

#[inline(never)]
fn connect(authority: [u8; 32], uart: &mut Uart) -> Option<()> {
    let mut initiator = Initiator::from_raw_k_with_rng(authority, &mut Random).ok()?;
    black_box(&initiator.step_0().ok()?);
    let mut answer = [0; 234];
    uart.read_exact(&mut answer).ok()?;
    let mut engine = initiator.step_2_with_now(answer, black_box(1_700_000_000)).ok()?;
    let mut frame = Vec::from([0; 6]);
    engine.encrypt(&mut frame).ok()?;
    black_box(&mut frame);
    engine.decrypt(&mut frame).ok()?;
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
