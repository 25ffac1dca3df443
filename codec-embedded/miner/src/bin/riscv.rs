//! The miner on RISC-V without atomics, the machine virt of qemu: the server is behind the UART. It ends
//! the emulator, with status 0 after an accepted share.
#![no_std]
#![no_main]

use core::convert::Infallible;

use codec_core::wire::Str0255Ref;
use codec_miner::{Device, NoRandom, mine};
use embedded_io::{ErrorType, Read, Write};

/// A 16550 UART.
struct Uart(*mut u8);

const DATA: usize = 0;
const STATUS: usize = 5;

impl Uart {
    fn get(&self, register: usize) -> u8 {
        // SAFETY: the machine has these registers at this address, and nothing else uses them.
        unsafe { self.0.add(register).read_volatile() }
    }
}

impl ErrorType for Uart {
    type Error = Infallible;
}

impl Read for Uart {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Infallible> {
        let Some(first) = room.first_mut() else { return Ok(0) };
        while self.get(STATUS) & 1 == 0 {}
        *first = self.get(DATA);
        Ok(1)
    }
}

impl Write for Uart {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        let Some(first) = bytes.first() else { return Ok(0) };
        while self.get(STATUS) & 0x20 == 0 {}
        // SAFETY: as above.
        unsafe { self.0.add(DATA).write_volatile(*first) };
        Ok(1)
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Nanoseconds since 1970, of the machine on which the emulator runs.
fn now() -> u64 {
    let clock = 0x0010_1000 as *const u32;
    // SAFETY: the machine's clock is there; reading its lower half latches the upper.
    let (low, high) = unsafe { (clock.read_volatile(), clock.add(1).read_volatile()) };
    u64::from(high) << 32 | u64::from(low)
}

/// The emulated machine has no source of random numbers: these are none, and no secrets. A device reads
/// its own here.
fn random(bytes: &mut [u8]) -> Result<(), NoRandom> {
    let mut state = now() | 1;
    for byte in bytes {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *byte = state.to_le_bytes()[7];
    }
    Ok(())
}

/// Ends the emulator: its device for that takes 0x5555 for success, and 0x3333 with a status above.
fn end(status: u32) -> ! {
    // SAFETY: the device is there, and nothing else uses it.
    unsafe { (0x0010_0000 as *mut u32).write_volatile(status) };
    loop {}
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    end(2 << 16 | 0x3333)
}

#[riscv_rt::entry]
fn main() -> ! {
    let authority = codec_miner::AUTHORITY.parse().expect("a key");
    let user = Str0255Ref::new(b"risc-v").expect("at most 255 bytes");
    let device = Device { authority, now: now() / 1_000_000_000, user, random, ticks: || 0 };
    match mine(&mut Uart(0x1000_0000 as *mut u8), &device) {
        Ok(_) => end(0x5555),
        Err(_) => end(1 << 16 | 0x3333),
    }
}
