//! Values written to sinks.

use std::io::{self, ErrorKind, Write};

use allocation_counter::measure;
use codec_core::stream::{RecordWriter, WriteError};
use codec_core::{Bincode, Borsh, EncodeErrorKind, Format};

/// A sink that accepts this many bytes at a time, and fails in between.
#[derive(Default)]
struct Slow {
    bytes: Vec<u8>,
    most: usize,
    refusal: Option<ErrorKind>,
    refused: bool,
}

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(kind) = self.refusal
            && !self.refused
        {
            self.refused = true;
            return Err(kind.into());
        }
        self.refused = false;
        let len = bytes.len().min(self.most);
        self.bytes.extend(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_sink_gets_every_byte_once() {
    let values: Vec<String> = (0..30).map(|len| "w".repeat(len * 50)).collect();
    let all: Vec<u8> = values.iter().flat_map(|value| Bincode::to_vec(value).unwrap()).collect();
    for most in [1, 7, 1000, usize::MAX] {
        let sink = Slow { most, refusal: Some(ErrorKind::Interrupted), ..Slow::default() };
        let mut writer = RecordWriter::<_, Bincode>::new(sink);
        let mut bare = Slow { most, ..Slow::default() };
        for value in &values {
            assert_eq!(writer.write(value).unwrap(), 8 + value.len());
            assert_eq!(Bincode::write_to(value, &mut bare).unwrap(), 8 + value.len());
        }
        assert_eq!((writer.written(), writer.pending()), (all.len() as u64, 0));
        assert_eq!(writer.into_inner().bytes, all);
        assert_eq!(bare.bytes, all);
    }
}

#[test]
fn bytes_that_the_sink_did_not_take_are_pending() {
    let sink = Slow { most: 3, refusal: Some(ErrorKind::WouldBlock), ..Slow::default() };
    let mut writer = RecordWriter::<_, Bincode>::new(sink);
    let mut all = Vec::new();
    for value in [1u64, 2, 3] {
        all.extend(value.to_le_bytes());
        let error = writer.write(&value).unwrap_err();
        assert!(matches!(error, WriteError::Io { written: 0 | 3, .. }), "{error}");
    }
    let mut calls = 0;
    while let Err(WriteError::Io { error, .. }) = writer.flush() {
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        calls += 1;
    }
    assert!(calls > 3);
    assert_eq!((writer.written(), writer.pending()), (24, 0));
    assert_eq!(writer.into_inner().bytes, all);
}

#[test]
fn there_is_no_allocation_after_the_longest_record() {
    let long = vec![7u8; 5000];
    let mut writer = RecordWriter::<_, Bincode>::new(io::sink());
    writer.write(&long).unwrap();
    let info = measure(|| {
        for _ in 0..100 {
            writer.write(&long).unwrap();
            writer.write("short").unwrap();
            Bincode::write_to(&long[..500], &mut io::sink()).unwrap();
        }
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_value_without_an_encoding_leaves_no_trace() {
    let mut writer = RecordWriter::<_, Borsh>::new(Vec::new());
    writer.put(&1u8).unwrap();
    let Err(WriteError::Encode(error)) = writer.write(&(2u8, f32::NAN)) else { panic!() };
    assert_eq!(error.kind(), EncodeErrorKind::InvalidValue);
    writer.write(&3u8).unwrap();
    assert_eq!(writer.into_inner(), [1, 3]);
    let mut sink = Vec::new();
    assert!(Borsh::write_to(&(2u8, f32::NAN), &mut sink).is_err());
    assert!(sink.is_empty());
}

/// `flush` flushes the sink, `write` and `send` don't, and a sink that can't be flushed has the bytes.
#[test]
fn flush_reaches_the_sink() {
    #[derive(Default)]
    struct Counted {
        bytes: Vec<u8>,
        flushed: Vec<usize>,
        refuses: bool,
    }
    impl Write for Counted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.bytes.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            self.flushed.push(self.bytes.len());
            if self.refuses { Err(ErrorKind::TimedOut.into()) } else { Ok(()) }
        }
    }
    let mut writer = RecordWriter::<_, Bincode>::new(Counted::default());
    writer.put(&7u8).unwrap();
    writer.send().unwrap();
    writer.write(&8u8).unwrap();
    assert_eq!(writer.get_ref().flushed, []);
    writer.put(&9u8).unwrap();
    writer.flush().unwrap();
    assert_eq!(
        (&writer.get_ref().flushed[..], &writer.get_ref().bytes[..]),
        (&[3][..], &[7, 8, 9][..])
    );
    writer.get_mut().refuses = true;
    writer.put(&10u8).unwrap();
    let Err(WriteError::Io { error, written: 0 }) = writer.flush() else { panic!() };
    assert_eq!((error.kind(), writer.pending()), (ErrorKind::TimedOut, 0));
    assert_eq!(writer.get_ref().flushed, [3, 4]);
}

#[test]
fn a_sink_that_lies_or_takes_nothing_is_refused() {
    struct Liar(usize);
    impl Write for Liar {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(if self.0 == 0 { 0 } else { bytes.len().saturating_add(self.0) })
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for (more, kind) in [(0, ErrorKind::WriteZero), (1, ErrorKind::InvalidData)] {
        let mut writer = RecordWriter::<_, Bincode>::new(Liar(more));
        let error = io::Error::from(writer.write(&7u32).unwrap_err());
        assert_eq!((error.kind(), writer.pending()), (kind, 4));
        let error = io::Error::from(Bincode::write_to(&7u32, &mut Liar(more)).unwrap_err());
        assert_eq!(error.kind(), kind);
    }
}
