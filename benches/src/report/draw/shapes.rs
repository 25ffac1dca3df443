//! Lines and dots.
#![forbid(unsafe_code)]

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::element::{EmptyElement, Text};
use plotters::prelude::{
    Cartesian2d, Circle, Color as _, IntoFont as _, LineSeries, PathElement, RGBColor, SVGBackend,
    WHITE,
};
use plotters::series::DashedLineSeries;
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, number, position};
use super::{Area, Failure, color};
use crate::plot::{Plot, Point, Scale, Series};

/// Part of a group's width that its bars, or its dots, take.
const FILLED: f64 = 0.8;

type Chart<'c, 's> = ChartContext<'c, SVGBackend<'s>, Cartesian2d<Axis, Axis>>;

fn points(plot: &Plot) -> impl Iterator<Item = &Point> {
    plot.series.iter().flat_map(|series| &series.points)
}

fn ends(point: &Point) -> [f64; 2] {
    [point.low, point.high]
}

/// A line per series, with a mark at each figure and a bar for its spread.
pub(super) fn lines(
    area: &Area<'_>,
    plot: &Plot,
    x_label: &str,
    x_scale: Scale,
) -> Result<(), Failure> {
    let x = match x_scale {
        // The x axis shows a count, and need not begin at zero.
        Scale::Linear => {
            let (low, high) = points(plot)
                .fold((f64::INFINITY, 0.0f64), |(low, high), at| (low.min(at.x), high.max(at.x)));
            Axis::Numbers(Scale::Linear, low - 0.3..high + 0.3)
        }
        Scale::Log => Axis::of(x_scale, points(plot).map(|point| point.x)),
    };
    let y = Axis::of(plot.y_scale, points(plot).flat_map(ends));
    let mut chart = chart(area, 70, x, y)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(scaled(x_label, x_scale)).y_desc(scaled(&plot.y_label, plot.y_scale));
    mesh.x_labels(12).y_labels(10).light_line_style(WHITE).draw()?;
    for (index, series) in from_back(plot) {
        let (color, at) =
            (color(plot, index), series.points.iter().map(|point| (point.x, point.y)));
        if series.ours {
            chart.draw_series(LineSeries::new(at, color.stroke_width(3)))?;
        } else {
            let at: Vec<_> = at.collect();
            chart.draw_series(DashedLineSeries::new(at, 8, 5, color.stroke_width(2)))?;
        }
        let over = |point: &Point| [(point.x, point.low), (point.x, point.high)];
        marks(&mut chart, series, color, |point| (point.x, point.y), over)?;
    }
    Ok(())
}

/// The series with their indices, ours first: the hollow marks of peers are drawn over ours, so that
/// both are seen where their figures are equal.
fn from_back(plot: &Plot) -> impl Iterator<Item = (usize, &Series)> {
    let of =
        |ours: bool| plot.series.iter().enumerate().filter(move |(_, series)| series.ours == ours);
    of(true).chain(of(false))
}

/// Label of an axis, with its scale unless that is linear.
fn scaled(label: &str, scale: Scale) -> String {
    match scale {
        Scale::Linear => label.to_owned(),
        Scale::Log => format!("{label} (logarithmic)"),
    }
}

/// The highest value that an axis of figures must reach. The few over a hundred times the next lower
/// one would press all others together: they are shown at the edge, with their value.
fn reach(plot: &Plot) -> f64 {
    let mut figures: Vec<f64> = points(plot).map(|point| point.y).collect();
    figures.sort_by(f64::total_cmp);
    let mut most = figures.windows(2).skip(figures.len() / 2);
    let gap = most.find(|pair| pair[0] > 0.0 && pair[1] > 100.0 * pair[0]);
    gap.map_or(f64::INFINITY, |pair| 3.0 * pair[0])
}

/// A row for each name, with a dot for each series: bar lengths mean nothing on a logarithmic
/// scale, which has no zero.
pub(super) fn dots(
    area: &Area<'_>,
    plot: &Plot,
    names: &[String],
    x_label: &str,
) -> Result<(), Failure> {
    let rows = plot.rows_with_figures();
    let names: Vec<String> = rows.iter().map(|row| names[*row].clone()).collect();
    let edge = reach(plot);
    let shown = points(plot).flat_map(ends).map(|value| value.min(edge));
    let x = Axis::of(plot.y_scale, shown);
    let count = names.len();
    let mut chart = chart(area, 290, x, Axis::Names(names))?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(scaled(x_label, plot.y_scale)).x_labels(10).y_labels(count).disable_y_mesh();
    mesh.light_line_style(WHITE).draw()?;
    let lane = |index: usize, point: &Point| {
        let step = FILLED / position(plot.series.len()).max(1.0);
        let row = rows.iter().position(|row| (position(*row) - point.x).abs() < 0.5);
        position(row.unwrap_or(0)) + (position(index) + 0.5) * step - FILLED / 2.0
    };
    for (index, series) in from_back(plot) {
        let lane = |point: &Point| lane(index, point);
        let over = |point: &Point| {
            [(point.low.min(edge), lane(point)), (point.high.min(edge), lane(point))]
        };
        marks(
            &mut chart,
            series,
            color(plot, index),
            |point| (point.y.min(edge), lane(point)),
            over,
        )?;
        let far = series.points.iter().filter(|point| point.y > edge);
        let style = label_style(HPos::Right);
        chart.draw_series(far.map(|point| {
            let text = format!("{} \u{2192}", number(point.y));
            EmptyElement::at((edge, lane(point))) + Text::new(text, (-8, 0), style.clone())
        }))?;
    }
    Ok(())
}

fn label_style(side: HPos) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", 12).into_font()).pos(Pos::new(side, VPos::Center))
}

fn marks(
    chart: &mut Chart<'_, '_>,
    series: &Series,
    color: RGBColor,
    at: impl Fn(&Point) -> (f64, f64),
    over: impl Fn(&Point) -> [(f64, f64); 2],
) -> Result<(), Failure> {
    let spread = |point: &Point| PathElement::new(over(point), color.mix(0.6).stroke_width(1));
    chart.draw_series(series.points.iter().map(spread))?;
    let style = if series.ours { color.filled() } else { color.stroke_width(2) };
    chart.draw_series(series.points.iter().map(|point| Circle::new(at(point), 4, style)))?;
    Ok(())
}

fn chart<'c, 's>(
    area: &'c Area<'s>,
    left: u32,
    x: Axis,
    y: Axis,
) -> Result<Chart<'c, 's>, Failure> {
    let mut builder = ChartBuilder::on(area);
    builder.margin(12).margin_right(24).x_label_area_size(48).y_label_area_size(left);
    Ok(builder.build_cartesian_2d(x, y)?)
}
