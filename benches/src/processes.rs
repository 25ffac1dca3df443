//! Joins what several processes found in the same group: each figure becomes the median of theirs.
//!
//! The memory of a process is at another place each time it starts, and a candidate can take twice
//! its time where that place is bad, however many samples that process takes.
#![forbid(unsafe_code)]

use crate::estimate::Estimate;
use crate::groups::Findings;
use crate::plot::Point;

/// The findings of several processes as one; `None` without any. Sentences are those of the first, but
/// promises about figures are judged on the joined rows.
#[must_use]
pub(crate) fn join(all: &[Findings]) -> Option<Findings> {
    let mut joined = all.first()?.clone();
    for (t, table) in joined.tables.iter_mut().enumerate() {
        for (r, row) in table.rows.iter_mut().enumerate() {
            for (c, cell) in row.cells.iter_mut().enumerate() {
                let of = |found: &Findings| *found.tables.get(t)?.rows.get(r)?.cells.get(c)?;
                *cell = Estimate::of_processes(&all.iter().filter_map(of).collect::<Vec<_>>());
            }
        }
        table.judge();
    }
    for (p, plot) in joined.plots.iter_mut().enumerate() {
        for (s, series) in plot.series.iter_mut().enumerate() {
            for (n, point) in series.points.iter_mut().enumerate() {
                let of = |found: &Findings| {
                    found.plots.get(p)?.series.get(s)?.points.get(n).copied().map(estimate)
                };
                let found: Vec<Estimate> = all.iter().filter_map(of).collect();
                if let Some(figure) = Estimate::of_processes(&found) {
                    *point = Point::of(point.x, figure, 1.0);
                }
            }
        }
    }
    Some(joined)
}

/// The estimate that a point shows.
fn estimate(point: Point) -> Estimate {
    let Point { y, low, high, .. } = point;
    Estimate { median: y, low, high, first: low, third: high }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::join;
    use crate::estimate::Estimate;
    use crate::groups::Findings;
    use crate::plot::{Plot, Point, Scale, Series, Shape};
    use crate::table::{Ratio, Table, Unit};

    fn found(seconds: f64) -> Findings {
        let mut table = Table::new("a title", "about it", Unit::Time, &["*ours", "a peer"]);
        table.row("an operation", &[Some(seconds), None]);
        let points = vec![Point::of(1.0, Estimate::exact(seconds), 1e9)];
        let plot = Plot {
            file: "a-plot".to_owned(),
            title: "a title".to_owned(),
            y_label: "nanoseconds".to_owned(),
            y_scale: Scale::Linear,
            shape: Shape::Lines { x_label: "n".to_owned(), x_scale: Scale::Linear },
            series: vec![Series { name: "ours".to_owned(), ours: true, points }],
        };
        Findings { tables: vec![table], plots: vec![plot] }
    }

    #[test]
    fn each_figure_is_the_median_of_the_processes_and_its_range_is_theirs() {
        let joined = join(&[found(3e-9), found(1e-9), found(2e-9)]).unwrap();
        let cells = &joined.tables[0].rows[0].cells;
        let cell = cells[0].unwrap();
        assert_eq!((cell.median, cell.low, cell.high), (2e-9, 1e-9, 3e-9));
        assert_eq!(cells[1], None);
        let point = joined.plots[0].series[0].points[0];
        assert_eq!((point.x, point.y, point.low, point.high), (1.0, 2.0, 1.0, 3.0));
    }

    #[test]
    fn a_promise_is_judged_on_the_row_of_all_processes() {
        let found = |theirs: f64| {
            let mut table = Table::new("a title", "about it", Unit::Time, &["*ours", "a peer"]);
            table.row("an operation", &[Some(1e-9), Some(theirs)]);
            let row = "an operation".to_owned();
            let ratio = Ratio { row, columns: (1, 0), least: 1.6, most: f64::INFINITY };
            table.promise_ratio("at least 1.6 ×", ratio, "A peer was faster.");
            Findings { tables: vec![table], plots: Vec::new() }
        };
        // The first process keeps it, and the median of the three does not; and the other way round.
        for (all, kept) in [([1.66, 1.58, 1.5], false), ([1.5, 1.7, 1.66], true)] {
            let all = all.map(|times| found(times * 1e-9));
            assert_eq!(all[0].tables[0].promises[0].kept, !kept);
            let joined = join(&all).unwrap();
            let promise = &joined.tables[0].promises[0];
            assert_eq!(promise.kept, kept);
            assert_eq!(promise.found, if kept { "1.660 ×" } else { "1.580 ×" });
        }
    }

    #[test]
    fn of_no_process_there_is_nothing() {
        assert!(join(&[]).is_none());
    }
}
