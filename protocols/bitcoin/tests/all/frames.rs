//! Frames read from a stream and written to one.

use codec_bitcoin::{
    AnyNetwork, BitcoinProtocol, Command, FrameHeader, MAX_MESSAGE_PAYLOAD, MainNet, Network,
    NetworkVisitor, PROTOCOL_VERSION, RegTest,
};
use codec_core::{DecodeErrorKind, EncodeErrorKind, Header as _, MessageInfo as _};
use codec_pool::{
    Connection, ConnectionErrorKind, ConnectionLimits, FrameErrorKind, FrameReader, FrameWriter,
    OnUnknown, Pool,
};

use crate::golden::golden;

type Mainnet = FrameHeader<MainNet>;

fn header(magic: [u8; 4], command: &str, len: usize, checksum: [u8; 4]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(command.as_bytes());
    bytes.resize(16, 0);
    bytes.extend(u32::try_from(len).expect("it has 32 bits").to_le_bytes());
    bytes.extend(checksum);
    bytes
}

const MAIN: [u8; 4] = [0xf9, 0xbe, 0xb4, 0xd9];
const NOTHING: [u8; 4] = [0x5d, 0xf6, 0xe0, 0xe2];

fn stream() -> Vec<u8> {
    let mut writer = FrameWriter::<BitcoinProtocol>::new(Pool::default());
    for (message, _) in golden() {
        writer.send(&message).expect("it encodes");
    }
    let mut stream = Vec::new();
    writer.flush(&mut stream).expect("a vector takes all");
    stream
}

#[test]
fn frames_are_found_in_pieces_of_any_size_and_written_back() {
    let stream = stream();
    for size in [1, 7, 24, 100, stream.len()] {
        let mut reader = FrameReader::<BitcoinProtocol>::new(Pool::default());
        let mut writer = FrameWriter::<BitcoinProtocol>::new(Pool::default());
        let mut wanted = golden().into_iter();
        for mut piece in stream.chunks(size) {
            while !piece.is_empty() {
                piece = &piece[reader.feed(piece).expect("there is room")..];
                while let Some(frame) = reader.next_frame().expect("it is a frame") {
                    let message = frame.message().expect("it is a message");
                    writer.send(&frame.message_ref().expect("borrowed too")).expect("it encodes");
                    assert_eq!(Some(message), wanted.next().map(|(message, _)| message));
                }
            }
        }
        assert!(wanted.next().is_none());
        let mut written = Vec::new();
        writer.flush(&mut written).expect("a vector takes all");
        assert!(written == stream);
    }
}

#[test]
fn networks_are_distinguished() {
    struct Check([u8; 4]);
    impl NetworkVisitor for Check {
        type Output = ();
        fn visit<N: Network>(self) {
            let bytes = header(self.0, "verack", 0, NOTHING);
            let parsed = FrameHeader::<N>::parse(&bytes).expect(N::NAME);
            assert_eq!(FrameHeader::<N>::describe("verack", 0, &[]), Ok(parsed));
            let mut written = [0; 24];
            parsed.write(&mut written);
            assert_eq!(written, bytes[..]);
            let other = header([1, 2, 3, 4], "verack", 0, NOTHING);
            let error = FrameHeader::<N>::parse(&other).expect_err("another network");
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidMagic, 0));
        }
    }
    use bitcoin::p2p::Magic;
    for (name, magic) in [
        ("mainnet", Magic::BITCOIN.to_bytes()),
        ("testnet3", Magic::TESTNET3.to_bytes()),
        ("testnet4", Magic::TESTNET4.to_bytes()),
        ("signet", Magic::SIGNET.to_bytes()),
        ("regtest", Magic::REGTEST.to_bytes()),
        ("simnet", [0x16, 0x1c, 0x14, 0x12]),
    ] {
        let network: AnyNetwork = name.parse().expect(name);
        assert_eq!((network.name(), network.magic().to_le_bytes()), (name, magic));
        network.visit(Check(magic));
    }
    assert_eq!("testnet".parse(), Ok(AnyNetwork::TestNet3));
    let error = "litecoin".parse::<AnyNetwork>().expect_err("it is no network");
    assert!(error.to_string().ends_with("mainnet testnet3 testnet4 signet regtest simnet"));
}

#[test]
fn bytes_that_are_no_header_are_refused_in_order() {
    let whole = header(MAIN, "ping", 8, NOTHING);
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        let error = Mainnet::parse(&bytes).expect_err("it is no header");
        (error.kind(), error.offset())
    };
    assert_eq!(refused(&|bytes| bytes.fill(0xff)), (DecodeErrorKind::InvalidMagic, 0));
    for (at, byte) in [(4, 0x1f), (4, 0x7f), (5, 0xc3), (6, 0), (15, 1)] {
        let bad = refused(&|bytes| {
            bytes[at] = byte;
            bytes[19] = 0xff;
        });
        assert_eq!(bad, (DecodeErrorKind::InvalidValue, 4), "{byte:#x} at {at}");
    }
    assert_eq!(refused(&|bytes| bytes[16] = 9), (DecodeErrorKind::LengthOverLimit, 16));
    for len in 0..24 {
        let error = Mainnet::parse(&whole[..len]).expect_err("it is cut");
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
    }
}

