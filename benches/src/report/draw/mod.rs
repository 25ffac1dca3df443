//! Draws a plot as SVG: the data on the left, and the legend to the right of it, not over it.
#![forbid(unsafe_code)]

mod axis;
mod shapes;

use plotters::coord::Shift;
use plotters::element::{Circle, DynElement, IntoDynElement as _, PathElement, Text};
use plotters::prelude::{
    Color as _, DrawingArea, IntoDrawingArea as _, IntoFont as _, Palette as _, Palette99,
    RGBColor, SVGBackend, WHITE,
};

use crate::plot::{Plot, Series, Shape};

const SIZE: (u32, u32) = (1000, 460);
/// Height of each name's row in a plot of dots, in pixels.
const LANE: u32 = 44;
/// Width of the legend.
const LEGEND: u32 = 290;
const LINE: i32 = 20;

type Failure = Box<dyn std::error::Error>;
type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;

/// The picture as a whole SVG document, with a description for readers who can't see it.
pub(super) fn svg(plot: &Plot) -> Result<String, Failure> {
    let mut text = String::new();
    let lanes = match &plot.shape {
        Shape::Dots { names, .. } => u32::try_from(names.len())?,
        Shape::Lines { .. } | Shape::Bars { .. } => 0,
    };
    let legend = u32::try_from(plot.series.len())? * LINE.unsigned_abs();
    let height = SIZE.1.max(LANE * lanes + 110).max(legend + 80);
    {
        let area = SVGBackend::with_string(&mut text, (SIZE.0, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let area = area.titled(&plot.title, ("sans-serif", 20))?;
        let (data, names) = area.split_horizontally(SIZE.0 - LEGEND);
        match &plot.shape {
            Shape::Lines { x_label, x_scale } => shapes::lines(&data, plot, x_label, *x_scale)?,
            Shape::Bars { groups } => shapes::bars(&data, plot, groups)?,
            Shape::Dots { names, x_label } => shapes::dots(&data, plot, names, x_label)?,
        }
        legend_of(&names, &plot.series)?;
        area.present()?;
    }
    Ok(described(&text, plot))
}

/// Adds a title and a description to the document itself.
fn described(svg: &str, plot: &Plot) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (title, words) = (escaped(&plot.title), escaped(&plot.alt()));
    match svg.find("<svg ").and_then(|at| Some(at + svg[at..].find('>')? + 1)) {
        Some(inside) => {
            let (head, rest) = svg.split_at(inside);
            let head = head.replacen("<svg ", "<svg role=\"img\" ", 1);
            format!("{head}\n<title>{title}</title>\n<desc>{words}</desc>{rest}")
        }
        None => svg.to_owned(),
    }
}

fn legend_of(area: &Area<'_>, series: &[Series]) -> Result<(), Failure> {
    let style = ("sans-serif", 14).into_font();
    for (index, series) in series.iter().enumerate() {
        let y = 16 + LINE * i32::try_from(index)?;
        area.draw(&key((12, y), color(index), series.ours))?;
        area.draw(&Text::new(series.name.clone(), (46, y - 7), style.clone()))?;
    }
    Ok(())
}

/// Ours is filled with a solid line, a peer is hollow with a dashed line, so that they can be told
/// apart without colours.
fn key<'e>(
    (x, y): (i32, i32),
    color: RGBColor,
    ours: bool,
) -> DynElement<'e, SVGBackend<'e>, (i32, i32)> {
    if ours {
        return (plotters::element::EmptyElement::at((x, y))
            + PathElement::new([(0, 0), (26, 0)], color.stroke_width(3))
            + Circle::new((13, 0), 4, color.filled()))
        .into_dyn();
    }
    (plotters::element::EmptyElement::at((x, y))
        + PathElement::new([(0, 0), (8, 0)], color.stroke_width(2))
        + PathElement::new([(18, 0), (26, 0)], color.stroke_width(2))
        + Circle::new((13, 0), 4, color.stroke_width(2)))
    .into_dyn()
}

/// The library's palette, with colours darkened that are too light for a white background: each
/// series has its own colour.
fn color(index: usize) -> RGBColor {
    let (red, green, blue) = Palette99::COLORS[index % Palette99::COLORS.len()];
    let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 175_000;
    let darkened = |part: u8| if light { part / 5 * 3 } else { part };
    RGBColor(darkened(red), darkened(green), darkened(blue))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use std::collections::HashSet;

    use super::{color, svg};
    use crate::plot::{Plot, Point, Scale, Series, Shape};

    fn plot(shape: Shape, y_scale: Scale) -> Plot {
        let point = |x, y: f64| Point { x, y, low: 0.9 * y, high: 1.1 * y };
        let points = vec![point(0.0, 1.0), point(1.0, 1000.0)];
        let ours = Series { name: "ours <1>".to_owned(), ours: true, points };
        let points = vec![point(1.0, 30.0)];
        let peer = Series { name: "peer".to_owned(), ours: false, points };
        let (title, y_label) = ("A title".to_owned(), "ns".to_owned());
        Plot { file: "f".to_owned(), title, y_label, y_scale, shape, series: vec![ours, peer] }
    }

    #[test]
    fn every_shape_names_all_there_is_to_read() {
        let names = vec!["first".to_owned(), "second".to_owned()];
        let lines = Shape::Lines { x_label: "first, second".to_owned(), x_scale: Scale::Linear };
        let dots = Shape::Dots { names: names.clone(), x_label: "ns".to_owned() };
        for shape in [Shape::Bars { groups: names }, dots, lines] {
            for scale in [Scale::Linear, Scale::Log] {
                let text = svg(&plot(shape.clone(), scale)).unwrap();
                for word in ["A title", "ns", "first", "second", "ours &lt;1&gt;", "peer", "<desc>"]
                {
                    assert!(text.contains(word), "{word} in {shape:?}, {scale:?}:\n{text}");
                }
            }
        }
    }

    #[test]
    fn a_series_has_a_colour_of_its_own() {
        let colors: HashSet<_> =
            (0..20).map(color).map(|color| (color.0, color.1, color.2)).collect();
        assert_eq!(colors.len(), 20);
    }
}
