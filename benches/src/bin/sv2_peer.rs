//! `sv2 serve`, built on `codec_sv2`'s decoder, encoder and messages, so that
//! `sv2 connect --plaintext --connections N` can be run against both.
//!
//! `cargo run --release -p codec-benches --bin sv2_peer ADDRESS CONNECTIONS`
#![forbid(unsafe_code)]

use std::io;
use std::time::Instant;

use codec_benches::sockets::{Lines, serve, theirs};
use tokio::net::TcpListener;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = || io::Error::other("usage: sv2_peer ADDRESS CONNECTIONS");
    let address = arguments.next().ok_or_else(usage)?;
    let connections = arguments.next().and_then(|text| text.parse().ok()).ok_or_else(usage)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(&address).await?;
        println!("listening on {}", listener.local_addr()?);
        let (lines, start) = (Lines::default(), Instant::now());
        let attend = |stream| theirs::attend(stream, theirs::BUFFER, lines.clone());
        let tally = serve(&listener, connections, attend);
        let seen = tally.await?.seen();
        println!(
            "total: {} shares in {:.3} s; {} frames in, {} reads",
            seen.shares,
            start.elapsed().as_secs_f64(),
            seen.frames,
            seen.reads
        );
        Ok(())
    })
}
