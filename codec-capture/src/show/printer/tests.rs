use std::sync::mpsc;

use super::*;

/// Writes nothing before it is allowed to, and keeps what it is given.
struct Gate {
    open: mpsc::Receiver<()>,
    is_open: bool,
    written: Arc<Mutex<String>>,
}

impl Write for Gate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_open = self.is_open || self.open.recv().is_ok();
        let text = std::str::from_utf8(bytes).expect("lines are text");
        self.written.lock().expect("no panic").push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes longer than lines take to be made, so that threads wait for it.
struct Slow(Arc<Mutex<String>>);

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        thread::sleep(Duration::from_millis(2));
        let text = std::str::from_utf8(bytes).expect("lines are text");
        self.0.lock().expect("no panic").push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn gated() -> (Printer, mpsc::Sender<()>, Arc<Mutex<String>>) {
    let (open, gate) = mpsc::channel();
    let written = Arc::new(Mutex::new(String::new()));
    let gate = Gate { open: gate, is_open: false, written: Arc::clone(&written) };
    (Printer::new("the gate", gate, None), open, written)
}

#[test]
fn lines_that_have_no_room_are_dropped_and_counted_where_they_are_missing() {
    const LINES: usize = Printer::CAPACITY / 100 * 3;
    let (printer, open, written) = gated();
    for number in 0..LINES {
        printer.offer(format_args!("{number:099}")).expect("it has not failed");
    }
    open.send(()).expect("it is waiting");
    printer.flush().expect("it has not failed");
    printer.print("the last").expect("it has not failed");
    printer.flush().expect("it has not failed");
    let written = written.lock().expect("no panic");
    let lines: Vec<_> = written.lines().collect();
    let (kept, rest) = lines.split_at(lines.len() - 2);
    assert_eq!(kept.len(), Printer::CAPACITY / 100);
    for (number, line) in kept.iter().enumerate() {
        assert_eq!(line.parse(), Ok(number));
    }
    let dropped = LINES - kept.len();
    let report = format!("the gate was not read in time: {dropped} lines were dropped");
    assert_eq!(rest, [&*report, "the last"]);
}

#[test]
fn lines_that_may_wait_are_not_dropped() {
    const LINES: usize = Printer::CAPACITY / 100 * 3;
    let (printer, open, written) = gated();
    let opener = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        open.send(())
    });
    for number in 0..LINES {
        let patience = Duration::from_mins(1);
        printer.offer_within(format_args!("{number:099}"), patience).expect("it has not failed");
    }
    printer.flush().expect("it has not failed");
    opener.join().expect("no panic").expect("it is waiting");
    let written = written.lock().expect("no panic");
    assert!(written.lines().map(str::parse).eq((0..LINES).map(Ok)));
}

#[test]
fn a_stalled_reader_costs_one_wait() {
    let (printer, open, _) = gated();
    let (start, patience) = (Instant::now(), Duration::from_millis(200));
    for _ in 0..Printer::CAPACITY / 10 {
        printer.offer_within("a line of some length", patience).expect("it has not failed");
    }
    assert!((patience..patience * 25).contains(&start.elapsed()));
    drop(open);
}

#[test]
fn a_closed_pipe_is_an_error_for_all_later_lines() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let printer = Printer::new("a pipe", Closed, None);
    let (sender, called) = mpsc::channel();
    printer.on_failure(move || sender.send(()).expect("it waits"));
    printer.print("into nothing").expect("it is not known yet");
    called.recv().expect("it is called");
    let broken = |outcome: io::Result<()>| outcome.unwrap_err().kind();
    assert_eq!(broken(printer.flush()), io::ErrorKind::BrokenPipe);
    assert_eq!(broken(printer.print("more")), io::ErrorKind::BrokenPipe);
    assert_eq!(broken(printer.offer("more")), io::ErrorKind::BrokenPipe);
    let (sender, called) = mpsc::channel();
    printer.on_failure(move || sender.send(()).expect("it waits"));
    called.try_recv().expect("it is called at once");
}

/// Threads print at once, for whose lines there is no room together: the lines of each are there once
/// and in order, and no more are queued than there is room for.
#[test]
fn lines_of_threads_are_whole_and_within_the_capacity() {
    const THREADS: usize = 4;
    const LINES: usize = 100;
    // Three of these have room.
    let width = Printer::CAPACITY / 3 - 3;
    let written = Arc::new(Mutex::new(String::new()));
    let printer = Printer::new("a slow reader", Slow(Arc::clone(&written)), None);
    let print = &|thread: usize| {
        for number in 0..LINES {
            printer.print(format_args!("{thread} {number:0width$}")).expect("it has not failed");
            let bytes = printer.0.lock().bytes;
            assert!(bytes <= Printer::CAPACITY, "{bytes} are queued");
        }
    };
    thread::scope(|scope| {
        (0..THREADS).for_each(|thread| drop(scope.spawn(move || print(thread))));
    });
    printer.flush().expect("it has not failed");
    let written = written.lock().expect("no panic");
    let mut next = [0; THREADS];
    for line in written.lines() {
        let (thread, number) = line.split_once(' ').expect("two numbers");
        let next = &mut next[thread.parse::<usize>().expect("a thread")];
        assert_eq!(number.parse(), Ok(*next), "of thread {thread}");
        *next += 1;
    }
    assert_eq!(next, [LINES; THREADS]);
}

/// All that wait are woken: for room, and for the end.
#[test]
fn threads_that_wait_are_all_woken() {
    for round in 0..20 {
        let (printer, open, written) = gated();
        // One line more than there is room for, of each thread.
        printer.print("x".repeat(Printer::CAPACITY - 1)).expect("it has not failed");
        let (done, ends) = mpsc::channel();
        for thread in 0..4 {
            let (printer, done) = (printer.clone(), done.clone());
            thread::spawn(move || {
                if thread % 2 == 0 {
                    printer.print("and more").expect("it has not failed");
                }
                printer.flush().expect("it has not failed");
                done.send(thread).expect("it waits");
            });
        }
        thread::sleep(Duration::from_millis(5));
        open.send(()).expect("it is waiting");
        for _ in 0..4 {
            let end = ends.recv_timeout(Duration::from_secs(20));
            end.unwrap_or_else(|_| panic!("round {round}: a thread still waits"));
        }
        assert_eq!(written.lock().expect("no panic").matches("and more").count(), 2);
    }
}
