//! The cost of decoding a frame is limited by its length, in every form; and the defaults limit what
//! readers and connections take.

use crate::tagged::{Tagged, frame};
use crate::talk::Short;
use codec_core::{
    Bincode, ById, Decode, DecodeErrorKind, Encode, Format, Limits, Postcard, Protocol,
};
use codec_pool::{
    Connection, ConnectionErrorKind, ConnectionLimits, FrameErrorKind, FrameReadError, FrameReader,
    FrameWriter, LengthHeader, Pool, PoolBuilder, PoolError, Untimed,
};

/// Calls `run` with a frame of this payload that is still in its reader.
fn with_frame(payload: &[u8], run: impl FnOnce(codec_pool::FrameRef<'_, Tagged>)) {
    let mut reader = FrameReader::<Tagged>::new(Pool::default());
    reader.feed(&frame(1, payload)).unwrap();
    run(reader.next_frame().unwrap().expect("it is whole"));
}

/// Eight bytes that declare 60,000 zero-length elements: valid for `from_slice`, but over the limit
/// for a frame of eight bytes.
#[test]
fn a_frame_asks_for_no_more_than_its_length_allows() {
    let payload = 60_000u64.to_le_bytes();
    assert!(Bincode::from_slice::<Vec<()>>(&payload).is_ok());
    let too_many = Some(DecodeErrorKind::TooManyEmptyElements);
    with_frame(&payload, |mut frame| {
        let owned = frame.decode::<Bincode, Vec<()>>();
        assert_eq!(owned.err().map(codec_core::DecodeError::kind), too_many);
        let borrowed = frame.decode_ref::<Bincode, codec_core::SeqRef<'_, ()>>();
        assert_eq!(borrowed.err().map(codec_core::DecodeError::kind), too_many);
        let shared = frame.decode_shared::<Bincode, codec_core::SeqShared<()>>();
        assert_eq!(shared.err().map(codec_core::DecodeError::kind), too_many);
        let kept = frame.detach().decode_shared::<Bincode, codec_core::SeqShared<()>>();
        assert_eq!(kept.err().map(codec_core::DecodeError::kind), too_many);
    });
    with_frame(&payload, |frame| {
        let limits = Limits::DEFAULT;
        assert_eq!(frame.limits(), Limits::for_input(8));
        assert!(Bincode::from_slice_with::<Vec<()>>(limits, frame.payload()).is_ok());
    });
}

/// Two bytes with its small variant, and over 2,048 times as many in memory.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[expect(clippy::large_enum_variant, reason = "the subject of the test")]
enum Part {
    Small(u8),
    Large([u8; 4096]),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1)]
struct Parts(Vec<Part>);

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(messages)]
enum AnyParts {
    Parts(Parts),
}

struct PartsProtocol;

impl Protocol for PartsProtocol {
    type Header = Short;
    type Format = Postcard;
    type Dispatch = ById;
    type Message = AnyParts;
    type MessageRef<'de> = AnyParts;
}

/// A message that can be sent can be read, however much larger than its bytes its type is.
#[test]
fn a_list_of_elements_with_one_large_variant_is_read() {
    let sent = Parts(vec![Part::Small(7); 1000]);
    let expected = AnyParts::Parts(sent.clone());
    let mut writer = FrameWriter::<PartsProtocol>::new(Pool::default());
    writer.send(&sent).unwrap();
    let mut wire = Vec::new();
    writer.flush(&mut wire).unwrap();

    let mut reader = FrameReader::<PartsProtocol>::new(Pool::default());
    assert_eq!(reader.read_message(&mut &wire[..]).unwrap().as_ref(), Some(&expected));
    assert_eq!(reader.read_message_ref(&mut &wire[..]).unwrap().as_ref(), Some(&expected));
    reader.feed(&wire).unwrap();
    let mut frame = reader.next_frame().unwrap().expect("it is whole");
    assert_eq!(frame.decode::<Postcard, Parts>().as_ref(), Ok(&sent));
    assert_eq!(frame.decode_ref::<Postcard, Parts>().as_ref(), Ok(&sent));
    assert_eq!(frame.decode_message::<Postcard, AnyParts>().as_ref(), Ok(&expected));
    assert_eq!(frame.decode_shared::<Postcard, Parts>().as_ref(), Ok(&sent));
    assert_eq!(frame.decode_message_shared::<Postcard, AnyParts>().as_ref(), Ok(&expected));
    let kept = frame.detach();
    assert_eq!(kept.clone().decode_shared::<Postcard, Parts>().as_ref(), Ok(&sent));
    assert_eq!(kept.decode_message_shared::<Postcard, AnyParts>().as_ref(), Ok(&expected));

    let payload = &wire[4..];
    let memory = Postcard::memory_bound::<Parts>().expect("it is derived").of_input(payload.len());
    let bounded = Limits { memory, ..Limits::for_input(payload.len()) };
    assert_eq!(Postcard::from_slice_with::<Parts>(bounded, payload).as_ref(), Ok(&sent));
}

