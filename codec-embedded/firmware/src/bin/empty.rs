//! A program that does nothing, to measure the size of all others without their work.
#![no_std]
#![no_main]

use codec_firmware as _;

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    loop {}
}
