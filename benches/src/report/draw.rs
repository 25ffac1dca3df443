//! Draws a plot as SVG.
//!
//! All axes are linear to the drawing library: where a scale is logarithmic, the
//! logarithms are drawn, between whole powers of ten, and labels tell the numbers.
#![forbid(unsafe_code)]

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::{
    BLACK, Cartesian2d, ChartBuilder, ChartContext, Circle, Color as _, DrawingArea,
    IntoDrawingArea as _, LineSeries, PathElement, RGBColor, Rectangle, SVGBackend, WHITE,
};
use plotters::series::DashedLineSeries;

use crate::plot::{Plot, Scale, Series, Shape};

const SIZE: (u32, u32) = (860, 460);
const OURS: [RGBColor; 3] = [RGBColor(0, 98, 174), RGBColor(0, 158, 115), RGBColor(86, 180, 233)];
const PEERS: [RGBColor; 7] = [
    RGBColor(213, 94, 0),
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
    RGBColor(120, 94, 60),
    RGBColor(130, 130, 130),
    RGBColor(60, 60, 60),
    RGBColor(180, 170, 20),
];
/// Part of a group's width that its bars take.
const BARS: f64 = 0.8;

type Failure = Box<dyn std::error::Error>;
type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Plane =
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>;
type Chart<'c, 's> = ChartContext<'c, SVGBackend<'s>, Plane>;

/// The picture, a whole SVG document.
pub(super) fn svg(plot: &Plot) -> Result<String, Failure> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        match &plot.shape {
            Shape::Lines { x_label, x_scale } => lines(&area, plot, x_label, *x_scale)?,
            Shape::Bars { groups } => bars(&area, plot, groups)?,
        }
        area.present()?;
    }
    Ok(text)
}

fn lines(area: &Area<'_>, plot: &Plot, x_label: &str, x_scale: Scale) -> Result<(), Failure> {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let x = span(x_scale, points().map(|point| point.0));
    let y = span(plot.y_scale, points().map(|point| point.1));
    let (x_labels, y_labels) = (ticks(x_scale, &x), ticks(plot.y_scale, &y));
    let mut chart = chart(area, plot, x, y)?;
    chart
        .configure_mesh()
        .x_desc(x_label)
        .y_desc(&plot.y_label)
        .x_labels(x_labels)
        .y_labels(y_labels)
        .x_label_formatter(&|at| number(back(x_scale, *at)))
        .y_label_formatter(&|at| number(back(plot.y_scale, *at)))
        .light_line_style(WHITE)
        .draw()?;
    for (series, color) in colored(&plot.series) {
        let points = series.points.iter();
        let points: Vec<_> =
            points.map(|(x, y)| (scaled(x_scale, *x), scaled(plot.y_scale, *y))).collect();
        let drawn = if series.ours {
            chart.draw_series(LineSeries::new(points.clone(), color.stroke_width(3)))?
        } else {
            let line = DashedLineSeries::new(points.clone(), 6, 3, color.stroke_width(2));
            chart.draw_series(line)?
        };
        drawn.label(series.name.as_str()).legend(move |at| key(at, color));
        chart.draw_series(points.iter().map(|at| Circle::new(*at, 3, color.filled())))?;
    }
    legend(&mut chart)
}

fn bars(area: &Area<'_>, plot: &Plot, groups: &[String]) -> Result<(), Failure> {
    let heights = plot.series.iter().flat_map(|series| &series.points).map(|point| point.1);
    let y = span(plot.y_scale, heights);
    let (floor, y_labels) = (y.start, ticks(plot.y_scale, &y));
    // The lane to the right is for the legend.
    let all = position(groups.len());
    let mut chart = chart(area, plot, -0.5..all - 0.5, y)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .y_desc(&plot.y_label)
        .x_labels(2 * groups.len() + 1)
        .y_labels(y_labels)
        .x_label_formatter(&|at| name(groups, *at))
        .y_label_formatter(&|at| number(back(plot.y_scale, *at)))
        .light_line_style(WHITE)
        .draw()?;
    let width = BARS / position(plot.series.len()).max(1.0);
    for (index, (series, color)) in colored(&plot.series).enumerate() {
        let shift = width * position(index) - BARS / 2.0;
        let bar = |(group, height): &(f64, f64)| {
            let (left, top) = (group + shift, scaled(plot.y_scale, *height));
            Rectangle::new([(left, floor), (left + width * 0.92, top)], color.filled())
        };
        chart
            .draw_series(series.points.iter().map(bar))?
            .label(series.name.as_str())
            .legend(move |at| key(at, color));
    }
    legend(&mut chart)
}

