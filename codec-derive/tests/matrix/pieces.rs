//! Input in pieces has the outcome of one slice: from a source that returns a few bytes at once,
//! borrowed from a stream, as a record, pushed, and from an asynchronous source.

use std::fmt::Debug;
use std::io::{self, BufReader, Read};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use codec_core::push::PushDecode;
use codec_core::stream::{AsyncStreamReader, ReadError, Records, StreamReader};
use codec_core::{Borrowable, Decodable, DecodeError, DecodeErrorKind, Format};
use tokio::io::{AsyncRead, ReadBuf};

/// The numbers of bytes that come at once.
const PIECES: [usize; 3] = [1, 2, 5];

/// The value as it is shown, and how many bytes it takes: a float may not be equal to itself.
type Outcome = Result<(String, usize), DecodeError>;

/// A source of one piece after another.
struct Pieces<'i>(Vec<&'i [u8]>);

impl<'i> Pieces<'i> {
    fn of(input: &'i [u8], len: usize) -> Self {
        Self(input.chunks(len).rev().collect())
    }

    fn cut(input: &'i [u8], at: usize) -> Self {
        let (first, second) = input.split_at(at);
        Self(vec![second, first])
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.pop_if(|piece| piece.is_empty());
        let Some(piece) = self.0.last_mut() else { return Ok(0) };
        let len = piece.read(buf)?;
        self.0.pop_if(|piece| piece.is_empty());
        Ok(len)
    }
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let len = self.read(buf.initialize_unfilled())?;
        buf.advance(len);
        Poll::Ready(Ok(()))
    }
}

/// Pieces of each length.
pub(crate) fn check<F: Format, T>(input: &[u8])
where
    T: PushDecode + Borrowable + Debug + 'static,
{
    let slice = Slice::of::<F, T>(input);
    for len in PIECES {
        slice.check::<F, T>(|| Pieces::of(input, len));
    }
}

/// Two pieces, cut at each byte.
pub(crate) fn check_cuts<F: Format, T>(input: &[u8])
where
    T: PushDecode + Borrowable + Debug + 'static,
{
    let slice = Slice::of::<F, T>(input);
    for at in 1..input.len() {
        slice.check::<F, T>(|| Pieces::cut(input, at));
    }
}

/// The outcome of a slice.
struct Slice<'i> {
    input: &'i [u8],
    expected: Outcome,
    /// The error of what may go on to the end of its input, and can't leave any of it.
    surplus: Option<DecodeError>,
}

impl<'i> Slice<'i> {
    fn of<F: Format, T: Decodable + Debug>(input: &'i [u8]) -> Self {
        let whole = F::from_slice_prefix::<T>(input);
        let expected = whole.map(|(value, rest)| (format!("{value:?}"), input.len() - rest.len()));
        let surplus = F::from_slice::<T>(input).err();
        let surplus = surplus.filter(|error| error.kind() == DecodeErrorKind::TrailingBytes);
        Self { input, expected, surplus }
    }

