//! Frames of Decred: a transaction of 252 bytes, and three large messages. The program in
//! `peers/decred-go` makes the same frames.
#![forbid(unsafe_code)]

use std::hint::black_box;

use codec_core::{Consensus, Format as _, Header as _, MessageInfo as _, Messages as _, Reader};
use codec_decred::block::{BareBlock, BlockHeader, Headers};
use codec_decred::inventory::{Inv, InvType, InvVect};
use codec_decred::transaction::{
    Input, OutPoint, Output, Parts, Prefix, PrefixRef, Transaction, Witness, WitnessInput,
};
use codec_decred::{AnyMessage, AnyMessageRef, AnyMessageShared, Digest, FrameHeader, MainNet};
use codec_pool::{FrameReader, FrameWriter, Pool};

/// A frame in hex.
const FIRST: &str = include_str!("../../protocols/decred/tests/data/first_transaction.txt");

/// The header, with or without verifying the checksum.
pub type Header<const CHECKED: bool> = FrameHeader<MainNet, CHECKED>;

/// A measured frame.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Its name in the Go program.
    pub name: &'static str,
    /// Header and payload.
    pub wire: Vec<u8>,
}

impl Frame {
    /// The message in it.
    ///
    /// # Panics
    /// Never: the frames are valid.
    #[must_use]
    pub fn message(&self) -> AnyMessage {
        let (head, payload) = self.wire.split_at(Header::<true>::SIZE);
        let header = Header::<true>::parse(head).expect("the header is sound");
        header.verify(payload).expect("the checksum is right");
        let mut r = Reader::<Consensus>::new(payload);
        AnyMessage::decode_message(header.id(), &mut r).expect("the payload is sound")
    }
}

/// The transaction with one input and one output.
///
/// # Panics
/// Never: the file is in hex.
#[must_use]
pub fn first() -> Frame {
    let byte = |at: usize| u8::from_str_radix(&FIRST[at..at + 2], 16).expect("hex");
    let wire = (0..FIRST.trim().len()).step_by(2).map(byte).collect();
    Frame { name: "tx-252", wire }
}

/// All frames; the names contain lengths: of the frame for the first, of the payload for the
/// others.
///
/// # Panics
/// Never: the messages are within the limits.
#[must_use]
pub fn frames() -> Vec<Frame> {
    let frame = |name, len, message: &AnyMessage| {
        let mut writer = FrameWriter::<Header<true>>::new(Pool::default());
        writer.write_message::<Consensus, _>(message.id(), 0, message).expect("it is in limits");
        let mut wire = Vec::new();
        writer.flush(&mut wire).expect("a vector takes everything");
        assert_eq!(wire.len(), Header::<true>::SIZE + len, "{name}");
        Frame { name, wire }
    };
    vec![
        first(),
        frame("headers-362003", 362_003, &AnyMessage::Headers(headers())),
        frame("inv-1800003", 1_800_003, &AnyMessage::Inv(inv())),
        frame("tx-260021", 260_021, &AnyMessage::Transaction(transaction())),
    ]
}

fn hash(index: u32) -> Digest {
    let [a, b, c, _] = index.to_le_bytes();
    Digest::of(&[a, b, c])
}

/// Message with the maximum number of headers.
fn headers() -> Headers {
    let block = |index| BareBlock {
        header: BlockHeader {
            version: 10,
            prev_block: hash(index),
            merkle_root: hash(index + 1),
            stake_root: hash(index + 2),
            vote_bits: 0,
            final_state: [0; 6],
            voters: 0,
            fresh_stake: 0,
            revocations: 0,
            pool_size: 0,
            bits: 0,
            stake_bits: 0,
            height: index,
            size: 0,
            timestamp: 1_767_225_600 + index,
            nonce: 0,
            extra_data: [0; 32],
            stake_version: 0,
        },
        transactions: (),
    };
    Headers { blocks: (0..2_000).map(block).collect() }
}

/// Message with the maximum number of entries.
fn inv() -> Inv {
    let entry = |index| InvVect { kind: InvType::Tx, hash: hash(index) };
    Inv { entries: (0..50_000).map(entry).collect() }
}

