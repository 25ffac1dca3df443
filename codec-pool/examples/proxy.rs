//! A proxy that borrows: it reads the two messages that concern it in place, and forwards all
//! frames without a copy.
//!
//! `cargo run -p codec-pool --example proxy`
#![forbid(unsafe_code)]

use std::io::{Read, Write};

use codec_core::{ById, Decode, Encode, Header, Message as _, Protocol, Sv2};
use codec_pool::{FrameReader, FrameWriter, Pool};

/// The id, then the length.
#[derive(Debug, Clone, Copy, Header)]
struct Head {
    #[codec(id)]
    id: u8,
    #[codec(payload_len)]
    len: u16,
}

#[derive(Debug, Encode, Decode)]
#[codec(id = 1, borrow)]
struct Login {
    #[codec(len = u8)]
    user: String,
}

#[derive(Debug, Encode, Decode)]
#[codec(id = 2, borrow)]
struct Data {
    stream: u32,
    #[codec(tail)]
    bytes: Vec<u8>,
}

#[derive(Debug, Encode, Decode)]
#[codec(messages, borrow)]
enum Any {
    Login(Login),
    Data(Data),
}

enum Link {}

impl Protocol for Link {
    type Header = Head;
    type Format = Sv2;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

#[derive(Debug, Default, PartialEq)]
struct Seen {
    users: Vec<String>,
    bytes: usize,
    malformed: usize,
}

/// Forwards frames until the stream ends, including those of unknown ids.
fn relay(
    from: &mut impl Read,
    to: &mut impl Write,
    pool: &Pool,
) -> Result<Seen, Box<dyn std::error::Error>> {
    let mut reader = FrameReader::<Link>::new(pool.clone());
    let mut writer = FrameWriter::<Link>::new(pool.clone());
    let mut seen = Seen::default();
    while let Some(frame) = reader.read_frame(from)? {
        if [Login::ID, Data::ID].contains(&frame.header().id()) {
            match frame.message_ref() {
                Ok(AnyRef::Login(login)) => seen.users.push(login.user.to_owned()),
                Ok(AnyRef::Data(data)) => seen.bytes += data.bytes.len(),
                // It is up to the receiver to refuse malformed messages.
                Err(_) => seen.malformed += 1,
            }
        }
        // One more reference, and no copy: the frame is written from the memory it was read into.
        writer.push(frame.detach());
        if writer.pending_len() > 32 * 1024 {
            writer.flush(to)?;
        }
    }
    writer.flush(to)?;
    Ok(seen)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = Pool::default();
    let mut client = FrameWriter::<Link>::new(pool.clone());
    client.send(&Login { user: "ada".into() })?;
    for stream in 0..1000 {
        client.send(&Data { stream, bytes: vec![7; 100] })?;
    }
    let mut sent = Vec::new();
    client.flush(&mut sent)?;
    sent.extend([9, 3, 0, 1, 2, 3]); // of no known message
    sent.extend([1, 1, 0, 5]); // a login of five letters without any

    let mut received = Vec::new();
    let seen = relay(&mut &sent[..], &mut received, &pool)?;
    assert_eq!(received, sent);
    assert_eq!(seen, Seen { users: vec!["ada".into()], bytes: 100_000, malformed: 1 });
    // All memory has been returned.
    assert_eq!(pool.stats().pinned, 0);
    println!("{} bytes passed, {seen:?}", received.len());
    Ok(())
}
