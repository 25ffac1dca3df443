//! Runs that are copied before they are decoded or encoded, against one value at a time.
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec::Vec;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::size::Size;
use crate::format::{BigEndian, Bincode, Borsh, Consensus, Format};
use crate::io::output::Output;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// Eight bytes in memory, and eight on the wire; the methods say how they are laid out there.
macro_rules! eight {
    ($name:ident($a:ty, $b:ty) $read:expr, $write:expr) => {
        #[derive(Debug, Clone, Copy, PartialEq)]
        #[repr(C)]
        struct $name($a, $b);
        impl Decodable for $name {
            fn size<F: Format>() -> Size {
                Size::fixed(8)
            }
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                let read: fn(&mut Reader<'_, F>) -> Result<Self, DecodeError> = $read;
                read(r)
            }
        }
        impl Encode for $name {
            fn encoded_size<F: Format>() -> Size {
                Size::fixed(8)
            }
            fn encoded_len<F: Format>(&self) -> usize {
                8
            }
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                let write: fn(&Self, &mut Writer<'_, F>) -> Result<(), EncodeError> = $write;
                write(self, w)
            }
            fn encode_slice<F: Format>(
                items: &[Self],
                w: &mut Writer<'_, F>,
            ) -> Result<(), EncodeError> {
                bulk::encode_copied(items, w)
            }
        }
    };
}

eight!(Same(f32, u32) | r | Ok(Self(f32::decode(r)?, u32::decode(r)?)), |it, w| {
    it.0.encode(w)?;
    it.1.encode(w)
});

eight!(
    Swapped(u16, u32) | r | {
        let second = u32::decode(r)?;
        let [_, _] = *r.array()?;
        Ok(Self(u16::decode(r)?, second))
    },
    |it, w| {
        it.1.encode(w)?;
        w.array(&[0xaa, 0xbb])?;
        it.0.encode(w)
    }
);

// Has padding in memory, after a byte that is 0, 1, or no value.
eight!(
    Padded(bool, u32) | r | {
        let flag = bool::decode(r)?;
        let _: [u8; 3] = *r.array()?;
        Ok(Self(flag, u32::decode(r)?))
    },
    |it, w| {
        it.0.encode(w)?;
        w.array(&[1, 2, 3])?;
        it.1.encode(w)
    }
);

// Panics at 13, has no encoding at 14, and replaces its writer at 15.
eight!(
    Hostile(u32, u32) | r | {
        let value = Self(u32::decode(r)?, u32::decode(r)?);
        assert!(value.0 != 13, "unlucky");
        Ok(value)
    },
    |it, w| {
        assert!(it.0 != 13, "unlucky");
        it.0.encode(w)?;
        match it.0 {
            14 => Err(EncodeError::new(EncodeErrorKind::InvalidValue, 0)),
            15 => {
                // It is as long as what it replaces, and is elsewhere.
                let room = Box::leak(Box::new([core::mem::MaybeUninit::uninit(); 8]));
                *w = Writer::new(Output::new(room));
                it.0.encode(w)?;
                it.1.encode(w)
            }
            _ => it.1.encode(w),
        }
    }
);

fn same<F: Format, T>(items: &[T])
where
    T: Encode + Decodable + Copy + PartialEq + core::fmt::Debug,
{
    let one_by_one: Vec<u8> = items.iter().flat_map(|item| F::to_vec(item).unwrap()).collect();
    let bytes = F::to_vec(items).unwrap();
    let prefix = bytes.len() - one_by_one.len();
    assert_eq!(bytes[prefix..], one_by_one, "{}", F::RULES.name);
    for offset in 0..9 {
        let mut moved = vec![0xee; offset];
        moved.extend(&bytes);
        let mut decoded = vec![items[0]];
        F::decode_into(&mut decoded, &moved[offset..]).unwrap();
        assert_eq!((&decoded[..], items.len()), (items, decoded.len()));
        let mut target = vec![0xee; offset + bytes.len() + 1];
        let written = F::encode_into(items, &mut target[offset..]).unwrap();
        assert_eq!((written, &target[offset..offset + written]), (bytes.len(), &bytes[..]));
        assert_eq!(target[offset + written], 0xee, "no byte after them");
    }
    for short in 0..bytes.len() {
        assert!(F::from_slice::<Vec<T>>(&bytes[..short]).is_err());
        assert!(F::encode_into(items, &mut vec![0; short][..]).is_err());
    }
}

