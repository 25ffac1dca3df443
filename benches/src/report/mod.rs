//! The report: one page in Markdown, and a picture for each plot.
#![forbid(unsafe_code)]

mod baseline;
mod draw;
mod machine;
mod page;

pub use baseline::Ratios;

use std::fmt::Display;
use std::path::{Path, PathBuf};

use crate::groups::{Findings, Group};
use crate::plot::Plot;

/// Writes `performance.md` and `plots/*.svg` into `directory`, and returns the
/// path of the page.
///
/// # Errors
/// A message for the user, when a file can't be written.
pub fn write(
    directory: &Path,
    command: &str,
    sections: &[(&Group, Findings)],
) -> Result<PathBuf, String> {
    redraw(directory, sections.iter().flat_map(|(_, findings)| &findings.plots))?;
    let path = directory.join("performance.md");
    let page = page::markdown(&machine::describe(), command, sections);
    std::fs::write(&path, page).map_err(|error| told(&path, &error))?;
    Ok(path)
}

/// Writes `plots/*.svg` into `directory`.
///
/// # Errors
/// A message for the user, when a file can't be written.
pub fn redraw<'p>(
    directory: &Path,
    plots: impl IntoIterator<Item = &'p Plot>,
) -> Result<(), String> {
    let folder = directory.join("plots");
    std::fs::create_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    for plot in plots {
        let path = folder.join(&plot.file).with_extension("svg");
        let picture = draw::svg(plot).map_err(|error| told(&path, &error))?;
        std::fs::write(&path, picture).map_err(|error| told(&path, &error))?;
    }
    Ok(())
}

fn told(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}
