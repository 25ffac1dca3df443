//! Frames of all sizes, in both directions and both roles.

use super::dice::Dice;
use super::ours::{self, Ours};
use super::theirs::Theirs;

fn there_and_back(ours: &mut Ours, theirs: &mut Theirs, frame: &[u8]) {
    let (from_us, from_them) = (ours.seal(frame), theirs.seal(frame));
    assert_eq!(from_us.len(), from_them.len());
    assert!(theirs.open(&from_us).expect("it opens") == frame, "{} bytes", frame.len());
    assert!(ours.open(&from_them) == frame, "{} bytes", frame.len());
}

#[test]
fn frames_of_random_lengths_go_both_ways() {
    let mut dice = Dice(7);
    for (ours, mut theirs) in [ours::to_theirs(), ours::from_theirs()] {
        let mut ours = Ours::new(ours);
        for round in 0..codec_effort::cases(5_000) {
            let len = match round % 100 {
                0 => dice.roll(200_000),
                1..10 => dice.roll(5_000),
                _ => dice.roll(200),
            };
            let frame = dice.frame(len);
            there_and_back(&mut ours, &mut theirs, &frame);
        }
    }
}

#[test]
fn frames_at_the_edges_of_blocks_and_the_largest_go_both_ways() {
    let mut dice = Dice(9);
    let (ours, mut theirs) = ours::to_theirs();
    let mut ours = Ours::new(ours);
    let around = |len: usize| len.saturating_sub(2)..len + 3;
    let lens = around(0).chain(around(65_519)).chain(around(2 * 65_519)).chain(around(65_535));
    // The largest takes half of the time.
    let largest = if codec_effort::cases(4) < 4 { 1 << 21 } else { (1 << 24) - 1 };
    for len in lens.chain([1 << 20, 3 * 65_519 + 17, largest, 0]) {
        let frame = dice.frame(len);
        there_and_back(&mut ours, &mut theirs, &frame);
    }
}
