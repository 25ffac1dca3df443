//! Every truncation and every flipped byte of a file of a megabyte, and spliced files.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;

use codec_effort::{cases, spread};
use codec_records::{Fault, FileError, RecordFile, recover};

use super::{File, Folder, Reading, Writer, offsets};

/// Records of a file of about a megabyte.
const COUNT: u64 = 2_400;

/// The distance between the bytes that a run tries: all in a whole one.
fn stride() -> usize {
    if cases(4) < 4 { 397 } else { 1 }
}

fn range(error: &FileError) -> std::ops::Range<u64> {
    match error.fault() {
        Fault::Damaged(range) => range.clone(),
        _ => panic!("{error}"),
    }
}

#[test]
fn every_truncation_leaves_all_records_before_it() {
    let folder = Folder::new();
    let bytes = folder.filled(COUNT);
    assert!((900_000..1_200_000).contains(&bytes.len()), "{}", bytes.len());
    let offsets = offsets(&bytes);
    let mut file = File::open(folder.file()).unwrap();
    let cut = OpenOptions::new().write(true).open(folder.file()).unwrap();
    let (mut tried, mut record) = (0, COUNT);
    for len in (offsets[2]..bytes.len()).rev().step_by(stride()) {
        cut.set_len(len as u64).unwrap();
        while offsets[usize::try_from(record).unwrap()] > len {
            record -= 1;
        }
        // The window must have been elsewhere, which it can't be in a short file.
        if len < 40_000 {
            file = File::open(folder.file()).unwrap();
        }
        for number in [record / 2, record - 1] {
            assert_eq!(file.get(number).unwrap(), Some(Reading::new(number)), "{len}");
        }
        assert_eq!(file.get(record).unwrap(), None, "{len}");
        if tried % 4_096 == 0 {
            assert_eq!(File::open(folder.file()).unwrap().end().unwrap(), record);
        }
        tried += 1;
    }
    assert!(tried > 2_500, "{tried}");
}

#[test]
fn every_truncation_around_a_record_is_recovered_and_appended_to() {
    let folder = Folder::new();
    let bytes = folder.filled(300);
    let offsets = offsets(&bytes);
    for (record, ends) in offsets.windows(2).enumerate().skip(297) {
        for len in spread(ends[1] - ends[0]).map(|len| ends[0] + len) {
            fs::write(folder.file(), &bytes[..len]).unwrap();
            let record = record as u64;
            // By the appender alone, and after a recovery.
            if len % 2 == 0 {
                let found = recover(folder.file()).unwrap();
                assert_eq!((found.records, found.damaged, found.first), (record, 0, None));
                assert_eq!(found.cut, (len - ends[0]) as u64);
                assert_eq!(fs::metadata(folder.file()).unwrap().len(), ends[0] as u64);
            }
            let mut writer = Writer::open(folder.file()).unwrap();
            assert_eq!(writer.append(&Reading::new(record)).unwrap(), record);
            drop(writer);
            assert_eq!(fs::read(folder.file()).unwrap(), bytes[..ends[1]]);
        }
    }
}

#[test]
fn every_truncation_of_the_front_is_refused_and_begun_anew() {
    let folder = Folder::new();
    let bytes = folder.filled(1);
    // Each is a file that reaches the disk.
    for len in (0..offsets(&bytes)[0]).step_by(stride().min(41)) {
        fs::write(folder.file(), &bytes[..len]).unwrap();
        let refused = File::open(folder.file()).unwrap_err();
        assert!(matches!(refused.fault(), Fault::Cut(at) if *at == len as u64), "{refused}");
        let mut writer = Writer::open(folder.file()).unwrap();
        assert_eq!(writer.append(&Reading::new(0)).unwrap(), 0);
        assert_eq!(File::open(folder.file()).unwrap().get(0).unwrap(), Some(Reading::new(0)));
    }
}

#[test]
fn every_flipped_byte_costs_one_record_at_most() {
    let folder = Folder::new();
    let bytes = folder.filled(COUNT);
    let offsets = offsets(&bytes);
    let mut file = File::open(folder.file()).unwrap();
    let disk = OpenOptions::new().write(true).open(folder.file()).unwrap();
    let mut tried = 0;
    let mut known = u64::MAX;
    for at in (offsets[0]..bytes.len()).step_by(stride()) {
        let mask = u8::try_from(at * 37 % 255).unwrap() + 1;
        disk.write_all_at(&[bytes[at] ^ mask], at as u64).unwrap();
        let record = offsets.partition_point(|offset| *offset <= at) as u64 - 1;
        if record != known {
            // The window goes elsewhere, and comes back to the record before.
            known = record;
            file.get((record + COUNT / 2) % COUNT).unwrap();
            if record > 0 {
                assert_eq!(file.get(record - 1).unwrap(), Some(Reading::new(record - 1)));
            }
        }
        let mut records = file.iter_from(record);
        if record + 1 == COUNT {
            // Of a record without another behind it, all that may be left is its start.
            match records.next() {
                None => {}
                Some(error) => assert!(range(&error.unwrap_err()).contains(&(at as u64))),
            }
            assert!(records.next().is_none());
        } else {
            let error = records.next().unwrap().unwrap_err();
            assert!(range(&error).contains(&(at as u64)), "{at}: {error}");
            let next = Some((record + 1, Reading::new(record + 1)));
            assert_eq!(records.next().transpose().unwrap(), next);
            let error = file.get(record).unwrap_err();
            assert!(range(&error).contains(&(at as u64)), "{at}: {error}");
        }
        disk.write_all_at(&bytes[at..=at], at as u64).unwrap();
        tried += 1;
    }
    assert!(tried > 2_500, "{tried}");
    assert_eq!(fs::read(folder.file()).unwrap(), bytes);
}

