//! Draws the view: a list of frames, the fields of the selected one, and a line of help.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, List, ListItem, ListState, Paragraph};

use super::log::{Log, Seen};
use super::screen::Screen;

/// Draws all of it.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &mut Screen, log: &Log) {
    let parts = [Constraint::Percentage(55), Constraint::Fill(1), Constraint::Length(1)];
    let [list, fields, foot] = Layout::vertical(parts).areas(frame.area());
    let visible = screen.visible(log);
    let place = screen.place(&visible);
    screen.rows = list.height.saturating_sub(2);
    let shown = visible.len();
    let title = match screen.text.as_str() {
        "" => format!(" {} frames ", log.count()),
        text => format!(" {shown} of {} frames: {text} ", log.count()),
    };
    let mode = if screen.selected.is_none() { " newest " } else { " held " };
    let block = Block::new().borders(Borders::ALL).title(title).title(mode);
    let block = block.title_bottom(format!(" {} ", screen.door));
    // Rows that are out of sight are not built.
    let rows = usize::from(screen.rows.max(1));
    let top = place.map_or(0, |place| (place + 1).saturating_sub(rows));
    let items = visible.iter().skip(top).take(rows);
    let items = items.map(|(_, seen)| ListItem::new(row(seen)));
    let list_of = List::new(items)
        .block(block)
        .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
    let mut state = ListState::default().with_selected(place.map(|place| place - top));
    frame.render_stateful_widget(list_of, list, &mut state);
    let selected = place.and_then(|place| visible.get(place)).map(|(_, seen)| seen);
    draw_fields(frame, fields, screen, selected.map(|seen| &**seen));
    frame.render_widget(Paragraph::new(foot_of(screen, log)), foot);
}

/// One frame on a line, without decoding it.
fn row(seen: &Seen) -> Line<'static> {
    let Seen { seconds, connection, direction, payload, .. } = seen;
    let channel = seen.channel().map_or_else(|| "-".to_owned(), |channel| format!("#{channel}"));
    let text = format!(
        "{seconds:>10.3} @{connection:<4} {} {:<38} {channel:<11} {:>7}",
        direction.arrow(),
        seen.label(),
        payload.len(),
    );
    Line::raw(text)
}

/// The fields of the selected frame: offset, bytes, name and value of each.
fn draw_fields(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen, seen: Option<&Seen>) {
    let block = Block::new().borders(Borders::ALL);
    let Some(seen) = seen else {
        frame.render_widget(block.title(" no frame yet "), area);
        return;
    };
    let inspection = seen.inspect();
    let text = inspection.explanation().dump().to_string();
    let lines = u16::try_from(text.lines().count()).unwrap_or(u16::MAX);
    // Scrolling stops at the end.
    screen.scroll = screen.scroll.min(lines.saturating_sub(area.height.saturating_sub(2)));
    let first = usize::from(screen.scroll);
    let shown = text.lines().skip(first).take(usize::from(area.height));
    let shown: Vec<Line<'_>> = shown.map(Line::raw).collect();
    let title = format!(" {} at byte {} ", inspection.label(), seen.offset);
    frame.render_widget(Paragraph::new(shown).block(block.title(title)), area);
}

/// Line with what can be done, or what is being typed, or the last complaint.
fn foot_of(screen: &Screen, log: &Log) -> Line<'static> {
    if let Some(typed) = &screen.typed {
        let dim = Style::new().add_modifier(Modifier::DIM);
        let help = Span::styled(format!("   {}", screen.filter), dim);
        return Line::from(vec![Span::raw(format!("/{typed}_")), help]);
    }
    match log.notes.back() {
        Some(note) => Line::styled(note.clone(), Style::new().add_modifier(Modifier::BOLD)),
        None => Line::raw(
            "q quit  / filter  Esc all  ↑↓ PgUp PgDn Home select  End newest  ←→ scroll fields",
        ),
    }
}
