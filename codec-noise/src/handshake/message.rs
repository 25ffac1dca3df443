//! The two messages of a handshake (Stratum V2, 4.5).
#![forbid(unsafe_code)]

use core::ops::Range;

use crate::certificate::CERTIFICATE;
use crate::cipher::TAG;
use crate::curve::ENCODED_KEY;

/// Bytes that the initiator sends: its ephemeral key.
pub const FIRST_MESSAGE: usize = ENCODED_KEY;
/// Bytes that the responder sends: its ephemeral key, its static key and its certificate,
/// the latter two sealed.
pub const SECOND_MESSAGE: usize = CERTIFICATE_PART.end;

/// Position of the ephemeral key in the second message.
pub(crate) const EPHEMERAL: Range<usize> = 0..ENCODED_KEY;
/// Position of the static key, with its tag.
pub(crate) const STATIC: Range<usize> = EPHEMERAL.end..EPHEMERAL.end + ENCODED_KEY + TAG;
/// Position of the certificate, with its tag.
pub(crate) const CERTIFICATE_PART: Range<usize> = STATIC.end..STATIC.end + CERTIFICATE + TAG;
