//! From record to record of a file, and past damage to the next.

use std::io;
use std::ops::Range;

use crate::layout::{Frame, HEAD};
use crate::source::Source;

/// A position between records.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) at: u64,
    /// The least number that the next record may have.
    pub(crate) next: u64,
    /// The record before it, whose value was not looked at.
    unproved: Option<Frame>,
    /// The length of the file when the damage here was reported that goes on to its end.
    told: Option<u64>,
}

impl Place {
    pub(crate) const fn new(at: u64, next: u64) -> Self {
        Self { at, next, unproved: None, told: None }
    }
}

/// The next thing in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A record, behind which the place is now.
    Frame(Frame),
    /// Bytes that are no records; the place is behind them.
    Damage(Range<u64>),
    /// The end, or a record that is not complete yet.
    End,
}

/// Finds records in a source.
#[derive(Debug)]
pub(crate) struct Walk<S> {
    pub(crate) source: S,
    pub(crate) seed: u32,
    /// The most bytes of a value that is read.
    pub(crate) limit: u32,
    /// A length that the source has or had.
    len: u64,
    /// The bytes that searches have looked at, and those of values with a wrong checksum.
    searched: u64,
    wasted: u64,
}

impl<S: Source> Walk<S> {
    pub(crate) const fn new(source: S, seed: u32, limit: u32) -> Self {
        Self { source, seed, limit, len: 0, searched: 0, wasted: 0 }
    }

    /// Goes on to the next record. With `prove`, its value has the right checksum, unless it is over
    /// the limit; otherwise its header has.
    #[inline]
    pub(crate) fn step(&mut self, place: &mut Place, prove: bool) -> io::Result<Step> {
        let mut found = self.frame(place.at, place.next, prove)?;
        if found.is_none() {
            self.forget();
            found = self.frame(place.at, place.next, prove)?;
        }
        let Some(frame) = found else { return self.damage(place) };
        *place = Place::new(frame.end(), frame.number + 1);
        place.unproved = (!prove).then_some(frame);
        Ok(Step::Frame(frame))
    }

    /// The value of a record that a step has found.
    pub(crate) fn value(&mut self, frame: &Frame) -> io::Result<&[u8]> {
        let bytes = self.source.bytes(frame.value(), frame.len as usize)?;
        Ok(&bytes[..bytes.len().min(frame.len as usize)])
    }

    /// Says whether the value is there and has the right checksum.
    pub(crate) fn is_whole(&mut self, frame: &Frame) -> io::Result<bool> {
        let seed = self.seed;
        let value = self.value(frame)?;
        Ok(value.len() == frame.len as usize && frame.is_value(value, seed))
    }

    /// The header at `at`, if it is that of a record with a number from `next` on.
    pub(crate) fn head(&mut self, at: u64, next: u64) -> io::Result<Option<Frame>> {
        let seed = self.seed;
        let head = self.source.bytes(at, HEAD)?.first_chunk();
        Ok(head.and_then(|head| Frame::parse(head, at, seed, next)))
    }

    /// The record with this number, if all of it is at hand and headers lead to it from `place` within
    /// `most` bytes. Of those between, the numbers are compared and not the checksums, since its own
    /// are both.
    pub(crate) fn skim(
        &mut self,
        place: Place,
        number: u64,
        most: u64,
    ) -> io::Result<Option<Frame>> {
        let seed = self.seed;
        let bytes = self.source.bytes(place.at, HEAD)?;
        let mut skipped = 0_usize;
        for between in place.next..number {
            let head = bytes.get(skipped..).and_then(|rest| rest.first_chunk());
            let frame = head.map(|head| Frame::fields(head, 0));
            let Some(frame) =
                frame.filter(|frame| frame.number == between && (skipped as u64) < most)
            else {
                return Ok(None);
            };
            skipped = skipped.saturating_add(HEAD).saturating_add(frame.len as usize);
        }
        let rest = bytes.get(skipped..).unwrap_or_default();
        let Some((head, rest)) = rest.split_first_chunk() else { return Ok(None) };
        let found = Frame::parse(head, place.at + skipped as u64, seed, number);
        Ok(found.filter(|frame| frame.number == number && frame.len as usize <= rest.len()))
    }

    #[inline]
    fn frame(&mut self, at: u64, next: u64, prove: bool) -> io::Result<Option<Frame>> {
        let seed = self.seed;
        let bytes = self.source.bytes(at, HEAD)?;
        let Some((head, rest)) = bytes.split_first_chunk() else { return Ok(None) };
        let Some(frame) = Frame::parse(head, at, seed, next) else { return Ok(None) };
        let is_proof_asked = prove && frame.len <= self.limit;
        let is_known = match rest.get(..frame.len as usize) {
            Some(value) => !is_proof_asked || frame.is_value(value, seed),
            None => self.reaches(frame.end())? && (!is_proof_asked || self.is_whole(&frame)?),
        };
        Ok(is_known.then_some(frame))
    }

    /// Forgets what may be older than the file: an appender cuts off parts of records.
    pub(crate) fn forget(&mut self) {
        self.source.forget();
        self.len = 0;
    }

    /// Says whether the source goes on up to there.
    pub(crate) fn reaches(&mut self, end: u64) -> io::Result<bool> {
        if end > self.len {
            self.len = self.source.size()?;
        }
        Ok(end <= self.len)
    }

    /// Looks for the next record where there is none.
    fn damage(&mut self, place: &mut Place) -> io::Result<Step> {
        self.len = self.source.size()?;
        if place.told == Some(self.len) {
            return Ok(Step::End);
        }
        let mut from = place.at;
        if let Some(before) = place.unproved.take()
            && before.len <= self.limit
            && !self.is_whole(&before)?
        {
            // Bytes are missing from the value before, or there are more: its length has led here.
            from = before.at;
        }
        if let Some(found) = self.search(from + 1, place.next)? {
            *place = Place::new(found.at, found.number);
            return Ok(Step::Damage(from..found.at));
        }
        place.told = Some(self.len);
        let is_cut = self.len < place.at.saturating_add(HEAD as u64)
            || self.head(place.at, place.next)?.is_some_and(|frame| frame.end() > self.len);
        Ok(if is_cut && from == place.at { Step::End } else { Step::Damage(from..self.len) })
    }

    /// The first whole record from `at` on.
    fn search(&mut self, mut at: u64, next: u64) -> io::Result<Option<Frame>> {
        let seed = self.seed;
        loop {
            let bytes = self.source.bytes(at, HEAD)?;
            let positions = bytes.windows(HEAD).len() as u64;
            if positions == 0 {
                return Ok(None);
            }
            let heads = bytes.windows(HEAD).filter_map(|head| head.first_chunk());
            let mut heads = (at..).zip(heads);
            let Some(frame) = heads.find_map(|(at, head)| Frame::parse(head, at, seed, next))
            else {
                self.searched += positions;
                at += positions;
                continue;
            };
            self.searched += frame.at + 1 - at;
            at = frame.at + 1;
            if frame.len <= self.limit && self.reaches(frame.end())? && self.affords(&frame) {
                if self.is_whole(&frame)? {
                    return Ok(Some(frame));
                }
                self.wasted += u64::from(frame.len);
            }
        }
    }

    /// Says whether the checksum of a value may be computed in vain: so often that damage is overcome,
    /// and in proportion to the bytes where somebody has written headers to be followed.
    fn affords(&self, frame: &Frame) -> bool {
        let most = 4 * (u64::from(self.limit) + self.searched);
        self.wasted + u64::from(frame.len) <= most
    }
}
