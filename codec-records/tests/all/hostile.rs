//! Files that somebody wrote to hurt: their memory and time are bounded, and errors say where.

use std::fs::{self, File as Disk, OpenOptions};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use codec_core::{Format, Postcard};
use codec_records::{Fault, RecordFile, recover};

use super::{File, Folder, Reading, Writer, offsets, record};

#[test]
fn a_length_that_is_claimed_reserves_nothing() {
    let folder = Folder::new();
    let bytes = folder.filled(3);
    // With right checksums, and a file of 2^40 bytes behind them, or none.
    for (len, size) in [(u32::MAX, 1_u64 << 40), (u32::MAX, 0), (16 << 20, 0), (1 << 30, 1 << 32)] {
        let mut claimed = record(&bytes, 3, b"");
        claimed[..4].copy_from_slice(&len.to_le_bytes());
        let sum = crc32c::crc32c_append(crc32c::crc32c(&bytes[8..16]), &claimed[..16]);
        claimed[16..].copy_from_slice(&sum.to_le_bytes());
        let hostile = [&bytes[..], &claimed].concat();
        fs::write(folder.file(), &hostile).unwrap();
        if size > 0 {
            // Most of it holes; not every file system has so many.
            let disk = OpenOptions::new().write(true).open(folder.file()).unwrap();
            if disk.set_len(size).is_err() {
                continue;
            }
        }
        let mut file = File::open(folder.file()).unwrap();
        assert_eq!(file.get(2).unwrap(), Some(Reading::new(2)));
        match file.get(3) {
            Ok(None) => assert_eq!(size, 0),
            Err(error) => {
                assert!(size > 0, "{error}");
                let wanted = format!("record 3 has {len} bytes, over the limit of 16777216");
                assert!(error.to_string().ends_with(&wanted), "{error}");
            }
            Ok(Some(_)) => panic!("there is no such record"),
        }
    }
}

/// A lock with its sum: FNV-1a of 128 bits over its lines.
fn summed(body: &str) -> String {
    let bytes = body.lines().flat_map(|line| line.bytes().chain([b'\n']));
    let sum = bytes.fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |sum, byte| {
        (sum ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
    });
    format!("{body}\n\nsum {sum:032x}\n")
}

#[test]
fn fronts_with_other_claims_are_refused() {
    let folder = Folder::new();
    let bytes = folder.filled(1);
    let head = |len: u32, text: &[u8]| {
        let mut head =
            [&bytes[..16], &len.to_le_bytes(), &crc32c::crc32c(text).to_le_bytes()].concat();
        head.extend(crc32c::crc32c(&head).to_le_bytes());
        [&head[..], &head].concat()
    };
    let whole = |text: &str| {
        let text = text.as_bytes();
        [&head(u32::try_from(text.len()).unwrap(), text), text, text].concat()
    };
    let lock = std::str::from_utf8(&bytes[56..56 + (offsets(&bytes)[0] - 56) / 2]).unwrap();
    let (line, text) = lock.split_once('\n').unwrap();
    let body = text[..text.rfind("sum ").unwrap()].trim_end();
    let deep = |depth: usize| {
        let (open, close) = ("list(".repeat(depth), ")".repeat(depth));
        format!("{line}\n{}", summed(&body.replace("list(u8)", &format!("{open}u8{close}"))))
    };
    assert_eq!(summed(body), text);
    let cases = [
        (head(u32::MAX, b""), "both copies"),
        (head(1 << 20, b""), "ends within its front"),
        (whole(""), "the lock in the front: "),
        (whole(&lock.replace("u64", "u32")), "the lock in the front: "),
        (whole(&deep(30_000)), "the lock in the front: line 8"),
        (whole(&deep(100)), "another format: Postcard "),
        (whole(&deep(2)), "another format: Postcard "),
        (whole(&format!("Postcard 0\n{text}")), "another format: Postcard 0"),
        (whole(&format!("Sv2\n{text}")), "another format: Sv2"),
        (whole(&"\n".repeat(1_000_000)), "the lock in the front: "),
        (whole("\u{1f}"), "the lock in the front: "),
    ];
    for (hostile, wanted) in cases {
        fs::write(folder.file(), &hostile).unwrap();
        let error = File::open(folder.file()).unwrap_err().to_string();
        assert!(error.contains("readings: ") && error.contains(wanted), "{wanted}: {error}");
        // Where the front is not complete, there is no record yet.
        let is_cut = wanted.contains("ends within");
        assert_eq!(Writer::open(folder.file()).is_ok(), is_cut, "{wanted}");
        assert_eq!(fs::read(folder.file()).unwrap() == hostile, !is_cut, "{wanted}");
    }
}

