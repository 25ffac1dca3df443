//! Frames that are encrypted, opened and sealed in fixed buffers.

use std::sync::Arc;

use allocation_counter::measure;
use codec_core::message::SealError;
use codec_core::{EncodeErrorKind, Format, Sv2};
use codec_embedded::{
    FixedFrameError, FixedFrameReader, FixedFrameWriter, FixedReadError, FixedSendError,
};
use codec_noise::{AuthoritySecret, Handshake, Identity, Opener, Sealer};
use codec_stratum::mining::{CloseChannelRef, SubmitSharesExtended};
use codec_stratum::{MiningMessageRef, MiningProtocol};

use crate::asynchronous::{Slow, once};

/// Bytes of a frame that are not its payload.
const NOISE: usize = 22 + 16;

/// Seals what one side sends, and the key with which the other opens it.
fn direction() -> (Sealer, [u8; 32]) {
    let authority = AuthoritySecret::from_bytes([7; 32]).expect("a key");
    let identity = Identity::issue(&authority, 0..=9).expect("entropy");
    let mut miner: Handshake = Handshake::initiator(authority.public_key()).expect("entropy");
    let mut server: Handshake = Handshake::responder(Arc::new(identity)).expect("entropy");
    server.input(miner.output(), 5).expect("any key is good");
    miner.input(server.output(), 5).expect("the certificate is good");
    let session = miner.finish().expect("all has come");
    let key = *session.secret_keys().0;
    (session.split().0, key)
}

fn share(sequence_number: u32) -> SubmitSharesExtended {
    let extranonce = (&[7; 8]).try_into().expect("at most 32 bytes");
    let (channel_id, job_id, nonce, ntime, version) = (1, 3, 4, 5, 6);
    SubmitSharesExtended { channel_id, sequence_number, job_id, nonce, ntime, version, extranonce }
}

/// Bytes of a share as it is sent.
const SHARE: usize = NOISE + 24 + 1 + 8;

/// A source that yields so many bytes at once.
struct Pieces<'a>(&'a [u8], usize);

impl embedded_io::ErrorType for Pieces<'_> {
    type Error = core::convert::Infallible;
}

impl embedded_io::Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Self::Error> {
        let len = self.1.min(room.len()).min(self.0.len());
        room[..len].copy_from_slice(self.0.split_off(..len).expect("no more than there are"));
        Ok(len)
    }
}

type Reader<const N: usize> = FixedFrameReader<MiningProtocol, N, Opener>;
type Writer<const N: usize> = FixedFrameWriter<MiningProtocol, N, Sealer>;

fn next<const N: usize>(
    reader: &mut Reader<N>,
    source: &mut Pieces<'_>,
) -> Result<Option<u32>, FixedReadError<core::convert::Infallible>> {
    Ok(match reader.read_message_ref(source)? {
        Some(MiningMessageRef::SubmitSharesExtended(share)) => Some(share.sequence_number),
        None => None,
        other => panic!("{other:?} was not sent"),
    })
}

fn sent(writer: &mut Writer<SHARE>, numbers: core::ops::Range<u32>) -> Vec<u8> {
    let mut wire = vec![0; SHARE * numbers.len()];
    let mut sink = &mut wire[..];
    for number in numbers {
        writer.send(&share(number), &mut sink).expect("there is room");
    }
    assert!(sink.is_empty());
    wire
}

#[test]
fn messages_come_in_pieces_of_any_length_and_nothing_is_allocated() {
    for len in [1, 7, SHARE, 1000] {
        let (sealer, key) = direction();
        let mut writer = Writer::sealed(sealer);
        let mut reader = Reader::<100>::sealed(Opener::new(&key));
        let wire = sent(&mut writer, 0..20);
        let mut source = Pieces(&wire, len);
        let all = measure(|| {
            for number in 0..20 {
                assert_eq!(next(&mut reader, &mut source), Ok(Some(number)));
            }
            assert_eq!(next(&mut reader, &mut source), Ok(None));
        });
        assert_eq!(all.count_total, 0);
        assert_eq!(reader.opener().used_nonces(), 40);
    }
}

