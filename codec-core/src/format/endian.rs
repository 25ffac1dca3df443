//! Any format, with numbers of fixed width in a byte order of choice.
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::delegate::delegate;
use super::int::Int;
use super::size::Size;
use super::{Layout, Rules};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// The format `F` with numbers in big-endian order. Integers and floats have a fixed width, as
/// have lengths and tags that have one in `F`. In a format whose variable-length numbers begin with
/// a [marker](Rules::marked_above), such as `BincodeVarint` and `Consensus`, the bytes behind the
/// marker are in that order, and integers stay variable; other lengths and tags stay as they are.
///
/// `BigEndian<BincodeVarint>` writes what `bincode` 2 does with `standard().with_big_endian()`, and
/// `BigEndian<Bincode>` what it does with `with_fixed_int_encoding()` as well.
///
/// ```
/// use codec_core::{Bincode, BincodeVarint, Format, format::BigEndian};
/// assert_eq!(BigEndian::<Bincode>::to_vec(&(1u16, 2u32))?, [0, 1, 0, 0, 0, 2]);
/// assert_eq!(BigEndian::<BincodeVarint>::to_vec(&(1u16, 300u32))?, [1, 251, 1, 44]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BigEndian<F>(PhantomData<F>);

/// The format `F` with numbers in little-endian order, as in [`BigEndian`].
///
/// ```
/// use codec_core::{Format, Postcard, format::LittleEndian};
/// assert_eq!(LittleEndian::<Postcard>::to_vec(&(1u16, 2u32))?, [1, 0, 2, 0, 0, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LittleEndian<F>(PhantomData<F>);

/// The format `F` with integers of fixed width, and all else as it is in `F`. `#[codec(be)]` and
/// `#[codec(le)]` on a field or a type put them in order.
///
/// ```
/// use codec_core::{BincodeVarint, Format, format::{BigEndian, Fixed}};
/// assert_eq!(BigEndian::<Fixed<BincodeVarint>>::to_vec(&vec![300u16])?, [1, 1, 44]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fixed<F>(PhantomData<F>);

