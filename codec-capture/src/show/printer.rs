//! Lines for standard output and standard error that keep no server waiting.

use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Printable;

/// Prints lines from a thread of its own, in order.
///
/// A program that writes to a pipe which is not read waits in that write: on a thread that serves
/// many connections, it keeps all of them waiting. A printer queues lines instead, [printable] ones, up to
/// [`CAPACITY`](Self::CAPACITY) bytes. [`print`](Self::print) waits for room;
/// [`offer`](Self::offer) drops the line when there is none. How many lines were dropped is
/// reported on standard error as soon as half of the queue is free again.
///
/// [`flush`](Self::flush) before the program ends prints what is still queued.
///
/// [printable]: Printable
///
/// ```
/// use codec_capture::show::Printer;
/// let out = Printer::stdout();
/// out.print("listening on 127.0.0.1:3336")?;
/// out.offer(format_args!("{} shares", 3))?;
/// out.flush()?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Printer(Arc<Shared>);

struct Shared {
    /// The name of the stream in reports.
    name: &'static str,
    /// The printer that reports dropped lines; this printer itself, if there is none.
    reports: Option<Printer>,
    state: Mutex<State>,
    /// A line was queued.
    queued: Condvar,
    /// Lines were written, or writing failed.
    written: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    /// Bytes of the lines, and of those that are being written.
    bytes: usize,
    /// Lines are dropped until half of the queue is free.
    is_dropping: bool,
    /// Dropped lines that are not reported yet.
    dropped: u64,
    failure: Option<(io::ErrorKind, Option<i32>)>,
    on_failure: Option<Box<dyn FnOnce() + Send>>,
}

/// Bytes that are written with one call, unless a line is longer.
const PIECE: usize = 16 * 1024;

impl Printer {
    /// Bytes that are queued at most; a longer line is queued alone.
    pub const CAPACITY: usize = 128 * 1024;

    /// The program's standard output.
    #[must_use]
    pub fn stdout() -> &'static Self {
        static STDOUT: OnceLock<Printer> = OnceLock::new();
        let reports = || Some(Self::stderr().clone());
        STDOUT.get_or_init(|| Self::new("standard output", io::stdout(), reports()))
    }

    /// The program's standard error.
    #[must_use]
    pub fn stderr() -> &'static Self {
        static STDERR: OnceLock<Printer> = OnceLock::new();
        STDERR.get_or_init(|| Self::new("standard error", io::stderr(), None))
    }

    /// Prints to `stream`; reports dropped lines to another printer, or among its own lines.
    fn new(name: &'static str, stream: impl Write + Send + 'static, reports: Option<Self>) -> Self {
        let shared = Shared {
            name,
            reports,
            state: Mutex::default(),
            queued: Condvar::new(),
            written: Condvar::new(),
        };
        let printer = Self(Arc::new(shared));
        let shared = Arc::clone(&printer.0);
        let started = thread::Builder::new().name(name.into()).spawn(move || shared.write(stream));
        if let Err(error) = started {
            printer.0.fail(&error);
        }
        printer
    }

    /// Prints a line; waits while the queue is full.
    ///
    /// # Errors
    /// The error that an earlier line met: nothing can be printed any more.
    pub fn print(&self, line: impl Display) -> io::Result<()> {
        self.0.put(&line, None)
    }

    /// Prints a line, or drops it while the queue is full. It never waits.
    ///
    /// # Errors
    /// The error that an earlier line met: nothing can be printed any more.
    pub fn offer(&self, line: impl Display) -> io::Result<()> {
        self.0.put(&line, Some(Duration::ZERO))
    }

    /// Prints a line; waits while the queue is full, at most this long. After a wait in vain, lines
    /// are dropped without a wait until half of the queue is free: a reader that reads
    /// gets all lines, and one that does not costs one wait.
    ///
    /// # Errors
    /// The error that an earlier line met: nothing can be printed any more.
    pub fn offer_within(&self, line: impl Display, patience: Duration) -> io::Result<()> {
        self.0.put(&line, Some(patience))
    }

    /// Waits until all lines are written.
    ///
    /// # Errors
    /// The error that a line met.
    pub fn flush(&self) -> io::Result<()> {
        let mut state = self.0.lock();
        while state.failure.is_none() && (state.bytes > 0 || state.dropped > 0) {
            state = self.0.written.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.check()
    }

    /// Has `act` called when printing fails, such as when the reader of a pipe has closed it; at
    /// once when it has failed already. It replaces what was to be called before.
    pub fn on_failure(&self, act: impl FnOnce() + Send + 'static) {
        let mut state = self.0.lock();
        if state.failure.is_none() {
            state.on_failure = Some(Box::new(act));
        } else {
            drop(state);
            act();
        }
    }
}

