//! Frames of the client, encrypted or not.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use codec_core::{ById, Header as _, ToPayload};
use codec_noise::{AuthorityKey, Handshake, NoiseReader, NoiseWriter};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::{FrameHeader, Sv2TlvProtocol};

use crate::broken::frame;

/// The longest payload of a frame.
const MAX: usize = 0xff_ffff;

/// A frame that was received.
pub(super) type Frame = (FrameHeader, Vec<u8>);

enum Writer {
    Plain(FrameWriter<Sv2TlvProtocol>),
    Noise(NoiseWriter<Sv2TlvProtocol>),
}

pub(super) struct Link {
    stream: TcpStream,
    writer: Writer,
    /// The frames that a thread of its own reads.
    pub(super) frames: Receiver<Frame>,
}

impl Link {
    pub(super) fn open(
        address: &str,
        key: Option<AuthorityKey>,
        fault: &'static str,
    ) -> Option<Self> {
        let mut stream = TcpStream::connect(address).ok()?;
        let (pool, mut input) = (Pool::default(), stream.try_clone().ok()?);
        let (sender, frames) = channel();
        let Some(key) = key else {
            let writer = Writer::Plain(FrameWriter::new(pool.clone()));
            thread::spawn(move || {
                if ["CL-GEN-3", "CL-GEN-4"].contains(&fault) {
                    return each_read(&mut input, fault, |frame| sender.send(frame).is_ok());
                }
                let mut reader = FrameReader::<Sv2TlvProtocol>::new(pool).with_max_payload(MAX);
                while let Ok(Some(frame)) = reader.read_frame(&mut input) {
                    if sender.send((frame.header(), frame.payload().to_vec())).is_err() {
                        return;
                    }
                }
            });
            return Some(Self { stream, writer, frames });
        };
        let handshake = match fault {
            "CL-NX-1" => Handshake::initiator_trusting_anyone(),
            _ => Handshake::initiator(key),
        };
        let mut handshake: Handshake = handshake.ok()?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
        // A clock that is slow.
        let now = if fault == "CL-NX-2" { now - 1000 } else { now };
        handshake.run(&mut stream, now).ok()?;
        let (sealer, opener) = handshake.finish().ok()?.split();
        let writer = Writer::Noise(NoiseWriter::sealed(pool.clone(), sealer));
        thread::spawn(move || {
            let reader = NoiseReader::<Sv2TlvProtocol>::sealed(pool, opener);
            let mut reader = reader.with_max_payload(MAX);
            while let Ok(Some(frame)) = reader.read_frame(&mut input) {
                if sender.send((frame.header(), frame.payload().to_vec())).is_err() {
                    return;
                }
            }
        });
        Some(Self { stream, writer, frames })
    }

    /// Sends a message; false when the connection has ended.
    pub(super) fn send<M: ToPayload<ById, u32>>(&mut self, message: &M) -> bool {
        let Self { stream, writer, .. } = self;
        match writer {
            Writer::Plain(writer) => {
                writer.send(message).expect("it is short");
                writer.flush(stream).is_ok()
            }
            Writer::Noise(writer) => {
                writer.send(message).expect("it is short");
                writer.flush(stream).is_ok()
            }
        }
    }

    /// Sends a message without its channel bit.
    pub(super) fn send_unmarked<M: ToPayload<ById, u32>>(&mut self, message: &M) -> bool {
        let mut bytes = frame(message);
        bytes[1] &= 0x7f;
        self.stream.write_all(&bytes).is_ok()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads as if each read had one frame, as faulty clients do.
fn each_read(input: &mut TcpStream, fault: &str, mut give: impl FnMut(Frame) -> bool) {
    let mut room = vec![0; 1 << 16];
    while let Ok(len) = input.read(&mut room) {
        let (mut rest, mut count) = (&room[..len], 0);
        while rest.len() >= FrameHeader::SIZE {
            let (head, after) = rest.split_at(FrameHeader::SIZE);
            let header = FrameHeader::parse(head).expect("six bytes");
            let Some(payload) = after.get(..header.payload_len()) else { break };
            if (fault != "CL-GEN-4" || count == 0) && !give((header, payload.to_vec())) {
                return;
            }
            (rest, count) = (&after[header.payload_len()..], count + 1);
        }
        if len == 0 || !rest.is_empty() {
            let _ = input.shutdown(Shutdown::Both);
            return;
        }
    }
}
