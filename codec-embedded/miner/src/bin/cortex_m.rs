//! The miner on a Cortex-M4, the machine mps2-an386 of qemu: the server is behind the first UART, and
//! messages go to the debugger.
#![no_std]
#![no_main]

use core::convert::Infallible;

use codec_core::wire::Str0255Ref;
use codec_miner::{Device, NoRandom, mine};
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_semihosting::{debug, hprintln, syscall};
use embedded_io::{ErrorType, Read, Write};
use panic_semihosting as _;

/// A CMSDK UART.
struct Uart(*mut u32);

const DATA: usize = 0;
const STATE: usize = 1;
const CONTROL: usize = 2;
const DIVISOR: usize = 4;

impl Uart {
    fn new() -> Self {
        let uart = Self(0x4000_4000 as *mut u32);
        uart.set(DIVISOR, 16);
        uart.set(CONTROL, 3);
        uart
    }

    fn get(&self, register: usize) -> u32 {
        // SAFETY: the machine has these registers at this address, and nothing else uses them.
        unsafe { self.0.add(register).read_volatile() }
    }

    fn set(&self, register: usize, value: u32) {
        // SAFETY: as above.
        unsafe { self.0.add(register).write_volatile(value) }
    }
}

impl ErrorType for Uart {
    type Error = Infallible;
}

impl Read for Uart {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Infallible> {
        let Some(first) = room.first_mut() else { return Ok(0) };
        while self.get(STATE) & 2 == 0 {}
        *first = self.get(DATA).to_le_bytes()[0];
        Ok(1)
    }
}

impl Write for Uart {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        let Some(first) = bytes.first() else { return Ok(0) };
        while self.get(STATE) & 1 != 0 {}
        self.set(DATA, (*first).into());
        Ok(1)
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Seconds since 1970, of the machine on which the emulator runs.
fn now() -> u32 {
    // SAFETY: the call takes no argument and writes to no memory.
    let now = unsafe { syscall!(TIME) };
    u32::try_from(now).unwrap_or(u32::MAX)
}

/// The emulated machine has no source of random numbers: these are none, and no secrets. A device reads
/// its own here.
fn random(bytes: &mut [u8]) -> Result<(), NoRandom> {
    let mut state = now() | 1;
    for byte in bytes {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = state.to_le_bytes()[3];
    }
    Ok(())
}

/// Counts up by 256 each 40 instructions, where the emulator counts them as nanoseconds: a clock of 24
/// bits that overflows as one of 32 does.
fn ticks() -> u32 {
    (0x00ff_ffff - cortex_m::peripheral::SYST::get_current()) << 8
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let mut clock = cortex_m::Peripherals::take().expect("they are taken once").SYST;
    clock.set_clock_source(SystClkSource::Core);
    clock.set_reload(0x00ff_ffff);
    clock.clear_current();
    clock.enable_counter();
    let authority = codec_miner::AUTHORITY.parse().expect("a key");
    let user = Str0255Ref::new(b"cortex-m").expect("at most 255 bytes");
    let device = Device { authority, now: now().into(), user, random, ticks };
    match mine(&mut Uart::new(), &device) {
        Ok(done) => {
            hprintln!("a share was accepted after {} hashes", done.hashes);
            hprintln!("the handshake took {} thousand instructions", (done.handshake >> 8) / 25);
            debug::exit(debug::EXIT_SUCCESS);
        }
        Err(trouble) => {
            hprintln!("no share: {:?}", trouble);
            debug::exit(debug::EXIT_FAILURE);
        }
    }
    unreachable!("the emulator goes on after its end")
}
