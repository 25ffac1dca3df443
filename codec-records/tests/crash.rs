//! A writer that is killed, or whose disk is full. In a process of its own: a child has the locks of
//! other tests for a moment.

#[expect(dead_code, reason = "what the other tests need")]
#[path = "all/support.rs"]
mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use codec_effort::cases;
use codec_records::{Fault, recover};

use support::{File, Folder, Reading, Writer};

/// The variable in which the test's own child finds the path.
const CHILD: &str = "CODEC_RECORDS_CHILD";

/// Appends until somebody ends the process: alone, in batches of more than one write, with syncs. The
/// numbers that are in the file go to the parent.
fn write_forever(path: &str) {
    let mut writer = Writer::open(path).unwrap();
    let mut out = std::io::stdout().lock();
    let mut next = File::open(path).unwrap().end().unwrap();
    loop {
        for count in [1, 1, 7, 1, 900, 1, 1, 60] {
            let batch: Vec<_> = (next..next + count).map(Reading::new).collect();
            let numbers = writer.append_all(&batch).unwrap();
            assert_eq!(numbers, next..next + count);
            next += count;
            writeln!(out, "appended {next}").unwrap();
            out.flush().unwrap();
        }
        writer.sync().unwrap();
    }
}

#[test]
fn records_of_a_killed_writer_are_there_and_the_next_goes_on() {
    if let Ok(path) = env::var(CHILD) {
        return write_forever(&path);
    }
    let folder = Folder::new();
    let mut cut = 0;
    for round in 0..u64::from(cases(40)) {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "records_of_a_killed_writer_are_there_and_the_next_goes_on"])
            .args(["--nocapture", "--test-threads=1"])
            .env(CHILD, folder.file())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let begun = lines.by_ref().take(100).find(|line| line.starts_with("appended "));
        assert!(begun.is_some(), "the child wrote nothing");
        std::thread::sleep(Duration::from_micros(997 * round % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let last = lines
            .chain(begun)
            .filter_map(|line| line.strip_prefix("appended ")?.parse().ok())
            .max();
        let appended: u64 = last.unwrap();

        let mut file = File::open(folder.file()).unwrap();
        let end = file.end().unwrap();
        assert!(end >= appended, "{end} of {appended} records are there");
        let from = appended.saturating_sub(2_000);
        let mut number = from;
        for record in file.iter_from(from) {
            assert_eq!(record.unwrap(), (number, Reading::new(number)));
            number += 1;
        }
        assert_eq!(number, end);
        if round % 2 == 1 {
            let found = recover(folder.file()).unwrap();
            assert_eq!((found.records, found.damaged), (end, 0));
            cut += found.cut;
        }
    }
    println!("{cut} bytes were cut");
}

/// Appends to a file that may have 100 blocks of 512 bytes, until that fails.
fn write_until_it_fails(path: &str) {
    let mut writer = Writer::open(path).unwrap();
    let mut next = 0;
    let error = loop {
        match writer.append(&Reading::new(next)) {
            Ok(number) => assert_eq!(number, next),
            Err(error) => break error,
        }
        next += 1;
    };
    assert!(matches!(error.fault(), Fault::Io(_)), "{error}");
    // Nothing of the record is left, and a shorter one has room.
    let mut file = File::open(path).unwrap();
    assert_eq!(file.end().unwrap(), next);
    let end = fs::metadata(path).unwrap().len();
    assert!((49_000..51_200).contains(&end), "{end}");
    let short = Reading { number: next, sensor: String::new(), raw: Vec::new() };
    assert_eq!(writer.append(&short).unwrap(), next);
    assert_eq!(file.get(next).unwrap(), Some(short));
    assert!(writer.append_all(&(0..500).map(Reading::new).collect::<Vec<_>>()).is_err());
    assert_eq!(file.end().unwrap(), next + 1);
}

#[test]
fn a_write_that_fails_halfway_leaves_whole_records() {
    if let Ok(path) = env::var(CHILD) {
        return write_until_it_fails(&path);
    }
    let folder = Folder::new();
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\""])
        .arg(env::current_exe().unwrap())
        .args(["--exact", "a_write_that_fails_halfway_leaves_whole_records"])
        .args(["--nocapture", "--test-threads=1"])
        .env(CHILD, folder.file())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(File::open(folder.file()).unwrap().end().unwrap() > 100);
}
