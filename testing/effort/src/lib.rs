//! How many values the tests of this workspace try, by one variable. It is not published: the
//! crates name it by its path, among their development dependencies.

#![forbid(unsafe_code)]

/// Returns how many values a test tries: a quarter of `full`, times the integer in the
/// environment's `CODEC_EFFORT`, and at least one. `CODEC_EFFORT=4` tries all of `full`.
///
/// # Panics
/// Where `CODEC_EFFORT` is set and not an integer.
#[must_use]
pub fn cases(full: u32) -> u32 {
    let effort = std::env::var("CODEC_EFFORT");
    scaled(full, effort.map_or(1, |effort| effort.parse().expect("CODEC_EFFORT is an integer")))
}

/// Returns which cases of a list a test tries, by their index: one of four in turn, or as many of
/// four as `CODEC_EFFORT` says.
///
/// # Panics
/// As [`cases`].
pub fn share() -> impl Fn(usize) -> bool + Copy {
    let most = cases(4);
    move |index| index % 4 < most as usize
}

/// Returns the numbers below `full` that a test tries, in order and evenly spread: a quarter of
/// them, and all with `CODEC_EFFORT=4`. Of bits, these are some of every byte, and each of eight.
///
/// # Panics
/// Where `CODEC_EFFORT` is set and not an integer, and where `full` has more than 32 bits.
pub fn spread(full: usize) -> impl Iterator<Item = usize> {
    let tried = cases(u32::try_from(full).expect("at most 32 bits")) as usize;
    spread_of(full, tried.min(full))
}

fn spread_of(full: usize, tried: usize) -> impl Iterator<Item = usize> {
    (0..tried).map(move |number| number * full / tried + number / 2 % (full / tried))
}

fn scaled(full: u32, effort: u32) -> u32 {
    let cases = u64::from(full) * u64::from(effort) / 4;
    u32::try_from(cases).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::{scaled, spread_of};

    #[test]
    fn an_effort_of_four_tries_all_and_one_a_quarter() {
        assert_eq!(scaled(100, 1), 25);
        assert_eq!(scaled(100, 4), 100);
        assert_eq!(scaled(100, 400), 10_000);
    }

    #[test]
    fn what_is_spread_is_below_and_has_all_bits() {
        assert!(spread_of(100, 100).eq(0..100));
        assert!(spread_of(0, 0).count() == 0 && spread_of(3, 1).eq([0]));
        let bits: Vec<_> = spread_of(64, 16).collect();
        assert!(bits.is_sorted() && bits.iter().all(|bit| *bit < 64));
        for number in 0..8 {
            assert!(bits.iter().any(|bit| bit / 8 == number), "a bit of byte {number}");
            assert!(bits.iter().any(|bit| bit % 8 == number), "bit {number} of a byte");
        }
    }

    #[test]
    fn one_value_is_tried_at_least_and_no_count_overflows() {
        assert_eq!(scaled(3, 1), 1);
        assert_eq!(scaled(100, 0), 1);
        assert_eq!(scaled(u32::MAX, u32::MAX), u32::MAX);
    }
}
