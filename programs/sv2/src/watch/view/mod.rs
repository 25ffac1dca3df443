//! The terminal view of `sv2 watch`: a list with scrolling and filtering, and the fields of the
//! selected frame. Only that one is decoded.

mod draw;
mod filter;
mod log;
#[cfg(all(test, target_os = "linux"))]
mod panics;
mod screen;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal as _};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

pub(super) use log::{Seen, SharedLog};
use screen::{Outcome, Screen};

use crate::failure::{Failure, complain};
use crate::stop::Stopper;

/// Time until a change is drawn.
const TICK: Duration = Duration::from_millis(50);

/// The thread that has the terminal.
#[derive(Debug)]
pub(super) struct View {
    thread: JoinHandle<io::Result<()>>,
    done: Arc<AtomicBool>,
    log: SharedLog,
}

impl View {
    /// Checks that there is a terminal to take over.
    pub(super) fn check() -> Result<(), Failure> {
        if io::stdout().is_terminal() {
            return Ok(());
        }
        Err(Failure::usage("--view", "standard output is no terminal"))
    }

    /// Takes the terminal over, and shows on it where clients connect. A panic on any thread gives it
    /// back, and ends the view.
    pub(super) fn open(
        log: SharedLog,
        door: String,
        stopper: Arc<Stopper>,
    ) -> Result<Self, Failure> {
        let refuse = |error| Failure::new("can't take over the terminal", error);
        let terminal = ratatui::try_init().map_err(refuse)?;
        let done = Arc::new(AtomicBool::new(false));
        let (told, of_thread) = (Arc::clone(&done), log.clone());
        let (restore_and_report, panicked) = (panic::take_hook(), Arc::clone(&done));
        panic::set_hook(Box::new(move |info| {
            panicked.store(true, Ordering::Relaxed);
            restore_and_report(info);
        }));
        let thread = thread::spawn(move || {
            let guard = Restore(stopper);
            let outcome = show(terminal, door, &of_thread, &told);
            drop(guard);
            outcome
        });
        Ok(Self { thread, done, log })
    }

    /// Gives the terminal back, and prints the complaints that had no place on it.
    pub(super) fn close(self) -> Result<(), Failure> {
        self.done.store(true, Ordering::Relaxed);
        // A thread that panicked has reported it.
        let outcome = self.thread.join().unwrap_or(Ok(()));
        self.log.lock().notes.iter().for_each(|note| complain(note));
        outcome.map_err(|error| Failure::new("the terminal", error))
    }
}

/// Gives the terminal back and ends the program, whatever ends the thread.
struct Restore(Arc<Stopper>);

impl Drop for Restore {
    fn drop(&mut self) {
        ratatui::restore();
        self.0.stop();
    }
}

fn show(
    mut terminal: DefaultTerminal,
    door: String,
    log: &SharedLog,
    done: &AtomicBool,
) -> io::Result<()> {
    let mut screen = Screen { door, ..Screen::default() };
    let mut drawn = None;
    while !done.load(Ordering::Relaxed) {
        let round = log.lock().round;
        if drawn != Some(round) {
            // Connections do not wait for the terminal, which is written to after this.
            terminal.draw(|frame| draw::draw(frame, &mut screen, &log.lock()))?;
            drawn = Some(round);
        }
        if !event::poll(TICK)? {
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                if screen.press(key, &log.lock()) == Outcome::Quit {
                    return Ok(());
                }
                drawn = None;
            }
            Event::Resize(..) => drawn = None,
            _ => {}
        }
    }
    Ok(())
}
