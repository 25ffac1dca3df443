//! The view of recorded frames, on an in-memory terminal.

use std::ops::Range;

use codec_core::Header as _;
use codec_pool::{FrameReader, Pool};
use codec_stratum::{FrameHeader, Sv2Protocol};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::draw::draw;
use super::log::{Seen, SharedLog};
use super::screen::{Outcome, Screen};
use crate::watch::observer::Direction;

/// The session that is bundled with the program.
const SESSION: &[u8] = include_bytes!("../../../../../protocols/stratum/data/session.sv2");

/// Frames of the session, by turns to the server and to the client.
fn recorded(log: &SharedLog, range: Range<u32>) {
    let mut reader = FrameReader::<Sv2Protocol>::new(Pool::default());
    let mut input = SESSION;
    let mut number = 0;
    while let Some(frame) = reader.read_frame(&mut input).unwrap() {
        if range.contains(&number) {
            let is_odd = number % 2 == 1;
            let direction = if is_odd { Direction::ToClient } else { Direction::ToServer };
            log.push(Seen {
                seconds: number.into(),
                connection: 1 + u64::from(is_odd),
                direction,
                offset: frame.offset(),
                header: frame.header(),
                payload: frame.payload().into(),
            });
        }
        number += 1;
    }
}

struct Watched {
    log: SharedLog,
    screen: Screen,
    terminal: Terminal<TestBackend>,
}

impl Watched {
    fn new(frames: Range<u32>) -> Self {
        let log = SharedLog::default();
        recorded(&log, frames);
        let terminal = Terminal::new(TestBackend::new(100, 24)).unwrap();
        Self { log, screen: Screen::default(), terminal }
    }

    /// Contents of the terminal, line by line.
    fn lines(&mut self) -> Vec<String> {
        let log = self.log.lock();
        self.terminal.draw(|frame| draw(frame, &mut self.screen, &log)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(buffer.area().width));
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
    }

    fn press(&mut self, code: KeyCode) -> Outcome {
        self.screen.press(KeyEvent::new(code, KeyModifiers::NONE), &self.log.lock())
    }

    fn press_often(&mut self, code: KeyCode, times: usize) {
        (0..times).for_each(|_| assert_eq!(self.press(code), Outcome::Stay));
    }

    fn type_in(&mut self, text: &str) {
        self.press(KeyCode::Char('/'));
        text.chars()
            .for_each(|letter| assert_eq!(self.press(KeyCode::Char(letter)), Outcome::Stay));
        self.press(KeyCode::Enter);
    }

    /// The number of the selected frame.
    fn selected(&mut self) -> Option<u64> {
        let log = self.log.lock();
        let visible = self.screen.visible(&log);
        self.screen.place(&visible).map(|place| visible[place].0)
    }

    fn names(&mut self) -> Vec<String> {
        let log = self.log.lock();
        self.screen.visible(&log).iter().map(|(_, seen)| seen.label().to_string()).collect()
    }
}

#[test]
fn the_first_frame_is_shown_with_its_fields() {
    let mut watched = Watched::new(0..1);
    let lines = watched.lines().join("\n");
    assert!(lines.contains(" 1 frames "), "{lines}");
    assert!(lines.contains("0.000 @1    > SetupConnection"), "{lines}");
    assert!(lines.contains("SetupConnection.min_version"), "{lines}");
    assert!(lines.contains("q quit"), "{lines}");
}

#[test]
fn the_newest_is_followed_until_another_is_selected() {
    let mut watched = Watched::new(0..10);
    assert_eq!(watched.selected(), Some(9));
    watched.press(KeyCode::Up);
    assert_eq!(watched.selected(), Some(8));
    recorded(&watched.log, 10..20);
    assert_eq!(watched.selected(), Some(8));
    watched.press(KeyCode::End);
    assert_eq!(watched.selected(), Some(19));
    watched.press(KeyCode::Home);
    assert_eq!(watched.selected(), Some(0));
    watched.press(KeyCode::Up);
    assert_eq!(watched.selected(), Some(0));
    watched.press_often(KeyCode::Char('j'), 19);
    assert_eq!(watched.selected(), Some(19));
    assert_eq!(watched.screen.selected, Some(19));
    watched.press(KeyCode::Down);
    assert_eq!((watched.selected(), watched.screen.selected), (Some(19), None));
}

