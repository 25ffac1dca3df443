//! The parts that all programs have: a panic handler that stops, and a receive register.
#![no_std]

use core::hint::black_box;

use embedded_io::{ErrorType, Read};

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    if cfg!(feature = "places") {
        core::hint::black_box(info.location());
    }
    loop {}
}

/// Memory of the crates that need an allocator.
#[cfg(feature = "sri")]
#[global_allocator]
static HEAP: linked_list_allocator::LockedHeap = linked_list_allocator::LockedHeap::empty();

/// A source that the compiler knows nothing of, instead of a UART.
#[derive(Debug, Default)]
pub struct Uart(u8);

impl ErrorType for Uart {
    type Error = core::convert::Infallible;
}

impl Read for Uart {
    #[inline(never)]
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Self::Error> {
        let Some(first) = room.first_mut() else { return Ok(0) };
        *first = black_box(self.0);
        Ok(1)
    }
}

/// Bytes that the compiler knows nothing of.
#[inline(never)]
pub fn received(buffer: &mut [u8; 64]) -> &[u8] {
    black_box(buffer)
}

/// Random bytes that the compiler knows nothing of.
#[inline(never)]
#[allow(clippy::missing_errors_doc, reason = "there is none")]
pub fn random(bytes: &mut [u8]) -> Result<(), core::convert::Infallible> {
    black_box(bytes).fill(black_box(7));
    Ok(())
}
