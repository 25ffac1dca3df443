//! Appending, reading beside it, and what is refused.

use std::fs::{self, OpenOptions};
use std::io::Write;

use codec_core::{Borsh, Format, Postcard};
use codec_records::{Appender, Fault, RecordFile, recover};

use super::{File, Folder, Reading, Writer, offsets, record};

#[test]
fn records_are_owned_borrowed_and_in_order() {
    let folder = Folder::new();
    folder.filled(500);
    let mut file = File::open(folder.file()).unwrap();
    assert_eq!(file.end().unwrap(), 500);
    for number in [499, 0, 250, 251, 3] {
        assert_eq!(file.get(number).unwrap(), Some(Reading::new(number)));
        let lent = file.get_ref(number).unwrap().unwrap();
        assert_eq!(lent.raw, Reading::new(number).raw);
    }
    assert_eq!(file.get(500).unwrap(), None);
    assert_eq!(file.get(u64::MAX).unwrap(), None);
    let all: Vec<_> = file.iter_from(490).map(Result::unwrap).collect();
    assert_eq!(all, (490..500).map(|number| (number, Reading::new(number))).collect::<Vec<_>>());
    let mut lent = file.iter_from(498);
    for number in [498, 499] {
        let (found, reading) = lent.next_ref().unwrap().unwrap();
        assert_eq!((found, reading.number), (number, number));
    }
    assert!(lent.next_ref().unwrap().is_none());
}

#[test]
fn a_reader_beside_the_appender_finds_each_record_when_it_was_appended() {
    let folder = Folder::new();
    let mut writer = Writer::open(folder.file()).unwrap();
    let mut file = File::open(folder.file()).unwrap();
    let mut follower = File::open(folder.file()).unwrap();
    let mut following = follower.iter_from(0);
    for number in 0..300 {
        assert!(file.get(number).unwrap().is_none() && following.next().is_none());
        writer.append(&Reading::new(number)).unwrap();
        assert_eq!(file.get(number).unwrap(), Some(Reading::new(number)));
        assert_eq!(following.next().unwrap().unwrap(), (number, Reading::new(number)));
    }
}

/// Bytes as an appender leaves them that is stopped, a few at a time, and cut by the next one.
#[test]
fn a_reader_beside_waits_for_the_rest_of_a_record_and_forgets_a_part_that_was_cut() {
    let folder = Folder::new();
    let bytes = folder.filled(12);
    let offsets = offsets(&bytes);
    fs::write(folder.file(), &bytes[..offsets[10]]).unwrap();
    let mut file = File::open(folder.file()).unwrap();
    let mut other = File::open(folder.file()).unwrap();
    let mut following = other.iter_from(10);
    for at in offsets[10]..offsets[11] {
        let mut disk = OpenOptions::new().append(true).open(folder.file()).unwrap();
        assert!(following.next().is_none() && file.get(10).unwrap().is_none(), "{at}");
        disk.write_all(&bytes[at..=at]).unwrap();
        if at + 1 == offsets[11] {
            break;
        }
    }
    assert_eq!(file.get(10).unwrap(), Some(Reading::new(10)));
    assert_eq!(following.next().unwrap().unwrap().0, 10);
    // A part of one record, and then another in its place.
    let disk = OpenOptions::new().write(true).open(folder.file()).unwrap();
    disk.set_len(offsets[11] as u64).unwrap();
    fs::write(folder.file(), &bytes[..offsets[12] - 1]).unwrap();
    assert!(following.next().is_none() && file.get(11).unwrap().is_none());
    // Both windows have the part when it goes.
    let mut writer = Writer::open(folder.file()).unwrap();
    let replaced = Reading { sensor: "another".to_owned(), ..Reading::new(11) };
    assert_eq!(writer.append(&replaced).unwrap(), 11);
    assert_eq!(file.get(11).unwrap(), Some(replaced.clone()));
    assert_eq!(following.next().unwrap().unwrap(), (11, replaced));
}

#[test]
fn one_file_has_one_appender() {
    let folder = Folder::new();
    let first = Writer::open(folder.file()).unwrap();
    let error = Writer::open(folder.file()).unwrap_err();
    assert!(matches!(error.fault(), Fault::Busy), "{error}");
    assert!(matches!(recover(folder.file()).unwrap_err().fault(), Fault::Busy));
    drop(first);
    assert_eq!(Writer::open(folder.file()).unwrap().append(&Reading::new(0)).unwrap(), 0);
}

#[test]
fn a_batch_has_the_bytes_of_its_records_and_ends_at_a_value_over_the_limit() {
    let (one, many) = (Folder::new(), Folder::new());
    let bytes = many.filled(3_000);
    let front = offsets(&bytes)[0];
    fs::write(one.file(), &bytes[..front]).unwrap();
    let mut writer = Writer::open(one.file()).unwrap();
    for number in 0..3_000 {
        assert_eq!(writer.append(&Reading::new(number)).unwrap(), number);
    }
    assert_eq!(fs::read(one.file()).unwrap(), bytes);

    writer.set_limit(100);
    let long = Reading { raw: vec![0; 100], ..Reading::new(3_001) };
    let short = Reading { raw: vec![], ..Reading::new(3_000) };
    let error = writer.append_all([&short, &long, &short]).unwrap_err();
    assert!(
        error.to_string().contains("record 3001 has 112 bytes, over the limit of 100"),
        "{error}"
    );
    let mut file = File::open(one.file()).unwrap();
    assert_eq!((file.end().unwrap(), file.get(3_000).unwrap()), (3_001, Some(short.clone())));
    // The next takes the number that the long one had.
    assert_eq!(writer.append(&short).unwrap(), 3_001);
    file.set_limit(10);
    let error = file.get(3_001).unwrap_err();
    assert!(matches!(error.fault(), Fault::TooLong { number: 3_001, limit: 10, .. }), "{error}");
    assert_eq!(file.iter_from(3_000).filter(Result::is_err).count(), 2);
    assert_eq!(writer.append_all(&[]).unwrap(), 3_002..3_002);
}

