//! Statistics of one candidate's samples: a median, its confidence interval, and the spread.
#![forbid(unsafe_code)]

use codec_core::{Decode, Encode};

/// A figure with its confidence interval, in seconds per operation or in the unit of a table.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
pub struct Estimate {
    /// The median.
    pub median: f64,
    /// The lower end of the median's confidence interval, at 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The first quartile of the samples.
    pub first: f64,
    /// The third quartile.
    pub third: f64,
}

impl Estimate {
    /// The estimate of these samples; `None` if there are none.
    ///
    /// The interval is that of order statistics, which assumes no distribution: of `n` sorted
    /// samples, those that are 0.98 √n on either side of the middle.
    #[must_use]
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let count = float(sorted.len());
        let at = |rank: f64| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let rank = rank.clamp(0.0, float(last)) as usize;
            sorted[rank]
        };
        let (middle, away) = (count / 2.0, 0.98 * count.sqrt());
        Some(Self {
            median: at(middle),
            low: at((middle - away).floor()),
            high: at((middle + away).ceil()),
            first: at(0.25 * count),
            third: at(0.75 * count),
        })
    }

    /// The estimate of several processes: the median of their medians. The interval contains
    /// theirs, and the spread is from the lowest first quartile to the highest third.
    #[must_use]
    pub fn of_processes(all: &[Self]) -> Option<Self> {
        let of = |figure: fn(&Self) -> f64| {
            let mut figures: Vec<f64> = all.iter().map(figure).collect();
            figures.sort_by(f64::total_cmp);
            figures
        };
        Some(Self {
            median: *of(|one| one.median).get(all.len() / 2)?,
            low: *of(|one| one.low).first()?,
            high: *of(|one| one.high).last()?,
            first: *of(|one| one.first).first()?,
            third: *of(|one| one.third).last()?,
        })
    }

    /// A figure without samples, such as a count.
    #[must_use]
    pub const fn exact(figure: f64) -> Self {
        Self { median: figure, low: figure, high: figure, first: figure, third: figure }
    }

    /// Converts seconds per operation to operations per second.
    #[must_use]
    pub fn rate(self) -> Self {
        let Self { median, low, high, first, third } = self;
        let per = |seconds: f64| 1.0 / seconds;
        let (low, high, first, third) = (per(high), per(low), per(third), per(first));
        Self { median: per(median), low, high, first, third }
    }

    /// From the first to the third quartile.
    #[must_use]
    pub fn spread(&self) -> f64 {
        self.third - self.first
    }

    /// Half of the confidence interval.
    #[must_use]
    pub fn sure(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl From<f64> for Estimate {
    /// See [`exact`](Self::exact).
    fn from(figure: f64) -> Self {
        Self::exact(figure)
    }
}

/// A count as a number for calculations.
#[expect(clippy::cast_precision_loss, reason = "what is counted here is few")]
pub(crate) const fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::{Estimate, float};

    #[test]
    fn of_a_hundred_samples_the_interval_is_from_the_40th_to_the_61st() {
        let samples: Vec<f64> = (0..100).rev().map(|number| float(number + 1)).collect();
        let of = Estimate::of(&samples).unwrap();
        assert_eq!((of.median, of.low, of.high, of.spread()), (51.0, 41.0, 61.0, 50.0));
        assert_eq!(of.sure().to_bits(), 10f64.to_bits());
    }

    #[test]
    fn one_sample_is_its_own_interval_and_none_is_nothing() {
        assert_eq!(Estimate::of(&[2.0]), Some(Estimate::exact(2.0)));
        assert_eq!(Estimate::of(&[]), None);
    }

    #[test]
    fn of_three_processes_the_middle_median_counts_and_the_interval_holds_all() {
        let one = |median| Estimate {
            median,
            low: median - 0.5,
            high: median + 0.5,
            first: median - 1.0,
            third: median + 2.0,
        };
        let of = Estimate::of_processes(&[one(4.0), one(9.0), one(5.0)]).unwrap();
        let wanted = Estimate { median: 5.0, low: 3.5, high: 9.5, first: 3.0, third: 11.0 };
        assert_eq!(of, wanted);
        assert_eq!(Estimate::of_processes(&[]), None);
    }

    #[test]
    fn a_rate_turns_the_interval_around() {
        let of = Estimate { median: 0.5, low: 0.25, high: 1.0, first: 0.4, third: 0.5 }.rate();
        assert_eq!(of, Estimate { median: 2.0, low: 1.0, high: 4.0, first: 2.0, third: 2.5 });
    }
}
