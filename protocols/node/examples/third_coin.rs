//! A third protocol of this family, between two threads over TCP: a ping, its answer, and a frame
//! over the limit of its command, which is refused as soon as its header is there.
//!
//! `cargo run -p codec-node --example third_coin`
#![forbid(unsafe_code)]

use std::error::Error;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::thread;

use codec_core::{ById, Consensus, Decode, DecodeError, DecodeErrorKind, Encode, Protocol};
use codec_node::connection::{Ping, PingRef, Pong, PongRef};
use codec_node::{Command, FrameHeader, Framing, NodeProtocol};
use codec_pool::{FrameErrorKind, FrameReadError, FrameReader, FrameWriter, Pool};

/// The commands, and the checksum: here, the sum of all bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Coin;

impl NodeProtocol for Coin {
    const COMMANDS: &'static [Command<Self>] = &[Command::new("ping", 8), Command::new("pong", 8)];
    const MAX_PAYLOAD: usize = 1 << 20;
    const LENGTH_FIRST: bool = true;
    const CHECKSUM: &'static str = "sum";
    const CHECKSUM_DOC: &'static str = "The sum of all bytes.";

    fn checksum(payload: &[u8]) -> [u8; 4] {
        payload.iter().map(|byte| u32::from(*byte)).sum::<u32>().to_le_bytes()
    }
}

impl Framing for Coin {
    type Protocol = Self;
    const MAGIC: u32 = 0x4e49_4f43;
    const NETWORK: &'static str = "main";
    const CHECKED: bool = true;
}

#[derive(Debug, Encode, Decode)]
#[codec(messages, borrow)]
enum Any {
    Ping(Ping),
    Pong(Pong),
}

impl Protocol for Coin {
    type Header = FrameHeader<Self>;
    type Format = Consensus;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

type Failure = Box<dyn Error + Send + Sync>;

/// Answers each ping until the peer leaves or sends what is no frame: how many, and why it ended.
fn serve(mut stream: TcpStream) -> Result<(u32, Option<FrameErrorKind>), Failure> {
    let pool = Pool::default();
    let mut reader = FrameReader::<Coin>::new(pool.clone());
    let mut writer = FrameWriter::<Coin>::new(pool);
    let mut answered = 0;
    loop {
        let frame = match reader.read_frame(&mut stream) {
            Ok(Some(frame)) => frame,
            Ok(None) => return Ok((answered, None)),
            Err(FrameReadError::Frame(error)) => return Ok((answered, Some(error.kind()))),
            Err(error) => return Err(error.into()),
        };
        if let AnyRef::Ping(PingRef { nonce }) = frame.message_ref()? {
            writer.send(&Pong { nonce })?;
            writer.flush(&mut stream)?;
            answered += 1;
        }
    }
}

fn main() -> Result<(), Failure> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let mut stream = TcpStream::connect(listener.local_addr()?)?;
    let (accepted, _) = listener.accept()?;
    let server = thread::spawn(move || serve(accepted));

    let pool = Pool::default();
    let mut reader = FrameReader::<Coin>::new(pool.clone());
    let mut writer = FrameWriter::<Coin>::new(pool);
    for nonce in 1..=3 {
        writer.send(&Ping { nonce })?;
        writer.flush(&mut stream)?;
        let frame = reader.read_frame(&mut stream)?.ok_or("the server left")?;
        assert!(
            matches!(frame.message_ref()?, AnyRef::Pong(PongRef { nonce: same }) if same == nonce)
        );
    }
    // A ping of 9 bytes is announced, and none of them is sent.
    stream.write_all(b"COINping\0\0\0\0\0\0\0\0\x09\0\0\0\0\0\0\0")?;
    let (answered, refused) = server.join().expect("it does not panic")?;
    println!("{answered} pings were answered; then the server refused a frame: {refused:?}");
    assert_eq!(answered, 3);
    // At byte 16 of the header, where the length is.
    let reason = DecodeError::new(DecodeErrorKind::LengthOverLimit, 16);
    assert_eq!(refused, Some(FrameErrorKind::Header(reason)));
    Ok(())
}
