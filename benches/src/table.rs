//! A table of figures: one row per operation, one column per candidate, and the
//! ratio of the best peer's figure to ours.

use std::fmt::Write as _;

use codec_core::{Decode, Encode};

use crate::estimate::Estimate;

/// Unit of the figures of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum Unit {
    /// Seconds per operation, printed in ns, µs or ms. Less is better.
    Time,
    /// Operations or frames per second. More is better.
    Rate,
    /// Bytes. Less is better.
    Bytes,
    /// A count, such as allocations per operation. Less is better.
    Count,
}

/// One candidate.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Column {
    /// Its name, with the version for a peer.
    pub name: String,
    /// `true` if it belongs to this project.
    pub ours: bool,
    /// True if it is excluded from the ratios of rows: not a candidate but a bound, or one of ours
    /// that does less than the peers do.
    pub bound: bool,
}

/// One operation, with a figure for each candidate that can do it.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Row {
    /// The operation, and its data.
    pub name: String,
    /// In the order of the columns.
    pub cells: Vec<Option<Estimate>>,
}

/// A promised figure, other than a ratio.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Promise {
    /// The promise, in words.
    pub claim: String,
    /// The measurement, in words.
    pub found: String,
    /// `true` if that keeps the promise.
    pub kept: bool,
    /// The reason, if it is not kept.
    pub why: String,
    /// The figures of the table that decide, if they do.
    pub ratio: Option<Ratio>,
}

/// A promise about the ratio of two figures of a row.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Ratio {
    /// The row's name.
    pub row: String,
    /// The columns of the figure that is divided, and of the one that divides it.
    pub columns: (usize, usize),
    /// The smallest ratio that keeps it.
    pub least: f64,
    /// The largest ratio that keeps it.
    pub most: f64,
}

/// Figures of one run. The ratio of a row compares the best of the peers with
/// the best of ours.
#[derive(Debug, Clone, Encode, Decode)]
pub struct Table {
    /// A heading.
    pub title: String,
    /// Text about what it shows, and what it doesn't.
    pub about: String,
    /// Unit of the figures.
    pub unit: Unit,
    /// The candidates.
    pub columns: Vec<Column>,
    /// The operations.
    pub rows: Vec<Row>,
    /// The minimum ratio that we promise, if any.
    pub target: Option<f64>,
    /// Other promises.
    pub promises: Vec<Promise>,
    /// Why rows may be lost: prefixes of row names, and the reason for each.
    pub reasons: Vec<(String, String)>,
}

impl Table {
    /// A table without rows. The name of a column of this project begins with `*`, that of a bound
    /// with `=`, and with `*=` that of one of ours that does less than the peers do: the row's ratio
    /// is that of equal work, and it has its own.
    #[must_use]
    pub fn new(title: &str, about: &str, unit: Unit, columns: &[&str]) -> Self {
        let columns = columns
            .iter()
            .map(|name| Column {
                name: name.trim_start_matches(['*', '=']).to_owned(),
                ours: name.starts_with('*'),
                bound: name.trim_start_matches('*').starts_with('='),
            })
            .collect();
        let (title, about) = (title.to_owned(), about.to_owned());
        let (rows, promises, reasons) = (Vec::new(), Vec::new(), Vec::new());
        Self { title, about, unit, columns, rows, target: None, promises, reasons }
    }

    /// Sets the minimum ratio that we promise.
    #[must_use]
    pub const fn promising(mut self, ratio: f64) -> Self {
        self.target = Some(ratio);
        self
    }

    /// Adds an operation. A figure is an [`Estimate`], or a number that is exact.
    ///
    /// # Panics
    /// When there are more or fewer cells than columns.
    pub fn row<E: Into<Estimate> + Copy>(&mut self, name: &str, cells: &[Option<E>]) {
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        let cells = cells.iter().map(|cell| cell.map(Into::into)).collect();
        self.rows.push(Row { name: name.to_owned(), cells });
    }

    /// Records whether a promise is kept, and if not, why.
    pub fn promise(&mut self, claim: &str, kept: bool, found: String, why: &str) {
        let (claim, why) = (claim.to_owned(), why.to_owned());
        self.promises.push(Promise { claim, found, kept, why, ratio: None });
    }

    /// Records a promise about two figures of a row, and whether they keep it.
    pub fn promise_ratio(&mut self, claim: &str, ratio: Ratio, why: &str) {
        self.promise(claim, false, String::new(), why);
        if let Some(promise) = self.promises.last_mut() {
            promise.ratio = Some(ratio);
        }
        self.judge();
    }

