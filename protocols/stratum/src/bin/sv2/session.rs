//! The default command: decodes the bundled session, and measures the three ways of decoding it.

use std::io::{self, BufWriter, Write as _};

use codec_pool::{FrameReader, Pool};
use codec_stratum::FrameHeader;

use crate::failure::Failure;
use crate::inspect::{Inspection, Place};
use crate::measure::{self, Way};

/// Written by `cargo run --example generate_session`.
const SESSION: &[u8] = include_bytes!("../../../data/session.sv2");

/// Runs the main job.
pub(crate) fn run() -> Result<(), Failure> {
    let pool = Pool::default();
    let mut out = BufWriter::new(io::stdout().lock());
    let frames = print_frames(&pool, &mut out)?;
    out.flush().map_err(|error| Failure::output(&error))?;
    summarise(&pool, frames, &mut out).map_err(|error| Failure::output(&error))
}

/// Prints one line per frame, and returns how many there are.
fn print_frames(pool: &Pool, out: &mut impl io::Write) -> Result<usize, Failure> {
    let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
    let mut stream = SESSION;
    let mut frames = 0;
    let broken = |error: &dyn std::fmt::Display| Failure::new("bundled session", error);
    while let Some(frame) = reader.read_frame(&mut stream).map_err(|error| broken(&error))? {
        let place = Place::Byte(frame.offset());
        let inspection = Inspection::new(place, frame.header(), frame.payload());
        if let Some(error) = inspection.error() {
            return Err(broken(&inspection.complaint(error)));
        }
        writeln!(out, "{inspection}").map_err(|error| Failure::output(&error))?;
        frames += 1;
    }
    Ok(frames)
}

fn summarise(pool: &Pool, frames: usize, out: &mut impl io::Write) -> io::Result<()> {
    writeln!(out, "\n{frames} frames, {} bytes", SESSION.len())?;
    let results = measure::all(pool, SESSION);
    writeln!(out, "\ndecoding       frames/s   ns/frame   MB/s   allocations/frame")?;
    for (way, result) in Way::ALL.into_iter().zip(results) {
        let seconds = result.nanos_per_pass / 1e9;
        let per_second = measure::float(frames) / seconds;
        let megabytes = measure::float(SESSION.len()) / 1e6 / seconds;
        let nanos = result.nanos_per_pass / measure::float(frames);
        let allocations = measure::float(result.allocations) / measure::float(frames);
        let name = way.name();
        writeln!(
            out,
            "{name:<10} {per_second:>12.0} {nanos:>10.1} {megabytes:>6.0} {allocations:>12.3}"
        )?;
    }
    writeln!(out, "\npool\n{}", pool.stats())?;
    out.flush()
}