/// Keeps all frames of a stream that repeats a byte, until none is given out. Returns the error, and
/// how many bytes the pool has in use then.
fn keep_all<const N: usize>(pool: &Pool, byte: u8) -> (FrameErrorKind, usize) {
    let (mut reader, mut kept) = (FrameReader::<LengthHeader<N>>::new(pool.clone()), Vec::new());
    let mut stream = std::io::repeat(byte);
    loop {
        match reader.read_frame(&mut stream) {
            Ok(frame) => kept.push(frame.expect("it has no end").detach()),
            Err(FrameReadError::Frame(error)) => {
                return (error.kind(), pool.stats().bytes_in_use);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// 128 MiB each: of frames of 8 KiB, and of frames of 16 MiB.
#[test]
#[cfg_attr(miri, ignore = "128 MiB take minutes")]
fn a_default_pool_is_bounded() {
    let chunks = PoolBuilder::DEFAULT_CHUNK_SIZE * PoolBuilder::DEFAULT_MAX_CHUNKS;
    let (error, bytes) = keep_all::<2>(&Pool::default(), 0x20);
    assert_eq!(error, FrameErrorKind::Pool(PoolError::Exhausted));
    assert_eq!(bytes, chunks + PoolBuilder::DEFAULT_MAX_HEAP_BYTES);
    let (error, bytes) = keep_all::<4>(&Pool::default(), 1);
    assert_eq!(error, FrameErrorKind::Pool(PoolError::LargeExhausted));
    let most = PoolBuilder::DEFAULT_MAX_LARGE_BYTES;
    assert!(bytes > most / 2 && bytes <= most + (1 << 20), "{bytes}");
}

#[test]
fn an_unlimited_pool_has_no_limit() {
    let shown = format!("{:?}", Pool::unlimited());
    let most = usize::MAX;
    assert!(shown.contains(&format!("max_heap_bytes: {most}, max_large_bytes: {most}")), "{shown}");
}

#[test]
fn default_limits_bound_a_payload() {
    let first_error = |limits, len: usize| {
        let wire = (len as u64).to_le_bytes();
        let stream = Untimed(std::io::Cursor::new(wire.to_vec()));
        let mut connection =
            Connection::<LengthHeader<8>, _>::new(stream, &Pool::default(), limits);
        match connection.next_frame().expect_err("the payload is not there").into_kind() {
            ConnectionErrorKind::Frame(error) => error.kind(),
            other => panic!("{other}"),
        }
    };
    let max = ConnectionLimits::DEFAULT_MAX_PAYLOAD;
    let cut = |len| FrameErrorKind::UnexpectedEnd { received: 8, needed: 8 + len };
    assert_eq!(first_error(ConnectionLimits::new(), max), cut(max));
    let too_long = FrameErrorKind::PayloadTooLong { len: max + 1, max };
    assert_eq!(first_error(ConnectionLimits::new(), max + 1), too_long);
    assert_eq!(first_error(ConnectionLimits::unlimited(), max + 1), cut(max + 1));
}
