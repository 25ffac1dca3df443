//! The push decoders of `bitcoin-consensus-encoding`, composed for our types.

use bitcoin_consensus_encoding::{
    ArrayDecoder, ByteVecDecoder, Decoder, Decoder2, Decoder3, Decoder4, Decoder6, DecoderStatus,
    VecDecoderWith,
};
use codec_decred::Digest;
use codec_decred::transaction::{
    Input, OutPoint, Output, Parts, Prefix, Transaction, Witness, WitnessInput,
};

use crate::data::log::{Address, Log, Logs};

/// A decoder that makes a value of what another one decodes.
macro_rules! decoder {
    ($($name:ident: $inner:ty => $output:ty, |$parts:pat_param| $make:expr;)*) => {$(
        #[derive(Default)]
        pub(super) struct $name($inner);

        impl Decoder for $name {
            type Output = $output;
            type Error = <$inner as Decoder>::Error;

            #[inline]
            fn push_bytes(&mut self, bytes: &mut &[u8]) -> Result<DecoderStatus, Self::Error> {
                self.0.push_bytes(bytes)
            }

            #[inline]
            fn end(self) -> Result<Self::Output, Self::Error> {
                self.0.end().map(|$parts| $make)
            }

            fn read_limit(&self) -> usize {
                self.0.read_limit()
            }
        }
    )*};
}

type Bytes<const N: usize> = ArrayDecoder<N>;
type Text = StringDecoder;

decoder! {
    StringDecoder: ByteVecDecoder => String, |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    StringsDecoder: VecDecoderWith<Text> => Vec<String>, |strings| strings;
    LogDecoder: Decoder6<Bytes<4>, Text, Text, Text, Text, Decoder2<Bytes<2>, Bytes<8>>> => Log,
        |([x0, x1, x2, x3], identity, userid, date, request, (code, size))| Log {
            address: Address { x0, x1, x2, x3 },
            identity,
            userid,
            date,
            request,
            code: u16::from_le_bytes(code),
            size: u64::from_le_bytes(size),
        };
    LogsDecoder: VecDecoderWith<LogDecoder> => Logs, |logs| Logs { logs };
    InputDecoder: Decoder4<Bytes<32>, Bytes<4>, Bytes<1>, Bytes<4>> => Input,
        |(hash, index, tree, sequence)| Input {
            previous: OutPoint {
                hash: Digest(hash),
                index: u32::from_le_bytes(index),
                tree: i8::from_le_bytes(tree),
            },
            sequence: u32::from_le_bytes(sequence),
        };
    OutputDecoder: Decoder3<Bytes<8>, Bytes<2>, ByteVecDecoder> => Output,
        |(value, script_version, script)| Output {
            value: i64::from_le_bytes(value),
            script_version: u16::from_le_bytes(script_version),
            script,
        };
    WitnessInputDecoder: Decoder4<Bytes<8>, Bytes<4>, Bytes<4>, ByteVecDecoder> => WitnessInput,
        |(value, block_height, block_index, signature_script)| WitnessInput {
            value: i64::from_le_bytes(value),
            block_height: u32::from_le_bytes(block_height),
            block_index: u32::from_le_bytes(block_index),
            signature_script,
        };
    TransactionDecoder: Decoder6<
        Bytes<4>,
        VecDecoderWith<InputDecoder>,
        VecDecoderWith<OutputDecoder>,
        Bytes<4>,
        Bytes<4>,
        VecDecoderWith<WitnessInputDecoder>,
    > => Transaction,
        |([a, b, _, _], inputs, outputs, lock_time, expiry, witness)| Transaction {
            version: u16::from_le_bytes([a, b]),
            parts: Parts::Full(
                Prefix {
                    inputs: inputs.into_iter().collect(),
                    outputs: outputs.into_iter().collect(),
                    lock_time: u32::from_le_bytes(lock_time),
                    expiry: u32::from_le_bytes(expiry),
                },
                Witness {
                    inputs: witness.into_iter().collect(),
                },
            ),
        };
}
