//! The fields that a caller sets in the header of a frame, besides those that describe the payload.
#![forbid(unsafe_code)]

use codec_core::{EncodeError, EncodeErrorKind, Header};

/// Changes the header of a frame between its description and its writing.
pub(crate) trait Amend<H> {
    /// Called when the payload is encoded; again where that has to be encoded again for lack of
    /// room.
    fn amend(&mut self, header: &mut H) -> Result<(), EncodeError>;
}

/// The header stays as it was described.
pub(crate) struct AsDescribed;

impl<H> Amend<H> for AsDescribed {
    #[inline(always)]
    fn amend(&mut self, _: &mut H) -> Result<(), EncodeError> {
        Ok(())
    }
}

/// A user's function sets fields of the header.
pub(crate) struct By<F>(pub(crate) F);

impl<H: Header, F: Fn(&mut H)> Amend<H> for By<F> {
    /// Refuses to change what the payload needs: a peer that read another length would take the
    /// next frame for something else.
    #[inline]
    fn amend(&mut self, header: &mut H) -> Result<(), EncodeError> {
        let (id, len) = (header.id(), header.payload_len());
        (self.0)(header);
        if header.id() == id && header.payload_len() == len {
            return Ok(());
        }
        Err(EncodeError::new(EncodeErrorKind::InconsistentFields, 0))
    }
}
