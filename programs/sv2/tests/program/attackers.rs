//! Hostile clients.

use std::io::{Read as _, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use codec_core::wire::{B032, Str0255, U256};
use codec_core::{Encode, Message, Sv2};
use codec_pool::{FrameWriter, Pool};
use codec_stratum::common::SetupConnection;
use codec_stratum::mining::{OpenExtendedMiningChannel, SubmitSharesExtended};
use codec_stratum::{FrameHeader, Subprotocol};

/// Behaviour of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attack {
    /// Connects and closes.
    Leaves,
    /// Connects and never sends.
    Silent,
    /// Sends a header and one byte of the declared payload.
    SevenBytes,
    /// Sends a message byte by byte, and never completes it.
    Bytewise,
    /// Sends random bytes.
    Noise,
    /// Declares the longest payload that a header can.
    Oversized,
    /// Opens a channel and sends nothing more.
    Idle,
    /// Opens a channel, submits invalid shares, and reads no answer.
    Deaf,
}

impl Attack {
    pub(crate) const ALL: [Self; 8] = [
        Self::Leaves,
        Self::Silent,
        Self::SevenBytes,
        Self::Bytewise,
        Self::Noise,
        Self::Oversized,
        Self::Idle,
        Self::Deaf,
    ];

    /// Report of a server about the client.
    pub(crate) const fn verdict(self) -> &'static str {
        match self {
            Self::Leaves => "the peer closed the connection",
            Self::Silent | Self::SevenBytes | Self::Bytewise => "the client set up no connection",
            Self::Noise => "over the limit",
            Self::Oversized => "payload of 16777215 bytes is over the limit",
            Self::Idle => "no whole message came",
            Self::Deaf => "the peer did not take what was sent",
        }
    }

    /// Connects, attacks until the server closes the connection, and returns the address from which
    /// the client connected.
    pub(crate) fn run(self, address: &str) -> SocketAddr {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let name = stream.local_addr().expect("it is connected");
        // The server may close at any time: writes may fail.
        let _ = self.attack(&mut stream);
        name
    }

    fn attack(self, stream: &mut TcpStream) -> std::io::Result<()> {
        match self {
            Self::Leaves => return Ok(()),
            Self::Silent => {}
            Self::SevenBytes => stream.write_all(&[0, 0, 0, 0xd0, 0x07, 0, 0])?,
            Self::Bytewise => {
                stream.set_nodelay(true)?;
                let hello = frames(|writer| queue(writer, &hello()));
                for byte in &hello[..hello.len() - 1] {
                    stream.write_all(&[*byte])?;
                    thread::sleep(Duration::from_millis(100));
                }
            }
            Self::Noise => {
                // Never a small length.
                let noise =
                    (0..32_768u32).map(|n| n.wrapping_mul(0x9e37_79b1).to_be_bytes()[0] | 0x80);
                stream.write_all(&noise.collect::<Vec<_>>())?;
            }
            Self::Oversized => stream.write_all(&[0, 0, 0, 0xff, 0xff, 0xff, 1, 2, 3])?,
            Self::Idle => open_channel(stream)?,
            Self::Deaf => {
                open_channel(stream)?;
                let shares = frames(|writer| (0..256).for_each(|n| queue(writer, &share(n))));
                loop {
                    stream.write_all(&shares)?;
                }
            }
        }
        // Until the server closes.
        let mut answer = [0; 1024];
        while stream.read(&mut answer)? > 0 {}
        Ok(())
    }
}

pub(crate) fn open_channel(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.write_all(&frames(|writer| {
        queue(writer, &hello());
        queue(writer, &channel());
    }))
}

pub(crate) type Writer = FrameWriter<FrameHeader>;

pub(crate) fn frames(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::new(Pool::default());
    write(&mut writer);
    let mut bytes = Vec::new();
    writer.flush(&mut bytes).expect("a vector takes everything");
    bytes
}

pub(crate) fn queue<M: Message<Id = u32> + Encode>(writer: &mut Writer, message: &M) {
    writer.write::<Sv2, M>(message).expect("it encodes");
}

fn text(text: &str) -> Str0255 {
    text.try_into().expect("it is short")
}

pub(crate) fn hello() -> SetupConnection {
    SetupConnection {
        protocol: Subprotocol::Mining,
        min_version: 2,
        max_version: 2,
        flags: 0,
        endpoint_host: text("localhost"),
        endpoint_port: 1,
        vendor: text("nobody"),
        hardware_version: text(""),
        firmware: text(""),
        device_id: text(""),
    }
}

pub(crate) fn channel() -> OpenExtendedMiningChannel {
    OpenExtendedMiningChannel {
        request_id: 1,
        user_identity: text("nobody"),
        nominal_hash_rate: 1.0,
        max_target: U256::from([0xff; 32]),
        min_extranonce_size: 8,
    }
}

/// A share for a channel that does not exist.
pub(crate) fn share(sequence_number: u32) -> SubmitSharesExtended {
    SubmitSharesExtended {
        channel_id: 77,
        sequence_number,
        job_id: 1,
        nonce: 0,
        ntime: 1_763_700_000,
        version: 0,
        extranonce: B032::try_from(&[0; 8]).expect("it is short"),
    }
}