#[test]
fn a_run_is_what_its_values_are_one_by_one() {
    for count in [1, 2, 3, 17] {
        #[expect(clippy::cast_precision_loss, reason = "any value does")]
        let alike: Vec<Same> = (0..count).map(|at| Same(at as f32, !at)).collect();
        let swapped: Vec<Swapped> = (0..count).map(|at| Swapped(7, at * 0x0101_0102)).collect();
        let padded: Vec<Padded> = (0..count).map(|at| Padded(at % 2 == 1, !at)).collect();
        same::<Bincode, _>(&alike);
        same::<Borsh, _>(&alike);
        same::<BigEndian<Bincode>, _>(&alike);
        same::<Bincode, _>(&swapped);
        same::<BigEndian<Borsh>, _>(&swapped);
        same::<Consensus, _>(&padded);
    }
}

#[test]
fn a_value_that_is_refused_ends_a_run() {
    let mut bytes = Bincode::to_vec(&[Padded(true, 5); 6][..]).unwrap();
    bytes[8 + 4 * 8] = 2;
    let mut decoded = vec![Padded(false, 9)];
    let error = Bincode::decode_into(&mut decoded, &bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 8 + 4 * 8));
    assert_eq!(decoded, [Padded(true, 5); 4]);
}

#[test]
fn a_panic_leaves_the_values_before_it() {
    let good: Vec<Hostile> = (0..9).map(|at| Hostile(at, at)).collect();
    let mut bytes = Bincode::to_vec(&good).unwrap();
    bytes[8 + 5 * 8] = 13;
    let mut decoded: Vec<Hostile> = Vec::new();
    let unwound = catch_unwind(AssertUnwindSafe(|| Bincode::decode_into(&mut decoded, &bytes)));
    assert!(unwound.is_err());
    assert_eq!(decoded, good[..5]);
    let mut target = vec![1, 2];
    let bad = [Hostile(1, 1), Hostile(13, 1)];
    let encode = || Bincode::encode_into(&bad[..], &mut target);
    assert!(catch_unwind(AssertUnwindSafe(encode)).is_err());
    assert_eq!(target, [1, 2]);
}

#[test]
#[cfg_attr(miri, ignore = "foreign writers have memory that is leaked on purpose")]
fn an_item_without_an_encoding_or_with_a_foreign_writer_ends_a_run() {
    for (bad, kind) in [(14, EncodeErrorKind::InvalidValue), (15, EncodeErrorKind::ForeignWriter)] {
        let items = [Hostile(1, 1), Hostile(2, 2), Hostile(bad, 3), Hostile(4, 4)];
        let mut target = vec![7];
        let error = Bincode::encode_into(&items[..], &mut target).unwrap_err();
        assert_eq!((error.kind(), target), (kind, vec![7]));
    }
}

/// Even where memory goes on after the room.
#[test]
fn a_room_takes_copied_items_to_its_end_and_none_further() {
    use crate::raw::Room;
    use core::mem::MaybeUninit;
    let items = [0x0102_u16, 3, 4, 5];
    let mut memory = [MaybeUninit::new(0xee_u8); 32];
    for left in 0..=9 {
        for count in 0..=4 {
            let mut room = Room::new(&mut memory[..left]);
            let done = room.copied(&items[..count], |item, mut part| {
                part.bytes(&item.to_le_bytes()).expect("it has the room of an item");
                Ok(part)
            });
            let len = if 2 * count <= left { 2 * count } else { 0 };
            assert_eq!((done.is_ok(), room.left()), (2 * count <= left, left - len));
            assert_eq!(room.written_since(0), &[2, 1, 3, 0, 4, 0, 5, 0][..len]);
        }
    }
    let mut room = Room::new(&mut memory[..8]);
    let done = room.copied(&items, |_, mut part| {
        part.bytes(&[7]).expect("it has the room of an item");
        Ok(part)
    });
    assert_eq!(done.map_err(EncodeError::kind), Err(EncodeErrorKind::InvalidValue));
    assert_eq!(room.left(), 8, "an item that is not whole is none");
}
