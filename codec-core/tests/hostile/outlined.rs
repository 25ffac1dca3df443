//! Values that are encoded by a call of their own (`Encode::OUTLINED`), whose output is passed in
//! registers: what holds for an output that is borrowed holds for these.

use std::mem::MaybeUninit;

use codec_core::{
    Bincode, Encode, EncodeError, EncodeErrorKind, Format, Output, Size, Sv2, Writer,
};

/// The actions of such a value with its writer.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// Writes a byte.
    Writes(u8),
    /// Writes a byte, then fails.
    Fails,
    /// Puts another writer in its place, with so much room, and writes so much there.
    Swaps(usize, usize),
    /// Does the same as `Swaps`, then puts the writer back and goes on with a byte.
    SwapsBack(u8),
    /// Says where in the whole value it is.
    Position,
}

struct Apart(Does);

impl Encode for Apart {
    const OUTLINED: bool = true;

    fn encoded_size<F: Format>() -> Size {
        Size::at_least(1)
    }

    fn encoded_len<F: Format>(&self) -> usize {
        1
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let other = |room| {
            let room = vec![MaybeUninit::uninit(); room];
            Writer::new(Output::new(Box::leak(room.into_boxed_slice())))
        };
        match self.0 {
            Does::Writes(byte) => w.byte(byte),
            Does::Fails => {
                w.byte(0xee)?;
                Err(w.error(EncodeErrorKind::InvalidValue))
            }
            Does::Swaps(room, writes) => {
                *w = other(room);
                (0..writes).try_for_each(|_| w.byte(0xcc))
            }
            Does::SwapsBack(byte) => {
                let lent = std::mem::replace(w, other(4));
                w.bytes(&[0xdd; 3])?;
                *w = lent;
                w.byte(byte)
            }
            Does::Position => {
                let at = w.written();
                w.byte(u8::try_from(at).expect("few bytes"))
            }
        }
    }
}

/// Options and fields of derived types encode such values by the call.
fn three(does: [Does; 3]) -> [Option<Apart>; 3] {
    does.map(|does| Some(Apart(does)))
}

#[test]
fn values_go_on_where_the_value_before_ended() {
    let value = three([Does::Writes(7), Does::Position, Does::SwapsBack(9)]);
    assert_eq!(Bincode::to_vec(&value).unwrap(), [1, 7, 1, 3, 1, 9]);
    let mut target = vec![5];
    assert_eq!(Bincode::encode_into(&value, &mut target), Ok(6));
    assert_eq!(target, [5, 1, 7, 1, 3, 1, 9]);
    assert_eq!(Sv2::to_vec(&Apart(Does::Writes(3))).unwrap(), [3]);
}

#[test]
fn an_error_tells_its_place_in_the_whole_and_appends_nothing() {
    let value = three([Does::Writes(7), Does::Fails, Does::Writes(8)]);
    let error = Bincode::to_vec(&value).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::InvalidValue, 4));
    let mut target = Vec::with_capacity(64);
    target.push(5);
    assert_eq!(Bincode::encode_into(&value, &mut target), Err(error));
    assert_eq!(target, [5]);
}

#[test]
fn a_writer_that_is_swapped_is_an_error() {
    for (room, writes) in [(1, 1), (1, 0), (0, 0), (6, 1), (6, 6), (4096, 4000)] {
        let swaps = Does::Swaps(room, writes);
        let error = Bincode::to_vec(&Apart(swaps)).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::ForeignWriter, "{room} {writes}");
        let value = three([Does::Writes(7), swaps, Does::Writes(8)]);
        let mut target = Vec::with_capacity(64);
        target.push(5);
        // Without optimisation there is no call, and what comes next may lack room first.
        let error = Bincode::encode_into(&value, &mut target).unwrap_err();
        assert!(cfg!(debug_assertions) || error.kind() == EncodeErrorKind::ForeignWriter);
        assert_eq!(target, [5]);
    }
}

#[test]
fn too_little_room_is_an_error_at_every_byte() {
    let value = three([Does::Writes(7), Does::Position, Does::Writes(9)]);
    for len in 0..6 {
        let mut room = vec![MaybeUninit::uninit(); len];
        let mut w = Writer::<Bincode>::new(Output::new(&mut room));
        let error = value.encode(&mut w).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall, "{len}");
        assert!(w.written() <= len);
    }
    let mut room = vec![MaybeUninit::uninit(); 6];
    let mut w = Writer::<Bincode>::new(Output::new(&mut room));
    assert_eq!(value.encode(&mut w).map(|()| w.written()), Ok(6));
}

/// Declares more than there can be.
struct Endless;

impl Encode for Endless {
    fn encoded_size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    fn encoded_len<F: Format>(&self) -> usize {
        usize::MAX
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(&[7; 64])
    }
}

#[test]
fn a_target_that_can_not_grow_keeps_what_it_has() {
    let mut vec = vec![1, 2];
    let error = Bincode::encode_into(&Endless, &mut vec).unwrap_err();
    assert_eq!((error.kind(), &vec[..]), (EncodeErrorKind::OutOfMemory, &[1, 2][..]));
}

#[cfg(feature = "bytes")]
#[test]
fn a_bytes_mut_that_can_not_grow_panics_and_keeps_what_it_has() {
    let mut bytes = bytes::BytesMut::from(&[1u8, 2][..]);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        Bincode::encode_into(&Endless, &mut bytes)
    }));
    assert!(outcome.is_err());
    assert_eq!(&bytes[..], [1, 2]);
}
