//! Who holds frames: noted by call site, one in so many.
#![forbid(unsafe_code)]

use core::fmt;
use core::num::NonZeroU32;
use core::panic::Location;
use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::memory::{Because, Sampling};
use crate::pool::payer::{Charged, Payer};

/// Bytes that a call site took to keep.
struct Note {
    site: &'static Location<'static>,
    bytes: u64,
    since: Instant,
    /// Number of references that it represents.
    weight: u32,
    /// The charge for them, if there is one.
    charged: Option<Arc<dyn Charged>>,
}

#[derive(Default)]
struct Notes {
    slots: Vec<Option<Note>>,
    vacant: Vec<u32>,
    /// Who is charged, by the number of the seat.
    payers: Vec<Option<Arc<dyn Payer>>>,
}

/// All notes of a pool.
pub(crate) struct Register {
    one_in: u32,
    notes: Mutex<Notes>,
}

impl Register {
    pub(crate) fn new(one_in: u32) -> Self {
        Self { one_in, notes: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Notes> {
        // A note is written whole or not at all.
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn note(
        &self,
        site: &'static Location<'static>,
        bytes: usize,
        because: Because,
    ) -> Option<NonZeroU32> {
        let (mut weight, mut charged) = (self.one_in, None);
        match because {
            Because::Sampled => {}
            Because::Seated(seat) => {
                weight = 1;
                // Not under the lock, which other readers need.
                charged = self.payer(seat).map(|payer| payer.charge(site, bytes));
            }
            Because::Cloned(mark) => {
                let notes = self.lock();
                if let Some(Some(note)) = notes.slots.get(mark.get() as usize - 1) {
                    (weight, charged) = (note.weight, note.charged.clone());
                }
            }
        }
        let note = Some(Note { site, bytes: bytes as u64, since: Instant::now(), weight, charged });
        let mut notes = self.lock();
        let index = if let Some(index) = notes.vacant.pop() {
            notes.slots[index as usize] = note;
            index
        } else {
            let index = u32::try_from(notes.slots.len()).ok()?;
            notes.slots.push(note);
            index
        };
        NonZeroU32::new(index.wrapping_add(1))
    }

    pub(crate) fn forget(&self, mark: NonZeroU32) {
        let index = mark.get() - 1;
        let mut notes = self.lock();
        let note = notes.slots[index as usize].take();
        notes.vacant.push(index);
        drop(notes);
        // This may wake others: not under the lock.
        drop(note);
    }

    /// Gives a payer a seat: a number, never zero, by which its chunks refer to it.
    ///
    /// # Panics
    /// When there are two thousand million of them.
    pub(crate) fn seat(&self, payer: Arc<dyn Payer>) -> u32 {
        let mut notes = self.lock();
        let vacant = notes.payers.iter().position(Option::is_none);
        let index = vacant.unwrap_or_else(|| {
            notes.payers.push(None);
            notes.payers.len() - 1
        });
        notes.payers[index] = Some(payer);
        let number = u32::try_from(index + 1).ok().filter(|number| *number <= Sampling::MOST);
        number.expect("fewer readers than that")
    }

    /// Vacates a seat.
    pub(crate) fn unseat(&self, seat: u32) {
        let payer = self.lock().payers.get_mut(seat as usize - 1).and_then(Option::take);
        drop(payer);
    }

    /// The payer with this seat.
    pub(crate) fn payer(&self, seat: u32) -> Option<Arc<dyn Payer>> {
        self.lock().payers.get(seat as usize - 1).cloned().flatten()
    }

    pub(crate) fn holders(&self) -> Holders {
        let mut sites = HashMap::<_, Holder>::new();
        let now = Instant::now();
        for note in self.lock().slots.iter().flatten() {
            let holder = sites.entry(note.site).or_insert(Holder::none_at(note.site));
            let factor = u64::from(note.weight);
            holder.frames += factor;
            holder.bytes += note.bytes * factor;
            holder.oldest = holder.oldest.max(now.saturating_duration_since(note.since));
        }
        Holders::new(self.one_in, sites.into_values().collect())
    }
}

/// The frames, and parts of frames, that one call site holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Holder {
    /// The place in the program where the frames were detached, cloned or encoded.
    pub site: &'static Location<'static>,
    /// Number of frames or parts of frames held, estimated from the noted ones.
    pub frames: u64,
    /// Their bytes, estimated as well. What they pin may be more: a frame keeps
    /// its whole chunk alive.
    pub bytes: u64,
    /// Time since the oldest of the noted ones was taken.
    pub oldest: Duration,
}

impl Holder {
    pub(crate) const fn none_at(site: &'static Location<'static>) -> Self {
        Self { site, frames: 0, bytes: 0, oldest: Duration::ZERO }
    }
}

/// Who holds the frames of a [`Pool`](crate::Pool), the most bytes first.
/// Printed, it is a table of one call site a line.
///
/// ```
/// use codec_pool::{FrameReader, LengthHeader, Pool};
/// let pool = Pool::builder().note_holders(1).build()?;
/// let mut reader = FrameReader::<LengthHeader<1>>::new(pool.clone());
/// reader.feed(&[2, 7, 8])?;
/// let kept = reader.next_frame()?.expect("all of it is there").detach();
/// let holders = pool.holders().expect("they are noted");
/// assert_eq!(holders.sites().len(), 1);
/// assert_eq!((holders.sites()[0].frames, holders.sites()[0].bytes), (1, 3));
/// assert_eq!(holders.sites()[0].site.file(), file!());
/// drop(kept);
/// assert!(pool.holders().expect("they are noted").sites().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holders {
    one_in: u32,
    sites: Vec<Holder>,
}

impl Holders {
    pub(crate) fn new(one_in: u32, mut sites: Vec<Holder>) -> Self {
        sites.sort_by_key(|holder| (core::cmp::Reverse(holder.bytes), holder.site));
        Self { one_in, sites }
    }

    /// One in this many frames is noted. All figures are multiplied by it; with 1,
    /// they are exact.
    pub const fn one_in(&self) -> u32 {
        self.one_in
    }

    /// The call sites, the most bytes first.
    pub fn sites(&self) -> &[Holder] {
        &self.sites
    }
}

impl fmt::Display for Holders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>10} {:>14} {:>12}  held since", "frames", "bytes", "oldest")?;
        for holder in &self.sites {
            let Holder { site, frames, bytes, oldest } = holder;
            let oldest = format!("{:.3} s", oldest.as_secs_f64());
            write!(f, "\n{frames:>10} {bytes:>14} {oldest:>12}  {site}")?;
        }
        if self.sites.is_empty() {
            f.write_str("\n         0              0            -  nobody")?;
        }
        if self.one_in > 1 {
            write!(f, "\n(one in {} is noted: figures are estimates)", self.one_in)?;
        }
        Ok(())
    }
}
