//! Frames read from a stream and written to one.

use codec_core::{
    Consensus, DecodeErrorKind, EncodeErrorKind, Header as _, MessageInfo as _, Messages as _,
};
use codec_decred::{
    AnyMessage, AnyMessageRef, AnyMessageShared, Command, DecredProtocol, FrameHeader, MainNet,
    Network, SimNet,
};
use codec_decred::{Refused, RegNet, TestNet3};
use codec_pool::{
    Connection, ConnectionErrorKind, ConnectionLimits, FrameErrorKind, FrameReader, FrameWriter,
    OnUnknown, Pool, Untimed,
};

use crate::corpus::{lines, unhex};
use crate::golden::golden;

type Mainnet = FrameHeader<MainNet>;

/// The frame around a payload, as in the header's table.
fn frame(magic: [u8; 4], command: &str, payload: &[u8]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(command.as_bytes());
    bytes.resize(16, 0);
    bytes.extend(u32::try_from(payload.len()).expect("it is short").to_le_bytes());
    bytes.extend(&codec_decred::blake256(payload)[..4]);
    bytes.extend(payload);
    bytes
}

const MAIN: [u8; 4] = [0xf9, 0x00, 0xb4, 0xd9];

fn frames() -> Vec<Vec<u8>> {
    golden().iter().map(|(message, payload)| frame(MAIN, message.id(), payload)).collect()
}

/// Returns the frames that a reader finds in a stream in pieces.
fn read(pieces: &[&[u8]]) -> Vec<(&'static str, Vec<u8>)> {
    let mut reader = FrameReader::<Mainnet>::new(Pool::default());
    let mut seen = Vec::new();
    for mut piece in pieces.iter().copied() {
        while !piece.is_empty() {
            let taken = reader.feed(piece).expect("there is room");
            piece = &piece[taken..];
            while let Some(frame) = reader.next_frame().expect("it is a frame") {
                seen.push((frame.header().id(), frame.payload().to_vec()));
            }
        }
    }
    reader.end().expect("nothing is left");
    seen
}

fn wanted() -> Vec<(&'static str, Vec<u8>)> {
    golden().into_iter().map(|(message, payload)| (message.id(), payload)).collect()
}

#[test]
fn every_frame_is_found_at_every_split() {
    for (frame, wanted) in frames().iter().zip(wanted()) {
        for split in 0..=frame.len() {
            let (head, tail) = frame.split_at(split);
            assert_eq!(
                read(&[head, tail]),
                core::slice::from_ref(&wanted),
                "{} at {split}",
                wanted.0
            );
        }
    }
}

#[test]
fn one_byte_at_a_time() {
    let stream = frames().concat();
    let pieces: Vec<&[u8]> = stream.chunks(1).collect();
    assert_eq!(read(&pieces), wanted());
    assert_eq!(read(&[&stream]), wanted());
}

#[test]
fn writers_reproduce_the_stream() {
    let stream = frames().concat();
    let pool = Pool::default();
    let mut reader = FrameReader::<Mainnet>::new(pool.clone());
    let mut writers = [(); 3].map(|()| FrameWriter::<Mainnet>::new(pool.clone()));
    let mut input = &stream[..];
    while let Some(mut frame) = reader.read_frame(&mut input).expect("whole frames") {
        let id = frame.header().id();
        let [owned, borrowed, shared] = &mut writers;
        let message = frame.decode_message::<Consensus, AnyMessage>().expect("owned");
        owned.write_message::<Consensus, _>(id, 0, &message).expect("it encodes");
        let message = frame.decode_message_ref::<Consensus, AnyMessageRef<'_>>().expect("borrowed");
        borrowed.write_message::<Consensus, _>(id, 0, &message).expect("it encodes");
        let message = frame.decode_message_shared::<Consensus, AnyMessageShared>().expect("shared");
        shared.write_message::<Consensus, _>(id, 0, &message).expect("it encodes");
    }
    for mut writer in writers {
        let mut output = Vec::new();
        writer.flush(&mut output).expect("a vector takes all");
        assert!(output == stream);
    }
}