#[test]
fn the_index_is_a_file_beside_and_is_made_anew_where_it_is_not_right() {
    let folder = Folder::new();
    let bytes = folder.filled(2_400);
    let path = folder.0.join("readings.index");
    let index = fs::read(&path).unwrap();
    assert_eq!((index.len() - 20) / 16, bytes.len() / (2 << 10) + 1);
    let mut lying = index.clone();
    for (number, entry) in lying[20..].as_chunks_mut::<16>().0.iter_mut().enumerate().skip(1) {
        // Offsets in values, of numbers that are elsewhere.
        entry[..8].copy_from_slice(&(number as u64).to_le_bytes());
        entry[8] ^= 1;
    }
    // Right offsets, of records with higher numbers.
    let mut lower = index.clone();
    for (number, entry) in lower[20..].as_chunks_mut::<16>().0.iter_mut().enumerate() {
        entry[..8].copy_from_slice(&(number as u64).to_le_bytes());
    }
    let mut far = index.clone();
    far[20..].fill(0xff);
    let mut foreign = index.clone();
    foreign[9] ^= 1;
    let none = Vec::new();
    for other in [&lying, &lower, &far, &foreign, &none, &index[..index.len() / 2 + 3].to_vec()] {
        fs::write(&path, other).unwrap();
        for number in [0, 30, 1_000, 2_399] {
            let mut file = File::open(folder.file()).unwrap();
            assert_eq!(file.get(number).unwrap(), Some(Reading::new(number)));
        }
        assert_eq!(File::open(folder.file()).unwrap().end().unwrap(), 2_400);
        assert_eq!(fs::read(&path).unwrap(), *other, "a reader writes nothing");
        let found = recover(folder.file()).unwrap();
        assert_eq!((found.records, found.cut), (2_400, 0));
        assert_eq!(fs::read(&path).unwrap(), index);
        fs::write(&path, other).unwrap();
        let mut writer = Writer::open(folder.file()).unwrap();
        writer.sync().unwrap();
        assert_eq!(fs::read(&path).unwrap(), index);
    }
}

#[test]
fn other_files_and_formats_are_refused_by_name() {
    let folder = Folder::new();
    fs::write(folder.file(), b"\x89PNG\r\n\x1a\n and so on").unwrap();
    let error = File::open(folder.file()).unwrap_err();
    assert!(matches!(error.fault(), Fault::Foreign), "{error}");
    assert!(matches!(Writer::open(folder.file()).unwrap_err().fault(), Fault::Foreign));
    assert_eq!(fs::read(folder.file()).unwrap().len(), 18);
    fs::remove_file(folder.file()).unwrap();
    let error = File::open(folder.file()).unwrap_err();
    assert!(matches!(error.fault(), Fault::Io(_)) && error.to_string().contains("readings"));

    folder.filled(1);
    let error = RecordFile::<Reading, Borsh>::open(folder.file()).unwrap_err();
    assert!(error.to_string().contains("another format: Postcard "), "{error}");
    assert!(
        Appender::<Reading, codec_core::format::BigEndian<Borsh>>::open(folder.file()).is_err()
    );
}

#[test]
fn a_record_that_does_not_decode_is_named_with_its_offset() {
    let folder = Folder::new();
    let mut bytes = folder.filled(1);
    let at = bytes.len() as u64 + 20;
    bytes.extend(record(&bytes, 1, &[1, 2, 0xff, 0xff, 0]));
    bytes.extend(record(&bytes, 2, &Postcard::to_vec(&Reading::new(2)).unwrap()));
    fs::write(folder.file(), &bytes).unwrap();
    let mut file = File::open(folder.file()).unwrap();
    for error in [file.get(1).unwrap_err(), file.iter_from(1).next().unwrap().unwrap_err()] {
        assert!(matches!(error.fault(), Fault::Decode { number: 1, at: from, .. } if *from == at));
        let error = error.to_string();
        assert!(
            error.contains("readings: record 1, from byte ") && error.contains("at byte 2"),
            "{error}"
        );
    }
    let found: Vec<_> =
        file.iter_from(0).filter_map(Result::ok).map(|(number, _)| number).collect();
    assert_eq!(found, [0, 2]);
}

#[test]
fn an_entry_whose_record_was_cut_is_passed_over() {
    let folder = Folder::new();
    let bytes = folder.filled(400);
    let index = fs::read(folder.0.join("readings.index")).unwrap();
    let [number, at] = [0, 8].map(|from| {
        let entry = index.last_chunk::<16>().unwrap();
        u64::from_le_bytes(entry[from..from + 8].try_into().unwrap())
    });
    fs::write(folder.file(), &bytes[..usize::try_from(at).unwrap() + 25]).unwrap();
    let mut file = File::open(folder.file()).unwrap();
    assert_eq!(file.end().unwrap(), number);
    assert_eq!(file.get(number).unwrap(), None);
    assert_eq!(file.get(number - 1).unwrap(), Some(Reading::new(number - 1)));
}