    /// Judges promises about figures by the figures that the rows have now; one without its figures
    /// is gone.
    pub fn judge(&mut self) {
        let rows = &self.rows;
        self.promises.retain_mut(|promise| {
            let Some(ratio) = &promise.ratio else { return true };
            let cells = rows.iter().find(|row| row.name == ratio.row).map(|row| &row.cells);
            let figure = |column: usize| Some((*cells?.get(column)?)?.median);
            let (over, under) = (figure(ratio.columns.0), figure(ratio.columns.1));
            let (Some(over), Some(under)) = (over, under) else { return false };
            let found = over / under;
            promise.kept = (ratio.least..=ratio.most).contains(&found);
            promise.found = format!("{found:.3} ×");
            true
        });
    }

    /// Records why rows whose names begin with `row` are lost, if they are.
    pub fn because(&mut self, row: &str, why: &str) {
        self.reasons.push((row.to_owned(), why.to_owned()));
    }

    /// Records why one of our columns is behind in rows whose names begin with `row`, where another
    /// of ours is not.
    pub fn because_in(&mut self, column: &str, row: &str, why: &str) {
        self.reasons.push((format!("{column}: {row}"), why.to_owned()));
    }

    /// Returns how many times better our best figure is than the best of the peers.
    #[must_use]
    pub fn ratio(&self, row: &Row) -> Option<f64> {
        self.times_better(self.best(row, true)?.1, self.best(row, false)?.1)
    }

    /// Returns how many times better one of our columns is than the best of the peers; `None` if it
    /// is our only column, whose ratio is the row's.
    #[must_use]
    pub fn own_ratio(&self, row: &Row, column: usize) -> Option<f64> {
        let several = self.columns.iter().filter(|column| column.ours).count() > 1;
        let ours = row.cells[column].filter(|_| several && self.columns[column].ours)?;
        self.times_better(ours.median, self.best(row, false)?.1)
    }

    /// The best of ours or of the peers: its name and figure.
    fn best(&self, row: &Row, ours: bool) -> Option<(&str, f64)> {
        let figures = self.columns.iter().zip(&row.cells);
        let figures = figures.filter(|(column, _)| column.ours == ours && !column.bound);
        let figures =
            figures.filter_map(|(column, cell)| Some((&*column.name, cell.as_ref()?.median)));
        figures.reduce(|best, one| {
            let better = if self.unit == Unit::Rate { one.1 > best.1 } else { one.1 < best.1 };
            if better { one } else { best }
        })
    }

    /// The best of the peers, the best of ours, and the ratio, as cells of a table in Markdown.
    #[must_use]
    pub fn headline(&self, row: &str) -> Option<String> {
        let row = self.rows.iter().find(|known| known.name == row)?;
        let best = |ours| {
            self.best(row, ours)
                .map(|(name, figure)| format!("{name}: {}", self.cell(Some(figure))))
        };
        Some(format!("{} | {} | {}", best(false)?, best(true)?, self.bold(self.ratio(row)?)))
    }

    fn times_better(&self, ours: f64, peer: f64) -> Option<f64> {
        let (large, small) = if self.unit == Unit::Rate { (ours, peer) } else { (peer, ours) };
        (small > 0.0).then(|| large / small)
    }

    /// The widest spread among the figures of a row, as a fraction of its median.
    fn spread(row: &Row) -> Option<f64> {
        let measured = row.cells.iter().flatten().filter(|cell| cell.spread() > 0.0);
        measured.map(|cell| cell.spread() / cell.median).reduce(f64::max)
    }