#[test]
fn a_frame_over_the_buffer_is_skipped_and_the_next_is_found() {
    let (sealer, key) = direction();
    let mut writer = FixedFrameWriter::<MiningProtocol, 400, _>::sealed(sealer);
    let mut reader = Reader::<SHARE>::sealed(Opener::new(&key));
    let mut wire = vec![0; 1000];
    let mut sink = &mut wire[..];
    let reason_code = (&[b'x'; 200][..]).try_into().expect("at most 255 bytes");
    for number in 0..3 {
        writer.send(&CloseChannelRef { channel_id: 7, reason_code }, &mut sink).expect("room");
        writer.send(&share(number), &mut sink).expect("room");
    }
    let left = sink.len();
    let mut source = Pieces(&wire[..1000 - left], 11);
    for number in 0..3 {
        let error = FixedFrameError::TooLong { needed: NOISE + 205, capacity: SHARE };
        assert_eq!(next(&mut reader, &mut source), Err(error.into()));
        assert_eq!(next(&mut reader, &mut source), Ok(Some(number)));
    }
    assert_eq!(next(&mut reader, &mut source), Ok(None));
}

#[test]
fn each_flipped_bit_is_an_error_that_stays() {
    let (sealer, key) = direction();
    let wire = sent(&mut Writer::sealed(sealer), 0..2);
    let error = FixedFrameError::Sealed(SealError::Forged);
    assert!(!error.is_recoverable());
    for bit in 0..SHARE * 8 {
        let mut damaged = wire.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let mut reader = Reader::<200>::sealed(Opener::new(&key));
        let mut source = Pieces(&damaged, 50);
        for _ in 0..3 {
            assert_eq!(next(&mut reader, &mut source), Err(error.into()), "bit {bit}");
        }
    }
}

#[test]
fn a_stream_that_ends_within_a_frame_says_so_and_one_that_starts_there_does_not_open() {
    let (sealer, key) = direction();
    let wire = sent(&mut Writer::sealed(sealer), 0..2);
    for cut in 1..SHARE {
        let mut reader = Reader::<200>::sealed(Opener::new(&key));
        let end = next(&mut reader, &mut Pieces(&wire[..cut], 50));
        assert_eq!(end, Err(FixedReadError::UnexpectedEnd), "at {cut}");
        let mut reader = Reader::<200>::sealed(Opener::new(&key));
        let error = next(&mut reader, &mut Pieces(&wire[cut..], 50));
        assert_eq!(error, Err(FixedFrameError::Sealed(SealError::Forged).into()), "at {cut}");
    }
}

#[test]
fn a_frame_that_does_not_fit_the_writer_uses_no_key() {
    let (sealer, key) = direction();
    let mut writer = FixedFrameWriter::<MiningProtocol, SHARE, _>::sealed(sealer);
    let mut wire = [0; SHARE];
    // From a payload that fits where its tag does not to one that does not fit.
    for len in SHARE - NOISE + 1..SHARE {
        let reason_code = (&[b'x'; 100][..len - 5]).try_into().expect("at most 255 bytes");
        let message = CloseChannelRef { channel_id: 7, reason_code };
        let Err(FixedSendError::Encode(error)) = writer.send(&message, &mut &mut wire[..]) else {
            panic!("{} bytes were sent", Sv2::encoded_len(&message));
        };
        assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
    }
    writer.send(&share(9), &mut &mut wire[..]).expect("it fits");
    let mut reader = Reader::<SHARE>::sealed(Opener::new(&key));
    assert_eq!(next(&mut reader, &mut Pieces(&wire, 9)), Ok(Some(9)));
}

#[test]
fn a_payload_of_several_blocks_is_opened_in_the_buffer() {
    const LEN: usize = 150_000;
    let (mut sealer, key) = direction();
    let mut wire = vec![5; 22 + LEN + 3 * 16];
    wire[16..22].copy_from_slice(&[0, 0, 0x1b, 0xf0, 0x49, 0x02]);
    sealer.seal_frame(&mut wire, LEN).expect("there is room");
    let mut reader = Box::new(Reader::<160_000>::sealed(Opener::new(&key)));
    let frame = reader.read_frame(&mut Pieces(&wire, 999)).expect("it opens").expect("it is there");
    assert_eq!(frame.payload().len(), LEN);
    assert!(frame.payload().iter().all(|byte| *byte == 5));
}

#[test]
fn futures_that_are_dropped_lose_nothing() {
    let (sealer, key) = direction();
    let wire = sent(&mut Writer::sealed(sealer), 0..3);
    let mut reader = Reader::<SHARE>::sealed(Opener::new(&key));
    let mut source = Slow { bytes: &wire, ready: false };
    let mut frames = 0;
    while frames < 3 {
        if let Some(frame) = once(reader.read_frame_async(&mut source)) {
            assert_eq!(frame.expect("it opens").expect("it is there").payload().len(), 33);
            frames += 1;
        }
    }
}
