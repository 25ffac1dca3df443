//! The mixing messages, and their bytes assembled by hand.

use codec_decred::mixing::{
    Ciphertexts, Confirm, DcNet, DcShape, FactoredPoly, FieldElement, KeyExchange, MessageLen,
    PairRequest, PairUtxo, Secrets, Sender, SlotReserve,
};
use codec_decred::transaction::{OutPoint, Output};

use crate::golden::{Golden, ascii, bytes, hash, transaction};

fn element(bytes: &[u8]) -> FieldElement {
    FieldElement::try_from(bytes).expect("at most 32 bytes")
}

fn sender() -> (Sender, Vec<u8>) {
    let sender =
        Sender { signature: [0x51; 64], identity: [0x52; 33], session: [0x53; 32], run: 9 };
    (sender, bytes![[0x51; 64], [0x52; 33], [0x53; 32], [9, 0, 0, 0]])
}

pub(crate) fn pair_request() -> Vec<Golden> {
    let utxo = PairUtxo {
        out_point: OutPoint { hash: hash(1), index: 2, tree: 1 },
        script: vec![3],
        public_key: vec![],
        signature: vec![4, 5],
        opcode: 0xbb,
    };
    let output = Output { value: 6, script_version: 0, script: vec![7] };
    let with = PairRequest {
        signature: [0x51; 64],
        identity: [0x52; 33],
        expiry: 8,
        amount: 9,
        script_class: ascii("P2PKH-secp256k1-v0"),
        tx_version: 1,
        lock_time: 10,
        message_count: 11,
        input_value: 12,
        utxos: vec![utxo],
        has_change: true,
        change: Some(output),
        flags: 13,
        pairing_flags: 14,
    };
    let without = PairRequest { has_change: false, change: None, ..with.clone() };
    let start = bytes![
        [0x51; 64],
        [0x52; 33],
        [8, 0, 0, 0],
        [9, 0, 0, 0, 0, 0, 0, 0],
        b"\x12P2PKH-secp256k1-v0",
        [1, 0],
        [10, 0, 0, 0],
        [11, 0, 0, 0],
        [12, 0, 0, 0, 0, 0, 0, 0],
        [1],
        [1; 32],
        [2, 0, 0, 0],
        [1],
        [1, 3],
        [0],
        [2, 4, 5],
        [0xbb],
    ];
    let change = bytes![[6, 0, 0, 0, 0, 0, 0, 0], [0, 0], [1, 7]];
    vec![
        (with.into(), bytes![start, [1], change, [13, 14]]),
        (without.into(), bytes![start, [0], [13, 14]]),
    ]
}

pub(crate) fn mixing() -> Vec<Golden> {
    let (sender, from) = sender();
    let (seen, heard) = (vec![hash(1), hash(2)], bytes![[2], [1; 32], [2; 32]]);
    let elements = || [&[1, 2][..], &[], &[3]].map(element).to_vec();
    let (transaction, tx) = transaction();
    let exchange = KeyExchange {
        signature: [0x51; 64],
        identity: [0x52; 33],
        session: [0x53; 32],
        epoch: 1,
        run: 2,
        position: 3,
        ecdh: [0x54; 33],
        pq_public_key: vec![0x55; 1218],
        commitment: hash(0x56),
        seen: seen.clone(),
    };
    let dc_net = DcNet {
        sender,
        rows: 2,
        shape: Some(DcShape { columns: 1, message_len: MessageLen::default() }),
        matrix: vec![[6; 20], [7; 20]],
        seen: seen.clone(),
    };
    let empty = DcNet { rows: 0, shape: None, matrix: vec![], ..dc_net.clone() };
    let secrets = Secrets {
        sender,
        seed: [8; 32],
        slots: elements(),
        message_count: 2,
        message_len: Some(MessageLen::default()),
        messages: vec![[6; 20], [7; 20]],
        seen: seen.clone(),
    };
    let silent =
        Secrets { message_count: 0, message_len: None, messages: vec![], ..secrets.clone() };
    let slots = bytes![[3], [2, 1, 2], [0], [1, 3]];
    let matrix = vec![element(&[1, 2]), element(&[]), element(&[3]), element(&[4])];
    vec![
        (
            exchange.into(),
            bytes![
                [0x51; 64],
                [0x52; 33],
                [0x53; 32],
                [1, 0, 0, 0, 0, 0, 0, 0],
                [2, 0, 0, 0],
                [3, 0, 0, 0],
                [0x54; 33],
                [0x55; 1218],
                [0x56; 32],
                heard,
            ],
        ),
        (
            Ciphertexts { sender, ciphertexts: vec![[3; 1047], [4; 1047]], seen: seen.clone() }
                .into(),
            bytes![from, [2], [3; 1047], [4; 1047], [1; 32], [2; 32]],
        ),
        (
            SlotReserve { sender, rows: 2, columns: 2, matrix, seen: seen.clone() }.into(),
            bytes![from, [2], [2], [2, 1, 2], [0], [1, 3], [1, 4], heard],
        ),
        (
            FactoredPoly { sender, roots: elements(), seen: seen.clone() }.into(),
            bytes![from, slots, heard],
        ),
        (dc_net.into(), bytes![from, [2], [1], [20], [6; 20], [7; 20], heard]),
        (empty.into(), bytes![from, [0], heard]),
        (Confirm { sender, transaction, seen }.into(), bytes![from, tx, heard]),
        (secrets.into(), bytes![from, [8; 32], slots, [2], [20], [6; 20], [7; 20], heard]),
        (silent.into(), bytes![from, [8; 32], slots, [0], heard]),
    ]
}
