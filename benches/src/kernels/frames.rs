//! Frames through the pool, headers, and dispatch by the id.
#![forbid(unsafe_code)]

use std::hint::black_box;

use codec_core::{Cursor, Header as _, Messages as _, MessagesRef as _, Reader, Sv2};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::{AnyMessage, AnyMessageRef, AnyMessageShared, CHANNEL, FrameHeader};

use super::messages::share;
use super::{Kernel, done, repeat, some};
use crate::session::samples;
use crate::{decred, frame};

pub(super) const KERNELS: &[Kernel] = &[
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
    ("frame/detached", |times| {
        let (wire, mut reader) = (frame::wire(), frame::reader());
        repeat(times, || {
            done(reader.feed(black_box(&wire)));
            some(reader.next_frame().ok().flatten().map(|frame| frame.detach()));
        });
    }),
    ("frame/write", |times| {
        let mut writer = FrameWriter::<FrameHeader>::new(Pool::default());
        let share = share();
        repeat(times, || {
            done(writer.write_message::<Sv2, _>(0x1b, CHANNEL, black_box(&share)));
            let pending: usize = writer.pending().map(<[u8]>::len).sum();
            writer.consume(pending);
        });
    }),
    ("frame/scratch", |times| {
        let (mut scratch, share) = (Pool::default().scratch(), share());
        repeat(times, || {
            done(scratch.encode::<Sv2, _>(black_box(&share)));
        });
    }),
    ("frame/stream of 32", |times| {
        let wire = frame::wire().repeat(32);
        let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
        repeat(times, || {
            done(reader.feed(black_box(&wire)));
            let mut frames = 0;
            while let Ok(Some(frame)) = reader.next_frame() {
                done(frame.decode_ref::<Sv2, frame::JobRef<'_>>());
                frames += 1;
            }
            assert_eq!(frames, 32);
        });
    }),
    ("frame/read of 32, shared", |times| {
        let wire = frame::wire().repeat(32);
        let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
        repeat(times, || {
            let mut stream = black_box(&wire[..]);
            for _ in 0..32 {
                let frame = reader.read_frame(&mut stream).ok().flatten();
                some(
                    frame.and_then(|mut frame| frame.decode_shared::<Sv2, frame::JobShared>().ok()),
                );
            }
        });
    }),
    ("header/parse", |times| {
        let wire = frame::wire();
        repeat(times, || {
            done(FrameHeader::parse(black_box(&wire[..FrameHeader::SIZE])));
        });
    }),
    ("dispatch of 44/owned", |times| {
        let samples = samples();
        repeat(times, || {
            for sample in &samples {
                let mut r = Reader::<Sv2>::new(black_box(&sample.payload));
                done(AnyMessage::decode_message(black_box(sample.id), &mut r));
            }
        });
    }),
    ("dispatch of 44/borrowed", |times| {
        let samples = samples();
        repeat(times, || {
            for sample in &samples {
                let mut r = Reader::<Sv2>::new(black_box(&sample.payload));
                done(AnyMessageRef::decode_message_ref(black_box(sample.id), &mut r));
            }
        });
    }),
    ("dispatch of 44/shared", |times| {
        let samples = samples().into_iter();
        let samples: Vec<_> =
            samples.map(|sample| (sample.id, bytes::Bytes::from(sample.payload))).collect();
        repeat(times, || {
            for (id, payload) in &samples {
                let mut r = Reader::<Sv2>::from_cursor(Cursor::from_bytes(black_box(payload)));
                done(AnyMessageShared::decode_message(black_box(*id), &mut r));
            }
        });
    }),
    ("decred transaction/owned", |times| {
        let (frame, mut reader) = (decred::first(), decred::reader::<false>());
        repeat(times, || drop(black_box(decred::owned(&mut reader, &mut &frame.wire[..]))));
    }),
    ("decred transaction/borrowed", |times| {
        let (frame, mut reader) = (decred::first(), decred::reader::<false>());
        repeat(times, || decred::borrowed(&mut reader, &mut &frame.wire[..]));
    }),
    ("decred transaction/checked", |times| {
        let (frame, mut reader) = (decred::first(), decred::reader::<true>());
        repeat(times, || decred::borrowed(&mut reader, &mut &frame.wire[..]));
    }),
];
