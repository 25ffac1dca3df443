//! Frames over loopback TCP: 64 connections, full load.

use std::future::Future;
use std::io;
use std::thread;
use std::time::Instant;

use codec_pool::Pool;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;

use super::pool::float;
use crate::groups::{Effort, Findings};
use crate::sockets::load::{self, Script};
use crate::sockets::{Lines, Seen, ours, serve, theirs};
use crate::table::{Table, Unit};

const CONNECTIONS: usize = 64;

/// One run of a server on one thread, and of the load on another. Returns frames
/// per second and reads per frame.
fn run<S, F>(script: &Script, attend: S) -> (f64, f64)
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
        let [frames, reads] = [seen.frames, seen.reads]
            .map(|count| float(usize::try_from(count).expect("a count of this run")));
        (frames / time.as_secs_f64(), reads / frames)
    })
}

/// The median of an odd number of runs, by frames per second.
fn median(mut runs: Vec<(f64, f64)>) -> (f64, f64) {
    runs.sort_by(|one, other| one.0.total_cmp(&other.0));
    runs[runs.len() / 2]
}

/// Frames per second and reads per frame of both servers under the same load.
pub(super) fn sockets(effort: Effort) -> Findings {
    let (rounds, batches) = match effort {
        Effort::Quick => (3, 4),
        Effort::Full => (9, 20),
    };
    let (script, pool, lines) = (Script::new(batches), Pool::default(), Lines::default());
    let (mut peer, mut own) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        peer.push(run(&script, |stream| theirs::attend(stream, lines.clone())));
        own.push(run(&script, |stream| ours::attend(stream, pool.clone(), lines.clone())));
    }
    let (peer, own) = (median(peer), median(own));
    let about = "64 connections over loopback TCP send frames of 45 bytes as fast as they are \
                 read; server and load have a thread each, and the load is the same for both. \
                 Where a server takes more than the load can send, the figure is the load's.";
    let names = ["codec_sv2 7.0.0", "*codec-pool"];
    let mut rate = Table::new("frames a second", about, Unit::Rate, &names).promising(5.0);
    rate.row("64 connections", &[Some(peer.0), Some(own.0)]);
    let about = "Calls of `read`, those that find nothing included.";
    let mut reads = Table::new("read calls a frame", about, Unit::Count, &names);
    reads.row("64 connections", &[Some(peer.1), Some(own.1)]);
    Findings { tables: vec![rate, reads], plots: Vec::new() }
}
