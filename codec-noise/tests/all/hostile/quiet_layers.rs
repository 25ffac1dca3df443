//! No layer over a session reveals a key or its data, neither in `Debug` output nor in an error.

use codec_core::Sv2;
use codec_noise::{NoiseReader, NoiseWriter};
use codec_pool::{Connection, ConnectionLimits, FrameWriter, Pool, Untimed};
use codec_stratum::Sv2Protocol;
use codec_stratum::mining::CloseChannel;

use super::pair::sessions;

/// The secrets that must not be shown, in each notation for bytes.
struct Secrets(Vec<String>);

impl Secrets {
    fn of(secrets: &[&[u8]]) -> Self {
        let list = |bytes: &[u8], one: fn(&u8) -> String, between: &str| {
            bytes.iter().map(one).collect::<Vec<_>>().join(between)
        };
        // Eight bytes of each suffice, at any offset.
        let pieces = secrets.iter().flat_map(|bytes| bytes.windows(8));
        let ways = pieces.flat_map(|bytes| {
            [
                list(bytes, |byte| format!("{byte:02x}"), ""),
                list(bytes, |byte| format!("{byte:02X}"), ""),
                list(bytes, |byte| format!("{byte}"), ", "),
                list(bytes, |byte| format!("{byte}"), ",\n"),
                bytes.escape_ascii().to_string(),
                String::from_utf8_lossy(bytes).into_owned(),
            ]
        });
        Self(ways.collect())
    }

    fn are_not_in(&self, what: &str, value: impl core::fmt::Debug) {
        for shown in [format!("{value:?}"), format!("{value:#?}").replace(' ', "")] {
            let found = self.0.iter().find(|secret| shown.contains(*secret));
            assert_eq!(found, None, "{what} shows it: {shown}");
        }
    }
}

const REASON: &str = "the miners are on strike";

#[test]
fn what_is_shown_is_found() {
    let secrets = Secrets::of(&[REASON.as_bytes()]);
    for shown in [format!("{REASON:?}"), format!("{:?}", REASON.as_bytes())] {
        assert!(secrets.0.iter().any(|secret| shown.contains(secret)), "{shown}");
    }
}

#[test]
fn readers_writers_and_frames_show_no_plaintext_and_no_key() {
    let (miner, server) = sessions();
    let keys = miner.secret_keys();
    let secrets = Secrets::of(&[REASON.as_bytes(), &*keys.0, &*keys.1]);
    secrets.are_not_in("the session", &miner);
    let pool = Pool::builder().note_holders(1).build().expect("it makes sense");
    let (sealer, opener) = (miner.split().0, server.split().1);
    secrets.are_not_in("the sealer", &sealer);
    secrets.are_not_in("the opener", &opener);
    let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), sealer);
    let mut reader: NoiseReader<Sv2Protocol> = NoiseReader::sealed(pool.clone(), opener);
    let message =
        CloseChannel { channel_id: 7, reason_code: REASON.try_into().expect("it is short") };
    let mut wire = Vec::new();
    for _ in 0..3 {
        writer.send(&message).expect("there is memory");
        secrets.are_not_in("the writer", &writer);
        writer.flush(&mut wire).expect("a vector takes all");
    }
    let last = wire.len() - 1;
    wire[last] ^= 1;
    reader.feed(&wire).expect("there is memory");
    secrets.are_not_in("the reader", &reader);
    let frame = reader.next_frame().expect("it opens").expect("it is whole");
    secrets.are_not_in("the lent frame", &frame);
    secrets.are_not_in("its view", frame.view());
    let error = frame.decode::<Sv2, u8>().expect_err("it is longer");
    secrets.are_not_in("an error of decoding", error);
    let kept = frame.detach();
    secrets.are_not_in("the kept frame", &kept);
    secrets.are_not_in("who holds what", pool.holders());
    let changed = reader.next_frame_mut().expect("it opens").expect("it is whole");
    secrets.are_not_in("the frame to be changed", &changed);
    secrets.are_not_in("the error", reader.next_frame().expect_err("a bit was changed"));
    secrets.are_not_in("the pool", (&pool, pool.stats()));
}

#[test]
fn connections_show_no_plaintext_and_no_key() {
    let (miner, server) = sessions();
    let keys = miner.secret_keys();
    let secrets = Secrets::of(&[REASON.as_bytes(), &*keys.0, &*keys.1]);
    let (pool, limits) = (Pool::default(), ConnectionLimits::new());
    let mut wire = Vec::new();
    let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), miner.split().0);
    let message =
        CloseChannel { channel_id: 7, reason_code: REASON.try_into().expect("it is short") };
    writer.send(&message).expect("there is memory");
    writer.send(&message).expect("there is memory");
    writer.flush(&mut wire).expect("a vector takes all");
    let last = wire.len() - 1;
    wire[last] ^= 1;
    let stream = Untimed(std::io::Cursor::new(wire));
    let mut connection = server.connection::<Sv2Protocol, _>(stream, &pool, limits);
    assert!(connection.next().expect("it opens").is_some());
    secrets.are_not_in("the connection", &connection);
    let error = connection.next().expect_err("a bit was changed");
    assert!(!error.to_string().contains(REASON));
    secrets.are_not_in("its error", error);
}

/// Queues frames whose payloads are no messages, with the numbers 42, 201 and 233 where decoding
/// stops: the tag of an option, and two lengths.
macro_rules! queue_malformed {
    ($writer:expr) => {
        for outcome in [
            $writer.write_message::<Sv2, _>(0x15, 0, &(0u64, 42u8)),
            $writer.write_message::<Sv2, _>(0x04, 0, &(201u8, 7u8)),
            $writer.write_message::<Sv2, _>(0x1b, 0, &([0u8; 24], 233u8)),
        ] {
            outcome.expect("there is memory");
        }
    };
}

/// The text of the errors of such frames.
macro_rules! errors {
    ($connection:expr) => {
        [(); 3].map(|()| {
            let error = $connection.next().expect_err("it is no message");
            assert!(error.is_recoverable(), "{error}");
            format!("{error} {error:?}")
        })
    };
}

/// The error of a malformed message names the field; over a session it shows no value of it.
#[test]
fn malformed_messages_show_no_value() {
    let (pool, limits) = (Pool::default(), ConnectionLimits::new());
    let fields =
        ["NewMiningJob.min_ntime", "Reconnect.new_host", "SubmitSharesExtended.extranonce"];
    let values = ["42", "201", "233"];

    let (mut wire, mut writer) = (Vec::new(), FrameWriter::<Sv2Protocol>::new(pool.clone()));
    queue_malformed!(writer);
    writer.flush(&mut wire).expect("a vector takes all");
    let stream = Untimed(std::io::Cursor::new(wire));
    let mut plain = Connection::<Sv2Protocol, _>::new(stream, &pool, limits);
    for ((error, field), value) in errors!(plain).iter().zip(fields).zip(values) {
        assert!(error.contains(field) && error.contains(value), "{error}");
    }

    let (miner, server) = sessions();
    let (mut wire, sealer) = (Vec::new(), miner.split().0);
    let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), sealer);
    queue_malformed!(writer);
    writer.flush(&mut wire).expect("a vector takes all");
    let stream = Untimed(std::io::Cursor::new(wire));
    let mut secret = server.connection::<Sv2Protocol, _>(stream, &pool, limits);
    for ((error, field), value) in errors!(secret).iter().zip(fields).zip(values) {
        assert!(error.contains(field) && !error.contains(value), "{error}");
    }
}