    /// The rows with a figure: those that no filter has left out.
    fn measured(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.cells.iter().any(Option::is_some))
    }

    /// Rows below the promised ratio, or below one, with the ratio, by the reason, which is empty
    /// when it is unknown: rows, and `COLUMN: row` where another of our columns is not behind.
    fn lost(&self) -> Vec<(&str, Vec<String>)> {
        let mut lost: Vec<(&str, Vec<String>)> = Vec::new();
        let mut add = |name: String, ratio: f64, one_column: bool| {
            // A reason of all rows is none of a column alone.
            let of = |(prefix, _): &&(String, String)| {
                name.starts_with(prefix.as_str()) && !(one_column && prefix.is_empty())
            };
            let why = self.reasons.iter().find(of).map_or("", |(_, why)| why);
            let text = format!("{name} **{} ×**", self.rounded(ratio));
            match lost.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(text),
                None => lost.push((why, vec![text])),
            }
        };
        for row in &self.rows {
            let Some(ratio) = self.ratio(row) else { continue };
            if ratio < self.target.unwrap_or(1.0) {
                add(row.name.clone(), ratio, false);
            }
            for (index, column) in self.columns.iter().enumerate().filter(|_| ratio >= 1.0) {
                if let Some(own) = self.own_ratio(row, index).filter(|own| *own < 1.0) {
                    add(format!("{}: {}", column.name, row.name), own, true);
                }
            }
        }
        lost
    }

    /// The table in Markdown, with lost rows and missed promises in bold.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("### {}\n\n{}\n\n|", self.title, self.about);
        let ratios = self.rows.iter().any(|row| self.ratio(row).is_some());
        let spreads = self.rows.iter().any(|row| Self::spread(row).is_some());
        for column in &self.columns {
            let mark = if column.ours { "**" } else { "" };
            let _ = write!(text, " | {mark}{}{mark}", column.name);
        }
        let more = [(spreads, "spread"), (ratios, "ratio")];
        let more = more.into_iter().filter_map(|(shown, name)| shown.then_some(name));
        for name in more.clone() {
            let _ = write!(text, " | {name}");
        }
        let columns = self.columns.len() + more.count();
        let _ = writeln!(text, " |\n|---{}|", "|--:".repeat(columns));
        for row in self.measured() {
            let _ = write!(text, "| {}", row.name);
            for index in 0..row.cells.len() {
                let _ = write!(text, " | {}", self.marked(row, index));
            }
            if spreads {
                let spread = Self::spread(row).map_or_else(String::new, percent);
                let _ = write!(text, " | {spread}");
            }
            if ratios {
                let ratio = self.ratio(row).map_or_else(String::new, |ratio| self.bold(ratio));
                let _ = write!(text, " | {ratio}");
            }
            text.push_str(" |\n");
        }
        let promises =
            self.promises.iter().map(|Promise { claim, found, kept, why, .. }| match kept {
                true => format!("Promised: {claim}. Kept: {found}."),
                false => format!("Promised: {claim}. **Missed: {found}.** {why}"),
            });
        let least = self.target.unwrap_or(1.0);
        let lost = self.lost().into_iter();
        let lost = lost.map(|(why, rows)| format!("Under {least} ×: {}. {why}", rows.join("; ")));
        for (index, line) in promises.chain(lost).enumerate() {
            let _ = writeln!(text, "{}* {}", if index == 0 { "\n" } else { "" }, line.trim_end());
        }
        text
    }

    /// A ratio, in bold when it is below the promised one, or below one.
    fn bold(&self, ratio: f64) -> String {
        let lost = ratio < self.target.unwrap_or(1.0);
        let mark = if lost { "**" } else { "" };
        format!("{mark}{} ×{mark}", self.rounded(ratio))
    }

    /// A ratio with two digits after the point, or as many more as show on which side of the
    /// promised one it is: 0.998 is not 1.00.
    #[must_use]
    pub fn rounded(&self, ratio: f64) -> String {
        let least = self.target.unwrap_or(1.0);
        let text = |digits: usize| format!("{ratio:.digits$}");
        let shows = |text: &String| {
            let shown: f64 = text.parse().unwrap_or(0.0);
            shown > 0.0 && (shown < least) == (ratio < least)
        };
        (2..6).map(text).find(shows).unwrap_or_else(|| text(6))
    }

    /// A figure with its interval, and with its ratio where several columns are ours.
    fn marked(&self, row: &Row, column: usize) -> String {
        let Some(cell) = row.cells[column] else { return "–".to_owned() };
        let mut text = self.cell(Some(cell.median));
        if cell.spread() > 0.0 {
            let _ = write!(text, " ± {}", percent(cell.sure() / cell.median));
        }
        if let Some(ratio) = self.own_ratio(row, column) {
            let _ = write!(text, " ({})", self.bold(ratio));
        }
        text
    }

    fn cell(&self, figure: Option<f64>) -> String {
        let Some(figure) = figure else { return "–".to_owned() };
        match self.unit {
            Unit::Time if figure < 1e-6 => format!("{:.1} ns", figure * 1e9),
            Unit::Time if figure < 1e-3 => format!("{:.2} µs", figure * 1e6),
            Unit::Time => format!("{:.3} ms", figure * 1e3),
            Unit::Rate if figure >= 1e6 => format!("{:.2} M/s", figure / 1e6),
            Unit::Rate => format!("{figure:.0} /s"),
            Unit::Bytes => format!("{figure:.0}"),
            Unit::Count if figure.fract() == 0.0 => format!("{figure:.0}"),
            Unit::Count => format!("{figure:.3}"),
        }
    }
}

/// A fraction in percent.
fn percent(part: f64) -> String {
    if part < 0.01 { format!("{:.1} %", part * 100.0) } else { format!("{:.0} %", part * 100.0) }
}

#[cfg(test)]
mod tests {
    use super::{Table, Unit};
    use crate::estimate::Estimate;

