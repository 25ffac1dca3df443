//! The miner on an emulated machine, a Cortex-M4 or RISC-V without atomics: the emulator's semihosting is
//! its standard input and output, behind which the server is, its clock and its random numbers.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use codec_core::wire::Str0255Ref;
use codec_miner::{Device, NoRandom, mine};
#[cfg(target_arch = "arm")]
use cortex_m_rt::entry;
use embedded_io::{ErrorType, Read, Write};
#[cfg(target_arch = "riscv32")]
use riscv_rt::entry;
use semihosting::experimental::random::fill_bytes;
use semihosting::experimental::time::SystemTime;
use semihosting::fs::File;
use semihosting::io::{Read as _, Stdin, Stdout, Write as _, stdin, stdout};
use semihosting::process::exit;

/// The connection to the server.
struct Stream(Stdin, Stdout);

/// An error of the emulator.
#[derive(Debug)]
struct Failed;

impl core::fmt::Display for Failed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the emulator refused")
    }
}

impl core::error::Error for Failed {}

impl embedded_io::Error for Failed {
    fn kind(&self) -> embedded_io::ErrorKind {
        embedded_io::ErrorKind::Other
    }
}

impl ErrorType for Stream {
    type Error = Failed;
}

impl Read for Stream {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Failed> {
        self.0.read(room).map_err(|_| Failed)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Failed> {
        self.1.write(bytes).map_err(|_| Failed)
    }

    fn flush(&mut self) -> Result<(), Failed> {
        Ok(())
    }
}

fn random(bytes: &mut [u8]) -> Result<(), NoRandom> {
    fill_bytes(bytes).map_err(|_| NoRandom)
}

/// The counter of a Cortex-M4, of 24 bits: a tick is 40 instructions, since the emulator counts each as a
/// nanosecond.
#[cfg(target_arch = "arm")]
mod counter {
    pub(super) fn start() {
        let mut clock = cortex_m::Peripherals::take().expect("they are taken once").SYST;
        clock.set_clock_source(cortex_m::peripheral::syst::SystClkSource::Core);
        clock.set_reload(0x00ff_ffff);
        clock.clear_current();
        clock.enable_counter();
    }

    /// Ticks times 256, so that they overflow with the type.
    pub(super) fn ticks() -> u32 {
        (0x00ff_ffff - cortex_m::peripheral::SYST::get_current()) << 8
    }

    pub(super) fn thousands(ticks: u32) -> u32 {
        (ticks >> 8) / 25
    }
}

/// The counter of instructions of RISC-V.
#[cfg(target_arch = "riscv32")]
mod counter {
    pub(super) fn start() {}

    pub(super) fn ticks() -> u32 {
        riscv::register::minstret::read() as u32
    }

    pub(super) fn thousands(ticks: u32) -> u32 {
        ticks / 1000
    }
}

/// Ends the emulator; the text of a panic would be a sixth of the code.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    exit(101)
}

#[entry]
fn main() -> ! {
    counter::start();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
    let mut log = File::create(c"/dev/stderr").expect("the emulator's own");
    let mut stream = Stream(stdin().expect("the server"), stdout().expect("the server"));
    let authority = codec_miner::AUTHORITY.parse().expect("a key");
    let user = Str0255Ref::new(b"emulated").expect("at most 255 bytes");
    let device = Device { authority, now: now.as_secs(), user, random, ticks: counter::ticks };
    let outcome = mine(&mut stream, &device);
    let written = match &outcome {
        Ok(done) => {
            let instructions = counter::thousands(done.handshake);
            writeln!(log, "a share was accepted after {} hashes", done.hashes).and_then(|()| {
                writeln!(log, "the handshake took {instructions} thousand instructions")
            })
        }
        Err(trouble) => writeln!(log, "no share: {trouble:?}"),
    };
    exit(i32::from(outcome.is_err() || written.is_err()))
}
