//! Decodes a session of Stratum V2, one frame on a line, and measures the three ways of decoding it.
#![forbid(unsafe_code)]

mod measure;

use std::fmt::Display;
use std::io::{self, BufWriter};
use std::process::ExitCode;

use codec_pool::{FrameReader, Pool};
use codec_stratum::FrameHeader;
use measure::Form;
use session::{Inspection, Place};

/// Written by `cargo run -p codec-stratum --example generate_session`.
const SESSION: &[u8] = include_bytes!("../../../protocols/stratum/data/session.sv2");

fn main() -> ExitCode {
    match run(&mut BufWriter::new(io::stdout().lock())) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("session: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(out: &mut impl io::Write) -> io::Result<()> {
    let pool = Pool::default();
    let frames = print_frames(&pool, out)?;
    out.flush()?;
    summarise(&pool, frames, out)
}

/// Prints one line per frame, and returns how many there are.
fn print_frames(pool: &Pool, out: &mut impl io::Write) -> io::Result<usize> {
    let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
    let mut stream = SESSION;
    let mut frames = 0;
    let broken = |error: &dyn Display| io::Error::other(format!("bundled session: {error}"));
    while let Some(frame) = reader.read_frame(&mut stream).map_err(|error| broken(&error))? {
        let place = Place::Byte(frame.offset());
        let inspection = Inspection::new(place, frame.header(), frame.payload());
        if let Some(error) = inspection.error() {
            return Err(broken(&inspection.complaint(error)));
        }
        writeln!(out, "{inspection}")?;
        frames += 1;
    }
    Ok(frames)
}

fn summarise(pool: &Pool, frames: usize, out: &mut impl io::Write) -> io::Result<()> {
    writeln!(out, "\n{frames} frames, {} bytes", SESSION.len())?;
    let results = measure::all(pool, SESSION);
    writeln!(out, "\ndecoding       frames/s   ns/frame   MB/s   allocations/frame")?;
    for (form, result) in Form::ALL.into_iter().zip(results) {
        let seconds = result.nanos_per_pass / 1e9;
        let per_second = measure::float(frames) / seconds;
        let megabytes = measure::float(SESSION.len()) / 1e6 / seconds;
        let nanos = result.nanos_per_pass / measure::float(frames);
        let allocations = measure::float(result.allocations) / measure::float(frames);
        let name = form.name();
        writeln!(
            out,
            "{name:<10} {per_second:>12.0} {nanos:>10.1} {megabytes:>6.0} {allocations:>12.3}"
        )?;
    }
    writeln!(out, "\npool\n{}", pool.stats())?;
    out.flush()
}