fn chart<'c, 's>(
    area: &'c Area<'s>,
    plot: &Plot,
    x: Range<f64>,
    y: Range<f64>,
) -> Result<Chart<'c, 's>, Failure> {
    let mut builder = ChartBuilder::on(area);
    builder.caption(&plot.title, ("sans-serif", 18)).margin(12);
    builder.x_label_area_size(44).y_label_area_size(70);
    Ok(builder.build_cartesian_2d(x, y)?)
}

fn legend<'c, 's: 'c>(chart: &mut Chart<'c, 's>) -> Result<(), Failure> {
    let mut labels = chart.configure_series_labels();
    labels.background_style(WHITE.mix(0.85)).border_style(BLACK.mix(0.3)).draw()?;
    Ok(())
}

fn key(at: (i32, i32), color: RGBColor) -> PathElement<(i32, i32)> {
    PathElement::new([at, (at.0 + 18, at.1)], color.stroke_width(4))
}

fn colored(series: &[Series]) -> impl Iterator<Item = (&Series, RGBColor)> {
    let (mut ours, mut peers) = (OURS.iter().cycle(), PEERS.iter().cycle());
    series.iter().map(move |series| {
        let next = if series.ours { ours.next() } else { peers.next() };
        (series, next.copied().unwrap_or(BLACK))
    })
}

/// From the least to the most, with zero or whole powers of ten at the ends.
fn span(scale: Scale, values: impl Iterator<Item = f64>) -> Range<f64> {
    let values = values.map(|value| scaled(scale, value)).filter(|value| value.is_finite());
    let ends = values.fold(None, |ends: Option<(f64, f64)>, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    });
    let (low, high) = ends.unwrap_or((0.0, 1.0));
    match scale {
        Scale::Linear => low.min(0.0)..if high > 0.0 { high * 1.05 } else { 1.0 },
        // A bar that begins where the axis does would not be seen.
        Scale::Log => (low - 0.05).floor()..high.ceil().max(low.floor() + 1.0),
    }
}

fn ticks(scale: Scale, span: &Range<f64>) -> usize {
    let decades = (0..30).take_while(|decade| f64::from(*decade) <= span.end - span.start).count();
    if scale == Scale::Log { decades.max(2) } else { 9 }
}

fn scaled(scale: Scale, value: f64) -> f64 {
    if scale == Scale::Log { value.log10() } else { value }
}

fn back(scale: Scale, at: f64) -> f64 {
    if scale == Scale::Log { 10f64.powf(at) } else { at }
}

/// An index on the axis of the groups.
fn position(index: usize) -> f64 {
    u32::try_from(index).map_or(f64::INFINITY, f64::from)
}

/// The group that stands here, when one does.
fn name(groups: &[String], at: f64) -> String {
    let here = groups.iter().enumerate().find(|(index, _)| (position(*index) - at).abs() < 1e-6);
    here.map_or_else(String::new, |(_, name)| name.clone())
}

/// Three digits at most, and a letter for thousands.
fn number(value: f64) -> String {
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
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::{number, span, svg};
    use crate::plot::{Plot, Scale, Series, Shape};

    fn plot(shape: Shape, y_scale: Scale) -> Plot {
        let points = vec![(0.0, 1.0), (1.0, 1000.0)];
        let ours = Series { name: "ours <1>".to_owned(), ours: true, points };
        let peer = Series { name: "peer".to_owned(), ours: false, points: vec![(1.0, 30.0)] };
        let (title, y_label) = ("A title".to_owned(), "ns".to_owned());
        Plot { file: "f".to_owned(), title, y_label, y_scale, shape, series: vec![ours, peer] }
    }

    #[test]
    fn every_shape_names_all_there_is_to_read() {
        let groups = vec!["first".to_owned(), "second".to_owned()];
        let lines = Shape::Lines { x_label: "first, second".to_owned(), x_scale: Scale::Linear };
        for shape in [Shape::Bars { groups }, lines] {
            for scale in [Scale::Linear, Scale::Log] {
                let text = svg(&plot(shape.clone(), scale)).unwrap();
                for word in ["A title", "ns", "first", "second", "ours &lt;1&gt;", "peer"] {
                    assert!(text.contains(word), "{word} in {shape:?}, {scale:?}:\n{text}");
                }
            }
        }
    }

    #[test]
    fn a_logarithmic_axis_ends_at_powers_of_ten() {
        assert_eq!(span(Scale::Log, [2.0, 500.0].into_iter()), 0.0..3.0);
        assert_eq!(span(Scale::Linear, [2.0, 500.0].into_iter()), 0.0..525.0);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.25, 12.0, 999.0, 1000.0, 1.5e6, 10f64.powf(3.0)].map(number);
        assert_eq!(texts, ["0", "0.25", "12", "999", "1k", "1.5M", "1k"]);
    }
}
