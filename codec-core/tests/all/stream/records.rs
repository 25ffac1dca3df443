//! All records of a stream.

use std::io::{ErrorKind, Seek, Write};

use codec_core::stream::{ReadError, RecordWriter, Records, StreamReader};
use codec_core::{Bincode, DecodeErrorKind, Format, Postcard};

use crate::stream::sources::{Script, Step};

type Record = (u16, String);

fn records() -> Vec<Record> {
    (0..20u16).map(|index| (index, "z".repeat(index.into()))).collect()
}

fn encoded() -> Vec<u8> {
    records().iter().flat_map(|record| Postcard::to_vec(record).unwrap()).collect()
}

#[test]
fn the_iterator_ends_with_the_stream() {
    for len in [1, 9, 8192] {
        let source = Script::pieces(&encoded(), len);
        let mut all = Records::<_, Postcard, Record>::new(source, 1000);
        let read: Result<Vec<Record>, ReadError> = all.by_ref().collect();
        assert_eq!(read.unwrap(), records());
        assert!(all.next().is_none());
        assert_eq!(all.offset(), encoded().len() as u64);
    }
}

/// A file truncated at any byte: whole records, then the truncated one with its offset.
#[test]
fn a_cut_record_is_the_last_and_says_where_it_is() {
    let all = encoded();
    let mut starts = vec![0];
    for record in records() {
        starts.push(starts[starts.len() - 1] + Postcard::encoded_len(&record));
    }
    for end in 0..all.len() {
        let whole = starts.iter().filter(|start| **start <= end).count() - 1;
        let mut read = Records::<_, Postcard, Record>::new(Script::pieces(&all[..end], 3), 1000);
        for record in &records()[..whole] {
            assert_eq!(&read.next().unwrap().unwrap(), record);
        }
        if starts[whole] < end {
            let error = read.next().unwrap().unwrap_err();
            assert!(error.is_cut());
            assert_eq!((error.record(), error.offset()), (starts[whole] as u64, end as u64));
        }
        assert!(read.next().is_none());
        assert!(read.next().is_none());
    }
}

#[test]
fn a_damaged_record_is_the_last() {
    let mut all = Bincode::to_vec(&(1u8, true)).unwrap();
    all.extend([2, 2, 3, 1]);
    let mut read = Records::<_, Bincode, (u8, bool)>::new(&all[..], 1000);
    assert!(read.next().unwrap().is_ok());
    assert!(read.next().unwrap().is_err());
    assert!(read.next().is_none());
    assert_eq!(read.offset(), 2);
}

/// At every byte: a source that has nothing at the moment is asked again, and one that failed is not.
#[test]
fn a_pause_ends_no_records_and_a_failure_does() {
    let all = encoded();
    for kind in [ErrorKind::WouldBlock, ErrorKind::TimedOut, ErrorKind::ConnectionReset] {
        for at in 0..=all.len() {
            let (head, rest) = all.split_at(at);
            let source =
                Script::pieces(head, 7).then(Step::Fail(kind)).and(Script::pieces(rest, 7));
            let mut read = Records::<_, Postcard, Record>::new(source, 1000);
            let mut seen: Vec<Record> = Vec::new();
            let mut failures = 0;
            for record in read.by_ref() {
                match record {
                    Ok(record) => seen.push(record),
                    Err(ReadError::Io { error, .. }) => {
                        assert_eq!(error.kind(), kind);
                        failures += 1;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            let pause = kind != ErrorKind::ConnectionReset;
            assert_eq!(failures, 1, "{kind} at byte {at}");
            assert!(records().starts_with(&seen));
            assert_eq!(seen.len() == records().len(), pause || at == all.len(), "{kind} at {at}");
            assert!(read.next().is_none());
        }
    }
}

#[test]
fn records_without_bytes_are_refused() {
    let mut read = Records::<_, Bincode, ()>::new(&[1][..], 1000);
    let Some(Err(ReadError::Decode { error, .. })) = read.next() else { panic!() };
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
    assert!(read.next().is_none());
}

/// After more is appended, a file that ended within a record can be read further.
#[test]
fn a_file_may_grow() {
    let mut file = tempfile();
    file.write_all(&encoded()[..5]).unwrap();
    file.rewind().unwrap();
    let mut writer = file.try_clone().unwrap();
    let mut reader = StreamReader::<_, Postcard>::new(file, 1000);
    assert_eq!(reader.read::<Record>().unwrap(), Some((0, String::new())));
    assert_eq!(reader.read::<Record>().unwrap(), Some((1, "z".into())));
    assert_eq!(reader.read::<Record>().unwrap(), None);
    let at = writer.stream_position().unwrap();
    writer.write_all(&[2, 2, b'z']).unwrap();
    writer.seek(std::io::SeekFrom::Start(at)).unwrap();
    assert!(reader.read::<Record>().unwrap_err().is_cut());
    let at = writer.stream_position().unwrap();
    writer.write_all(b"z").unwrap();
    writer.seek(std::io::SeekFrom::Start(at)).unwrap();
    assert_eq!(reader.read::<Record>().unwrap(), Some((2, "zz".into())));
}

fn tempfile() -> std::fs::File {
    let name = format!("codec-core-records-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut options = std::fs::OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(true).open(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    file
}

/// A request and a response, over a socket.
#[test]
fn a_socket_carries_records_both_ways() {
    use std::net::{TcpListener, TcpStream};
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let stream = listener.accept().unwrap().0;
        let mut answers = RecordWriter::<_, Postcard>::new(stream.try_clone().unwrap());
        let mut questions = StreamReader::<_, Postcard>::new(stream, 1 << 20);
        while let Some(question) = questions.next_ref::<Vec<String>>().unwrap() {
            answers.write(&question.iter().map(str::len).sum::<usize>()).unwrap();
        }
    });
    let stream = TcpStream::connect(address).unwrap();
    let mut questions = RecordWriter::<_, Postcard>::new(stream.try_clone().unwrap());
    let mut answers = StreamReader::<_, Postcard>::new(&stream, 100);
    for count in [0usize, 1, 1000, 50_000] {
        questions.write(&vec![String::from("abc"); count]).unwrap();
        assert_eq!(answers.read::<usize>().unwrap(), Some(3 * count));
    }
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    assert_eq!(answers.read::<usize>().unwrap(), None);
    server.join().unwrap();
}
