//! `Consensus` compared with bitcoin-consensus-encoding 1: lengths and byte strings. The rest is
//! little-endian integers.

use bitcoin_consensus_encoding::{
    CompactSizeEncoder, CompactSizeU64Decoder, Decoder, DecoderStatus, drain_to_vec,
};
use codec_core::{Consensus, Format};
use proptest::prelude::*;

use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::values::{bits, input, integers};

mod generated;
mod recorded;
#[path = "../../../../../codec-core/tests/all/blocks.rs"]
mod structures;
mod theirs;

struct Crate;

/// A type composed of the reference's encoders and decoders.
trait Part: Sized {
    fn write(&self, out: &mut Vec<u8>);
    fn read(input: &mut &[u8]) -> Option<Self>;
}

impl<T: Part> Reference<T> for Crate {
    type Ours = Consensus;
    fn write(value: &T) -> Vec<u8> {
        let mut out = Vec::new();
        value.write(&mut out);
        out
    }
    fn read(mut input: &[u8]) -> Option<(T, usize)> {
        let len = input.len();
        let value = T::read(&mut input)?;
        Some((value, len - input.len()))
    }
}

macro_rules! integer {
    ($($int:ty),*) => {$(
        impl Part for $int {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
            fn read(input: &mut &[u8]) -> Option<Self> {
                let (bytes, rest) = input.split_first_chunk()?;
                *input = rest;
                Some(Self::from_le_bytes(*bytes))
            }
        }
    )*};
}

integer!(u8, u16, u32, u64, i8, i16, i32, i64);

impl<T: Part> Part for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(drain_to_vec(&mut CompactSizeEncoder::new(self.len())));
        for item in self {
            item.write(out);
        }
    }
    fn read(input: &mut &[u8]) -> Option<Self> {
        let mut decoder = CompactSizeU64Decoder::new();
        if !matches!(decoder.push_bytes(input), Ok(DecoderStatus::Ready)) {
            return None;
        }
        (0..decoder.end().ok()?).map(|_| T::read(input)).collect()
    }
}

impl<A: Part, B: Part, C: Part> Part for (A, B, C) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }
    fn read(input: &mut &[u8]) -> Option<Self> {
        Some((A::read(input)?, B::read(input)?, C::read(input)?))
    }
}

/// Nested like the inputs and outputs of a transaction.
type Nested = (u32, Vec<(u64, Vec<u8>, i32)>, Vec<Vec<u8>>);

fn nested() -> impl Strategy<Value = Nested> {
    let input = (any::<u64>(), prop::collection::vec(any::<u8>(), 0..40), any::<i32>());
    (
        any::<u32>(),
        prop::collection::vec(input, 0..3),
        prop::collection::vec(prop::collection::vec(any::<u8>(), 0..20), 0..4),
    )
}

#[test]
fn lengths_agree_at_their_edges() {
    for len in [0, 1, 0xfc, 0xfd, 0xfe, 0xff, 0x100, 0xffff, 0x1_0000, 0x1_0001] {
        let value = vec![7u8; len];
        let bytes = <Crate as Reference<Vec<u8>>>::write(&value);
        assert_eq!(Consensus::to_vec(&value).unwrap(), bytes);
        assert_eq!(Consensus::from_slice::<Vec<u8>>(&bytes).unwrap(), value);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(100)))]

    #[test]
    fn values_agree(bits in bits(), nested in nested()) {
        let ((a, b, c, d, ..), (e, f, g, h, ..)) = integers(bits);
        agree::<Crate, ((u8, u16, u32), (u64, i8, i16), (i32, i64, u8))>(
            &((a, b, c), (d, e, f), (g, h, a)),
        );
        agree::<Crate, Nested>(&nested);
    }

    #[test]
    fn inputs_are_accepted_alike(input in input()) {
        accept_alike::<Crate, Nested>(&input);
        accept_alike::<Crate, Vec<u16>>(&input);
        accept_alike::<Crate, Vec<Vec<u8>>>(&input);
    }

    #[test]
    fn damaged_bytes_are_accepted_alike(value in nested(), at: prop::sample::Index, bit in 0..8u8) {
        let mut input = <Crate as Reference<Nested>>::write(&value);
        let at = at.index(input.len());
        input[at] ^= 1 << bit;
        accept_alike::<Crate, Nested>(&input);
    }
}
