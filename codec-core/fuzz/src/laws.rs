//! Laws that hold for every input in every format.

use std::fmt::Debug;

use bytes::Bytes;
use std::io::BufRead;

use codec_core::stream::{ReadError, StreamReader};
use codec_core::{
    Borrowable, Decodable, DecodeError, DecodeErrorKind, Encode, Format, Reader, Shareable, Strict,
};

/// A type with an owned and a borrowed form.
pub trait Forms: Encode + Decodable + Borrowable + Default + Debug + 'static {}
impl<T: Encode + Decodable + Borrowable + Default + Debug + 'static> Forms for T {}

/// All ways of decoding accept the same inputs with the same values, refuse the
/// others alike, and take the same number of bytes.
pub fn decode<F: Format, T: Forms>(input: &[u8])
where
    for<'de> T::Ref<'de>: Encode,
{
    let prefix = F::from_slice_prefix::<T>(input);
    let owned = F::from_slice::<T>(input);
    let whole = prefix.as_ref().is_ok_and(|(_, rest)| rest.is_empty());
    assert_eq!(owned.is_ok(), whole);

    let mut over = T::default();
    let outcomes = [
        F::from_slice_ref::<T::Ref<'_>>(input).err(),
        F::decode_into(&mut over, input).err(),
        skip::<F, T>(input).err(),
    ];
    assert_eq!(outcomes, [owned.as_ref().err().copied(); 3], "{input:x?}");
    // Over a value with elements, an input that is both cut and invalid may be
    // reported as the other one.
    assert_eq!(F::decode_into(&mut over, input).is_ok(), owned.is_ok());
    assert_eq!(F::explain::<T>(input).error().is_some(), owned.is_err());

    let Ok(owned) = owned else { return };
    let bytes = F::to_vec(&owned).expect("what decodes has an encoding");
    assert_eq!(F::encoded_len(&owned), bytes.len());
    let borrowed: T::Ref<'_> = F::from_slice_ref(input).expect("it was accepted");
    assert_eq!(F::to_vec(&borrowed).as_ref(), Ok(&bytes));
    assert_eq!(F::to_vec(&T::from_ref(borrowed)).as_ref(), Ok(&bytes));
    assert_eq!(F::to_vec(&owned.to_ref()).as_ref(), Ok(&bytes));
    assert_eq!(F::to_vec(&over).as_ref(), Ok(&bytes));
}

/// The form that shares the input's memory decodes what the owned form decodes.
pub fn shared<F: Format, T: Forms + Shareable>(input: &[u8]) {
    let owned = F::from_slice::<T>(input);
    match F::from_bytes::<T::Shared>(&Bytes::copy_from_slice(input)) {
        Err(error) => assert_eq!(Some(error), owned.err()),
        Ok(shared) => {
            let owned = owned.expect("its shared form was accepted");
            assert_eq!(F::to_vec(&T::from_shared(shared)), F::to_vec(&owned));
        }
    }
}

fn skip<F: Format, T: Decodable>(input: &[u8]) -> Result<(), DecodeError> {
    let mut r = Reader::<F>::new(input);
    T::skip(&mut r)?;
    r.cursor().finish()
}

/// Checks that what decodes encodes to what decodes to the same value; compared as bytes,
/// since a NaN is not equal to itself.
pub fn reencode<F: Format, T: Encode + Decodable>(input: &[u8]) {
    let Ok((value, rest)) = F::from_slice_prefix::<T>(input) else { return };
    let bytes = F::to_vec(&value).expect("what decodes has an encoding");
    let again: T = F::from_slice(&bytes).expect("what is encoded decodes");
    assert_eq!(F::to_vec(&again), Ok(bytes.clone()));
    let used = input.len() - rest.len();
    for len in 0..bytes.len().min(64) {
        assert!(F::from_slice::<T>(&bytes[..len]).is_err(), "cut at {len}, of {used}");
    }
}

/// Checks that what decodes under `Strict` encodes to the same bytes, from the owned and from
/// the borrowed form, and decodes without `Strict` to the same value.
pub fn strict<F: Format, T: Forms>(input: &[u8])
where
    for<'de> T::Ref<'de>: Encode,
{
    let owned = Strict::<F>::from_slice_prefix::<T>(input);
    let borrowed = Strict::<F>::from_slice_ref_prefix::<T::Ref<'_>>(input);
    assert_eq!(owned.as_ref().err(), borrowed.as_ref().err(), "{input:x?}");
    let (Ok((owned, rest)), Ok((borrowed, _))) = (owned, borrowed) else { return };
    let bytes = &input[..input.len() - rest.len()];
    assert_eq!(Strict::<F>::to_vec(&owned).as_deref(), Ok(bytes));
    assert_eq!(Strict::<F>::to_vec(&borrowed).as_deref(), Ok(bytes));
    assert_eq!(Strict::<F>::encoded_len(&owned), bytes.len());
    let lenient = F::from_slice::<T>(bytes).expect("what is strict is right");
    assert_eq!(Strict::<F>::to_vec(&lenient).as_deref(), Ok(bytes));
}