#[test]
fn every_flipped_byte_of_the_front_costs_nothing() {
    let folder = Folder::new();
    let bytes = folder.filled(3);
    for at in 0..offsets(&bytes)[0] {
        let mut damaged = bytes.clone();
        damaged[at] ^= u8::try_from(at * 37 % 255).unwrap() + 1;
        let mut file = RecordFile::<Reading, codec_core::Postcard, _>::over(&damaged).unwrap();
        assert_eq!(file.get(2).unwrap(), Some(Reading::new(2)), "{at}");
    }
}

#[test]
fn a_file_with_both_fronts_damaged_is_refused() {
    let folder = Folder::new();
    let mut bytes = folder.filled(1);
    let first = offsets(&bytes)[0];
    for (one, other, wanted) in
        [(9, 40, "both copies"), (0, 28, "first bytes"), (60, first - 4, "both copies")]
    {
        (bytes[one], bytes[other]) = (bytes[one] ^ 1, bytes[other] ^ 1);
        fs::write(folder.file(), &bytes).unwrap();
        let error = File::open(folder.file()).unwrap_err().to_string();
        assert!(error.contains(wanted) && error.contains("readings"), "{error}");
        assert!(recover(folder.file()).is_err() && Writer::open(folder.file()).is_err());
        assert_eq!(fs::read(folder.file()).unwrap(), bytes);
        (bytes[one], bytes[other]) = (bytes[one] ^ 1, bytes[other] ^ 1);
    }
}

/// Numbers below a bound.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound.max(1) as u64).unwrap()
    }
}

/// Changes bytes from `start` on, and returns up to where they are the old ones, and how many are at
/// the end.
fn splice(bytes: &mut Vec<u8>, start: usize, dice: &mut Dice) -> (usize, usize) {
    let at = start + dice.below(bytes.len() - start);
    let len = dice.below((bytes.len() - at).min(2_000));
    let rest = bytes.len() - at - len;
    match dice.below(5) {
        0 => drop(bytes.drain(at..at + len)),
        1 => bytes[at..at + len].fill(0),
        2 => {
            let from = start + dice.below(bytes.len() - start - len);
            bytes.copy_within(from..from + len, at);
            if from > at {
                // A record from further on is one, and those between are behind it.
                return (at, 0);
            }
        }
        3 => {
            let copy = bytes[at..at + len].to_vec();
            drop(bytes.splice(at..at, copy));
        }
        _ => {
            let noise: Vec<_> =
                (0..dice.below(500)).map(|_| dice.below(256).to_le_bytes()[0]).collect();
            drop(bytes.splice(at..at + len, noise));
        }
    }
    (at, rest)
}

#[test]
fn spliced_files_have_no_wrong_record_and_all_before_and_behind() {
    let folder = Folder::new();
    let bytes = folder.filled(150);
    let offsets = offsets(&bytes);
    let mut dice = Dice(7);
    let mut damaged = 0;
    for round in 0..cases(800) {
        let mut spliced = bytes.clone();
        let (mut before, mut behind) = (bytes.len(), bytes.len());
        for _ in 0..=dice.below(3) {
            let (at, rest) = splice(&mut spliced, offsets[0], &mut dice);
            (before, behind) = (before.min(at), behind.min(rest));
        }
        let mut file = RecordFile::<Reading, codec_core::Postcard, _>::over(&spliced).unwrap();
        let mut found = Vec::new();
        for record in file.iter_from(0) {
            match record {
                Ok((number, record)) => {
                    assert_eq!(record, Reading::new(number), "{round}");
                    assert!(found.last().is_none_or(|last| *last < number), "{round}");
                    found.push(number);
                }
                Err(error) => damaged += u64::from(!range(&error).is_empty()),
            }
        }
        for number in 0..150_u64 {
            let ends = &offsets[usize::try_from(number).unwrap()..][..2];
            if ends[1] <= before || ends[0] >= bytes.len() - behind {
                assert!(found.contains(&number), "{round}: {number}");
            }
            // The same by number, from whatever place the reader knows.
            let number = (number * 67) % 150;
            match file.get(number) {
                Ok(Some(record)) => assert_eq!(record, Reading::new(number)),
                Ok(None) => {}
                Err(error) => drop(range(&error)),
            }
        }
    }
    assert!(damaged > u64::from(cases(400)), "{damaged}");
}

#[test]
fn records_of_another_file_are_none_of_this_one() {
    let (one, other) = (Folder::new(), Folder::new());
    let (bytes, foreign) = (one.filled(4), other.filled(8));
    assert_ne!(bytes[8..16], foreign[8..16]);
    let from = offsets(&foreign)[4];
    let joined = [&bytes[..], &foreign[from..]].concat();
    let mut file = RecordFile::<Reading, codec_core::Postcard, _>::over(&joined).unwrap();
    assert_eq!(file.iter_from(0).filter_map(Result::ok).count(), 4);
    assert_eq!(file.end().unwrap(), 4);
}

/// The bytes of one record are gone, and its number with them: no other one is taken for it.
#[test]
fn a_record_that_was_taken_out_is_no_other() {
    let folder = Folder::new();
    let mut bytes = folder.filled(10);
    let offsets = offsets(&bytes);
    bytes.drain(offsets[6]..offsets[7]);
    fs::write(folder.file(), &bytes).unwrap();
    let mut file = File::open(folder.file()).unwrap();
    for number in (0..10).rev() {
        match file.get(number) {
            Ok(found) => assert_eq!((number, found.unwrap()), (number, Reading::new(number))),
            Err(error) => assert!(number == 6 && range(&error).is_empty(), "{error}"),
        }
    }
    assert_eq!(file.get(10).unwrap(), None);
}
