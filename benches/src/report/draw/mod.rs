//! Draws a plot as SVG: the data on the left, and the legend to the right of it, not over it.
#![forbid(unsafe_code)]

mod axis;
mod shapes;

use plotters::coord::Shift;
use plotters::element::{Circle, DynElement, IntoDynElement as _, PathElement, Text};
use plotters::prelude::{
    Color as _, DrawingArea, IntoDrawingArea as _, IntoFont as _, RGBColor, SVGBackend, WHITE,
};

use crate::plot::{Plot, Shape};

const SIZE: (u32, u32) = (1000, 460);
/// Height of each name's row in a plot of dots, in pixels.
const LANE: u32 = 44;
/// Width of the legend.
const LEGEND: u32 = 290;
const LINE: i32 = 20;
/// Lines of the caption below the legend.
const CAPTION: i32 = 5;

type Failure = Box<dyn std::error::Error>;
type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;

/// The picture as a whole SVG document, with a description for readers who can't see it. `measured` is
/// where and when.
pub(super) fn svg(plot: &Plot, measured: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let lanes = match &plot.shape {
        Shape::Dots { .. } => u32::try_from(plot.rows_with_figures().len())?,
        Shape::Lines { .. } => 0,
    };
    let legend = (i32::try_from(plot.series.len())? + CAPTION) * LINE;
    let height = SIZE.1.max(LANE * lanes + 110).max(legend.unsigned_abs() + 80);
    {
        let area = SVGBackend::with_string(&mut text, (SIZE.0, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let area = area.titled(&plot.title, ("sans-serif", 20))?;
        let (data, names) = area.split_horizontally(SIZE.0 - LEGEND);
        match &plot.shape {
            Shape::Lines { x_label, x_scale } => shapes::lines(&data, plot, x_label, *x_scale)?,
            Shape::Dots { names, x_label } => shapes::dots(&data, plot, names, x_label)?,
        }
        legend_of(&names, plot, measured)?;
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

fn legend_of(area: &Area<'_>, plot: &Plot, measured: &str) -> Result<(), Failure> {
    let style = ("sans-serif", 14).into_font();
    for (index, series) in plot.series.iter().enumerate() {
        let y = 16 + LINE * i32::try_from(index)?;
        area.draw(&key((12, y), color(plot, index), series.ours))?;
        let name =
            if series.ours { format!("codec: {}", series.name) } else { series.name.clone() };
        area.draw(&Text::new(name, (46, y - 7), style.clone()))?;
    }
    let mut points = plot.series.iter().flat_map(|series| &series.points);
    let captions = if points.any(|point| point.low < point.high) {
        [
            "Lower is better.",
            "A mark is a median; the line across it spans",
            "the quartiles. Filled: codec. Hollow: its peers.",
            measured,
        ]
    } else {
        ["Lower is better.", "A mark is one figure.", "Filled: codec. Hollow: its peers.", measured]
    };
    let style = ("sans-serif", 12).into_font();
    for (line, text) in captions.into_iter().enumerate() {
        let y = 16 + LINE * i32::try_from(plot.series.len() + 1 + line)?;
        area.draw(&Text::new(text.to_owned(), (12, y - 7), style.clone()))?;
    }
    Ok(())
}

/// Ours is filled with a solid line, a peer is hollow with a dashed line, so that they can be
/// distinguished without colours.
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

/// Ours are shades of red in every picture.
const OURS: [RGBColor; 5] = [
    RGBColor(214, 39, 40),
    RGBColor(110, 0, 10),
    RGBColor(255, 130, 110),
    RGBColor(255, 0, 120),
    RGBColor(160, 80, 20),
];

/// Peers have other colours that can be distinguished on white, the most different ones first.
const PEERS: [RGBColor; 12] = [
    RGBColor(31, 119, 220),  // blue
    RGBColor(20, 140, 50),   // green
    RGBColor(255, 140, 0),   // orange
    RGBColor(125, 40, 190),  // purple
    RGBColor(0, 170, 190),   // turquoise
    RGBColor(110, 115, 0),   // olive
    RGBColor(20, 20, 120),   // navy
    RGBColor(240, 60, 220),  // magenta
    RGBColor(0, 85, 75),     // dark teal
    RGBColor(130, 200, 40),  // light green
    RGBColor(125, 125, 135), // grey
    RGBColor(200, 165, 60),  // sand
];

/// The colour of a series: the next one of its kind.
fn color(plot: &Plot, index: usize) -> RGBColor {
    let ours = plot.series[index].ours;
    let before = plot.series[..index].iter().filter(|series| series.ours == ours).count();
    if ours { OURS[before % OURS.len()] } else { PEERS[before % PEERS.len()] }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use plotters::prelude::RGBColor;

    use super::{OURS, PEERS};
    use crate::plot::{Plot, Point, Scale, Series, Shape};

    fn svg(plot: &Plot) -> Result<String, super::Failure> {
        super::svg(plot, "here, today")
    }

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
        for shape in [dots, lines] {
            for scale in [Scale::Linear, Scale::Log] {
                let text = svg(&plot(shape.clone(), scale)).unwrap();
                for word in [
                    "A title",
                    "ns",
                    "first",
                    "second",
                    "codec: ours &lt;1&gt;",
                    "peer",
                    "<desc>",
                    "Lower is better.",
                    "here, today",
                ] {
                    assert!(text.contains(word), "{word} in {shape:?}, {scale:?}:\n{text}");
                }
            }
        }
    }

    #[test]
    fn colours_of_series_differ() {
        let colors = [&OURS[..], &PEERS].concat();
        for (index, one) in colors.iter().enumerate() {
            for other in &colors[..index] {
                assert!(distance(*one, *other) > 90.0, "{one:?}, {other:?}");
            }
        }
    }

    /// Difference of two colours in looks, by the usual approximation that weighs the channels by
    /// the mean of red: that of black and white is 765.
    fn distance(one: RGBColor, other: RGBColor) -> f64 {
        let apart = |one: u8, other: u8| (f64::from(one) - f64::from(other)).powi(2);
        let red = f64::midpoint(f64::from(one.0), f64::from(other.0));
        let (r, g, b) = (apart(one.0, other.0), apart(one.1, other.1), apart(one.2, other.2));
        ((2.0 + red / 256.0) * r + 4.0 * g + (2.0 + (255.0 - red) / 256.0) * b).sqrt()
    }

    #[test]
    fn a_row_without_figures_is_left_out() {
        let names = ["first", "second", "third"].map(str::to_owned).to_vec();
        let plot = plot(Shape::Dots { names, x_label: "ns".to_owned() }, Scale::Log);
        let text = svg(&plot).unwrap();
        assert!(text.contains("second") && !text.contains("third"), "{text}");
    }

    #[test]
    fn a_figure_far_off_is_at_the_edge_and_says_its_value() {
        let names = ["first", "second"].map(str::to_owned).to_vec();
        let mut plot = plot(Shape::Dots { names, x_label: "ns".to_owned() }, Scale::Log);
        let far = 123_456.0;
        plot.series[1].points[0] = Point { x: 1.0, y: far, low: far, high: far };
        plot.series[0].points[1].y = 3.0;
        plot.series[0].points[1].high = 3.0;
        let text = svg(&plot).unwrap();
        assert!(text.contains("123k \u{2192}"), "{text}");
        assert!(!text.contains("\n100k\n"), "{text}");
    }

    #[test]
    fn figures_next_to_a_picture_have_a_line_each() {
        let names = vec!["first".to_owned(), "a \"second\"".to_owned()];
        let dots = plot(Shape::Dots { names, x_label: "ns".to_owned() }, Scale::Log);
        let text = "series,x,\"ns\",first quartile,third quartile\n\
                    \"ours <1>\",\"first\",1.0000,0.9000,1.1000\n\
                    \"ours <1>\",\"a \"\"second\"\"\",1000.0000,900.0000,1100.0000\n\
                    \"peer\",\"a \"\"second\"\"\",30.0000,27.0000,33.0000\n";
        assert_eq!(dots.csv(), text);
        let lines = Shape::Lines { x_label: "n".to_owned(), x_scale: Scale::Linear };
        assert!(plot(lines, Scale::Log).csv().ends_with("\"peer\",1,30.0000,27.0000,33.0000\n"));
    }
}
