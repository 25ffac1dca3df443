//! Frames of ids that the protocol does not have: refused, discarded or lent, and counted.

use std::io::{Read, Write};

use codec_core::{ById, DecodeError, EncodeError, Format as _, Header as _, Protocol, Sv2};
use codec_pool::{
    Connection, ConnectionErrorKind, ConnectionLimits, Foreign, FrameErrorKind, FrameReader,
    LengthHeader, MessageError, OnUnknown, Pool, Untimed,
};

use crate::talk::{Any, AnyRef, Short, Talk, ping};

const PING: [u8; 9] = [1, 5, 0, 0, 7, 0, 0, 0, 0];
const UNKNOWN: [u8; 6] = [77, 2, 0, 0, 8, 9];

const POLICIES: [OnUnknown; 3] = [OnUnknown::Refuse, OnUnknown::Discard, OnUnknown::Lend];

/// A stream of these bytes.
struct Played<'a>(&'a [u8]);

impl Read for Played<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Played<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn connection<P: Protocol>(
    bytes: &[u8],
    limits: ConnectionLimits,
) -> Connection<P, Untimed<Played<'_>>> {
    Connection::new(Untimed(Played(bytes)), &Pool::default(), limits)
}

#[test]
fn an_unknown_frame_is_a_kind_of_error_with_its_header_and_the_next_can_be_read() {
    let wire = [&PING[..], &UNKNOWN, &PING].concat();
    let mut client = connection::<Talk>(&wire, ConnectionLimits::new());
    client.next().expect("it is a ping");
    let error = client.next().unwrap_err();
    assert!(error.is_recoverable());
    assert!(error.to_string().ends_with("unknown message 0x4d in the frame at byte 9"), "{error}");
    let ConnectionErrorKind::Unknown(unknown) = error.kind() else { panic!("{error}") };
    let header = unknown.header::<Short>().expect("it was one");
    assert_eq!((header.id(), header.payload_len(), unknown.offset()), (77, 2, 9));
    assert!(matches!(client.next(), Ok(Some(AnyRef::Ping(_)))));
    assert_eq!((client.traffic().frames_in, client.traffic().unknown_in), (3, 1));
}

#[test]
fn unknown_frames_are_discarded_and_counted_on_request() {
    let wire = [&UNKNOWN[..], &PING, &UNKNOWN, &UNKNOWN, &PING, &UNKNOWN].concat();
    let limits = ConnectionLimits::new().on_unknown(OnUnknown::Discard);
    let mut client = connection::<Talk>(&wire, limits);
    assert!(matches!(client.next(), Ok(Some(AnyRef::Ping(_)))));
    assert!(matches!(client.try_next(), Ok(Some(AnyRef::Ping(_)))));
    assert!(client.try_next().expect("no error").is_none());
    assert!(client.next().expect("no error").is_none(), "the stream ends");
    assert_eq!((client.traffic().frames_in, client.traffic().unknown_in), (6, 4));
    let mut client = connection::<Talk>(&wire, limits);
    for _ in 0..2 {
        assert_eq!(client.next_owned().expect("no error"), Some(Any::Ping(ping(7))));
    }
    assert_eq!(client.next_owned().expect("the stream ends"), None);
    assert_eq!((client.traffic().frames_in, client.traffic().unknown_in), (6, 4));
}

/// A million of them are no million calls.
#[test]
fn many_unknown_frames_take_no_stack() {
    let wire = [UNKNOWN.repeat(200_000), PING.to_vec()].concat();
    let mut client =
        connection::<Talk>(&wire, ConnectionLimits::new().on_unknown(OnUnknown::Discard));
    assert!(matches!(client.next(), Ok(Some(AnyRef::Ping(_)))));
    assert_eq!(client.traffic().unknown_in, 200_000);
}

