//! Transactions that look like real ones.

use codec_core::wire::U256;

use crate::hashing::double_sha256;

/// The transaction with this number: one input, two outputs, no witness.
pub(super) fn transaction(number: u64) -> Vec<u8> {
    let spent = double_sha256(&[b"spent", &number.to_le_bytes()]);
    let signature = double_sha256(&[b"signature", &number.to_le_bytes()]);
    let mut bytes = Vec::with_capacity(226);
    bytes.extend_from_slice(&[2, 0, 0, 0, 1]);
    bytes.extend_from_slice(spent.as_bytes());
    bytes.extend_from_slice(&[0, 0, 0, 0]);
    // A script with a signature and a public key.
    bytes.extend_from_slice(&[106, 71]);
    bytes.extend(signature.as_bytes().iter().cycle().take(71));
    bytes.push(33);
    bytes.extend(signature.as_bytes().iter().cycle().take(33));
    bytes.extend_from_slice(&[0xff, 0xff, 0xff, 0xff, 2]);
    for (value, purpose) in [(50_000 + number % 1000, b"paid"), (10_000, b"back")] {
        let receiver = double_sha256(&[purpose, &number.to_le_bytes()]);
        bytes.extend_from_slice(&value.to_le_bytes());
        bytes.extend_from_slice(&[25, 0x76, 0xa9, 20]);
        bytes.extend_from_slice(&receiver.as_bytes()[..20]);
        bytes.extend_from_slice(&[0x88, 0xac]);
    }
    bytes.extend_from_slice(&[0; 4]);
    bytes
}

/// The Merkle path of the first leaf of a tree with these further leaves.
pub(super) fn path_of(mut others: Vec<U256>) -> Vec<U256> {
    let mut path = Vec::new();
    while !others.is_empty() {
        let mut level = others.into_iter();
        path.extend(level.next());
        let level: Vec<U256> = level.collect();
        // The last one of an odd number is paired with itself.
        let pair = |pair: &[U256]| {
            let (one, two) = (pair[0], pair[pair.len() - 1]);
            double_sha256(&[one.as_ref(), two.as_ref()])
        };
        others = level.chunks(2).map(pair).collect();
    }
    path
}

/// The id of a coinbase transaction, which may have a witness; `None` for bytes that are too
/// short for one.
pub(super) fn coinbase_id(bytes: &[u8]) -> Option<U256> {
    let (version, rest) = bytes.split_first_chunk::<4>()?;
    let Some(rest) = rest.strip_prefix(&[0, 1]) else {
        return Some(double_sha256(&[bytes]));
    };
    // One input has one witness of one element of 32 bytes.
    let (rest, lock_time) = rest.split_last_chunk::<4>()?;
    let (body, witness) = rest.split_last_chunk::<34>()?;
    witness.starts_with(&[1, 32]).then(|| double_sha256(&[version, body, lock_time]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hashing::merkle_root;

    /// Pairs, pairs of pairs and so on, as a node computes it.
    fn root(mut level: Vec<U256>) -> U256 {
        while level.len() > 1 {
            if !level.len().is_multiple_of(2) {
                level.extend(level.last().copied());
            }
            let pair = |pair: &[U256]| double_sha256(&[pair[0].as_ref(), pair[1].as_ref()]);
            level = level.chunks(2).map(pair).collect();
        }
        level[0]
    }

    #[test]
    fn a_path_leads_to_the_root_of_the_tree() {
        for count in 0..40u64 {
            let leaves: Vec<_> = (0..count).map(|n| double_sha256(&[&n.to_le_bytes()])).collect();
            let first = double_sha256(&[b"coinbase"]);
            let all = [&[first], &leaves[..]].concat();
            assert_eq!(merkle_root(&[b"coinbase"], path_of(leaves)), root(all), "{count}");
        }
    }

    #[test]
    fn a_transaction_is_as_long_as_its_parts() {
        let bytes = transaction(7);
        assert_eq!(bytes.len(), 4 + 1 + 36 + 1 + 106 + 4 + 1 + 2 * 34 + 4);
        assert_ne!(transaction(8), bytes);
    }

    #[test]
    fn the_witness_is_no_part_of_a_coinbase_id() {
        let bare = [&[2, 0, 0, 0][..], b"body", &[0; 4]].concat();
        let witness = [&[1, 32][..], &[0; 32]].concat();
        let full = [&[2, 0, 0, 0][..], &[0, 1], b"body", &witness, &[0; 4]].concat();
        assert_eq!(coinbase_id(&full), coinbase_id(&bare));
        assert_eq!(coinbase_id(&full[..20]), None);
        assert_eq!(coinbase_id(&full[..3]), None);
    }
}
