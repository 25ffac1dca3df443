//! Plots of the tables in docs/noise.md, which another program measures: `cargo run --release -p
//! codec-noise --features tokio --example encrypted`.
#![forbid(unsafe_code)]

use crate::plot::{Plot, Point, Scale, Series, Shape};

const PAGE: &str = include_str!("../../../docs/noise.md");

/// The rows of the table with this line of names, as cells.
fn table<'p>(page: &'p str, names: &str) -> Vec<Vec<&'p str>> {
    let rows = page.lines().skip_while(|line| *line != names).skip(2);
    let rows = rows.take_while(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn number(cell: &str) -> Option<f64> {
    cell.replace(',', "").parse().ok()
}

/// One candidate: its name, the column that it has, and whether it is ours.
type Column = (&'static str, usize, bool);

fn series(rows: &[Vec<&str>], columns: &[Column], x: impl Fn(usize) -> Option<f64>) -> Vec<Series> {
    let points = |column: usize| {
        let point = |(row, cells): (usize, &Vec<&str>)| {
            let (x, y) = (x(row)?, number(cells.get(column)?)?);
            Some(Point { x, y, low: y, high: y })
        };
        rows.iter().enumerate().filter_map(point).collect()
    };
    let one = |&(name, column, ours): &Column| {
        let points = points(column);
        Series { name: name.to_owned(), ours, points }
    };
    columns.iter().map(one).collect()
}

/// The plots, and the day on which the page says that it was measured.
pub(super) fn plots() -> (Vec<Plot>, String) {
    let frames = table(
        PAGE,
        "| payload | SRI, owned | ours, owned | times | SRI, borrowed | ours, borrowed | times | \
         cipher alone | ours over it: owned, borrowed, shared |",
    );
    let columns: &[Column] = &[
        ("codec_sv2 7.0.0, owned", 1, false),
        ("owned", 2, true),
        ("codec_sv2 7.0.0, borrowed", 4, false),
        ("borrowed", 5, true),
        ("the cipher alone (ring)", 7, false),
    ];
    let payload = |row: usize| number(frames.get(row)?.first()?);
    let encrypted = Plot {
        file: "encrypted-frames".to_owned(),
        title: "An encrypted frame, from its bytes to a value".to_owned(),
        y_label: "ns a frame".to_owned(),
        y_scale: Scale::Log,
        shape: Shape::Lines { x_label: "bytes of payload".to_owned(), x_scale: Scale::Log },
        series: series(&frames, columns, payload),
    };
    let rows = table(PAGE, "| | SRI | ours | |");
    let memory: Vec<Vec<&str>> = rows.into_iter().skip(2).collect();
    let columns: &[Column] = &[("codec_sv2 7.0.0", 1, false), ("codec-noise", 2, true)];
    let place = |row: usize| u32::try_from(row).ok().map(f64::from);
    let names = ["idle, after a frame each way", "half a frame of 1,000 bytes has come"];
    let connections = Plot {
        file: "encrypted-memory".to_owned(),
        title: "Memory of an encrypted connection".to_owned(),
        y_label: "resident bytes a connection".to_owned(),
        y_scale: Scale::Log,
        shape: Shape::Dots {
            names: names.map(str::to_owned).to_vec(),
            x_label: "resident bytes a connection".to_owned(),
        },
        series: series(&memory, columns, place),
    };
    let day = PAGE.split("(AMD EPYC, ").nth(1).and_then(|rest| rest.split(')').next());
    let measured = format!("AMD EPYC, {}, docs/noise.md", day.unwrap_or_default());
    (vec![encrypted, connections], measured)
}

#[cfg(test)]
mod tests {
    use super::plots;

    #[test]
    fn the_plots_have_each_figure_of_the_page() {
        let (plots, measured) = plots();
        let counts = plots
            .iter()
            .map(|plot| plot.series.iter().map(|series| series.points.len()).collect::<Vec<_>>());
        assert_eq!(counts.collect::<Vec<_>>(), [vec![5; 5], vec![2; 2]]);
        assert!(measured.contains("20"), "{measured} is a day");
    }
}