/// Each call that awaits a message, after which a frame is asked for, or not.
#[test]
fn one_call_chooses_what_becomes_of_unknown_frames() {
    type Client<'a> = Connection<Talk, Untimed<Played<'a>>>;
    type Call = fn(&mut Client<'_>) -> Result<Option<Any>, codec_pool::ConnectionError>;
    let calls: [Call; 3] = [
        |client| client.next().map(|next| next.map(|_| Any::Ping(ping(7)))),
        |client| client.next_owned(),
        |client| {
            let ready = client.try_next()?.map(|_| Any::Ping(ping(7)));
            if ready.is_some() { Ok(ready) } else { client.next_owned() }
        },
    ];
    let wire = [&PING[..], &UNKNOWN, &UNKNOWN, &PING, &UNKNOWN].concat();
    for (policy, call) in POLICIES.into_iter().flat_map(|policy| calls.map(|call| (policy, call))) {
        for asks in [false, true] {
            let mut client = connection::<Talk>(&wire, ConnectionLimits::new().on_unknown(policy));
            let (mut pings, mut errors, mut lent) = (0, Vec::new(), Vec::new());
            loop {
                match call(&mut client) {
                    Ok(None) => break,
                    Ok(Some(Any::Ping(_))) => pings += 1,
                    Ok(Some(other)) => panic!("{other:?}"),
                    Err(error) => {
                        let ConnectionErrorKind::Unknown(unknown) = error.kind() else {
                            panic!("{error}")
                        };
                        errors.push(unknown.offset());
                        if asks && policy == OnUnknown::Lend {
                            let frame = client.next_frame().expect("no error").expect("one waits");
                            assert_eq!((frame.header().id(), frame.payload()), (77, &[8, 9][..]));
                            lent.push(frame.offset());
                            let kind = ConnectionErrorKind::malformed(
                                &frame,
                                frame.message_ref().unwrap_err(),
                            );
                            client.tolerate(kind).expect("it was counted before");
                        }
                    }
                }
            }
            let each = [9, 15, 30];
            let (refused, waits) =
                (policy != OnUnknown::Discard, asks && policy == OnUnknown::Lend);
            assert_eq!(errors, if refused { &each[..] } else { &[] }, "{policy:?}");
            assert_eq!(lent, if waits { &each[..] } else { &[] }, "{policy:?}");
            let traffic = client.traffic();
            assert_eq!((pings, traffic.frames_in, traffic.unknown_in), (2, 5, 3), "{policy:?}");
        }
    }
}

/// A message that [`Talk`] does not have.
#[derive(codec_core::Encode, codec_core::Decode)]
#[codec(id = 77)]
struct Strange(u8);

/// A sealed frame is opened when it is found, and once.
#[cfg(unix)]
#[test]
fn an_unknown_frame_of_a_sealed_connection_waits_to_be_lent() {
    use crate::toy_seal::{ToyOpener, ToySealer};
    for policy in POLICIES {
        let (ours, theirs) = std::os::unix::net::UnixStream::pair().expect("there are sockets");
        let end = |stream| {
            let limits = ConnectionLimits::new().on_unknown(policy);
            let (sealer, opener) = (ToySealer::new(), ToyOpener::new());
            Connection::<Talk, _, _>::sealed(stream, &Pool::default(), limits, sealer, opener)
        };
        let (mut ours, mut theirs) = (end(ours), end(theirs));
        for n in 0..3 {
            ours.queue(&Strange(n)).expect("it encodes");
            ours.send(&ping(7)).expect("it is taken");
            if policy != OnUnknown::Discard {
                theirs.next().unwrap_err();
            }
            if policy == OnUnknown::Lend && n != 1 {
                let frame = theirs.next_frame().expect("no error").expect("it waits");
                assert_eq!((frame.header().id(), frame.payload()), (77, &[n][..]));
            }
            assert_eq!(theirs.next_owned().expect("no error"), Some(Any::Ping(ping(7))));
        }
        assert_eq!((theirs.traffic().frames_in, theirs.traffic().unknown_in), (6, 3), "{policy:?}");
    }
}

#[test]
fn whoever_decodes_frames_has_the_same_policy() {
    let wire = [&UNKNOWN[..], &[1, 5, 0, 0, 7, 0, 0, 0, 9]].concat();
    for policy in POLICIES {
        let limits = ConnectionLimits::new().on_unknown(policy);
        let mut client = connection::<Talk>(&wire, limits);
        let frame = client.next_frame().expect("no error").expect("one");
        let error = frame.message_ref().unwrap_err();
        let kind = ConnectionErrorKind::malformed(&frame, error);
        assert!(matches!(kind, ConnectionErrorKind::Unknown(_)), "{kind}");
        assert_eq!(client.tolerate(kind).is_ok(), policy != OnUnknown::Refuse);
        assert_eq!(client.traffic().unknown_in, 1);
        let frame = client.next_frame().expect("no error").expect("one");
        let error = frame.message_ref().unwrap_err();
        let kind = ConnectionErrorKind::malformed(&frame, error);
        client.tolerate(kind).expect_err("it is malformed");
        assert_eq!(client.traffic().unknown_in, 1);
    }
}

#[test]
fn a_reader_says_which_id_is_unknown() {
    let wire = [&UNKNOWN[..], &PING, &UNKNOWN, &PING].concat();
    let mut reader = FrameReader::<Talk>::new(Pool::default());
    let error = reader.read_message(&mut &wire[..]).unwrap_err();
    let MessageError::Unknown(unknown) = &error else { panic!("{error}") };
    assert_eq!(unknown.header::<Short>().map(|header| header.id()), Some(77));
    assert_eq!(error.to_string(), "unknown message 0x4d in the frame at byte 0");
    assert_eq!(reader.next_message().expect("a ping"), Some(Any::Ping(ping(7))));
    assert!(matches!(reader.next_message_ref(), Err(MessageError::Unknown(_))));
    assert!(matches!(reader.next_message_ref(), Ok(Some(AnyRef::Ping(_)))));
}

#[test]
fn a_stream_of_another_protocol_is_named_where_it_is_no_frame() {
    let key: Vec<u8> = (1..65_u8).map(|n| n.wrapping_mul(0x9d) ^ 0x35).collect();
    let starts = [
        (&key[..], Foreign::Noise),
        (&b"GET / HTTP/1.1\r\n\r\n"[..], Foreign::Http),
        (b"HTTP/1.1 200 OK\r\n", Foreign::Http),
        (b"{\"id\":1,\"method\":\"mining.subscribe\"}\n", Foreign::Json),
        (b"\x16\x03\x01\x02\0\x01", Foreign::Tls),
        (b"SSH-2.0-OpenSSH_9.2\r\n", Foreign::Ssh),
    ];
    for (start, foreign) in starts {
        let mut client = connection::<Talk>(start, ConnectionLimits::new().max_payload(100));
        let error = client.next().unwrap_err();
        let ConnectionErrorKind::Frame(wrong) = error.kind() else { panic!("{error}") };
        assert_eq!(wrong.kind(), FrameErrorKind::Foreign(foreign));
        assert!(wrong.is_fatal() && !error.is_recoverable());
        let words = format!("the peer speaks {foreign}, and sends no frames");
        assert!(error.to_string().ends_with(&words), "{error}");
        // Later, it is a frame like others; so it is where the limit allows it.
        let wire = [&PING[..], start].concat();
        let mut client = connection::<Talk>(&wire, ConnectionLimits::new().max_payload(100));
        client.next().expect("it is a ping");
        let error = client.next().unwrap_err().to_string();
        assert!(error.contains("is over the limit of 100"), "{error}");
        let mut client = connection::<Talk>(start, ConnectionLimits::unlimited());
        let error = client.next().unwrap_err().to_string();
        assert!(error.contains("stream ends"), "{error}");
        #[cfg(feature = "tokio")]
        {
            use tokio_util::codec::Decoder as _;
            let mut codec = codec_pool::FrameCodec::<Talk>::new().with_max_payload(100);
            let Err(codec_pool::FrameReadError::Frame(error)) = codec.decode(&mut start.into())
            else {
                panic!("it is no frame")
            };
            assert_eq!(error.kind(), FrameErrorKind::Foreign(foreign));
        }
    }
}

/// Bytes that are no key are a frame that is too long.
#[test]
fn bytes_that_are_no_key_are_not_said_to_be_one() {
    let random = |len| (1..=len).map(|n: u8| n.wrapping_mul(0x9d) ^ 0x35).collect::<Vec<_>>();
    for start in [random(63), random(65), vec![0x9d; 64], vec![b'q'; 64], (32..96).collect()] {
        let mut client = connection::<Talk>(&start, ConnectionLimits::new().max_payload(10));
        let error = client.next().unwrap_err();
        let ConnectionErrorKind::Frame(wrong) = error.kind() else { panic!("{error}") };
        assert!(matches!(wrong.kind(), FrameErrorKind::PayloadTooLong { .. }), "{error}");
    }
}

/// The error of an unknown id in a payload that is of one type, and not in a header.
enum Nested {}

#[derive(Debug, Clone)]
struct Never;

impl codec_core::Decodable for Never {
    fn size<F: codec_core::Format>() -> codec_core::Size {
        codec_core::Size { min: 1, fixed: true }
    }
    fn decode<F: codec_core::Format>(
        r: &mut codec_core::Reader<'_, F>,
    ) -> Result<Self, DecodeError> {
        r.take(1)?;
        Err(r.error(codec_core::DecodeErrorKind::UnknownMessage))
    }
}

impl codec_core::Encode for Never {
    fn encoded_len<F: codec_core::Format>(&self) -> usize {
        1
    }
    fn encode<F: codec_core::Format>(
        &self,
        w: &mut codec_core::Writer<'_, F>,
    ) -> Result<(), EncodeError> {
        w.bytes(&[0])
    }
}

codec_core::impl_plain!(Never);

impl Protocol for Nested {
    type Header = LengthHeader<1>;
    type Format = Sv2;
    type Dispatch = codec_core::Single;
    type Message = Never;
    type MessageRef<'de> = Never;
}

#[test]
fn a_message_without_an_id_is_never_unknown() {
    assert_eq!(Sv2::to_vec(&Never).expect("it encodes"), [0]);
    let mut client =
        connection::<Nested>(&[1, 7], ConnectionLimits::new().on_unknown(OnUnknown::Discard));
    let error = client.next().unwrap_err();
    assert!(matches!(error.kind(), ConnectionErrorKind::Message { .. }), "{error}");
}

/// A protocol of which some header prints its ids in another way.
enum Told {}

#[derive(Debug, Clone, Copy)]
struct Telling(Short);

impl codec_core::Header for Telling {
    type Id = u32;
    const SIZE: usize = Short::SIZE;
    const MAX_PAYLOAD: usize = Short::MAX_PAYLOAD;
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        Short::parse(bytes).map(Self)
    }
    fn describe(id: u32, flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        Short::describe(id, flags, payload).map(Self)
    }
    fn write(&self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }
    fn id(&self) -> u32 {
        self.0.id()
    }
    fn fmt_id(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "number {}", self.id())
    }
    fn payload_len(&self) -> usize {
        self.0.payload_len()
    }
}

impl Protocol for Told {
    type Header = Telling;
    type Format = codec_core::Bincode;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

#[test]
fn an_id_is_shown_as_its_header_shows_it() {
    let wire = [&UNKNOWN[..], &[1, 5, 0, 0, 7, 0, 0, 0, 9]].concat();
    let mut client = connection::<Told>(&wire, ConnectionLimits::new());
    let unknown = client.next().unwrap_err().to_string();
    assert!(unknown.ends_with("unknown message number 77 in the frame at byte 0"), "{unknown}");
    let malformed = client.next().unwrap_err().to_string();
    assert!(malformed.contains("malformed message number 1: Ping.urgent"), "{malformed}");
}

#[test]
fn a_protocol_says_which_ids_it_knows() {
    assert!(Talk::knows(1) && Talk::knows(2) && !Talk::knows(3));
    assert!(LengthHeader::<1>::knows(()) && Nested::knows(()));
}
