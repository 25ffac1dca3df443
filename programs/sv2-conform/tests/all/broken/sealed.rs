//! An encrypted door before a server.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use codec_core::Header as _;
use codec_noise::{
    AuthoritySecret, Handshake, Identity, SEALED_HEADER, Sealer, sealed_payload_len,
};
use codec_pool::Pool;
use codec_stratum::{FrameHeader, Sv2Protocol};
use sv2_conform::Target;

/// Starts a server with this fault that encrypts.
pub(crate) fn start_sealed(fault: &'static str) -> Target {
    let inner = super::start(fault).address;
    let secret = AuthoritySecret::generate().expect("random bytes");
    let authority = secret.public_key();
    let signer = AuthoritySecret::generate().expect("random bytes");
    let signer = if fault == "S-NX-1" { &signer } else { &secret };
    let identity = Arc::new(Identity::issue(signer, 0..=u32::MAX).expect("random bytes"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    thread::spawn(move || {
        for outer in listener.incoming() {
            let outer = outer.expect("a client");
            let (inner, identity) = (inner.clone(), Arc::clone(&identity));
            let door = thread::spawn(move || relay(outer, &inner, identity, fault));
            if fault == "H-HANDSHAKE" {
                // One after another.
                let _ = door.join();
            }
        }
    });
    Target { address, authority: Some(authority) }
}

/// Shakes hands, and then lets two threads pass frames on.
fn relay(mut outer: TcpStream, inner: &str, identity: Arc<Identity>, fault: &'static str) {
    let mut handshake: Handshake = Handshake::responder(identity).expect("random bytes");
    if handshake.run(&mut outer, 1).is_err() {
        return;
    }
    let (mut sealer, opener) = handshake.finish().expect("it is done").split();
    let mut inner = TcpStream::connect(inner).expect("the server listens");
    let (mut from, mut to) =
        (inner.try_clone().expect("a handle"), outer.try_clone().expect("one"));
    thread::spawn(move || {
        let mut header = [0; FrameHeader::SIZE];
        while from.read_exact(&mut header).is_ok() {
            let len = u32::from_le_bytes([header[3], header[4], header[5], 0]);
            let mut payload = vec![0; usize::try_from(len).expect("short")];
            if from.read_exact(&mut payload).is_err()
                || to.write_all(&seal(&mut sealer, &header, &payload)).is_err()
            {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
    thread::spawn(move || {
        let is_deaf = fault == "S-NX-2";
        let mut reader = codec_noise::NoiseReader::<Sv2Protocol>::sealed(Pool::default(), opener);
        while let Ok(Some(frame)) = reader.read_frame(&mut outer) {
            let mut bytes = vec![0; FrameHeader::SIZE];
            frame.header().write(&mut bytes);
            bytes.extend_from_slice(frame.payload());
            if inner.write_all(&bytes).is_err() {
                break;
            }
        }
        if is_deaf {
            // It hears nothing more, and says nothing of it.
            thread::sleep(std::time::Duration::from_mins(1));
        }
        let _ = inner.shutdown(std::net::Shutdown::Both);
    });
}

fn seal(sealer: &mut Sealer, header: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut room = vec![0; SEALED_HEADER + sealed_payload_len(payload.len())];
    room[16..SEALED_HEADER].copy_from_slice(header);
    room[SEALED_HEADER..SEALED_HEADER + payload.len()].copy_from_slice(payload);
    sealer.seal_frame(&mut room, payload.len()).expect("few frames");
    room
}
