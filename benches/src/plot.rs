//! What a plot shows, apart from how it is drawn.

use codec_core::{Decode, Encode};

/// How values lie along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By their logarithm.
    Log,
}

/// Points of one candidate, joined by a line.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Series {
    /// The candidate.
    pub name: String,
    /// Whether it is of this project.
    pub ours: bool,
    /// Abscissa and ordinate.
    pub points: Vec<(f64, f64)>,
}

/// Lines over a numeric axis, or bars in groups.
#[derive(Debug, Clone, Encode, Decode)]
pub enum Shape {
    /// Lines.
    Lines {
        /// What the abscissa counts.
        x_label: String,
        /// How it is scaled.
        x_scale: Scale,
    },
    /// A bar for each series in each of the groups named here; the abscissa of
    /// a point is the index of its group.
    Bars {
        /// The names of the groups.
        groups: Vec<String>,
    },
}

/// One picture.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Plot {
    /// The file's stem, unique among all plots.
    pub file: String,
    /// The heading.
    pub title: String,
    /// What the ordinate counts, with its unit.
    pub y_label: String,
    /// How the ordinate is scaled.
    pub y_scale: Scale,
    /// Lines or bars.
    pub shape: Shape,
    /// The candidates.
    pub series: Vec<Series>,
}