/// A thousand inputs and outputs.
fn transaction() -> Transaction {
    let input = |index| Input {
        previous: OutPoint { hash: hash(index), index: 0, tree: 0 },
        sequence: u32::MAX,
    };
    let output = |index| Output { value: index, script_version: 0, script: vec![0; 25] };
    let witness = |index| WitnessInput {
        value: index,
        block_height: 0,
        block_index: u32::MAX,
        signature_script: vec![0; 166],
    };
    let prefix = Prefix {
        inputs: (0..1000).map(input).collect(),
        outputs: (0..1000).map(output).collect(),
        lock_time: 0,
        expiry: 0,
    };
    let witness = Witness { inputs: (0..1000).map(witness).collect() };
    Transaction { version: 1, parts: Parts::Full(prefix, witness) }
}

/// Lends the next frame of the stream.
macro_rules! next {
    ($reader:expr, $stream:expr) => {{
        let frame = $reader.read_frame(black_box($stream)).expect("the frame is sound");
        frame.expect("the frame is there")
    }};
}

/// A reader over its own pool.
#[must_use]
pub fn reader<const CHECKED: bool>() -> FrameReader<Header<CHECKED>> {
    FrameReader::new(Pool::default())
}

/// Reads the next frame of a stream and decodes its message owned: the frame's memory is free
/// afterwards.
///
/// # Panics
/// When the stream has no valid frame left.
pub fn owned<const CHECKED: bool>(
    reader: &mut FrameReader<Header<CHECKED>>,
    stream: &mut &[u8],
) -> AnyMessage {
    next!(reader, stream).decode_message::<Consensus, AnyMessage>().expect("it decodes")
}

/// Reads the next frame of a stream, decodes its message borrowed from it, and drops both.
///
/// # Panics
/// When the stream has no valid frame left.
pub fn borrowed<const CHECKED: bool>(
    reader: &mut FrameReader<Header<CHECKED>>,
    stream: &mut &[u8],
) {
    let frame = next!(reader, stream);
    black_box(frame.decode_message_ref::<Consensus, AnyMessageRef<'_>>().expect("it decodes"));
}

/// Like [`borrowed`], and also reads everything that the message decodes lazily.
///
/// # Panics
/// When the stream has no valid frame left.
pub fn borrowed_and_read<const CHECKED: bool>(
    reader: &mut FrameReader<Header<CHECKED>>,
    stream: &mut &[u8],
) {
    let frame = next!(reader, stream);
    visit(&frame.decode_message_ref::<Consensus, AnyMessageRef<'_>>().expect("it decodes"));
}

/// Decodes every element of a message's sequences.
///
/// # Panics
/// When it is not a message of a [`Frame`].
pub fn visit(message: &AnyMessageRef<'_>) {
    fn all<T>(elements: impl Iterator<Item = T>) {
        elements.for_each(|element| {
            black_box(element);
        });
    }
    match message {
        AnyMessageRef::Inv(inv) => all(inv.entries.iter()),
        AnyMessageRef::Headers(headers) => all(headers.blocks.iter()),
        AnyMessageRef::Transaction(transaction) => {
            all(transaction.prefix().into_iter().flat_map(PrefixRef::inputs));
            all(transaction.outputs());
            all(transaction.witness_inputs());
        }
        other => panic!("no frame has a message like {other:?}"),
    }
}

/// Reads the next frame of a stream and decodes its message shared: it holds a reference-counted
/// handle to the frame.
///
/// # Panics
/// When the stream has no valid frame left.
pub fn shared<const CHECKED: bool>(
    reader: &mut FrameReader<Header<CHECKED>>,
    stream: &mut &[u8],
) -> AnyMessageShared {
    let mut frame = next!(reader, stream);
    frame.decode_message_shared::<Consensus, AnyMessageShared>().expect("it decodes")
}

/// Writes a message into a reused vector, without a frame.
///
/// # Panics
/// Never: the message is within its limits.
pub fn written(message: &AnyMessage, buffer: &mut Vec<u8>) {
    buffer.clear();
    Consensus::encode_into(black_box(message), buffer).expect("it encodes");
    black_box(&buffer);
}

/// Writes a message with its frame, checksum included, into the pool's memory and from there to a
/// sink.
///
/// # Panics
/// Never: the message is within its limits.
pub fn framed(writer: &mut FrameWriter<Header<true>>, message: &AnyMessage) {
    let id = message.id();
    writer.write_message::<Consensus, _>(id, 0, black_box(message)).expect("it encodes");
    writer.flush(&mut std::io::sink()).expect("nowhere takes everything");
}
