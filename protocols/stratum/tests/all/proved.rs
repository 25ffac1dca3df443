//! Pairs of payloads that `tools/prove` has from z3: without `Strict` both are one value.

use codec_core::{
    BincodeVarint, Compact, Format, MessageInfo, Messages as _, Postcard, Reader, Strict, Sv2,
};
use codec_stratum::AnyMessage;

type Id = <AnyMessage as MessageInfo>::Id;

fn decoded<F: Format>(id: Id, payload: &[u8]) -> Option<AnyMessage> {
    let mut reader = Reader::<F>::new(payload);
    let message = AnyMessage::decode_message(id, &mut reader).ok()?;
    (reader.remaining() == 0).then_some(message)
}

fn one_value<F: Format>(id: Id, first: &[u8], second: &[u8]) {
    let message = decoded::<F>(id, first);
    assert!(message.is_some(), "{id:#x}: {first:x?}");
    assert_ne!(first, second);
    assert_eq!(decoded::<F>(id, second), message, "{id:#x}: {second:x?}");
    assert_eq!(decoded::<Strict<F>>(id, first), message, "{id:#x}: {first:x?}");
    assert_eq!(decoded::<Strict<F>>(id, second), None, "{id:#x}: {second:x?}");
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).unwrap().try_into().unwrap()).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

#[test]
fn without_strict_both_payloads_of_a_pair_are_one_message() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/prove/pairs.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    for line in text.lines() {
        let [format, id, first, second] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (id, first, second) = (id.parse().unwrap(), unhex(first), unhex(second));
        match format {
            "Sv2" => one_value::<Sv2>(id, &first, &second),
            "Postcard" => one_value::<Postcard>(id, &first, &second),
            "Compact" => one_value::<Compact>(id, &first, &second),
            "BincodeVarint" => one_value::<BincodeVarint>(id, &first, &second),
            other => panic!("{other}"),
        }
        count += 1;
    }
    // All 44 messages in three formats with varints, and two with booleans in Stratum V2's.
    assert_eq!(count, 3 * 44 + 2);
}
