//! Time and allocations of decoding a session in each form: the whole path as in user code, from
//! `read` through the frame reader to the message.

use std::hint::black_box;
use std::time::{Duration, Instant};

use codec_core::Sv2;
use codec_pool::{FrameReader, Pool};
use codec_stratum::{AnyMessage, AnyMessageRef, AnyMessageShared, FrameHeader};

/// The ways alternate, so that a change of the machine's speed affects all of them.
const ROUNDS: usize = 5;
/// Time that one form is repeated in a round, at least.
const ROUND: Duration = Duration::from_millis(300);

/// Form in which messages are decoded.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Owned,
    Borrowed,
    Shared,
}

/// Cost of one pass over the session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    /// The median of the rounds.
    pub(crate) nanos_per_pass: f64,
    pub(crate) allocations: usize,
}

impl Form {
    pub(crate) const ALL: [Self; 3] = [Self::Owned, Self::Borrowed, Self::Shared];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Owned => "owned",
            Self::Borrowed => "borrowed",
            Self::Shared => "shared",
        }
    }

    /// Decodes the session once.
    fn pass(self, pool: &Pool, mut session: &[u8]) {
        let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
        let readable = "the session was decoded before";
        while let Some(mut frame) = reader.read_frame(&mut session).expect(readable) {
            match self {
                Self::Owned => {
                    black_box(frame.decode_message::<Sv2, AnyMessage>().expect(readable));
                }
                Self::Borrowed => {
                    black_box(
                        frame.decode_message_ref::<Sv2, AnyMessageRef<'_>>().expect(readable),
                    );
                }
                Self::Shared => {
                    black_box(
                        frame.decode_message_shared::<Sv2, AnyMessageShared>().expect(readable),
                    );
                }
            }
        }
    }

    /// Nanoseconds for one pass, averaged over a round.
    fn time(self, pool: &Pool, session: &[u8]) -> f64 {
        let start = Instant::now();
        let mut passes = 0;
        loop {
            for _ in 0..16 {
                self.pass(pool, black_box(session));
            }
            passes += 16;
            let elapsed = start.elapsed();
            if elapsed >= ROUND {
                return elapsed.as_secs_f64() * 1e9 / float(passes);
            }
        }
    }

    fn allocations(self, pool: &Pool, session: &[u8]) -> usize {
        let info = allocation_counter::measure(|| self.pass(pool, session));
        usize::try_from(info.count_total).unwrap_or(usize::MAX)
    }
}

/// Measures all forms, in the order of [`Form::ALL`].
pub(crate) fn all(pool: &Pool, session: &[u8]) -> [Cost; 3] {
    for form in Form::ALL {
        form.pass(pool, session);
    }
    let rounds: [[f64; 3]; ROUNDS] =
        std::array::from_fn(|_| Form::ALL.map(|form| form.time(pool, session)));
    Form::ALL.map(|form| {
        let mut nanos = rounds.map(|round| round[form as usize]);
        nanos.sort_by(f64::total_cmp);
        Cost { nanos_per_pass: nanos[ROUNDS / 2], allocations: form.allocations(pool, session) }
    })
}

/// A count as a number to divide by.
#[expect(clippy::cast_precision_loss, reason = "for printing a few digits of it")]
pub(crate) const fn float(count: usize) -> f64 {
    count as f64
}
