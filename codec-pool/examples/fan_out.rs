//! A fan-out: each message is decoded once, shared, and sent to many tasks. None of them copies its
//! bytes, and the memory is free again when the last one drops it.
//!
//! `cargo run -p codec-pool --example fan_out`
#![forbid(unsafe_code)]

use std::sync::mpsc;
use std::thread;

use bytes::Bytes;
use codec_core::{Bincode, Decode, Encode};
use codec_pool::{FrameReader, FrameWriter, LengthHeader, Pool};

#[derive(Debug, Encode, Decode)]
#[codec(shared)]
struct Trade {
    symbol: Bytes,
    price: u64,
    #[codec(tail)]
    note: Bytes,
}

const TASKS: usize = 64;
const TRADES: u64 = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = Pool::default();
    let mut writer = FrameWriter::<LengthHeader<2>>::new(pool.clone());
    for price in 0..TRADES {
        let (symbol, note) = (Bytes::from_static(b"DCR"), Bytes::from_static(&[7; 200]));
        writer.write_message::<Bincode, _>((), 0, &Trade { symbol, price, note })?;
    }
    let mut wire = Vec::new();
    writer.flush(&mut wire)?;

    // One task for each subscriber, with an inbox of messages that stay alive until they are
    // dropped.
    let tasks: Vec<_> = (0..TASKS)
        .map(|_| {
            let (inbox, messages) = mpsc::channel::<Trade>();
            let task = thread::spawn(move || {
                messages.iter().map(|trade| trade.price * trade.note.len() as u64).sum::<u64>()
            });
            (inbox, task)
        })
        .collect();

    let mut reader = FrameReader::<LengthHeader<2>>::new(pool.clone());
    let mut stream = &wire[..];
    while let Some(mut frame) = reader.read_frame(&mut stream)? {
        let trade: Trade = frame.decode_shared::<Bincode, _>()?;
        for (inbox, _) in &tasks {
            let Trade { symbol, price, note } = &trade;
            inbox.send(Trade { symbol: symbol.clone(), price: *price, note: note.clone() })?;
        }
    }
    drop(reader);

    let wanted = (0..TRADES).map(|price| price * 200).sum::<u64>();
    for (inbox, task) in tasks {
        drop(inbox);
        assert_eq!(task.join().expect("no task panics"), wanted);
    }
    drop(writer);
    assert_eq!(pool.stats().pinned, 0);
    println!(
        "{TRADES} trades to {TASKS} tasks, {wanted} each, and no byte copied\n{}",
        pool.stats()
    );
    Ok(())
}