#[test]
fn frames_of_dcrd_are_written_byte_for_byte() {
    for line in lines().iter().filter(|line| line.is_accepted()) {
        let header = Mainnet::parse(&line.frame[..24]).expect(&line.name);
        let described = Mainnet::describe(header.id(), 0, &line.frame[24..]);
        assert_eq!(described, Ok(header), "{}", line.name);
        let mut bytes = [0; 24];
        header.write(&mut bytes);
        assert_eq!(bytes, line.frame[..24], "{}", line.name);
    }
}

#[test]
fn networks_are_distinguished() {
    fn check<N: Network>(magic: [u8; 4]) {
        let bytes = frame(magic, "verack", &[]);
        let header = FrameHeader::<N>::parse(&bytes).expect(N::NAME);
        assert_eq!(header.checksum(), [0x71, 0x6f, 0x6e, 0x86]);
        assert_eq!(FrameHeader::<N>::describe("verack", 0, &[]), Ok(header));
        let mut written = [0; 24];
        header.write(&mut written);
        assert_eq!(written, bytes[..]);
    }
    check::<MainNet>(MAIN);
    check::<TestNet3>([0x75, 0xaa, 0x94, 0xb1]);
    check::<SimNet>([0x16, 0x1c, 0x14, 0x12]);
    check::<RegNet>([0xfa, 0x00, 0xb5, 0xda]);
    let error = FrameHeader::<SimNet>::parse(&frame(MAIN, "verack", &[])).expect_err("another");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidMagic, 0));
}

#[test]
fn bytes_that_are_no_header_are_refused_in_order() {
    let whole = frame(MAIN, "ping", &[0; 8]);
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole[..24].to_vec();
        change(&mut bytes);
        let error = Mainnet::parse(&bytes).expect_err("it is no header");
        (error.kind(), error.offset())
    };
    let over = (DecodeErrorKind::LengthOverLimit, 16);
    // 32 MiB and one byte, though the network and the command are wrong as well.
    let huge = |bytes: &mut Vec<u8>| {
        bytes[..12].fill(0xff);
        bytes[16..20].copy_from_slice(&[1, 0, 0, 2]);
    };
    assert_eq!(refused(&huge), over);
    let magic = |bytes: &mut Vec<u8>| bytes[..8].fill(0xff);
    assert_eq!(refused(&magic), (DecodeErrorKind::InvalidMagic, 0));
    assert_eq!(refused(&|bytes| bytes[16] = 9), over);
    for (at, byte) in [(4, 0x1f), (4, 0x7f), (5, 0xc3), (6, 0), (15, 1), (4, 0)] {
        let bad = refused(&|bytes| bytes[at] = byte);
        assert_eq!(bad, (DecodeErrorKind::InvalidValue, 4), "{byte:#x} at {at}");
    }
    for len in 0..24 {
        let error = Mainnet::parse(&whole[..len]).expect_err("it is cut");
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
    }
}

