//! Handshakes and frames over blocking streams that stall, fail or lie at any byte.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};

use codec_core::Sv2;
use codec_noise::{FIRST_MESSAGE, HandshakeError, NoiseError, NoiseReader, NoiseWriter};
use codec_noise::{SECOND_MESSAGE, Session};
use codec_pool::{FrameReadError, Pool};
use codec_stratum::Sv2Protocol;
use codec_stratum::mining::{CloseChannel, CloseChannelRef};

use super::pair::{NOW, good_certificate, initiator, messages, responder};

/// Reads `input` and appends to `output`, a few bytes per call; every other call of each kind
/// fails.
struct Halting {
    input: VecDeque<u8>,
    output: Vec<u8>,
    step: usize,
    /// Calls of `read`, `write` and `flush`.
    calls: [usize; 3],
}

impl Halting {
    fn new(step: usize) -> Self {
        Self { input: VecDeque::new(), output: Vec::new(), step, calls: [0; 3] }
    }

    fn halt(&mut self, call: usize) -> io::Result<()> {
        self.calls[call] += 1;
        match self.calls[call] % 2 {
            1 => Err(KINDS[self.calls[call] / 2 % KINDS.len()].into()),
            _ => Ok(()),
        }
    }
}

impl Read for Halting {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.halt(0)?;
        if self.input.is_empty() {
            // Not the end: no bytes have arrived.
            return Err(ErrorKind::WouldBlock.into());
        }
        let len = room.len().min(self.step);
        self.input.read(&mut room[..len])
    }
}

impl Write for Halting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.halt(1)?;
        let len = bytes.len().min(self.step);
        self.output.write(&bytes[..len])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.halt(2)
    }
}

/// Moves everything written at one end to the other.
fn carry(from: &mut Halting, to: &mut Halting) {
    to.input.extend(from.output.drain(..));
}

const KINDS: [ErrorKind; 4] =
    [ErrorKind::WouldBlock, ErrorKind::TimedOut, ErrorKind::Interrupted, ErrorKind::Other];

/// A handshake in which every other call fails, and the streams afterwards.
fn shaken(step: usize) -> (Session, Session, [Halting; 2], usize) {
    let (mut miner, mut server) = (initiator(), responder(good_certificate()));
    let (mut near, mut far) = (Halting::new(step), Halting::new(step));
    let mut failed = 0;
    while !(miner.is_done() && server.is_done()) {
        for (side, stream) in [(&mut miner, &mut near), (&mut server, &mut far)] {
            if let Err(error) = side.run(stream, NOW.into()) {
                let HandshakeError::Io(error) = error else { panic!("{error}") };
                assert_ne!(error.kind(), ErrorKind::Interrupted, "it is tried again");
                failed += 1;
            }
        }
        carry(&mut near, &mut far);
        carry(&mut far, &mut near);
    }
    let sessions = (miner.finish().expect("it is done"), server.finish().expect("it is done"));
    (sessions.0, sessions.1, [near, far], failed)
}

#[test]
fn a_stream_that_fails_at_any_byte_loses_nothing_of_a_handshake() {
    for step in [1, 2, 7, 1000] {
        let (miner, server, streams, failed) = shaken(step);
        assert_eq!(miner.handshake_hash(), server.handshake_hash());
        assert!(failed > 298 / step, "{failed} calls failed");
        for stream in streams {
            assert!(stream.input.is_empty() && stream.output.is_empty());
        }
    }
}

#[test]
fn a_stream_that_fails_at_any_byte_loses_nothing_of_a_frame() {
    let words = ["", "bye", "a longer reason for which the channel is closed"];
    for step in [1, 2, 7, 1000] {
        let (miner, server, [mut near, mut far], _) = shaken(step);
        let pool = Pool::default();
        let mut writer: NoiseWriter<Sv2Protocol> =
            NoiseWriter::sealed(pool.clone(), miner.split().0);
        let mut reader: NoiseReader<Sv2Protocol> =
            NoiseReader::sealed(pool.clone(), server.split().1);
        let (mut seen, mut failed) = (0, 0);
        for channel_id in 0..50 {
            let word = words[channel_id as usize % words.len()];
            let reason_code = word.try_into().expect("short");
            writer.send(&CloseChannel { channel_id, reason_code }).expect("there is memory");
        }
        while seen < 50 {
            failed += usize::from(writer.flush(&mut near).is_err());
            carry(&mut near, &mut far);
            match reader.read_frame(&mut far) {
                Err(error) => {
                    assert!(matches!(error, FrameReadError::Io(_)), "{error}");
                    failed += 1;
                }
                Ok(frame) => {
                    let frame = frame.expect("it goes on");
                    let message: CloseChannelRef<'_> =
                        frame.decode_ref::<Sv2, _>().expect("it is that message");
                    assert_eq!(message.channel_id, seen);
                    assert_eq!(
                        message.reason_code.as_ref(),
                        words[seen as usize % words.len()].as_bytes()
                    );
                    seen += 1;
                }
            }
        }
        assert!(failed > 50 / step, "{failed} calls failed");
        drop((writer, reader));
        assert_eq!(pool.stats().live(), 0);
    }
}

/// Correct for that many bytes, and then reports one byte more than the buffer holds.
struct Lying {
    input: Vec<u8>,
    honest: usize,
    lies: usize,
}

impl Lying {
    fn lie(&mut self) -> usize {
        self.lies += 1;
        assert!(self.lies < 100, "it is believed for ever");
        1
    }
}

impl Read for Lying {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let len = room.len().min(self.honest);
        if len == 0 {
            return Ok(room.len() + self.lie());
        }
        self.honest -= len;
        let came: Vec<u8> = self.input.drain(..len).collect();
        room[..len].copy_from_slice(&came);
        Ok(len)
    }
}

impl Write for Lying {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = bytes.len().min(self.honest);
        if len == 0 {
            return Ok(bytes.len() + self.lie());
        }
        self.honest -= len;
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stream_that_lies_at_any_byte_is_found_out() {
    let (first, second) = messages(good_certificate());
    let both = FIRST_MESSAGE + SECOND_MESSAGE;
    for (we_initiate, input) in [(true, &second[..]), (false, &first[..])] {
        for honest in 0..both {
            let mut stream = Lying { input: input.to_vec(), honest, lies: 0 };
            let mut side = if we_initiate { initiator() } else { responder(good_certificate()) };
            let error = side.run(&mut stream, NOW.into()).expect_err("it lies");
            let HandshakeError::Io(error) = error else { panic!("{error}") };
            assert_eq!(error.kind(), ErrorKind::InvalidData, "{honest} bytes were true");
            assert_eq!(stream.lies, 1, "{honest} bytes were true");
        }
    }
}

#[test]
fn a_stream_that_takes_nothing_or_ends_is_its_own_error() {
    struct Deaf;
    impl Read for Deaf {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Ok(0)
        }
    }
    impl Write for Deaf {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(0)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = initiator().run(&mut Deaf, NOW.into()).expect_err("nothing is taken");
    let HandshakeError::Io(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), ErrorKind::WriteZero);
    let error = responder(good_certificate()).run(&mut Deaf, NOW.into()).expect_err("it ends");
    let HandshakeError::Noise(error) = error else { panic!("{error}") };
    assert_eq!(error, NoiseError::Truncated { received: 0, needed: FIRST_MESSAGE });
}
