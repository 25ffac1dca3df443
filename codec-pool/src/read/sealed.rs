//! Frames out of sealed bytes, opened in the chunk into which they were read.
#![forbid(unsafe_code)]

use codec_core::{Header as _, IdOf, Protocol};

use crate::frame::{FrameRef, Opener, Sealed};
use crate::pool::Pool;
use crate::read::error::{FrameError, FrameErrorKind};
use crate::read::intake::NEVER;
use crate::read::layer::ReadLayer;
use crate::read::reader::FrameReader;

impl<P: Protocol, O: Opener> FrameReader<P, Sealed<O>> {
    /// A reader at the start of a stream of sealed frames. It does all that a reader does, and
    /// lends the frames that were sealed.
    ///
    /// They are opened where they were read to. One whose payload was sealed as a whole stays there
    /// except for its header; nothing is allocated for it. Frames that were received together are
    /// opened together, and the blocks of a long one as they arrive. [`consumed`](Self::consumed)
    /// and the offsets in errors count bytes of the stream, which are those of sealed frames.
    ///
    /// A header that declares more than the reader allows is refused as soon as it has arrived.
    pub fn sealed(pool: Pool, opener: O) -> Self {
        const {
            assert!(
                <P::Header>::SIZE == <P::Header>::MAX_SIZE,
                "only a header of fixed size can be sealed"
            );
            assert!(<P::Header>::SIZE == O::HEADER, "the opener is for headers of another size");
        }
        Self::with_layer(pool, Sealed::new(opener))
    }

    /// The opener of the frames.
    pub const fn opener(&self) -> &O {
        &self.layer.by
    }
}

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Like [`find`](Self::find), and opens what is there.
    pub(super) fn find_sealed(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        let pending = self.intake.pending().len();
        if pending < self.intake.need {
            if self.intake.need == NEVER {
                return self.starved();
            }
            if self.layer.has_part(pending)
                && let Err(error) = self.intake.open_part(&mut self.layer)
            {
                return Err(self.poison(FrameErrorKind::Sealed(error)));
            }
            return Ok(None);
        }
        if !self.intake.is_front_open() {
            let (max, longest) = (self.intake.max_payload(), self.intake.longest::<IdOf<P>>());
            let accepts = |header: &P::Header| {
                let len = header.payload_len();
                len <= max || longest.is_some_and(|longest| len <= longest(header.id()))
            };
            match self.intake.open_frames(&mut self.layer, accepts) {
                Ok(Some(need)) => {
                    self.intake.need = need;
                    return Ok(None);
                }
                Ok(None) => {}
                Err(error) => return Err(self.poison(FrameErrorKind::Sealed(error))),
            }
        }
        self.opened()
    }

    /// The maximum number of bytes to read at once: what stays in the cache until it is opened; of
    /// a frame longer than a chunk, what is missing, and the next header. More of the next frame
    /// would have to be moved if that is longer than the room left. With its header, the same holds
    /// for that frame.
    #[inline(always)]
    pub(crate) fn most_at_once(&self) -> usize {
        if L::IS_SEALED { self.intake.missing(Self::HEAD).min(L::READ) } else { usize::MAX }
    }

    /// The frame at the front, which is open, or its header alone when there is something
    /// wrong with that.
    fn opened(&mut self) -> Result<Option<(P::Header, usize)>, FrameError> {
        let frame = self.intake.pending().get(L::OVERHEAD..).unwrap_or_default();
        let (head, rest) = frame.split_at_checked(<P::Header>::SIZE).unwrap_or_default();
        let header = match <P::Header>::parse(head) {
            Ok(header) => header,
            Err(error) => return Err(self.poison(FrameErrorKind::Header(error))),
        };
        let len = header.payload_len();
        if len > self.intake.max_payload() && self.is_too_long(&header, len) {
            return Err(self.refuse(Self::HEAD, len));
        }
        let payload = rest.get(..len).unwrap_or_default();
        if let Err(error) = header.verify(payload) {
            let error = self.error(FrameErrorKind::Payload(error));
            self.discard(Self::HEAD + L::sealed_len(len));
            self.intake.need = Self::HEAD;
            return Err(error);
        }
        Ok(Some((header, <P::Header>::SIZE + len)))
    }

    /// Skips the payload of a frame that is too long; returns its length on the wire.
    pub(super) fn pass_payload(&mut self, len: usize) -> usize {
        // Where the limit was lowered after the frame was opened, it is open.
        if L::IS_SEALED && !self.intake.is_front_open() {
            self.layer.pass_payload(len);
        }
        L::sealed_len(len)
    }

    /// Like [`lend`](Self::lend).
    pub(super) fn lend_opened(&mut self, header: P::Header, total: usize) -> FrameRef<'_, P> {
        let offset = self.consumed;
        let on_wire = Self::HEAD + L::sealed_len(total - <P::Header>::SIZE);
        self.consumed += on_wire as u64;
        self.intake.need = Self::HEAD;
        let (start, slice, batch) = self.intake.lend(L::OVERHEAD, total, on_wire);
        FrameRef::new(header, offset, start, slice, batch)
    }
}
