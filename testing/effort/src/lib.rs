//! Number of values that the tests of this workspace try, by one variable. The crate is not
//! published: the others name it by its path, among their development dependencies.

#![forbid(unsafe_code)]

/// Returns how many values a test tries: a quarter of `full`, times the integer in the
/// environment's `CODEC_EFFORT`, and at least one. `CODEC_EFFORT=4` tries all of `full`.
///
/// # Panics
/// If `CODEC_EFFORT` is set and not an integer.
#[must_use]
pub fn cases(full: u32) -> u32 {
    let effort = std::env::var("CODEC_EFFORT");
    scaled(full, effort.map_or(1, |effort| effort.parse().expect("CODEC_EFFORT is an integer")))
}

/// Returns which cases of a list a test tries, by their index: one of four, or as many of four as
/// `CODEC_EFFORT` says. Of the bits of four bytes, these are each of the eight.
///
/// # Panics
/// If `CODEC_EFFORT` is set and not an integer.
pub fn share() -> impl Fn(usize) -> bool + Copy {
    let most = cases(4) as usize;
    move |index| is_tried(index, most)
}

/// Returns the numbers below `full` of which [`share`] is true, in order.
///
/// # Panics
/// If `CODEC_EFFORT` is set and not an integer.
pub fn spread(full: usize) -> impl Iterator<Item = usize> {
    let share = share();
    (0..full).filter(move |index| share(*index))
}

/// Returns true for `most` of four indexes in turn, other ones in each group of eight.
const fn is_tried(index: usize, most: usize) -> bool {
    (index + index / 8) % 4 < most
}

fn scaled(full: u32, effort: u32) -> u32 {
    let cases = u64::from(full) * u64::from(effort) / 4;
    u32::try_from(cases).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::{is_tried, scaled};

    #[test]
    fn an_effort_of_four_tries_all_and_one_a_quarter() {
        assert_eq!(scaled(100, 1), 25);
        assert_eq!(scaled(100, 4), 100);
        assert_eq!(scaled(100, 400), 10_000);
    }

    #[test]
    fn one_of_four_is_tried_and_each_bit_of_four_bytes() {
        let bits: Vec<_> = (0..64).filter(|index| is_tried(*index, 1)).collect();
        assert_eq!(bits.len(), 16);
        for number in 0..8 {
            assert!(bits.iter().any(|bit| bit / 8 == number), "a bit of byte {number}");
            assert!(bits.iter().any(|bit| bit % 8 == number), "bit {number} of a byte");
        }
        assert!((0..64).all(|index| is_tried(index, 4)));
    }

    #[test]
    fn one_value_is_tried_at_least_and_no_count_overflows() {
        assert_eq!(scaled(3, 1), 1);
        assert_eq!(scaled(100, 0), 1);
        assert_eq!(scaled(u32::MAX, u32::MAX), u32::MAX);
    }
}