    #[test]
    fn a_loss_is_in_bold() {
        let mut table = Table::new("t", "a", Unit::Time, &["peer 1", "*ours", "peer 2"]);
        table.row("won", &[Some(3e-9), Some(1e-9), Some(2e-9)]);
        table.row("lost", &[Some(1e-9), Some(2e-9), None]);
        assert_eq!(
            table.rows.iter().map(|row| table.ratio(row)).collect::<Vec<_>>(),
            [Some(2.0), Some(0.5)]
        );
        let text = table.markdown();
        assert!(text.contains("| won | 3.0 ns | 1.0 ns | 2.0 ns | 2.00 × |"), "{text}");
        assert!(text.contains("| lost | 1.0 ns | 2.0 ns | – | **0.50 ×** |"), "{text}");
        assert!(text.ends_with("\n\n* Under 1 ×: lost **0.50 ×**.\n"), "{text}");
        let cells = "peer 1: 1.0 ns | ours: 2.0 ns | **0.50 ×**";
        assert_eq!(table.headline("lost").as_deref(), Some(cells));
    }

    #[test]
    fn a_column_that_is_behind_has_its_own_reason_and_a_ratio_that_shows_it() {
        let mut table = Table::new("Times", "about", Unit::Time, &["peer", "*A", "*B"]);
        table.row("near", &[Some(0.999e-9), Some(0.5e-9), Some(1e-9)]);
        table.row("far", &[Some(1e-9), Some(1e-9), Some(1e-4)]);
        table.row("lost here", &[Some(1e-9), Some(2e-9), Some(3e-9)]);
        table.because("near", "Of the row.");
        table.because("lost", "It counts.");
        table.because_in("B", "far", "Of the column.");
        let text = table.markdown();
        let lost = "* Under 1 ×: B: near **0.999 ×**.\n\
                    * Under 1 ×: B: far **0.00001 ×**. Of the column.\n\
                    * Under 1 ×: lost here **0.50 ×**. It counts.\n";
        assert!(text.ends_with(lost), "{text}");
    }

    #[test]
    fn a_row_that_a_filter_left_out_is_not_shown() {
        let mut table = Table::new("t", "a", Unit::Time, &["peer", "*ours"]);
        table.row("measured", &[Some(3e-9), Some(1e-9)]);
        table.row::<f64>("left out", &[None, None]);
        let text = table.markdown();
        assert!(text.contains("measured") && !text.contains("left out"), "{text}");
    }

    #[test]
    fn a_figure_has_its_interval_its_spread_and_its_own_ratio() {
        let ours =
            Estimate { median: 2e-9, low: 1.9e-9, high: 2.1e-9, first: 1.8e-9, third: 2.2e-9 };
        let mut table = Table::new("t", "a", Unit::Time, &["peer", "*A", "*B"]);
        table.row("r", &[Some(Estimate::exact(3e-9)), Some(ours), Some(Estimate::exact(6e-9))]);
        let text = table.markdown();
        let row = "| r | 3.0 ns | 2.0 ns ± 5 % (1.50 ×) | 6.0 ns (**0.50 ×**) | 20 % | 1.50 × |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("| **B** | spread | ratio |"), "{text}");
    }

    #[test]
    fn a_missed_promise_is_in_bold_with_its_reason() {
        let mut table = Table::new("t", "a", Unit::Count, &["*ours"]);
        table.promise("at most 4", true, "3".to_owned(), "");
        table.promise("none", false, "1".to_owned(), "A count costs one.");
        let text = table.markdown();
        assert!(text.contains("\n\n* Promised: at most 4. Kept: 3.\n"), "{text}");
        assert!(text.ends_with("* Promised: none. **Missed: 1.** A count costs one.\n"), "{text}");
    }

    #[test]
    fn a_bound_is_in_no_ratio() {
        let mut table = Table::new("t", "a", Unit::Time, &["=memcpy", "peer", "*ours"]);
        table.row("copy", &[Some(1e-9), Some(3e-9), Some(2e-9)]);
        assert_eq!(table.ratio(&table.rows[0]), Some(1.5));
    }

    #[test]
    fn one_of_ours_that_does_less_has_its_own_ratio_and_not_the_row() {
        let mut table = Table::new("t", "a", Unit::Time, &["peer", "*owned", "*=borrowed"]);
        table.row("decode", &[Some(4e-9), Some(2e-9), Some(1e-9)]);
        assert_eq!(
            (table.ratio(&table.rows[0]), table.own_ratio(&table.rows[0], 2)),
            (Some(2.0), Some(4.0))
        );
        let cells = "peer: 4.0 ns | owned: 2.0 ns | 2.00 ×";
        assert_eq!(table.headline("decode").as_deref(), Some(cells));
        assert!(table.markdown().contains("| **borrowed** |"), "{}", table.markdown());
    }

    #[test]
    fn more_of_a_rate_is_better() {
        let mut table = Table::new("t", "a", Unit::Rate, &["peer", "*ours"]).promising(5.0);
        table.row("frames", &[Some(1e6), Some(4e6)]);
        assert_eq!(table.ratio(&table.rows[0]), Some(4.0));
        assert!(table.markdown().contains("| 1.00 M/s | 4.00 M/s | **4.00 ×** |"));
    }
}
