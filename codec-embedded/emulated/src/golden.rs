//! The values whose bytes are recorded in `codec-core/tests/data`, those that need no allocator.

use core::fmt::Debug;
use core::marker::PhantomData;
use core::num::{NonZeroU32, Wrapping};
use core::time::Duration;

use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, DecodableRef, Decode,
    DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Strict, Sv2,
};

#[derive(Debug, PartialEq, Encode, Decode)]
enum Choice {
    A,
    B(u8),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = index)]
enum Numbered {
    A,
    B = 9,
}

type Bytes = heapless::Vec<u8, 4>;
type Numbers = heapless::Vec<u16, 4>;

/// Recorded bytes, a name and hex a line; and how many of them were compared.
struct Golden<F> {
    text: &'static str,
    compared: usize,
    format: PhantomData<F>,
}

impl<F: Format> Golden<F> {
    const fn of(text: &'static str) -> Self {
        Self { text, compared: 0, format: PhantomData }
    }

    fn recorded(&self, name: &str) -> heapless::Vec<u8, 32> {
        let lines = self.text.lines().filter(|line| !line.starts_with('#'));
        let hex = lines
            .filter_map(|line| line.split_once(" |"))
            .find_map(|(found, hex)| (found == name).then_some(hex))
            .expect(name);
        hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("hex")).collect()
    }

    /// `value` has the recorded bytes of this name: written, read owned, read by the strict form.
    /// Shorter input and shorter room are refused.
    fn is<T: Encode + Decodable + PartialEq + Debug>(&mut self, name: &str, value: &T) {
        let bytes = self.recorded(name);
        self.writes(name, value, &bytes);
        assert_eq!(F::from_slice::<T>(&bytes).as_ref(), Ok(value), "{name}");
        assert_eq!(Strict::<F>::from_slice::<T>(&bytes).as_ref(), Ok(value), "{name}");
        for len in 0..bytes.len() {
            let error = F::from_slice::<T>(&bytes[..len]).expect_err(name);
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
        }
    }

    /// Like `is`, for a type that borrows from its input.
    fn lends<'de, T>(&mut self, name: &str, bytes: &'de [u8], value: &T)
    where
        T: Encode + DecodableRef<'de> + PartialEq + Debug,
    {
        self.writes(name, value, bytes);
        assert_eq!(F::from_slice_ref::<T>(bytes).as_ref(), Ok(value), "{name}");
        for len in 0..bytes.len() {
            let error = F::from_slice_ref::<T>(&bytes[..len]).expect_err(name);
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
        }
    }

    fn writes<T: Encode>(&mut self, name: &str, value: &T, bytes: &[u8]) {
        let mut room = [0xaa; 32];
        assert_eq!(F::encoded_len(value), bytes.len(), "{name}");
        assert_eq!(F::encode_into(value, &mut room), Ok(bytes.len()), "{name}");
        assert_eq!(&room[..bytes.len()], bytes, "{name}");
        assert!(room[bytes.len()..].iter().all(|byte| *byte == 0xaa), "{name}");
        if let Some(short) = bytes.len().checked_sub(1) {
            let error = F::encode_into(value, &mut room[..short]).expect_err(name);
            assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall, "{name}");
        }
        self.compared += 1;
    }

    /// Checks the values that every format has.
    fn common(&mut self) {
        self.is("u8 200", &200u8);
        self.is("u16 250", &250u16);
        self.is("u16 251", &251u16);
        self.is("u16 65535", &65535u16);
        self.is("u32 70000", &70000u32);
        self.is("u64 1<<40", &(1u64 << 40));
        self.is("u64 max", &u64::MAX);
        self.is("bool t", &true);
        self.is("()", &());
        self.is("tuple(u8,u16)", &(1u8, 2u16));
        self.is("[u8;3]", &[1u8, 2, 3]);
        self.is("[u16;2]", &[1u16, 2]);
        self.is("NonZeroU32 9", &NonZeroU32::new(9).expect("not zero"));
        self.is("Wrapping u16", &Wrapping(5u16));
    }

    /// Checks the values that every format but `Consensus` has.
    fn tagged(&mut self) {
        self.is("enum E::B(7)", &Choice::B(7));
        self.is("Option None", &None::<u8>);
        self.is("Option Some(7)", &Some(7u8));
        self.is("f32 1", &1f32);
    }

    fn signed(&mut self) {
        self.is("i8 -1", &-1i8);
        self.is("i16 -1", &-1i16);
        self.is("i16 -126", &-126i16);
        self.is("i32 i32::MIN", &i32::MIN);
    }

    fn sequences(&mut self) {
        self.is("Vec<u8>", &Bytes::from_slice(&[1, 2]).expect("room"));
        self.is("Vec<u16>", &Numbers::from_slice(&[1, 300]).expect("room"));
        let text = self.recorded("String hi");
        self.lends("String hi", &text, &"hi");
        let bytes = self.recorded("Vec<u8>");
        self.lends("Vec<u8>", &bytes, &&[1u8, 2][..]);
    }

    fn numbers(&mut self) {
        self.is("u128 1<<80", &(1u128 << 80));
        self.is("u128 5", &5u128);
        self.is("i128 -3", &-3i128);
        self.is("usize 300", &300usize);
        self.is("isize -2", &-2isize);
        self.is("f64 1", &1f64);
        self.is("Result Ok", &Ok::<u8, u8>(1));
        self.is("Result Err", &Err::<u8, u8>(1));
    }

    fn characters(&mut self) {
        self.is("char a", &'a');
        self.is("char é", &'é');
        self.is("char 😀", &'😀');
    }

    /// Checks the values that formats of serde have.
    fn serde(&mut self) {
        self.is("Duration 1.5s", &Duration::from_millis(1500));
        self.is("Range 1..3", &(1u16..3));
        self.is("RangeInc", &(1u16..=3));
        self.is("enum D::B=9", &Numbered::B);
    }
}

/// A format's recorded bytes, compared with the groups of values that it has.
macro_rules! compared {
    ($format:ty, $file:literal: $($group:ident),*) => {{
        let text = include_str!(concat!("../../../codec-core/tests/data/", $file, "_golden.txt"));
        let mut golden = Golden::<$format>::of(text);
        $(golden.$group();)*
        golden.compared
    }};
}

pub(crate) fn all() -> usize {
    assert_eq!(Borsh::from_slice(&[0]), Ok(Choice::A));
    assert_eq!(Borsh::from_slice(&[0]), Ok(Numbered::A));
    compared!(Bincode, "bincode": common, tagged, signed, sequences, numbers, characters, serde)
        + compared!(BincodeVarint, "bincode_varint":
            common, tagged, signed, sequences, numbers, characters, serde)
        + compared!(Postcard, "postcard":
            common, tagged, signed, sequences, numbers, characters, serde)
        + compared!(Borsh, "borsh": common, tagged, signed, sequences, numbers)
        + compared!(Compact, "compact": common, tagged, signed, sequences, numbers, characters)
        + compared!(Consensus, "consensus": common, signed, sequences)
        + compared!(Sv2, "sv2": common, tagged)
}
