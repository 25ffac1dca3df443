//! Finds the next frame in the received bytes.
#![forbid(unsafe_code)]

use codec_core::{Header as _, Protocol};

use crate::frame::FrameRef;
use crate::read::error::{FrameError, FrameErrorKind};
use crate::read::intake::NEVER;
use crate::read::layer::ReadLayer;
use crate::read::reader::{FrameReader, State};

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Lends the next frame; `None` when it is not complete.
    ///
    /// # Errors
    /// [`Header`](FrameErrorKind::Header),
    /// [`PayloadTooLong`](FrameErrorKind::PayloadTooLong) as soon as the header
    /// is there, and [`Payload`](FrameErrorKind::Payload).
    #[inline(always)]
    pub fn next_frame(&mut self) -> Result<Option<FrameRef<'_, P>>, FrameError> {
        if let Some((header, total)) = self.find_at_once() {
            return Ok(Some(self.lend(header, total)));
        }
        let found = self.find_next_slowly()?;
        Ok(found.map(|(header, total)| self.lend(header, total)))
    }

    /// Finds the frame, but does not lend it: a `FrameRef` that a call returns is in memory, and
    /// would on the common path as well, where its parts are in registers. To load what was stored
    /// in smaller pieces just before takes longer than all else there.
    #[inline(never)]
    fn find_next_slowly(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        if !L::IS_SEALED && self.intake.is_drained() {
            // The common case: nothing is left of what was received.
            self.intake.settle();
            return Ok(None);
        }
        let found = self.find()?;
        if found.is_none() {
            self.park();
        }
        Ok(found)
    }

    /// Like [`find`](Self::find), for the common case: a frame that is complete, plain, valid and
    /// within the limit for all. To be followed by [`lend`](Self::lend) on this path alone. It
    /// calls nothing and has a single exit, so that the compiler still knows there what was loaded
    /// and compared; after `find`, all is loaded and compared again.
    #[inline(always)]
    pub(crate) fn find_at_once(&self) -> Option<(P::Header, usize)> {
        let pending = self.intake.pending();
        if L::IS_SEALED || pending.len() < self.intake.need {
            return None;
        }
        let size = if <P::Header>::SIZE == <P::Header>::MAX_SIZE {
            <P::Header>::SIZE
        } else {
            <P::Header>::extent(pending)?
        };
        let header = <P::Header>::parse(pending.get(..size)?).ok()?;
        let len = header.payload_len();
        if len > self.intake.max_payload() {
            return None;
        }
        let frame = pending.get(..size.saturating_add(len))?;
        header.verify(&frame[size..]).ok()?;
        Some((header, frame.len()))
    }

    /// The header of the frame that has arrived, if one has, and its length with the header. The
    /// chunk stays, if there is one.
    #[inline(always)]
    pub(crate) fn find(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        if L::IS_SEALED {
            return self.find_sealed();
        }
        if self.intake.pending().len() < self.intake.need {
            return if self.intake.need == NEVER { self.starved() } else { Ok(None) };
        }
        self.find_plain()
    }

    /// Like [`find`](Self::find), after [`find_at_once`](Self::find_at_once) has found none.
    #[inline(always)]
    pub(crate) fn find_after_all(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        if L::IS_SEALED {
            return self.find();
        }
        let need = self.intake.need;
        if self.intake.pending().len() < need && need != NEVER {
            return Ok(None);
        }
        self.find_slowly()
    }

    #[inline(never)]
    fn find_slowly(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        self.find()
    }

    /// Like [`find`](Self::find), where as many bytes have arrived as are needed, and nothing is
    /// sealed.
    #[inline(always)]
    fn find_plain(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        let pending = self.intake.pending();
        let size = if <P::Header>::SIZE == <P::Header>::MAX_SIZE {
            <P::Header>::SIZE
        } else {
            // At least one more, while the header's length is not known.
            let size = <P::Header>::extent(pending).unwrap_or(pending.len() + 1);
            if pending.len() < size {
                self.intake.need = size;
                return Ok(None);
            }
            size
        };
        let (head, rest) = pending.split_at(size);
        let header = match <P::Header>::parse(head) {
            Ok(header) => header,
            Err(error) => return Err(self.wrong(error)),
        };
        let len = header.payload_len();
        if len > self.intake.max_payload() && self.is_too_long(&header, len) {
            return Err(self.refuse(size, len));
        }
        let total = size + len;
        let Some(payload) = rest.get(..len) else {
            self.intake.need = total;
            return Ok(None);
        };
        if let Err(error) = header.verify(payload) {
            let error = self.error(FrameErrorKind::Payload(error));
            self.discard(total);
            self.intake.need = <P::Header>::SIZE;
            return Err(error);
        }
        Ok(Some((header, total)))
    }

    /// Lends the frame that [`find`](Self::find) has found.
    #[inline(always)]
    pub(crate) fn lend(&mut self, header: P::Header, total: usize) -> FrameRef<'_, P> {
        if L::IS_SEALED {
            return self.lend_opened(header, total);
        }
        let offset = self.consumed;
        self.consumed += total as u64;
        self.intake.need = <P::Header>::SIZE;
        let (start, slice, batch) = self.intake.lend(0, total, total);
        FrameRef::new(header, offset, start, slice, batch)
    }

    /// Some bytes are set aside, or the state is not `Open`.
    #[cold]
    pub(super) fn starved(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        self.unresolved()?;
        self.go_on_skipping();
        if self.intake.is_whole() {
            self.intake.join();
        }
        let is_open = matches!(self.state, State::Open { .. });
        if is_open && self.intake.need <= self.intake.pending().len() {
            return self.find();
        }
        Ok(None)
    }
}
