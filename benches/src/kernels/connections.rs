//! Messages out of connections whose reads bring 32 frames.
#![forbid(unsafe_code)]

use std::io::{self, Read, Write};

use codec_core::Sv2;
use codec_pool::{Connection, ConnectionLimits, FrameWriter, Pool, Untimed};
use codec_stratum::{FrameHeader, Sv2Protocol};

use super::messages::share;
use super::{Kernel, repeat, some};
use crate::frame;

pub(super) const KERNELS: &[Kernel] = &[
    ("connection/next_frame of 32, shared", |times| {
        let mut connection =
            Connection::<FrameHeader, _>::new(batches(&frame::wire()), &Pool::default(), LIMITS);
        repeat(times, || {
            for _ in 0..32 {
                let frame = connection.next_frame().ok().flatten();
                some(
                    frame.and_then(|mut frame| frame.decode_shared::<Sv2, frame::JobShared>().ok()),
                );
            }
        });
    }),
    ("connection/next of 32", |times| {
        let mut connection =
            Connection::<Sv2Protocol, _>::new(batches(&share_frame()), &Pool::default(), LIMITS);
        repeat(times, || {
            for _ in 0..32 {
                some(connection.next().ok().flatten());
            }
        });
    }),
    ("connection/next_owned of 32", |times| {
        let mut connection =
            Connection::<Sv2Protocol, _>::new(batches(&share_frame()), &Pool::default(), LIMITS);
        repeat(times, || {
            for _ in 0..32 {
                some(connection.next_owned().ok().flatten());
            }
        });
    }),
];

const LIMITS: ConnectionLimits = ConnectionLimits::new();

/// A stream whose reads bring the same 32 frames again and again.
struct Batches(Vec<u8>);

fn batches(frame: &[u8]) -> Untimed<Batches> {
    Untimed(Batches(frame.repeat(32)))
}

impl Read for Batches {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        // There is room for all: a chunk has 64 KiB.
        room[..self.0.len()].copy_from_slice(&self.0);
        Ok(self.0.len())
    }
}

impl Write for Batches {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The frame of a share.
fn share_frame() -> Vec<u8> {
    let mut writer = FrameWriter::<Sv2Protocol>::new(Pool::default());
    writer.send(&share()).expect("it fits a frame");
    writer.pending().flatten().copied().collect()
}
