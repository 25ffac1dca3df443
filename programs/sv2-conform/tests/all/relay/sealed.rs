//! The proxy's encrypted connection to its server, which the rest of it sees as one in plaintext.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use codec_core::{ById, Encode, EncodeError, Format, Header as _, ToPayload, Writer};
use codec_noise::{AuthorityKey, Handshake, NoiseReader, NoiseWriter};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::{CHANNEL, FrameHeader, Sv2TlvProtocol};

/// The handshake with a server; the stream is at its end where that is refused.
pub(super) fn open(mut server: TcpStream, key: AuthorityKey, fault: &str) -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let plain = TcpStream::connect(address).expect("it listens");
    let (inner, _) = listener.accept().expect("it was just made");
    let handshake = match fault {
        "PX-NX-1" => Handshake::initiator_trusting_anyone(),
        _ => Handshake::initiator(key),
    };
    let mut handshake: Handshake = handshake.expect("random bytes");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_secs();
    // A clock that is slow.
    let now = if fault == "PX-NX-2" { now - 1000 } else { now };
    if handshake.run(&mut server, now).is_err() {
        // Both ends, so that the proxy sees the end.
        let _ = (inner.shutdown(Shutdown::Both), server.shutdown(Shutdown::Both));
        return plain;
    }
    let (sealer, opener) = handshake.finish().expect("it is done").split();
    let pool = Pool::default();
    let reader = NoiseReader::<Sv2TlvProtocol>::sealed(pool.clone(), opener);
    let writer = FrameWriter::<Sv2TlvProtocol>::new(pool.clone());
    let (input, output) = (server.try_clone().expect("open"), inner.try_clone().expect("open"));
    thread::spawn(move || unseal(reader, writer, (input, output)));
    let reader = FrameReader::<Sv2TlvProtocol>::new(pool.clone());
    let writer = NoiseWriter::<Sv2TlvProtocol>::sealed(pool, sealer);
    thread::spawn(move || seal(reader, writer, (inner, server)));
    plain
}

/// A frame as it came.
struct Whole(FrameHeader, Vec<u8>);

impl Encode for Whole {
    fn encoded_len<F: Format>(&self) -> usize {
        self.1.len()
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(&self.1)
    }
}

impl ToPayload<ById, u32> for Whole {
    fn envelope(&self) -> (u32, u32) {
        (self.0.id(), if self.0.is_channel() { CHANNEL } else { 0 })
    }

    fn payload_name(&self) -> Option<&'static str> {
        None
    }
}

/// Passes on what the server sends, until it ends.
fn unseal(
    mut reader: NoiseReader<Sv2TlvProtocol>,
    mut writer: FrameWriter<Sv2TlvProtocol>,
    (mut server, mut plain): (TcpStream, TcpStream),
) {
    while let Ok(Some(frame)) = reader.read_frame(&mut server) {
        let whole = Whole(frame.header(), frame.payload().to_vec());
        if writer.send(&whole).is_err() || writer.flush(&mut plain).is_err() {
            break;
        }
    }
    // It may have ended before.
    let _ = plain.shutdown(Shutdown::Both);
}

/// Passes on what is sent to the server, until there is no more.
fn seal(
    mut reader: FrameReader<Sv2TlvProtocol>,
    mut writer: NoiseWriter<Sv2TlvProtocol>,
    (mut plain, mut server): (TcpStream, TcpStream),
) {
    while let Ok(Some(frame)) = reader.read_frame(&mut plain) {
        let whole = Whole(frame.header(), frame.payload().to_vec());
        if writer.send(&whole).is_err() || writer.flush(&mut server).is_err() {
            break;
        }
    }
    // It may have ended before.
    let _ = server.shutdown(Shutdown::Both);
}
