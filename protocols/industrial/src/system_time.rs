//! Times of the system.
#![forbid(unsafe_code)]

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::Time;

/// Units from 1601 to 1970.
const TO_UNIX: u64 = 116_444_736_000_000_000;
const A_SECOND: u64 = 10_000_000;
const NANOS: u32 = 100;

impl Time {
    /// The time now, by the system's clock.
    #[must_use]
    pub fn now() -> Self {
        SystemTime::now().into()
    }

    /// The time as a `SystemTime`; `None` if it is later than that can represent.
    #[must_use]
    pub fn to_system_time(self) -> Option<SystemTime> {
        let units = self.0.abs_diff(TO_UNIX);
        let nanos = u32::try_from(units % A_SECOND).ok()? * NANOS;
        let away = Duration::new(units / A_SECOND, nanos);
        if self.0 < TO_UNIX { UNIX_EPOCH.checked_sub(away) } else { UNIX_EPOCH.checked_add(away) }
    }
}

/// Rounded towards 1970; times out of range are clamped.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use codec_industrial::Time;
/// let time = Time::from(UNIX_EPOCH + Duration::from_millis(1));
/// assert_eq!(time, Time(116_444_736_000_010_000));
/// assert_eq!(time.to_system_time(), Some(UNIX_EPOCH + Duration::from_millis(1)));
/// ```
impl From<SystemTime> for Time {
    fn from(time: SystemTime) -> Self {
        let units = |away: Duration| {
            let seconds = away.as_secs().saturating_mul(A_SECOND);
            seconds.saturating_add(u64::from(away.subsec_nanos() / NANOS))
        };
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => Self(TO_UNIX.saturating_add(units(after))),
            Err(before) => Self(TO_UNIX.saturating_sub(units(before.duration()))),
        }
    }
}
