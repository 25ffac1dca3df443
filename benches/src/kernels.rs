//! Small pieces of work whose instructions are counted: one operation each, on
//! the hot paths that users have.

use std::hint::black_box;

use codec_core::wire::{B032, B064K, Seq0255, Str0255, U256};
use codec_core::{Bincode, Format, Sv2};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_sv2::common::{SetupConnection, SetupConnectionRef, SetupConnectionShared};
use codec_sv2::mining::{
    NewExtendedMiningJob, NewExtendedMiningJobRef, SubmitSharesExtended, SubmitSharesExtendedRef,
};
use codec_sv2::{CHANNEL, FrameHeader, Protocol};

use crate::data::log;
use crate::frame;

/// A kernel: its name, and what runs it so many times.
pub type Kernel = (&'static str, fn(u32));

/// All kernels, in the order of the baseline.
pub const KERNELS: &[Kernel] = &[
    ("setup_connection/encode", |times| encode(times, &setup_connection())),
    ("setup_connection/owned", |times| owned::<SetupConnection>(times, &setup_connection())),
    ("setup_connection/borrowed", |times| {
        let bytes = sv2(&setup_connection());
        repeat(times, || {
            black_box(Sv2::from_slice_ref::<SetupConnectionRef<'_>>(black_box(&bytes)).ok());
        });
    }),
    ("setup_connection/shared", |times| {
        let bytes = bytes::Bytes::from(sv2(&setup_connection()));
        repeat(times, || {
            black_box(Sv2::from_bytes::<SetupConnectionShared>(black_box(&bytes)).ok());
        });
    }),
    ("submit_shares_extended/encode", |times| encode(times, &share())),
    ("submit_shares_extended/owned", |times| owned::<SubmitSharesExtended>(times, &share())),
    ("submit_shares_extended/borrowed", |times| {
        let bytes = sv2(&share());
        repeat(times, || {
            black_box(Sv2::from_slice_ref::<SubmitSharesExtendedRef<'_>>(black_box(&bytes)).ok());
        });
    }),
    ("new_extended_mining_job/encode", |times| encode(times, &job())),
    ("new_extended_mining_job/owned", |times| owned::<NewExtendedMiningJob>(times, &job())),
    ("new_extended_mining_job/borrowed", |times| {
        let bytes = sv2(&job());
        repeat(times, || {
            black_box(Sv2::from_slice_ref::<NewExtendedMiningJobRef<'_>>(black_box(&bytes)).ok());
        });
    }),
    ("frame/owned", |times| {
        let (wire, mut reader) = (frame::wire(), frame::reader());
        repeat(times, || drop(black_box(frame::owned(&mut reader, &wire))));
    }),
    ("frame/borrowed", |times| {
        let (wire, mut reader) = (frame::wire(), frame::reader());
        repeat(times, || frame::borrowed(&mut reader, &wire));
    }),
    ("frame/shared", |times| {
        let (wire, mut reader) = (frame::wire(), frame::reader());
        repeat(times, || drop(black_box(frame::shared(&mut reader, &wire))));
    }),
    ("frame/write", |times| {
        let mut writer = FrameWriter::<FrameHeader>::new(Pool::default());
        let share = share();
        repeat(times, || {
            black_box(writer.write_message::<Sv2, _>(0x1b, CHANNEL, black_box(&share)).ok());
            let pending: usize = writer.pending().map(<[u8]>::len).sum();
            writer.consume(pending);
        });
    }),
    ("frame/stream of 32", |times| {
        let wire = frame::wire().repeat(32);
        let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
        repeat(times, || {
            black_box(reader.feed(black_box(&wire)).ok());
            while let Ok(Some(frame)) = reader.next_frame() {
                black_box(frame.decode_ref::<Sv2, frame::JobRef<'_>>().ok());
            }
        });
    }),
    ("log of 100/encode", |times| {
        let (data, mut buffer) = (some_logs(), Vec::new());
        repeat(times, || {
            buffer.clear();
            black_box(Bincode::encode_into(black_box(&data), &mut buffer).ok());
        });
    }),
    ("log of 100/owned", |times| {
        let bytes = Bincode::to_vec(&some_logs()).expect("it encodes");
        repeat(times, || {
            black_box(Bincode::from_slice::<log::Logs>(black_box(&bytes)).ok());
        });
    }),
    ("log of 100/borrowed", |times| {
        let bytes = Bincode::to_vec(&some_logs()).expect("it encodes");
        repeat(times, || {
            black_box(Bincode::from_slice_ref::<log::LogsRef<'_>>(black_box(&bytes)).ok());
        });
    }),
];

fn repeat(times: u32, mut operation: impl FnMut()) {
    (0..times).for_each(|_| operation());
}

fn sv2<T: codec_core::Encode>(message: &T) -> Vec<u8> {
    Sv2::to_vec(message).expect("it encodes")
}

fn encode<T: codec_core::Encode>(times: u32, message: &T) {
    let mut buffer = Vec::new();
    repeat(times, || {
        buffer.clear();
        black_box(Sv2::encode_into(black_box(message), &mut buffer).ok());
    });
}

fn owned<T: codec_core::Encode + codec_core::Decodable>(times: u32, message: &T) {
    let bytes = sv2(message);
    repeat(times, || {
        black_box(Sv2::from_slice::<T>(black_box(&bytes)).ok());
    });
}

fn some_logs() -> log::Logs {
    let mut data = log::data();
    data.logs.truncate(100);
    data
}

fn text(text: &str) -> Str0255 {
    Str0255::try_from(text).expect("a short text")
}

fn setup_connection() -> SetupConnection {
    SetupConnection {
        protocol: Protocol::Mining,
        min_version: 2,
        max_version: 2,
        flags: 0b101,
        endpoint_host: text("pool.example.com"),
        endpoint_port: 34254,
        vendor: text("Example Miners"),
        hardware_version: text("S9i 13.5"),
        firmware: text("example-os-2026-04-05-16-abcd1234"),
        device_id: text("some-device-uuid"),
    }
}

fn share() -> SubmitSharesExtended {
    SubmitSharesExtended {
        channel_id: 1,
        sequence_number: 2,
        job_id: 3,
        nonce: 4,
        ntime: 5,
        version: 6,
        extranonce: B032::try_from(&[7; 8]).expect("8 bytes are few"),
    }
}

fn job() -> NewExtendedMiningJob {
    NewExtendedMiningJob {
        channel_id: 1,
        job_id: 2,
        min_ntime: Some(3),
        version: 0x2000_0000,
        version_rolling_allowed: true,
        merkle_path: Seq0255::try_from(vec![U256([5; 32]); 12]).expect("a short path"),
        coinbase_tx_prefix: B064K::try_from(&[6; 60]).expect("60 bytes are few"),
        coinbase_tx_suffix: B064K::try_from(&[7; 100]).expect("100 bytes are few"),
    }
}
