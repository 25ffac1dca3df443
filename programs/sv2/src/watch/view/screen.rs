//! The state of the view, and the effect of keys.

use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::filter::Filter;
use super::log::{Log, Seen};

/// State of the view: its filter, selection and scroll position.
#[derive(Debug, Default)]
pub(super) struct Screen {
    /// Line that names the address that clients connect to.
    pub(super) door: String,
    pub(super) filter: Filter,
    /// The filter while it is typed.
    pub(super) typed: Option<String>,
    /// The filter, as it was typed.
    pub(super) text: String,
    /// The number of the selected frame; the newest one when there is none.
    pub(super) selected: Option<u64>,
    /// Lines by which the fields are scrolled.
    pub(super) scroll: u16,
    /// Rows of the list, when it was last drawn.
    pub(super) rows: u16,
}

/// Effect of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Stay,
    Quit,
}

/// Lines by which a page of fields is scrolled.
const PAGE: u16 = 8;

impl Screen {
    /// The frames that the filter takes, oldest first.
    pub(super) fn visible(&self, log: &Log) -> Vec<(u64, Arc<Seen>)> {
        let taken = log.frames().filter(|(_, seen)| self.filter.takes(seen));
        taken.map(|(number, seen)| (number, Arc::clone(seen))).collect()
    }

    /// Index of the selected frame among those; of the next one, if it is gone.
    pub(super) fn place(&self, visible: &[(u64, Arc<Seen>)]) -> Option<usize> {
        let last = visible.len().checked_sub(1)?;
        let Some(selected) = self.selected else { return Some(last) };
        Some(visible.partition_point(|(number, _)| *number < selected).min(last))
    }

    /// Does what a key means.
    pub(super) fn press(&mut self, key: KeyEvent, log: &Log) -> Outcome {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return Outcome::Quit;
        }
        if let Some(typed) = &mut self.typed {
            match key.code {
                KeyCode::Char(letter) => typed.push(letter),
                KeyCode::Backspace => {
                    typed.pop();
                }
                KeyCode::Enter => {
                    self.text = std::mem::take(typed);
                    self.filter = Filter::parse(&self.text);
                    (self.typed, self.scroll) = (None, 0);
                }
                KeyCode::Esc => self.typed = None,
                _ => {}
            }
            return Outcome::Stay;
        }
        let page = i64::from(self.rows.saturating_sub(1).max(1));
        match key.code {
            KeyCode::Char('q') => return Outcome::Quit,
            KeyCode::Char('/') => self.typed = Some(self.text.clone()),
            KeyCode::Esc => {
                (self.filter, self.text) = (Filter::default(), String::new());
                self.scroll = 0;
            }
            KeyCode::Up | KeyCode::Char('k') => self.go(log, -1),
            KeyCode::Down | KeyCode::Char('j') => self.go(log, 1),
            KeyCode::PageUp => self.go(log, -page),
            KeyCode::PageDown => self.go(log, page),
            KeyCode::Home | KeyCode::Char('g') => self.go(log, i64::MIN),
            KeyCode::End | KeyCode::Char('G') => (self.selected, self.scroll) = (None, 0),
            KeyCode::Right | KeyCode::Char('J') => self.scroll = self.scroll.saturating_add(PAGE),
            KeyCode::Left | KeyCode::Char('K') => self.scroll = self.scroll.saturating_sub(PAGE),
            _ => {}
        }
        Outcome::Stay
    }

    /// Selects the frame that is so many further down. One that is selected stays, whatever
    /// comes after it; beyond the last, the newest one is followed again.
    fn go(&mut self, log: &Log, by: i64) {
        let visible = self.visible(log);
        let Some(place) = self.place(&visible) else { return };
        let place = i64::try_from(place).unwrap_or(i64::MAX).saturating_add(by).max(0);
        let found = usize::try_from(place).ok().and_then(|place| visible.get(place));
        self.selected = found.map(|(number, _)| *number);
        self.scroll = 0;
    }
}