/// Headers with right sums, 20 bytes apart, each of which claims a value of a megabyte that is not
/// the one of its sum.
#[test]
fn headers_to_be_followed_cost_time_in_proportion_to_the_file() {
    let folder = Folder::new();
    let start = folder.filled(1);
    let seed = crc32c::crc32c(&start[8..16]);
    let mut bytes = start.clone();
    for number in 1..200_000_u64 {
        let mut head = [&(1_u32 << 20).to_le_bytes()[..], &number.to_le_bytes(), &[0; 4]].concat();
        head.extend(crc32c::crc32c_append(seed, &head).to_le_bytes());
        bytes.extend(head);
    }
    let last = record(&start, 200_000, &Postcard::to_vec(&Reading::new(200_000)).unwrap());
    bytes.extend(last);
    let begun = Instant::now();
    let mut file = RecordFile::<Reading, Postcard, _>::over(&bytes).unwrap();
    let found: Vec<_> = file.iter_from(0).map(|record| record.map(|(number, _)| number)).collect();
    assert_eq!(found[0].as_ref().unwrap(), &0);
    assert!(
        found.len() >= 2 && matches!(found[1].as_ref().unwrap_err().fault(), Fault::Damaged(_))
    );
    // A checksum of each value would be one of 200 GB.
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// An appender that did not cut the part of a record that another one left, and a copy of old
/// records behind the new ones.
#[test]
fn parts_that_stayed_and_copies_of_old_records_are_passed_over() {
    let folder = Folder::new();
    let bytes = folder.filled(8);
    let offsets = offsets(&bytes);
    let torn = [
        &bytes[..offsets[3] - 5],
        &bytes[offsets[3]..offsets[6]],
        &bytes[offsets[0]..offsets[5]],
        &bytes[offsets[6]..],
    ]
    .concat();
    fs::write(folder.file(), &torn).unwrap();
    let mut file = File::open(folder.file()).unwrap();
    let mut numbers = Vec::new();
    let mut damage = 0;
    for found in file.iter_from(0) {
        match found {
            Ok((number, reading)) => {
                assert_eq!(reading, Reading::new(number));
                numbers.push(number);
            }
            Err(_) => damage += 1,
        }
    }
    assert_eq!((numbers, damage), (vec![0, 1, 3, 4, 5, 6, 7], 2));
    assert!(matches!(file.get(2).unwrap_err().fault(), Fault::Damaged(_)));
    for number in [3, 5, 6, 7] {
        assert_eq!(file.get(number).unwrap(), Some(Reading::new(number)));
    }
    let found = recover(folder.file()).unwrap();
    assert_eq!((found.records, found.cut), (7, 0));
    assert_eq!(found.first.unwrap().start, offsets[2] as u64);
    assert_eq!(fs::read(folder.file()).unwrap(), torn);
    assert_eq!(Writer::open(folder.file()).unwrap().append(&Reading::new(8)).unwrap(), 8);
}

/// Zeros in place of a record, as a power failure may leave them.
#[test]
fn zeros_at_the_end_are_cut_off() {
    let folder = Folder::new();
    let bytes = folder.filled(5);
    let end = offsets(&bytes)[4];
    let disk = Disk::options().write(true).open(folder.file()).unwrap();
    disk.write_all_at(&vec![0; bytes.len() - end], end as u64).unwrap();
    let mut file = File::open(folder.file()).unwrap();
    assert!(matches!(file.get(4).unwrap_err().fault(), Fault::Damaged(_)));
    assert_eq!(file.end().unwrap(), 4);
    let mut writer = Writer::open(folder.file()).unwrap();
    assert_eq!(writer.append(&Reading::new(4)).unwrap(), 4);
    assert_eq!(fs::read(folder.file()).unwrap(), bytes);
    assert_eq!(file.get(4).unwrap(), Some(Reading::new(4)));
}
