//! When a packet was captured.

use std::fmt;

/// The time at which a packet was captured, in UTC.
///
/// ```
/// use codec_capture::Time;
/// let time = Time { seconds: 946_684_801, nanos: 7_000 };
/// assert_eq!(time.to_string(), "2000-01-01T00:00:01.000007Z");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time {
    /// Seconds since 1970.
    pub seconds: u64,
    /// Nanoseconds of the second, below 1,000,000,000.
    pub nanos: u32,
}

/// Date and time with microseconds, as in RFC 3339.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, second) = (self.seconds / 86_400, self.seconds % 86_400);
        // Days since March 1st of the year 0, in eras of 400 years. March is month 0, so that a
        // leap day is the last day of its year.
        let days = days + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = era * 400 + year + next;
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        let micros = self.nanos / 1_000;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let show = |seconds, nanos| Time { seconds, nanos }.to_string();
        assert_eq!(show(0, 1_000), "1970-01-01T00:00:00.000001Z");
        assert_eq!(show(951_782_400, 0), "2000-02-29T00:00:00.000000Z");
        assert_eq!(show(1_767_225_599, 999_999_999), "2025-12-31T23:59:59.999999Z");
    }
}
