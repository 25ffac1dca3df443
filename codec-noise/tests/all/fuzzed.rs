//! The fuzz targets, with inputs made by rule.

#[path = "../../fuzz/src/targets.rs"]
#[expect(unreachable_pub, reason = "public in the fuzz crate")]
mod targets;

/// Pseudo-random bytes, the same each time.
fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed * 2 + 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn no_message_but_the_right_one_makes_a_session() {
    for choice in codec_effort::spread(256) {
        let choice = u8::try_from(choice).expect("below 256");
        targets::handshake(&[choice]);
        targets::handshake(&[&[choice][..], &bytes(choice.into(), 300)].concat());
        let mut one_changed = [0; 235];
        one_changed[0] = choice;
        one_changed[1 + usize::from(choice) % 234] = 1;
        targets::handshake(&one_changed);
    }
}

#[test]
fn frames_come_out_as_they_went_in_or_not_at_all() {
    targets::open(&[]);
    for seed in 0..codec_effort::cases(200).into() {
        targets::open(&bytes(seed, usize::try_from(seed % 40).expect("small")));
        // Short streams, so that changes affect what is parsed.
        let mut input = bytes(seed, 24);
        input[0] = 3;
        input[1..4].copy_from_slice(&[1, 10, 3]);
        for group in input[4..].chunks_exact_mut(4) {
            (group[1], group[2]) = (0, 0);
        }
        targets::open(&input);
        for group in input[4..].chunks_exact_mut(4) {
            group[3] = 0;
        }
        targets::open(&input);
    }
}
