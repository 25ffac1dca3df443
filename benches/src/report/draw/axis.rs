//! An axis: numbers on a linear or logarithmic scale, or names in order.
#![forbid(unsafe_code)]

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::plot::Scale;

/// Values along an axis.
#[derive(Debug, Clone)]
pub(super) enum Axis {
    /// Numbers.
    Numbers(Scale, Range<f64>),
    /// Names: the first is at 0, the next at 1, with half a step on both sides.
    Names(Vec<String>),
}

impl Axis {
    /// An axis that contains all of these values, with some margin; a linear one shows counts, and
    /// begins at zero.
    pub(super) fn of(scale: Scale, values: impl Iterator<Item = f64>) -> Self {
        let values =
            values.filter(|value| value.is_finite() && (scale == Scale::Linear || *value > 0.0));
        let ends = values.fold(None, |ends: Option<(f64, f64)>, value| {
            let (low, high) = ends.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        let (low, high) = ends.unwrap_or((1.0, 1.0));
        let range = match scale {
            Scale::Linear => low.min(0.0)..(high * 1.08).max(1.0),
            Scale::Log => low / 1.25..high * 1.25,
        };
        Self::Numbers(scale, range)
    }

    /// Position of a value along the axis, from 0 to 1.
    fn part(&self, value: f64) -> f64 {
        match self {
            Self::Numbers(Scale::Linear, range) => {
                (value - range.start) / (range.end - range.start)
            }
            Self::Numbers(Scale::Log, range) => {
                (value / range.start).ln() / (range.end / range.start).ln()
            }
            // From the top.
            Self::Names(names) => 1.0 - (value + 0.5) / position(names.len()),
        }
    }
}

/// An index on an axis.
pub(super) fn position(index: usize) -> f64 {
    u32::try_from(index).map_or(f64::INFINITY, f64::from)
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a picture")]
        let away = (f64::from(to - from) * self.part(*value)).round() as i32;
        from + away
    }

    fn key_points<H: KeyPointHint>(&self, hint: H) -> Vec<f64> {
        match self {
            Self::Numbers(scale, range) => ticks(*scale, range, hint.max_num_points()),
            Self::Names(names) => (0..names.len()).map(position).collect(),
        }
    }

    fn range(&self) -> Range<f64> {
        match self {
            Self::Numbers(_, range) => range.clone(),
            Self::Names(names) => -0.5..position(names.len()) - 0.5,
        }
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        match self {
            Self::Numbers(..) => number(*value),
            Self::Names(names) => {
                let here = |(index, _): &(usize, &String)| (position(*index) - value).abs() < 1e-6;
                names
                    .iter()
                    .enumerate()
                    .find(here)
                    .map_or_else(String::new, |(_, name)| name.clone())
            }
        }
    }
}

/// Round numbers within a range, at most `most`: 1, 2 and 5 times powers of ten, or fewer.
fn ticks(scale: Scale, range: &Range<f64>, most: usize) -> Vec<f64> {
    match scale {
        Scale::Linear => {
            // Counts: parts of one say nothing.
            let steps =
                (0..12).flat_map(|power| [1.0, 2.0, 5.0].map(|part| part * 10f64.powi(power)));
            let step =
                steps.into_iter().find(|step| (range.end - range.start) / step <= position(most));
            let step = step.unwrap_or(1.0);
            let first = (range.start / step).ceil();
            (0..=most)
                .map(|index| (first + position(index)) * step)
                .take_while(|tick| *tick <= range.end)
                .collect()
        }
        Scale::Log => {
            let parts: [&[f64]; 3] = [&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
            let of = |parts: &[f64]| -> Vec<f64> {
                let all = (-6..12).flat_map(|power| {
                    parts.iter().map(move |part| part * 10f64.powi(power)).collect::<Vec<_>>()
                });
                all.filter(|tick| range.contains(tick)).collect()
            };
            let fitting = parts.into_iter().map(of).find(|ticks| ticks.len() <= most);
            fitting.unwrap_or_else(|| of(&[1.0]))
        }
    }
}

/// Three digits at most, and a letter for thousands.
pub(super) fn number(value: f64) -> String {
    let steps = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let near = |step: f64| value.abs() >= step * (1.0 - 1e-9);
    let (step, letter) = steps.into_iter().find(|(step, _)| near(*step)).unwrap_or((1.0, ""));
    let value = value / step;
    let digits = if value.abs() >= 99.95 {
        0
    } else if value.abs() >= 9.995 {
        1
    } else {
        3
    };
    let text = format!("{value:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{letter}")
}

#[cfg(test)]
mod tests {
    use plotters::coord::ranged1d::Ranged as _;

    use super::{Axis, number, ticks};
    use crate::plot::Scale;

    #[test]
    fn a_logarithmic_axis_begins_near_the_least_value() {
        let axis = Axis::of(Scale::Log, [25.0, 500.0].into_iter());
        assert_eq!(axis.range(), 20.0..625.0);
        assert_eq!(axis.map(&20.0, (0, 100)), 0);
        assert_eq!(axis.map(&625.0, (0, 100)), 100);
        assert_eq!(ticks(Scale::Log, &axis.range(), 9), [20.0, 50.0, 100.0, 200.0, 500.0]);
        assert_eq!(ticks(Scale::Log, &(0.5..2e5), 9), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
    }

    #[test]
    fn a_linear_axis_begins_with_zero() {
        let axis = Axis::of(Scale::Linear, [2.0, 5.0].into_iter());
        assert_eq!(axis.range(), 0.0..5.4);
        assert_eq!(ticks(Scale::Linear, &axis.range(), 8), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn names_are_read_from_the_top() {
        let axis = Axis::Names(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!([0.0, 1.0].map(|at| axis.map(&at, (100, 0))), [25, 75]);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.25, 12.0, 999.0, 1000.0, 1.5e6, 10f64.powf(3.0)].map(number);
        assert_eq!(texts, ["0", "0.25", "12", "999", "1k", "1.5M", "1k"]);
    }
}