    fn check<F: Format, T>(&self, source: impl Fn() -> Pieces<'i>)
    where
        T: PushDecode + Borrowable + Debug + 'static,
    {
        let Self { input, expected, surplus } = self;
        let pieces = source().0;
        let read = F::read_from::<T>(&mut BufReader::new(source()), usize::MAX);
        let read = read.map_err(of_decode);
        if let (Ok(value), Ok((shown, _))) = (&read, expected) {
            assert_eq!(format!("{value:?}"), *shown, "{pieces:?}, the last first");
        }
        let (error, given) = (read.err(), expected.as_ref().err().copied());
        assert!(error == given || error == *surplus, "{pieces:?}: {error:?}, {given:?}");
        // A stream without a byte has no value, and one of values without bytes no end.
        if !input.is_empty() {
            let mut stream = StreamReader::<_, F>::new(source(), usize::MAX);
            let lent = stream.next_ref::<T>().map(|value| value.map(drop)).map_err(of_decode);
            let position = lent.map(|value| value.map(|()| stream.offset()));
            let end = expected.as_ref().map(|(_, end)| Some(*end as u64));
            assert_eq!(position, end.map_err(|error| *error), "{pieces:?}");
            let mut records = Records::<_, F, T>::new(source(), usize::MAX);
            let record = records.next().unwrap().map_err(of_decode);
            let record = record
                .map(|value| (format!("{value:?}"), usize::try_from(records.offset()).unwrap()));
            assert_eq!(record, *expected, "{pieces:?}");
        }
        for pushed in
            [Some(pushed::<F, T>(source())), self.awaited::<F, T>(source())].into_iter().flatten()
        {
            let agrees = self.is_as::<F, T>(&pushed)
                || surplus.is_some() && pushed.as_ref().err() == surplus.as_ref();
            assert!(agrees, "{pieces:?}: {pushed:?}, {expected:?}");
        }
    }

    /// The first value of an asynchronous reader, if there is a byte.
    fn awaited<F: Format, T: PushDecode + Debug>(&self, source: Pieces<'_>) -> Option<Outcome> {
        let mut reader = AsyncStreamReader::<_, F, T>::new(source, usize::MAX);
        let read = pin!(reader.read()).poll(&mut Context::from_waker(Waker::noop()));
        let Poll::Ready(read) = read else { panic!("the source never waits") };
        // Of a length beyond all memory it doesn't wait for the end.
        if matches!(read, Err(ReadError::TooLong { .. })) {
            let end = self.expected.as_ref().err().copied().unwrap();
            assert_eq!(end.kind(), DecodeErrorKind::UnexpectedEnd, "{:?}", self.input);
            return None;
        }
        let taken = usize::try_from(reader.offset()).unwrap();
        read.map_err(of_decode).map(|value| Some((format!("{:?}", value?), taken))).transpose()
    }

    /// A push decoder refuses an invalid byte as soon as it arrives, where a slice may first say that
    /// it ends early. It says the same of a slice that goes on, if only far enough for its counts.
    fn is_as<F: Format, T: Decodable>(&self, pushed: &Outcome) -> bool {
        let ends = |error: &DecodeError| error.kind() == DecodeErrorKind::UnexpectedEnd;
        match (&self.expected, pushed) {
            (Err(end), Err(error)) if ends(end) && !ends(error) => {
                let longer = [self.input, &[0; 2048]].concat();
                let said = F::from_slice_prefix::<T>(&longer).err();
                said.is_some_and(|said| said == *error || ends(&said))
            }
            (expected, pushed) => expected == pushed,
        }
    }
}

fn of_decode(error: ReadError) -> DecodeError {
    match error {
        ReadError::Decode { error, .. } => error,
        other => panic!("{other}"),
    }
}

fn pushed<F: Format, T: PushDecode + Debug>(mut source: Pieces<'_>) -> Outcome {
    let mut decoder = T::push_decoder::<F>();
    let mut taken = 0;
    while let Some(mut piece) = source.0.pop() {
        let given = piece.len();
        let progress = decoder.push(&mut piece)?;
        taken += given - piece.len();
        if let Some(value) = progress.done() {
            return Ok((format!("{value:?}"), taken));
        }
    }
    decoder.end().map(|value| (format!("{value:?}"), taken))
}

/// Decodes what is valid from streams of one byte at a time, owned and borrowed.
#[cfg(matrix)]
pub(crate) fn read_in_bytes<F: Format, T: Decodable + Borrowable + 'static>(input: &[u8]) {
    let source = || BufReader::new(Pieces::of(input, 1));
    F::read_from::<T>(&mut source(), usize::MAX).unwrap();
    let mut stream = StreamReader::<_, F>::new(source(), usize::MAX);
    assert!(stream.next_ref::<T>().unwrap().is_some());
}

/// Pushes what is valid byte by byte. A part that is collected may be refused, when it was read again
/// for each byte.
#[cfg(matrix)]
pub(crate) fn push_in_bytes<F: Format, T: PushDecode>(input: &[u8]) {
    let mut decoder = T::push_decoder::<F>();
    for mut piece in input.chunks(1) {
        match decoder.push(&mut piece) {
            Ok(progress) => {
                if progress.done().is_some() {
                    return;
                }
            }
            Err(error) if error.kind() == DecodeErrorKind::LengthOverLimit => return,
            Err(error) => panic!("{error}"),
        }
    }
    decoder.end().unwrap();
}
