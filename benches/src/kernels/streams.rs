//! Values there and back, streams, and encrypted frames.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::sync::Arc;

use codec_core::stream::{RecordWriter, StreamReader};
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Decodable, Encode, Format, Postcard};
use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseReader, NoiseWriter};
use codec_pool::Pool;
use codec_stratum::{AnyMessageRef, Sv2Protocol};

use super::formats::logs;
use super::messages::share;
use super::{Kernel, bytes, repeat};
use crate::data::log;

pub(super) const KERNELS: &[Kernel] = &[
    ("u64 there and back/Bincode", |times| back::<Bincode, u64>(times, &NUMBER)),
    ("u64 there and back/BincodeVarint", |times| back::<BincodeVarint, u64>(times, &NUMBER)),
    ("u64 there and back/Postcard", |times| back::<Postcard, u64>(times, &NUMBER)),
    ("u64 there and back/Borsh", |times| back::<Borsh, u64>(times, &NUMBER)),
    ("u64 there and back/Compact", |times| back::<Compact, u64>(times, &NUMBER)),
    ("string there and back/Bincode", |times| back::<Bincode, String>(times, &text())),
    ("string there and back/BincodeVarint", |times| back::<BincodeVarint, String>(times, &text())),
    ("string there and back/Postcard", |times| back::<Postcard, String>(times, &text())),
    ("string there and back/Borsh", |times| back::<Borsh, String>(times, &text())),
    ("string there and back/Compact", |times| back::<Compact, String>(times, &text())),
    ("stream of 100 records/read", |times| {
        let one = bytes::<Bincode>(&logs(100).logs[0]);
        let wire = one.repeat(100);
        repeat(times, || {
            let mut reader = StreamReader::<_, Bincode>::new(black_box(&wire[..]), 1 << 20);
            while let Ok(Some(record)) = reader.read::<log::Log>() {
                black_box(record);
            }
        });
    }),
    ("stream of 100 records/write", |times| {
        let logs = logs(100).logs;
        repeat(times, || {
            let mut writer = RecordWriter::<_, Bincode>::new(std::io::sink());
            for log in black_box(&logs) {
                black_box(writer.write(log).ok());
            }
        });
    }),
    ("value of a stream/read_from", |times| {
        let wire = bytes::<Bincode>(&logs(10));
        repeat(times, || {
            black_box(Bincode::read_from::<log::Logs>(&mut black_box(&wire[..]), 1 << 20).ok());
        });
    }),
    ("value of a stream/write_to", |times| {
        let logs = logs(10);
        repeat(times, || {
            black_box(Bincode::write_to(black_box(&logs), &mut std::io::sink()).ok());
        });
    }),
    ("encrypted frame/there and back", |times| {
        let (mut writer, mut reader) = encrypted();
        let (share, mut wire) = (share(), Vec::new());
        repeat(times, || {
            black_box(writer.send(black_box(&share)).ok());
            wire.clear();
            black_box(writer.flush(&mut wire).ok());
            let frame = reader.read_frame(&mut &wire[..]).ok().flatten();
            let frame = frame.expect("the frame is sound");
            let message: Option<AnyMessageRef<'_>> = frame.message_ref().ok();
            black_box(message);
        });
    }),
];

const NUMBER: u64 = 1_234_567_890;

fn text() -> String {
    "x".repeat(64)
}

/// Encodes into a buffer that is kept and decodes from it.
fn back<F: Format, T: Decodable + Encode>(times: u32, value: &T) {
    let mut buffer = Vec::new();
    repeat(times, || {
        buffer.clear();
        black_box(F::encode_into(black_box(value), &mut buffer).ok());
        black_box(F::from_slice::<T>(black_box(&buffer)).ok());
    });
}

/// Two sides of a connection after their handshake.
fn encrypted() -> (NoiseWriter<Sv2Protocol>, NoiseReader<Sv2Protocol>) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let identity = Identity::issue(&authority, 0..=9).expect("there is entropy");
    let mut client: Handshake = Handshake::initiator(authority.public_key()).expect("entropy");
    let mut server: Handshake = Handshake::responder(Arc::new(identity)).expect("entropy");
    server.input(client.output(), 5).expect("the first message is sound");
    client.input(server.output(), 5).expect("the second message is sound");
    let (sealer, _) = client.finish().expect("it is done").split();
    let (_, opener) = server.finish().expect("it is done").split();
    let pool = Pool::default();
    (NoiseWriter::sealed(pool.clone(), sealer), NoiseReader::sealed(pool, opener))
}