impl fmt::Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Printer").field("name", &self.0.name).finish_non_exhaustive()
    }
}

impl State {
    fn check(&self) -> io::Result<()> {
        match self.failure {
            None => Ok(()),
            Some((_, Some(code))) => Err(io::Error::from_raw_os_error(code)),
            Some((kind, None)) => Err(kind.into()),
        }
    }

    fn has_room(&self, len: usize) -> bool {
        self.bytes == 0 || self.bytes + len <= Printer::CAPACITY
    }

    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push_back(line);
    }
}

impl Shared {
    /// A panic elsewhere leaves a queue that can be printed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a line. Waits for room, at most for `patience` if that is given.
    fn put(&self, line: &impl Display, patience: Option<Duration>) -> io::Result<()> {
        let line = format!("{}\n", Printable(line));
        let mut state = self.lock();
        let until = patience.map(|patience| Instant::now() + patience);
        loop {
            state.check()?;
            if state.has_room(line.len()) && (!state.is_dropping || until.is_none()) {
                // Lines that were dropped came before this one.
                self.report(&mut state);
                state.push(line);
                self.queued.notify_one();
                return Ok(());
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero() || state.is_dropping) {
                state.is_dropping = true;
                state.dropped += 1;
                return Ok(());
            }
            state = match left {
                None => self.written.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(left) => {
                    self.written.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Reports how many lines were dropped, if any.
    fn report(&self, state: &mut State) {
        if state.dropped == 0 {
            return;
        }
        let (name, dropped) = (self.name, state.dropped);
        let line = format!("{name} was not read in time: {dropped} lines were dropped\n");
        match &self.reports {
            None => state.push(line),
            Some(printer) => {
                // While there is no room, they are counted on. Without a reader, there is no report.
                let mut reports = printer.0.lock();
                if reports.failure.is_none() {
                    if !reports.has_room(line.len()) {
                        return;
                    }
                    reports.push(line);
                    printer.0.queued.notify_one();
                }
            }
        }
        state.dropped = 0;
    }

    /// Writes lines as they come, until writing fails.
    fn write(&self, mut stream: impl Write) {
        let mut piece = String::new();
        loop {
            self.take(&mut piece);
            if let Err(error) = stream.write_all(piece.as_bytes()).and_then(|()| stream.flush()) {
                return self.fail(&error);
            }
            let mut state = self.lock();
            state.bytes -= piece.len();
            if state.bytes <= Printer::CAPACITY / 2 {
                state.is_dropping = false;
                self.report(&mut state);
            }
            self.written.notify_all();
        }
    }

    /// Waits for lines, and moves some of them to `piece`.
    fn take(&self, piece: &mut String) {
        piece.clear();
        let mut state = self.lock();
        while state.lines.is_empty() {
            // Reports that found no room are tried again.
            if state.dropped > 0 {
                self.report(&mut state);
                self.written.notify_all();
                let wait = Duration::from_millis(100);
                let woken = self.queued.wait_timeout(state, wait);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            } else {
                state = self.queued.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        while let Some(line) = state.lines.pop_front() {
            piece.push_str(&line);
            if piece.len() >= PIECE {
                break;
            }
        }
    }

    fn fail(&self, error: &io::Error) {
        let mut state = self.lock();
        state.failure = Some((error.kind(), error.raw_os_error()));
        (state.lines, state.bytes, state.dropped) = (VecDeque::new(), 0, 0);
        let act = state.on_failure.take();
        self.written.notify_all();
        drop(state);
        if let Some(act) = act {
            act();
        }
    }
}

#[cfg(test)]
mod tests;
