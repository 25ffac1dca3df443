//! The report: one page in Markdown, and a picture for each plot.
#![forbid(unsafe_code)]

mod baseline;
mod draw;
mod machine;
mod page;

pub use baseline::Ratios;

use std::path::{Path, PathBuf};

use crate::groups::{Findings, Group};

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
    let plots = directory.join("plots");
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&plots).map_err(|error| told(&plots, &error))?;
    for plot in sections.iter().flat_map(|(_, findings)| &findings.plots) {
        let path = plots.join(&plot.file).with_extension("svg");
        let picture = draw::svg(plot).map_err(|error| told(&path, &error))?;
        std::fs::write(&path, picture).map_err(|error| told(&path, &error))?;
    }
    let path = directory.join("performance.md");
    let page = page::markdown(&machine::describe(), command, sections);
    std::fs::write(&path, page).map_err(|error| told(&path, &error))?;
    Ok(path)
}
