//! The checks on a Cortex-M4, which ends with a status by semihosting. A panic prints its message
//! there, and ends with status 1.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use cortex_m_rt as _;
use cortex_m_semihosting::{debug, hprintln};
use panic_semihosting as _;

#[cortex_m_rt::entry]
fn main() -> ! {
    hprintln!("ran recorded values and frames: {}", codec_emulated::check());
    debug::exit(debug::EXIT_SUCCESS);
    unreachable!("the emulator goes on after its end")
}
