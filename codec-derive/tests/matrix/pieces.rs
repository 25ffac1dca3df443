//! Input in pieces has the outcome of one slice: from a source that returns a few bytes at once,
//! borrowed from a stream, and pushed.

use std::fmt::Debug;
use std::io::BufReader;

use codec_core::push::PushDecode;
use codec_core::stream::{ReadError, StreamReader};
use codec_core::{Borrowable, DecodeError, DecodeErrorKind, Format};

/// The numbers of bytes that come at once.
const PIECES: [usize; 3] = [1, 2, 5];

/// The value as it is shown, and how many bytes it takes: a float may not be equal to itself.
type Outcome = Result<(String, usize), DecodeError>;

pub(crate) fn check<F: Format, T>(input: &[u8])
where
    T: PushDecode + Borrowable + Debug + 'static,
{
    let whole = F::from_slice_prefix::<T>(input);
    let expected = whole.map(|(value, rest)| (format!("{value:?}"), input.len() - rest.len()));
    // What may go on to the end of its input can't leave any of it.
    let surplus = F::from_slice::<T>(input).err();
    let surplus = surplus.filter(|error| error.kind() == DecodeErrorKind::TrailingBytes);
    for len in PIECES {
        let source = || BufReader::with_capacity(len, input);
        let mut buffered = source();
        let read = F::read_from::<T>(&mut buffered, usize::MAX).map_err(of_decode);
        if let (Ok(value), Ok((shown, _))) = (&read, &expected) {
            assert_eq!(format!("{value:?}"), *shown, "{len} bytes at once of {input:?}");
        }
        let (error, given) = (read.err(), expected.as_ref().err().copied());
        assert!(
            error == given || error == surplus,
            "{len} at once of {input:?}: {error:?}, {given:?}"
        );
        let mut stream = StreamReader::<_, F>::new(source(), usize::MAX);
        let lent = stream.next_ref::<T>().map(|value| value.map(drop)).map_err(of_decode);
        // A stream without a byte has no value.
        if !input.is_empty() {
            let position = lent.map(|value| value.map(|()| stream.offset()));
            let end = expected.as_ref().map(|(_, end)| Some(*end as u64));
            assert_eq!(position, end.map_err(|error| *error), "{len} at once of {input:?}");
        }
        let pushed = pushed::<F, T>(input, len);
        let agrees = is_as(&pushed, &expected)
            || surplus.is_some() && pushed.as_ref().err() == surplus.as_ref();
        assert!(agrees, "{len} at once of {input:?}: {pushed:?}, {expected:?}");
    }
}

fn of_decode(error: ReadError) -> DecodeError {
    match error {
        ReadError::Decode { error, .. } => error,
        other => panic!("{other}"),
    }
}

fn pushed<F: Format, T: PushDecode + Debug>(input: &[u8], len: usize) -> Outcome {
    let mut decoder = T::push_decoder::<F>();
    let mut taken = 0;
    for mut piece in input.chunks(len) {
        let given = piece.len();
        let progress = decoder.push(&mut piece)?;
        taken += given - piece.len();
        if let Some(value) = progress.done() {
            return Ok((format!("{value:?}"), taken));
        }
    }
    decoder.end().map(|value| (format!("{value:?}"), taken))
}

/// A push decoder refuses an invalid byte as soon as it arrives, where a slice may first say that
/// it ends early.
fn is_as(pushed: &Outcome, expected: &Outcome) -> bool {
    let ends = |outcome: &Outcome| {
        outcome.as_ref().is_err_and(|error| error.kind() == DecodeErrorKind::UnexpectedEnd)
    };
    pushed == expected || ends(expected) && pushed.is_err()
}

/// Decodes what is valid from pieces of one byte: read, borrowed from a stream, and pushed.
#[cfg(matrix)]
pub(crate) fn in_bytes<F: Format, T>(input: &[u8])
where
    T: PushDecode + Borrowable + Debug + 'static,
{
    let source = || BufReader::with_capacity(1, input);
    F::read_from::<T>(&mut source(), usize::MAX).unwrap();
    let mut stream = StreamReader::<_, F>::new(source(), usize::MAX);
    assert!(stream.next_ref::<T>().unwrap().is_some());
    let mut decoder = T::push_decoder::<F>();
    for mut piece in input.chunks(1) {
        match decoder.push(&mut piece) {
            Ok(progress) => {
                if progress.done().is_some() {
                    return;
                }
            }
            // A part that is collected is read again with each byte, and refused when that is often.
            Err(error) if error.kind() == DecodeErrorKind::LengthOverLimit => return,
            Err(error) => panic!("{error}"),
        }
    }
    decoder.end().unwrap();
}