#[test]
fn every_flipped_bit_of_a_header_is_noticed() {
    for (message, payload) in golden() {
        let mut bytes = frame(MAIN, message.id(), &payload);
        for bit in 0..24 * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            let mut reader = FrameReader::<Mainnet>::new(Pool::default());
            // Another command may have the same payload; everything else is an error.
            if let Ok(Some(frame)) = reader.read_frame(&mut &bytes[..]) {
                assert_ne!(frame.header().id(), message.id(), "bit {bit}");
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn an_unknown_command_is_named_and_passed() {
    let stream = [frame(MAIN, "alert", b"news"), frame(MAIN, "getaddr", &[])].concat();
    let mut reader = FrameReader::<Mainnet>::new(Pool::default());
    let mut input = &stream[..];
    let unknown = reader.read_frame(&mut input).expect("it is a frame").expect("it is whole");
    let header = unknown.header();
    assert_eq!((header.id(), header.command(), header.known()), (Mainnet::UNKNOWN, "alert", None));
    assert_eq!(header.admit(12), Err(Refused::Unknown));
    assert_eq!(unknown.payload(), b"news");
    let error = unknown.decode_message_ref::<Consensus, AnyMessageRef<'_>>().expect_err("unknown");
    assert_eq!(error.kind(), DecodeErrorKind::UnknownMessage);
    assert!(format!("{header:?}").contains("alert"));
    let next = reader.read_frame(&mut input).expect("it is a frame").expect("it is whole");
    assert_eq!(next.header().id(), "getaddr");
}

#[test]
fn a_connection_discards_and_counts_unknown_commands_on_request() {
    let alert = frame(MAIN, "alert", b"news");
    let stream = [&alert[..], &alert, &frame(MAIN, "getaddr", &[]), &alert].concat();
    let node = |limits| {
        let stream = Untimed(std::io::Cursor::new(stream.clone()));
        Connection::<DecredProtocol<MainNet>, _>::new(stream, &Pool::default(), limits)
    };
    let mut strict = node(ConnectionLimits::new());
    for _ in 0..2 {
        let error = strict.next().expect_err("it is unknown");
        let ConnectionErrorKind::Unknown(unknown) = error.kind() else { panic!("{error}") };
        let header = unknown.header::<Mainnet>().expect("it was one");
        assert!(header.command() == "alert" && error.is_recoverable());
    }
    assert!(matches!(strict.next(), Ok(Some(AnyMessageRef::GetAddr(_)))));
    let mut tolerant = node(ConnectionLimits::new().on_unknown(OnUnknown::Discard));
    assert!(matches!(tolerant.next(), Ok(Some(AnyMessageRef::GetAddr(_)))));
    assert!(matches!(tolerant.next(), Ok(None)), "the stream ends");
    let traffic = tolerant.traffic();
    assert_eq!((traffic.frames_in, traffic.unknown_in), (4, 3));
}

/// An unknown kind has no known length: its message is lost, and the connection goes on.
#[test]
fn an_unknown_kind_of_address_costs_its_message_and_not_the_connection() {
    let address = [&[1][..], &[0; 16], &[4], &[7; 32], &[0; 2]].concat();
    let stream = [frame(MAIN, "addrv2", &address), frame(MAIN, "getaddr", &[])].concat();
    let mut node = Connection::<DecredProtocol<MainNet>, _>::new(
        Untimed(std::io::Cursor::new(stream)),
        &Pool::default(),
        ConnectionLimits::new().on_unknown(OnUnknown::Discard),
    );
    let error = node.next().expect_err("it is a kind of tomorrow");
    assert!(matches!(error.kind(), ConnectionErrorKind::Message { .. }), "{error}");
    assert!(error.is_recoverable() && error.to_string().contains("host"), "{error}");
    assert!(matches!(node.next(), Ok(Some(AnyMessageRef::GetAddr(_)))));
}

#[test]
fn a_wrong_checksum_drops_the_frame_unless_nobody_looks() {
    let mut damaged = frame(MAIN, "ping", &[7; 8]);
    damaged[24] ^= 1;
    let stream = [damaged, frame(MAIN, "pong", &[7; 8])].concat();
    let mut reader = FrameReader::<Mainnet>::new(Pool::default());
    let mut input = &stream[..];
    let error = reader.read_frame(&mut input).expect_err("the checksum is wrong");
    let codec_pool::FrameReadError::Frame(error) = error else { panic!("{error}") };
    let FrameErrorKind::Payload(cause) = error.kind() else { panic!("{error}") };
    assert_eq!(cause.kind(), DecodeErrorKind::InvalidChecksum);
    assert!(!error.is_fatal());
    let next = reader.read_frame(&mut input).expect("it is a frame").expect("it is whole");
    assert_eq!(next.header().id(), "pong");
    let mut trusting = FrameReader::<FrameHeader<MainNet, false>>::new(Pool::default());
    let frame = trusting.read_frame(&mut &stream[..]).expect("it is a frame").expect("whole");
    assert_eq!(frame.payload()[0], 6);
}

#[test]
fn bytes_without_a_header_are_not_described() {
    let kind = |id, len: usize| {
        Mainnet::describe(id, 0, &vec![0; len]).map(|_| ()).map_err(codec_core::EncodeError::kind)
    };
    assert_eq!(kind("ping", 8), Ok(()));
    assert_eq!(kind("ping", 9), Err(EncodeErrorKind::LengthOverLimit));
    assert_eq!(kind("twelve bytes", 0), Ok(()));
    for id in ["thirteen byte", "a\n", "\u{e9}", "a\0b", "a\0"] {
        assert_eq!(kind(id, 0), Err(EncodeErrorKind::InvalidValue), "{id:?}");
    }
    // The hash of so many bytes takes as long as most other tests together.
    if codec_effort::cases(4) > 1 {
        assert_eq!(kind("alert", 32 << 20), Ok(()));
    }
    assert_eq!(kind("alert", (32 << 20) + 1), Err(EncodeErrorKind::LengthOverLimit));
}

/// The frame of dcrd's own benchmark, with its hash.
#[test]
fn the_first_transaction() {
    let frame = unhex(include_str!("../data/first_transaction.txt").trim());
    assert_eq!(frame.len(), 252);
    let header = Mainnet::parse(&frame[..24]).expect("it is a header");
    assert_eq!((header.id(), header.verify(&frame[24..])), ("tx", Ok(())));
    let Ok(AnyMessage::Transaction(transaction)) =
        AnyMessage::decode_message("tx", &mut codec_core::Reader::<Consensus>::new(&frame[24..]))
    else {
        panic!("it is a transaction")
    };
    let (prefix, witness) = (transaction.prefix().expect("full"), transaction.witness());
    assert_eq!((prefix.inputs.len(), prefix.outputs.len()), (1, 1));
    let output = prefix.outputs.get(0).expect("there is one");
    assert_eq!((output.value, output.script.len()), (5_000_000_000, 67));
    let input = witness.expect("full").inputs.get(0).expect("there is one");
    assert_eq!(input.signature_script.len(), 77);
}

/// The messages assembled by hand, in frames that dcrd has verified as well:
/// `decred-go verify < tests/data/golden.txt`.
#[test]
fn dcrd_was_given_the_same_frames() {
    let lines: Vec<_> = include_str!("../data/golden.txt").lines().skip(1).collect();
    let golden = golden();
    assert_eq!(lines.len(), golden.len());
    for ((message, payload), line) in golden.iter().zip(lines) {
        let hex = line.rsplit(' ').next().unwrap_or_default();
        assert_eq!(unhex(hex), frame(MAIN, message.id(), payload), "{}", message.id());
    }
}

/// For each command, and for an unknown one: the header is enough.
#[test]
fn a_payload_over_the_limit_is_refused_before_it_is_buffered() {
    let known = Command::all().iter().map(|command| (command.name(), command.max_payload_ever()));
    for (name, max) in known.chain([("unheard of", 32 << 20)]) {
        let mut header = frame(MAIN, name, &[]);
        let declare = |header: &mut Vec<u8>, len: usize| {
            let len = u32::try_from(len).expect("it has 32 bits");
            header[16..20].copy_from_slice(&len.to_le_bytes());
        };
        declare(&mut header, max);
        assert!(Mainnet::parse(&header).is_ok(), "{name}");
        declare(&mut header, max + 1);
        let pool = Pool::default();
        let mut reader = FrameReader::<Mainnet>::new(pool.clone());
        // A header, and a byte of the payload.
        header.push(0);
        assert_eq!(reader.feed(&header).expect("there is room"), header.len());
        let error = reader.next_frame().expect_err("it is too long");
        let FrameErrorKind::Header(cause) = error.kind() else { panic!("{name}: {error}") };
        assert_eq!((cause.kind(), cause.offset()), (DecodeErrorKind::LengthOverLimit, 16));
        assert!(error.is_fatal() && pool.stats().live() <= 1, "{name}");
    }
}