/// For each command, and for an unknown one.
#[test]
fn a_payload_over_the_limit_is_refused_before_it_is_buffered() {
    let known = Command::all().iter().map(|command| (command.name(), command.max_payload_ever()));
    for (name, max) in known.chain([("unheard of", MAX_MESSAGE_PAYLOAD)]) {
        assert!(Mainnet::parse(&header(MAIN, name, max, NOTHING)).is_ok(), "{name}");
        let pool = Pool::default();
        let mut reader = FrameReader::<BitcoinProtocol>::new(pool.clone());
        // A header, and a byte of the payload.
        let bytes = [header(MAIN, name, max + 1, NOTHING), vec![0]].concat();
        assert_eq!(reader.feed(&bytes).expect("there is room"), bytes.len());
        let error = reader.next_frame().expect_err("it is too long");
        let FrameErrorKind::Header(cause) = error.kind() else { panic!("{name}: {error}") };
        assert_eq!((cause.kind(), cause.offset()), (DecodeErrorKind::LengthOverLimit, 16));
        assert!(error.is_fatal());
        // One chunk is in use, whatever was declared.
        assert!(pool.stats().live() <= 1, "{name}");
    }
}

#[test]
fn bytes_without_a_header_are_not_described() {
    let kind = |id, len: usize| {
        Mainnet::describe(id, 0, &vec![0; len]).map(|_| ()).map_err(codec_core::EncodeError::kind)
    };
    assert_eq!((kind("ping", 8), kind("twelve bytes", 0)), (Ok(()), Ok(())));
    assert_eq!(kind("ping", 9), Err(EncodeErrorKind::LengthOverLimit));
    for id in ["thirteen byte", "a\n", "\u{e9}", "a\0b", "a\0"] {
        assert_eq!(kind(id, 0), Err(EncodeErrorKind::InvalidValue), "{id:?}");
    }
    assert_eq!(kind("alert", MAX_MESSAGE_PAYLOAD), Ok(()));
    assert_eq!(kind("alert", MAX_MESSAGE_PAYLOAD + 1), Err(EncodeErrorKind::LengthOverLimit));
}

/// A stream that plays back the other node's bytes, and records what is sent to it.
struct Played<'a>(&'a [u8], Vec<u8>);

impl std::io::Read for Played<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl std::io::Write for Played<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_connection_speaks_the_protocol() {
    use codec_bitcoin::AnyMessageRef;
    use codec_bitcoin::connection::{Ping, Pong};
    let mut peer = FrameWriter::<BitcoinProtocol<RegTest>>::new(Pool::default());
    peer.send(&Ping { nonce: 5 }).expect("it encodes");
    let mut said = Vec::new();
    peer.flush(&mut said).expect("a vector takes all");
    said.extend(header([0xfa, 0xbf, 0xb5, 0xda], "alert", 0, NOTHING));
    let stream = codec_pool::Untimed(Played(&said, Vec::new()));
    let mut node = Connection::<BitcoinProtocol<RegTest>, _>::new(
        stream,
        &Pool::default(),
        ConnectionLimits::new(),
    );
    let Some(AnyMessageRef::Ping(ping)) = node.next().expect("it is a message") else {
        panic!("it is a ping")
    };
    let nonce = ping.nonce;
    node.send(&Pong { nonce }).expect("it encodes");
    let error = node.next().expect_err("no message of ours");
    assert!(matches!(error.kind(), ConnectionErrorKind::Unknown(_)) && error.is_recoverable());
    assert!(error.to_string().contains("unknown message \"alert\" in the frame"), "{error}");
    assert!(node.next().expect("the stream ends").is_none());
    let Played(_, heard) = &node.stream().0;
    assert_eq!(heard[24..], [5, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(heard[..9], *b"\xfa\xbf\xb5\xdapong\0");
    let mut tolerant = Connection::<BitcoinProtocol<RegTest>, _>::new(
        codec_pool::Untimed(Played(&said, Vec::new())),
        &Pool::default(),
        ConnectionLimits::new().on_unknown(OnUnknown::Discard),
    );
    assert!(matches!(tolerant.next(), Ok(Some(AnyMessageRef::Ping(_)))));
    assert!(tolerant.next().expect("the stream ends").is_none());
    assert_eq!(tolerant.traffic().unknown_in, 1);
}

#[test]
fn commands_are_of_their_versions() {
    let in_version =
        |version| Command::all().iter().filter(|command| command.is_in(version)).count();
    assert_eq!(in_version(PROTOCOL_VERSION), Command::all().len());
    assert!(in_version(60_000) < in_version(70_015));
    for (message, _) in golden() {
        assert!(Command::named(message.id()).is_some(), "{}", message.id());
    }
}