#[test]
fn a_page_is_what_the_list_has_rows() {
    let mut watched = Watched::new(0..40);
    watched.press(KeyCode::Home);
    let lines = watched.lines();
    let rows = lines.iter().filter(|line| line.contains(" @")).count();
    watched.press(KeyCode::PageDown);
    assert_eq!(watched.selected(), Some(rows as u64 - 1));
}

#[test]
fn frames_are_filtered_by_name_direction_connection_and_channel() {
    let mut watched = Watched::new(0..u32::MAX);
    let all = watched.names().len();
    watched.type_in("setupconn");
    let names = watched.names();
    assert!(!names.is_empty() && names.len() < all);
    assert!(names.iter().all(|name| name.starts_with("SetupConnection")), "{names:?}");
    watched.type_in("\u{8}"); // no name has such a letter
    assert!(watched.names().is_empty());
    assert!(watched.lines().join("\n").contains("no frame yet"));
    watched.press(KeyCode::Esc);
    assert_eq!(watched.names().len(), all);
    watched.type_in(">");
    let to_server = watched.names().len();
    watched.press(KeyCode::Esc);
    watched.type_in("<");
    assert_eq!(to_server + watched.names().len(), all);
    watched.press(KeyCode::Esc);
    watched.type_in("@1");
    assert_eq!(watched.names().len(), to_server);
    watched.press(KeyCode::Esc);
    let channel = {
        let log = watched.log.lock();
        log.frames().find_map(|(_, seen)| seen.channel()).unwrap()
    };
    watched.type_in(&format!("#{channel}"));
    let log = watched.log.lock();
    let visible = watched.screen.visible(&log);
    assert!(!visible.is_empty());
    assert!(visible.iter().all(|(_, seen)| seen.channel() == Some(channel)));
}

#[test]
fn a_filter_is_typed_mended_and_given_up() {
    let mut watched = Watched::new(0..10);
    watched.press(KeyCode::Char('/'));
    "qx".chars().for_each(|letter| assert_eq!(watched.press(KeyCode::Char(letter)), Outcome::Stay));
    watched.press(KeyCode::Backspace);
    assert!(watched.lines().last().unwrap().starts_with("/q_"));
    watched.press(KeyCode::Esc);
    assert_eq!(watched.names().len(), 10);
    assert_eq!(watched.press(KeyCode::Char('q')), Outcome::Quit);
}

#[test]
fn ctrl_c_quits_even_while_a_filter_is_typed() {
    let mut watched = Watched::new(0..1);
    watched.press(KeyCode::Char('/'));
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(watched.screen.press(key, &watched.log.lock()), Outcome::Quit);
}

#[test]
fn fields_are_scrolled_as_far_as_there_are_any() {
    let mut watched = Watched::new(0..1);
    let first = watched.lines();
    watched.press(KeyCode::Right);
    assert_ne!(watched.lines(), first);
    watched.press_often(KeyCode::Right, 100);
    let last = watched.lines();
    let bottom = &last[last.len() - 3];
    assert!(bottom.trim_matches(['│', ' ']).len() > 3, "{bottom:?}");
    watched.press_often(KeyCode::Left, 100);
    assert_eq!(watched.lines(), first);
}

#[test]
fn malformed_frames_and_complaints_are_shown() {
    let mut watched = Watched::new(0..0);
    let header = FrameHeader::parse(&[0, 0, 1, 3, 0, 0]).unwrap();
    let (direction, payload) = (Direction::ToClient, b"\x02\0\0".to_vec().into());
    watched.log.push(Seen { seconds: 1.5, connection: 3, direction, offset: 7, header, payload });
    watched.log.note("sv2: connection 3: gone".to_owned());
    let lines = watched.lines().join("\n");
    assert!(lines.contains("1.500 @3    < SetupConnection.Success"), "{lines}");
    assert!(lines.contains("error: SetupConnection.Success.flags at byte 16"), "{lines}");
    assert!(lines.contains("sv2: connection 3: gone"), "{lines}");
}

#[test]
fn a_small_terminal_is_drawn_on() {
    let mut watched = Watched::new(0..10);
    for (width, height) in [(1, 1), (5, 3), (20, 4), (300, 2)] {
        watched.terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        assert_eq!(watched.lines().len(), usize::from(height));
    }
}
