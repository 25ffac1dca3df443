//! Every reader over a source that fails, ends or has nothing at each byte of a stream: the values
//! before and after come once and in order, and the error has its kind and places.

use std::io::ErrorKind;

use codec_core::stream::{ReadError, Records, StreamReader};
use codec_core::{Format, Postcard};

use crate::stream::sources::{Script, Step};

type Value = (u16, String);

/// The result of a call.
#[derive(Debug, PartialEq)]
enum Outcome {
    Value(Value),
    End,
    Failed { kind: ErrorKind, record: u64, offset: u64 },
    Cut { record: u64, offset: u64 },
}

fn outcome(read: Result<Option<Value>, ReadError>) -> Outcome {
    match read {
        Ok(Some(value)) => Outcome::Value(value),
        Ok(None) => Outcome::End,
        Err(error) => {
            let (record, offset) = (error.record(), error.offset());
            match error {
                ReadError::Io { error, .. } => {
                    Outcome::Failed { kind: error.kind(), record, offset }
                }
                error if error.is_cut() => Outcome::Cut { record, offset },
                error => panic!("{error}"),
            }
        }
    }
}

fn values() -> Vec<Value> {
    [(7, ""), (300, "ab"), (1, "abcdefgh"), (65_535, "c")]
        .map(|(number, text)| (number, text.into()))
        .into()
}

/// A reader after the step, when that was not an error of all readers alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// The next call goes on.
    GoesOn,
    /// It has ended.
    Ended,
    /// It reports the same again.
    Again,
}

const KINDS: [ErrorKind; 6] = [
    ErrorKind::Interrupted,
    ErrorKind::WouldBlock,
    ErrorKind::TimedOut,
    ErrorKind::UnexpectedEof,
    ErrorKind::BrokenPipe,
    ErrorKind::ConnectionReset,
];

/// Tries each step at each byte, with the bytes before and after it in pieces of each length. `calls`
/// calls a reader so often; `after` is how it behaves after a step, which may be in a value.
fn each(
    calls: impl Fn(Script, usize) -> Vec<Outcome>,
    after: impl Fn(&Step, bool) -> After,
) -> usize {
    let mut bytes = Vec::new();
    let ends: Vec<usize> = values()
        .iter()
        .map(|value| {
            bytes.extend(Postcard::to_vec(value).unwrap());
            bytes.len()
        })
        .collect();
    let mut tried = 0;
    for (at, len) in (0..=bytes.len()).flat_map(|at| [(at, 1), (at, 3), (at, 100)]) {
        for step in KINDS.map(Step::Fail).into_iter().chain([Step::End]) {
            let whole = ends.iter().filter(|end| **end <= at).count();
            let start = if whole == 0 { 0 } else { ends[whole - 1] };
            let (record, offset) = (start as u64, at as u64);
            let reported = || match step {
                Step::Fail(ErrorKind::Interrupted) => None,
                Step::Fail(kind) => Some(Outcome::Failed { kind, record, offset }),
                _ if start < at => Some(Outcome::Cut { record, offset }),
                _ => Some(Outcome::End),
            };
            let mut all: Vec<_> = values().into_iter().map(Outcome::Value).collect();
            let rest = all.split_off(whole);
            all.extend(reported());
            match after(&step, start < at) {
                After::GoesOn => all.extend(rest.into_iter().chain([Outcome::End])),
                After::Ended => all.push(Outcome::End),
                After::Again => all.extend(reported()),
            }
            let source = Script::pieces(&bytes[..at], len)
                .then(step.clone())
                .and(Script::pieces(&bytes[at..], len));
            assert_eq!(calls(source, all.len()), all, "{step:?} at {at}, pieces of {len}");
            tried += 1;
        }
    }
    tried
}

const ALL: usize = 7 * 3 * 23;

#[test]
fn a_reader_meets_each_fault_at_each_byte() {
    let tried = each(
        |source, calls| {
            let mut reader = StreamReader::<_, Postcard>::new(source, 100);
            (0..calls).map(|_| outcome(reader.read())).collect()
        },
        |_, _| After::GoesOn,
    );
    assert_eq!(tried, ALL);
}

#[test]
fn records_meet_each_fault_at_each_byte() {
    let goes_on = [ErrorKind::Interrupted, ErrorKind::WouldBlock, ErrorKind::TimedOut];
    let tried = each(
        |source, calls| {
            let mut records = Records::<_, Postcard, Value>::new(source, 100);
            (0..calls).map(|_| outcome(records.next().transpose())).collect()
        },
        |step, _| match step {
            Step::Fail(kind) if goes_on.contains(kind) => After::GoesOn,
            _ => After::Ended,
        },
    );
    assert_eq!(tried, ALL);
}

#[cfg(feature = "tokio")]
mod polled {
    use core::future::Future;
    use core::pin::{Pin, pin};
    use core::task::{Context, Poll, Waker};
    use std::io::{self, Read as _};

    use codec_core::stream::AsyncStreamReader;
    use tokio::io::{AsyncRead, ReadBuf};

    use super::*;

    /// A script that is polled, and has nothing at the moment before each of its steps if it halts.
    struct Polled {
        script: Script,
        halts: bool,
        halted: bool,
    }

    impl AsyncRead for Polled {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            room: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            self.halted = self.halts && !self.halted;
            if self.halted {
                return Poll::Pending;
            }
            let len = self.script.read(room.initialize_unfilled())?;
            room.advance(len);
            Poll::Ready(Ok(()))
        }
    }

    #[test]
    fn an_async_reader_meets_each_fault_at_each_byte() {
        for halts in [false, true] {
            let tried = each(
                |script, calls| {
                    let source = Polled { script, halts, halted: false };
                    let mut reader = AsyncStreamReader::<_, Postcard, Value>::new(source, 100);
                    let mut outcomes = Vec::new();
                    // A future that is not ready is dropped, and there are not more than steps.
                    for _ in 0..100 {
                        if outcomes.len() == calls {
                            break;
                        }
                        let mut cx = Context::from_waker(Waker::noop());
                        if let Poll::Ready(read) = pin!(reader.read()).poll(&mut cx) {
                            outcomes.push(outcome(read));
                        }
                    }
                    outcomes
                },
                |step, within| match step {
                    Step::End if within => After::Again,
                    _ => After::GoesOn,
                },
            );
            assert_eq!(tried, ALL);
        }
    }
}