/// Reads a number of `size` bytes, the most significant first.
fn read_big(cursor: &mut Cursor<'_>, size: usize) -> Result<u64, DecodeError> {
    let bytes = cursor.take(size)?;
    Ok(bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

/// Writes a number of `size` bytes, the most significant first.
fn write_big(out: &mut Output<'_>, value: u64, size: usize) -> Result<(), EncodeError> {
    out.bytes(&value.to_be_bytes()[8 - size..])
}

/// Reads a number of `size` bytes, the least significant first.
fn read_little(cursor: &mut Cursor<'_>, size: usize) -> Result<u64, DecodeError> {
    let bytes = cursor.take(size)?;
    Ok(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

/// Writes a number of `size` bytes, the least significant first.
fn write_little(out: &mut Output<'_>, value: u64, size: usize) -> Result<(), EncodeError> {
    out.bytes(&value.to_le_bytes()[..size])
}

/// Returns whether this is the size of a number that [`read_big`] can read.
const fn is_word(size: Size) -> bool {
    size.fixed && size.min <= 8
}

/// Returns true if integers of this type begin with a marker.
#[cfg_attr(not(debug_assertions), inline(always))]
fn marks_ints<F: Layout, I: Int>() -> bool {
    F::RULES.marked_above.is_some() && !F::int_size::<I>().fixed
}

/// The longest number with a marker.
const LONGEST: usize = 17;

/// Reads a number by `read`, with the bytes behind its marker turned around.
fn read_turned<T>(
    cursor: &mut Cursor<'_>,
    marked_above: Option<u8>,
    read: impl Fn(&mut Cursor<'_>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let behind = |(first, rest): (&u8, _)| {
        let power @ 1..=4 = first.checked_sub(marked_above?)? else { return None };
        <[u8]>::get(rest, ..1 << power)
    };
    // Without a marker, and where it ends too early, the order does not matter.
    let Some(behind) = cursor.rest().split_first().and_then(behind) else { return read(cursor) };
    let mut turned = [0; LONGEST];
    let turned = &mut turned[..=behind.len()];
    turned.copy_from_slice(&cursor.rest()[..=behind.len()]);
    turned[1..].reverse();
    let value = read(&mut Cursor::at(turned, cursor.offset()))?;
    cursor.take(turned.len())?;
    Ok(value)
}

/// Writes a number by `write`, and turns the bytes behind its marker around.
fn write_turned(
    out: &mut Output<'_>,
    write: impl Fn(&mut Output<'_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let mut room = [MaybeUninit::uninit(); LONGEST];
    let mut number = Output::new(&mut room);
    write(&mut number).map_err(|error| out.error(error.kind()))?;
    let number = number.written_since(0);
    if let Some((_, behind)) = number.split_first_mut() {
        behind.reverse();
    }
    out.bytes(number)
}

/// Integers in the wrapper's byte order: variable where `F` marks them, or else of fixed width.
macro_rules! ints {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn int_size<I: Int>() -> Size {
            if marks_ints::<F, I>() { F::int_size::<I>() } else { Size::fixed(I::SIZE) }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn int_len<I: Int>(value: I) -> usize {
            if marks_ints::<F, I>() { F::int_len(value) } else { I::SIZE }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
            if !marks_ints::<F, I>() {
                let value = I::read_le(cursor)?;
                return Ok(if Self::RULES.big_endian { value.swap_bytes() } else { value });
            }
            if Self::IN_ORDER {
                return F::read_int(cursor);
            }
            read_turned(cursor, F::RULES.marked_above, F::read_int)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_ints<I: Int>(cursor: &mut Cursor<'_>, into: &mut [I]) -> usize {
            if marks_ints::<F, I>() && Self::IN_ORDER { F::read_ints(cursor, into) } else { 0 }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
            if !marks_ints::<F, I>() {
                let value = if Self::RULES.big_endian { value.swap_bytes() } else { value };
                return value.write_le(out);
            }
            if Self::IN_ORDER {
                return F::write_int(out, value);
            }
            write_turned(out, |out| F::write_int(out, value))
        }
    };
}

/// Lengths and tags in the wrapper's byte order, where they have a fixed width or a marker in
/// another one in `F`.
macro_rules! words {
    ($read:ident, $write:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
            if Self::IN_ORDER {
                return F::read_len(cursor);
            }
            if !is_word(F::len_size()) {
                return read_turned(cursor, F::RULES.marked_above, F::read_len);
            }
            let offset = cursor.offset();
            let len = $read(cursor, F::len_size().min)?;
            usize::try_from(len)
                .map_err(|_| DecodeError::new(DecodeErrorKind::LengthOverflow, offset))
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
            let (word, size) = (len as u64, F::len_size());
            if Self::IN_ORDER || !is_word(size) && F::RULES.marked_above.is_none() {
                return F::write_len(out, len);
            }
            if !is_word(size) {
                return write_turned(out, |out| F::write_len(out, len));
            }
            if size.min < 8 && word >> (8 * size.min) != 0 {
                return Err(out.error(EncodeErrorKind::LengthOverLimit));
            }
            $write(out, word, size.min)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
            if Self::IN_ORDER {
                return F::read_tag(cursor);
            }
            if !is_word(F::tag_size()) {
                return read_turned(cursor, F::RULES.marked_above, F::read_tag);
            }
            let offset = cursor.offset();
            let tag = $read(cursor, F::tag_size().min)?;
            u32::try_from(tag).map_err(|_| DecodeError::new(DecodeErrorKind::InvalidTag, offset))
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError> {
            let size = F::tag_size();
            if Self::IN_ORDER || !is_word(size) && F::RULES.marked_above.is_none() {
                return F::write_tag(out, tag);
            }
            if !is_word(size) {
                return write_turned(out, |out| F::write_tag(out, tag));
            }
            if tag > F::RULES.tag_max {
                return Err(out.error(EncodeErrorKind::IntegerOutOfRange));
            }
            $write(out, tag.into(), size.min)
        }
    };
}

/// A wrapper: what it does differently from `F`.
macro_rules! order {
    ($order:ident, $big:literal, $read:ident, $write:ident) => {
        impl<F: Layout> $order<F> {
            /// True if `F` has numbers in this order.
            const IN_ORDER: bool = F::RULES.big_endian == $big;
        }

        impl<F: Layout> Layout for $order<F> {
            type State = F::State;
            type Checked = $order<F::Checked>;
            type Big = F::Big;
            type Little = F::Little;
            const RULES: Rules = Rules { big_endian: $big, ..F::RULES };

            // Floats are as the defaults of `Layout` have them.
            delegate!(F: bools, chars, len_sizes, tag_sizes);
            ints!();
            words!($read, $write);
        }
    };
}

order!(BigEndian, true, read_big, write_big);
order!(LittleEndian, false, read_little, write_little);

impl<F: Layout> Layout for Fixed<F> {
    type State = F::State;
    type Checked = Fixed<F::Checked>;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules { marked_above: None, ..F::RULES };

    // Integers are as the defaults of `Layout` have them.
    delegate!(F: bools, floats, chars, lens, tags);
}
