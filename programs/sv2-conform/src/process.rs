//! Memory and time of a local process, from `/proc`.

use std::fs;
use std::time::Duration;

/// Ticks of a second in `/proc` (`USER_HZ`, the same on all machines that Linux runs on today).
const TICKS: u64 = 100;

/// Bytes of memory that are in use by a process; `None` if there is no such process, or no `/proc`.
pub(crate) fn memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}

/// Time of processors that a process has used.
pub(crate) fn processor_time(pid: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may have any character; user and system time are 11 words after it.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace().skip(11);
    let (user, system): (u64, u64) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some(Duration::from_millis((user + system) * 1000 / TICKS))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::hint::black_box;
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_process_uses_what_it_touches() {
        let pid = std::process::id();
        let before = memory(pid).expect("it runs");
        let touched = black_box(vec![1_u8; 64 << 20]);
        let grown = memory(pid).expect("it runs") - before;
        assert!(grown > 48 << 20, "{grown} bytes more for {}", touched.len());
        let start = Instant::now();
        let before = processor_time(pid).expect("it runs");
        let mut number = 1_u64;
        while processor_time(pid).expect("it runs") < before + Duration::from_millis(30) {
            number = black_box(number.wrapping_mul(3));
            assert!(start.elapsed() < Duration::from_mins(1), "its time does not grow");
        }
        assert_eq!((memory(0), processor_time(0)), (None, None));
    }
}