/// A stream of the input in pieces of these lengths, one after another, reads
/// as the input itself does, owned, borrowed, and value by value.
pub fn stream<F: Format, T: Forms>(pieces: &[u8], input: &[u8])
where
    for<'de> T::Ref<'de>: Encode,
{
    let mut owned = StreamReader::<_, F>::new(Pieces::new(pieces, input), input.len());
    let mut lent = StreamReader::<_, F>::new(Pieces::new(pieces, input), input.len());
    let mut rest = input;
    // A value may have no bytes, and then there are as many as one likes.
    for _ in 0..64 {
        let mut bare = Pieces::new(pieces, rest);
        let bare = F::read_from::<T>(&mut bare, rest.len()).map(|value| (value, bare.rest.len()));
        let read = patient(|| owned.read::<T>());
        let outcome = patient(|| match lent.next_ref::<T>() {
            Ok(value) => Ok(value.map(|value| F::to_vec(&value).ok())),
            Err(error) => Err(error),
        });
        if rest.is_empty() {
            assert!(matches!((read, outcome), (Ok(None), Ok(None))));
            return;
        }
        let (value, behind) = match F::from_slice_prefix::<T>(rest) {
            Ok(decoded) => decoded,
            Err(error) => {
                refused(&read.expect_err("it is no value"), error);
                refused(&outcome.expect_err("it is no value"), error);
                refused(&bare.expect_err("it is no value"), error);
                return;
            }
        };
        let bytes = F::to_vec(&value).ok();
        let read = read.expect("it is a value").expect("there are bytes");
        assert_eq!(F::to_vec(&read).ok(), bytes);
        assert_eq!(outcome.expect("it is a value").expect("there are bytes"), bytes);
        let (read, unread) = bare.expect("it is a value");
        assert_eq!((F::to_vec(&read).ok(), unread), (bytes, behind.len()));
        rest = behind;
        let offset = (input.len() - rest.len()) as u64;
        assert_eq!((owned.offset(), lent.offset()), (offset, offset));
    }
}

/// Calls again while the source has nothing.
fn patient<T>(mut read: impl FnMut() -> Result<T, ReadError>) -> Result<T, ReadError> {
    loop {
        match read() {
            Err(error) if error.is_would_block() => {}
            outcome => return outcome,
        }
    }
}

/// The limit is the length of the input, so that a claim of more is too long
/// where a slice ends.
fn refused(error: &ReadError, plain: DecodeError) {
    match error {
        ReadError::Decode { error, .. } => assert_eq!(*error, plain),
        ReadError::TooLong { .. } => {
            assert!(matches!(
                plain.kind(),
                DecodeErrorKind::UnexpectedEnd | DecodeErrorKind::TooManyEmptyElements
            ));
        }
        other => panic!("{other}"),
    }
}

/// A source that gives its bytes in pieces; length 0 is a moment without any.
struct Pieces<'a> {
    lengths: std::iter::Cycle<std::iter::Copied<std::slice::Iter<'a, u8>>>,
    rest: &'a [u8],
    /// Number of bytes that are shown.
    shown: usize,
    waited: bool,
}

impl<'a> Pieces<'a> {
    fn new(lengths: &'a [u8], rest: &'a [u8]) -> Self {
        let lengths = if lengths.is_empty() { &[1] } else { lengths };
        Self { lengths: lengths.iter().copied().cycle(), rest, shown: 0, waited: true }
    }
}

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.fill_buf()?;
        let len = piece.len().min(room.len());
        room[..len].copy_from_slice(&piece[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Pieces<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.shown == 0 {
            let len = usize::from(self.lengths.next().unwrap_or(1));
            if len == 0 && !self.waited {
                self.waited = true;
                return Err(std::io::ErrorKind::Interrupted.into());
            }
            self.waited = false;
            self.shown = len.max(1).min(self.rest.len());
        }
        Ok(&self.rest[..self.shown])
    }

    fn consume(&mut self, len: usize) {
        self.shown -= len;
        self.rest = &self.rest[len..];
    }
}
