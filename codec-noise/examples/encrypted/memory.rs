//! The memory of connections: resident memory of the process, as reported by the system, per
//! additional connection, without its socket.

use std::fs;

use codec_noise::{AuthoritySecret, NoiseReader, NoiseWriter};
use codec_pool::Pool;
use codec_stratum::Sv2Protocol;
use codec_sv2::{Decrypted, NoiseDecoder, NoiseEncoder};

use crate::message::Template;

/// Connections of ours.
const OURS: usize = 10_000;
/// Connections of the reference implementation: as many as surely fit in memory.
const THEIRS: usize = 1_000;
/// Bytes of payload in the frames.
const PAYLOAD: usize = 1_000;

/// Resident bytes of the process; `None` if the system does not report them.
fn resident() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kib| kib * 1024)
}

/// Bytes per connection, idle and in the middle of a frame, for this many connections.
fn measured<C>(
    count: usize,
    connect: impl Fn() -> C,
    receive: impl Fn(&mut C),
) -> Option<[usize; 2]> {
    let before = resident()?;
    let mut connections: Vec<C> = (0..count).map(|_| connect()).collect();
    let idle = resident()?.saturating_sub(before) / count;
    connections.iter_mut().for_each(receive);
    let loaded = resident()?.saturating_sub(before) / count;
    Some([idle, loaded])
}

struct Ours {
    reader: NoiseReader<Sv2Protocol>,
    writer: NoiseWriter<Sv2Protocol>,
    /// The start of a frame that is received later.
    start: Vec<u8>,
}

/// A connection that has sent and received a frame.
fn ours(pool: &Pool) -> Ours {
    let (client, server) = crate::sessions::connect();
    let (sealer, opener) = server.split();
    let mut reader = NoiseReader::sealed(pool.clone(), opener);
    let mut writer = NoiseWriter::sealed(pool.clone(), sealer);
    let mut peer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), client.split().0);
    let bytes = vec![7; PAYLOAD - 7].try_into().expect("fewer than 16 MiB");
    let message = Template { channel_id: 7, bytes };
    writer.send(&message).expect("there is memory");
    writer.flush(&mut std::io::sink()).expect("it takes all");
    let mut wire = Vec::new();
    peer.send(&message).expect("there is memory");
    peer.flush(&mut wire).expect("a vector takes all");
    let mut start = Vec::with_capacity(PAYLOAD / 2);
    let mut second = Vec::new();
    peer.send(&message).expect("there is memory");
    peer.flush(&mut second).expect("a vector takes all");
    start.extend_from_slice(&second[..PAYLOAD / 2]);
    reader.feed(&wire).expect("there is memory");
    assert!(reader.next_frame().expect("nothing was changed").is_some());
    assert!(reader.next_frame().expect("nothing was changed").is_none());
    Ours { reader, writer, start }
}

struct Theirs {
    decoder: NoiseDecoder,
    _encoder: NoiseEncoder,
    _send: codec_sv2::TransportEncryptState,
    receive: Option<codec_sv2::TransportDecryptState>,
    start: Vec<u8>,
}

impl Theirs {
    /// Feeds received bytes, as far as the decoder requests them; returns whether a frame is
    /// complete.
    fn feed(&mut self, mut bytes: &[u8]) -> bool {
        loop {
            let window = self.decoder.writable();
            if window.len() > bytes.len() {
                window[..bytes.len()].copy_from_slice(bytes);
                return false;
            }
            let (now, later) = bytes.split_at(window.len());
            window.copy_from_slice(now);
            bytes = later;
            let state = self.receive.take().expect("it is put back");
            match self.decoder.next_transport_frame(state).expect("nothing was changed") {
                Decrypted::Frame(_, state) => {
                    self.receive = Some(state);
                    return true;
                }
                Decrypted::Incomplete(_, state) => self.receive = Some(state),
            }
        }
    }
}

fn theirs(authority: &AuthoritySecret) -> Theirs {
    let (client, server) = crate::theirs::shake_hands(authority);
    let (mut peer, mut peer_send) = (NoiseEncoder::new(), client.split().0);
    let mut sealed = || crate::theirs::sealed_template(&mut peer, &mut peer_send, PAYLOAD);
    let (first, second) = (sealed(), sealed());
    let (mut send, receive) = server.split();
    let (decoder, mut encoder) = (NoiseDecoder::new(), NoiseEncoder::new());
    drop(crate::theirs::sealed_template(&mut encoder, &mut send, PAYLOAD));
    let mut start = Vec::with_capacity(PAYLOAD / 2);
    start.extend_from_slice(&second[..PAYLOAD / 2]);
    let mut this =
        Theirs { decoder, _encoder: encoder, _send: send, receive: Some(receive), start };
    assert!(this.feed(&first), "it is whole");
    this
}

/// Bytes per connection, of the reference implementation and of ours.
pub(crate) fn report() {
    let pool = Pool::default();
    let ours = measured(
        OURS,
        || ours(&pool),
        |this| {
            this.reader.feed(&this.start).expect("there is memory");
            assert!(this.reader.next_frame().expect("nothing was changed").is_none());
            assert_eq!(this.writer.pending_len(), 0);
        },
    );
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let theirs = measured(
        THEIRS,
        || theirs(&authority),
        |this| {
            let start = std::mem::take(&mut this.start);
            assert!(!this.feed(&start), "the rest is missing");
        },
    );
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return };
    // The start of the next frame is in memory as well.
    println!(
        "\nResident bytes a connection, half a frame to come included ({} bytes):",
        PAYLOAD / 2
    );
    println!("| | SRI ({THEIRS} connections) | ours ({OURS}) |\n|---|--:|--:|");
    println!("| idle, after a frame each way | {} | {} |", theirs[0], ours[0]);
    println!("| half a frame of {PAYLOAD} bytes has come | {} | {} |", theirs[1], ours[1]);
}
