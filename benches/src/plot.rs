//! Contents of a plot; drawing is separate.

use std::fmt::Write as _;

use codec_core::{Decode, Encode};

use crate::estimate::Estimate;

/// Scale of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic.
    Log,
}

/// A figure and its position.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
pub struct Point {
    /// The x value, or the index of a name.
    pub x: f64,
    /// The figure.
    pub y: f64,
    /// The first quartile.
    pub low: f64,
    /// The third quartile.
    pub high: f64,
}

impl Point {
    /// A figure in other units: times `scale`.
    #[must_use]
    pub fn of(x: f64, figure: Estimate, scale: f64) -> Self {
        let Estimate { median, first, third, .. } = figure;
        Self { x, y: median * scale, low: first * scale, high: third * scale }
    }

    /// Returns true if the x value is the index of this name.
    fn is_in(&self, row: usize) -> bool {
        u32::try_from(row).is_ok_and(|row| (self.x - f64::from(row)).abs() < 0.5)
    }
}

/// Figures of one candidate.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Series {
    /// The candidate.
    pub name: String,
    /// `true` if it belongs to this project.
    pub ours: bool,
    /// In the order of the x values.
    pub points: Vec<Point>,
}

/// Form of a plot: over a numeric axis, or by name.
#[derive(Debug, Clone, Encode, Decode)]
pub enum Shape {
    /// Lines.
    Lines {
        /// Label of the x axis: the quantity that it counts.
        x_label: String,
        /// Scale of the x axis.
        x_scale: Scale,
    },
    /// A row of dots for each name: for figures on a logarithmic scale, which has no zero for a bar
    /// to begin at. The x value of a point is the index of its name.
    Dots {
        /// The names.
        names: Vec<String>,
        /// Label of the figures: their quantity.
        x_label: String,
    },
}

/// One picture.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Plot {
    /// The file's stem, unique among all plots.
    pub file: String,
    /// The heading.
    pub title: String,
    /// Label of the y axis: quantity and unit of the figures.
    pub y_label: String,
    /// Scale of the figures.
    pub y_scale: Scale,
    /// Lines, bars or dots.
    pub shape: Shape,
    /// The candidates.
    pub series: Vec<Series>,
}

impl Plot {
    /// A description of the picture for readers who can't see it: what it shows, and the range of
    /// each candidate.
    #[must_use]
    pub fn alt(&self) -> String {
        let over = match &self.shape {
            Shape::Lines { x_label, .. } => format!("by {x_label}"),
            Shape::Dots { names, .. } => {
                let names: Vec<&str> =
                    self.rows_with_figures().into_iter().map(|row| names[row].as_str()).collect();
                format!("of {}", names.join("; "))
            }
        };
        let ranges = self.series.iter().filter(|series| !series.points.is_empty()).map(|series| {
            let figures = series.points.iter().map(|point| point.y);
            let low = figures.clone().fold(f64::INFINITY, f64::min);
            let high = figures.fold(0.0, f64::max);
            format!("{} {} to {}", series.name, rounded(low), rounded(high))
        });
        let ranges: Vec<String> = ranges.collect();
        format!("{}: {} {over}. {}.", self.title, self.y_label, ranges.join(", "))
    }

    /// The figures as comma-separated values, a line each, under a line of names.
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut text =
            format!("series,x,{},first quartile,third quartile\n", quoted(&self.y_label));
        for series in &self.series {
            for point @ Point { x, y, low, high } in &series.points {
                let x = match &self.shape {
                    Shape::Lines { .. } => x.to_string(),
                    Shape::Dots { names, .. } => {
                        let row = (0..names.len()).find(|row| point.is_in(*row));
                        quoted(row.map_or("", |row| &names[row]))
                    }
                };
                let name = quoted(&series.name);
                let _ = writeln!(text, "{name},{x},{y:.4},{low:.4},{high:.4}");
            }
        }
        text
    }

    /// The indices of the names of [`Shape::Dots`] for which there is a figure: a row without any
    /// would look like a mistake.
    #[must_use]
    pub fn rows_with_figures(&self) -> Vec<usize> {
        let Shape::Dots { names, .. } = &self.shape else { return Vec::new() };
        let points = || self.series.iter().flat_map(|series| &series.points);
        (0..names.len()).filter(|row| points().any(|point| point.is_in(*row))).collect()
    }
}

/// Rounded to three digits.
fn rounded(figure: f64) -> String {
    if figure >= 100.0 {
        format!("{figure:.0}")
    } else if figure >= 10.0 {
        format!("{figure:.1}")
    } else {
        format!("{figure:.2}")
    }
}
