//! What a program takes that does nothing.
#![no_std]
#![no_main]

use codec_firmware as _;

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    loop {}
}
