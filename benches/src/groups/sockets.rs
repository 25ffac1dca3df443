//! Frames over loopback TCP: 64 connections, full load.

use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use codec_pool::Pool;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;

use crate::bench::{Bench, Effort, figure};
use crate::candidate::Candidate;
use crate::estimate::{Estimate, float};
use crate::groups::Findings;
use crate::plot::{Plot, Point, Scale, Series, Shape};
use crate::sockets::load::{self, Script};
use crate::sockets::{Lines, Seen, ours, serve, theirs};
use crate::table::{Table, Unit};

const CONNECTIONS: usize = 64;
const NAMES: [&str; 3] = [
    "codec_sv2 7.0.0 behind a buffer of 64 KiB",
    "codec_sv2 7.0.0, two reads a frame",
    "*codec-pool",
];

/// Runs a server on one thread and the load on another. Returns the duration and the number of
/// frames, and records the reads per frame.
fn run<S, F>(script: &Script, reads: &RefCell<Vec<f64>>, attend: S) -> (Duration, usize)
where
    S: Fn(TcpStream) -> F + Send,
    F: Future<Output = io::Result<Seen>> + Send + 'static,
{
    let runtime = || Builder::new_current_thread().enable_io().build().expect("it starts");
    let server = runtime();
    let listener = server.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    thread::scope(|scope| {
        let outcome = scope.spawn(move || {
            let start = Instant::now();
            let tally = server.block_on(serve(&listener, CONNECTIONS, attend));
            (tally.expect("the conversations are as they should be").seen(), start.elapsed())
        });
        runtime().block_on(load::run(address, CONNECTIONS, script)).expect("the server is there");
        let (seen, time) = outcome.join().expect("the server does not panic");
        assert_eq!(seen.shares, script.shares() * CONNECTIONS as u64, "each share, once");
        let [frames, calls] = [seen.frames, seen.reads]
            .map(|count| usize::try_from(count).expect("a count of this run"));
        reads.borrow_mut().push(float(calls) / float(frames));
        (time, frames)
    })
}

/// Frames per second and reads per frame of both servers under the same load.
pub(super) fn sockets(bench: &Bench) -> Findings {
    let batches = if bench.effort() == Effort::Quick { 4 } else { 20 };
    let (script, pool, lines) = (Script::new(batches), Pool::default(), Lines::default());
    let reads @ [buffered_reads, peer_reads, our_reads] =
        &[const { RefCell::new(Vec::new()) }; NAMES.len()];
    let theirs = |stream, buffer| theirs::attend(stream, buffer, lines.clone());
    let title = "frames a second";
    let figures = bench.row(
        title,
        "64 connections",
        &mut [
            Candidate::timed(NAMES[0], || {
                run(&script, buffered_reads, |stream| theirs(stream, theirs::BUFFER))
            }),
            Candidate::timed(NAMES[1], || run(&script, peer_reads, |stream| theirs(stream, 0))),
            Candidate::timed(NAMES[2], || {
                run(&script, our_reads, |stream| ours::attend(stream, pool.clone(), lines.clone()))
            }),
        ],
    );
    let about = "64 connections over loopback TCP send frames of 45 bytes as fast as they are \
                 read; server and load have a thread each, and the load is the same for all. The \
                 peer's decoder asks for a header and then for its payload: its users put a buffer \
                 before it, and so does the column that the ratio is of. \
                 Where a server takes more than the load can send, the figure is the load's.";
    let mut rate = Table::new(title, about, Unit::Rate, &NAMES).promising(5.0);
    rate.row("64 connections", &NAMES.map(|name| figure(&figures, name).map(Estimate::rate)));
    let about = "Calls of `read`, those that find nothing included.";
    let mut calls = Table::new("read calls a frame", about, Unit::Count, &NAMES);
    calls.because("", "Both read what has come, up to 64 KiB: ours into what its chunk has left.");
    calls.row("64 connections", &reads.each_ref().map(|reads| Estimate::of(&reads.take())));
    let plots = vec![plot(&rate)];
    Findings { tables: vec![rate, calls], plots }
}

/// The time of a frame, the inverse of the rate.
fn plot(rate: &Table) -> Plot {
    let quantity = "nanoseconds a frame".to_owned();
    let series = rate.columns.iter().enumerate().map(|(index, column)| {
        let point = |figure: Estimate| {
            let [y, low, high] = [figure.median, figure.third, figure.first].map(|rate| 1e9 / rate);
            Point { x: 0.0, y, low, high }
        };
        let points = rate.rows[0].cells[index].map(point).into_iter().collect();
        Series { name: column.name.clone(), ours: column.ours, points }
    });
    Plot {
        file: "sockets".to_owned(),
        title: "A frame of 45 bytes over loopback TCP".to_owned(),
        y_label: quantity.clone(),
        y_scale: Scale::Log,
        shape: Shape::Dots { names: vec![rate.rows[0].name.clone()], x_label: quantity },
        series: series.collect(),
    }
}
