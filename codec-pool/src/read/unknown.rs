//! Frames of ids that the protocol does not have.
#![forbid(unsafe_code)]

use core::fmt;

use codec_core::{DecodeError, DecodeErrorKind, Header, Protocol};

use crate::read::on_unknown::OnUnknown;

/// A frame that is whole, but whose id no message of the protocol has: an extension of a peer that is
/// newer, or was not agreed on. The next frame can be read.
///
/// Printed, it is one line: `unknown message 0x4d in the frame at byte 9`, with the id as
/// [the header shows it](Header::fmt_id).
///
/// ```
/// use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// use codec_pool::{FrameReader, MessageError, Pool};
/// #[derive(Debug, Clone, Copy, Header)]
/// struct Short { #[codec(id)] id: u8, #[codec(payload_len)] len: u8 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping(u8);
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages)]
/// enum Any { Ping(Ping) }
/// # struct Pings;
/// # impl Protocol for Pings {
/// #     type Header = Short;
/// #     type Format = Sv2;
/// #     type Dispatch = ById;
/// #     type Message = Any;
/// #     type MessageRef<'de> = Any;
/// # }
///
/// let mut stream = &[9, 2, 0, 0, 1, 1, 7][..]; // a frame with the id 9, and a ping
/// let mut reader = FrameReader::<Pings>::new(Pool::default());
/// let error = reader.read_message(&mut stream).unwrap_err();
/// let MessageError::Unknown(unknown) = error else { panic!("{error}") };
/// assert_eq!(unknown.header::<Short>().map(|header| (header.id, header.len)), Some((9, 2)));
/// assert_eq!(reader.read_message(&mut stream)?, Some(Any::Ping(Ping(7))));
/// # Ok::<(), MessageError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UnknownFrame(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Inner {
    header: Vec<u8>,
    id: String,
    offset: u64,
}

/// An id as its header shows it.
pub(crate) struct Id<H>(pub(crate) H);

impl<H: Header> fmt::Display for Id<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_id(f)
    }
}

impl UnknownFrame {
    #[cold]
    pub(crate) fn new<H: Header>(header: H, offset: u64) -> Self {
        let mut bytes = vec![0; header.size()];
        header.write(&mut bytes);
        Self(Box::new(Inner { header: bytes, id: Id(header).to_string(), offset }))
    }

    /// The frame's header, with the id and all else in it; `None` if such a header does not
    /// begin like this one.
    pub fn header<H: Header>(&self) -> Option<H> {
        H::parse(&self.0.header).ok()
    }

    /// The id as the header shows it.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Byte offset of the frame's start from the start of the stream.
    pub fn offset(&self) -> u64 {
        self.0.offset
    }
}

impl fmt::Debug for UnknownFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnknownFrame")
            .field("id", &self.0.id)
            .field("offset", &self.0.offset)
            .finish()
    }
}

impl fmt::Display for UnknownFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown message {} in the frame at byte {}", self.0.id, self.0.offset)
    }
}

impl core::error::Error for UnknownFrame {}

/// Why there is no message in a frame, or no frame.
pub(crate) enum Miss<H, E> {
    /// The protocol does not have its id. To discard it allocates nothing.
    Unknown { header: H, offset: u64 },
    /// Any other reason.
    Error(E),
}

/// Returns true if an error says that the protocol has no message with the id in the header.
#[cold]
pub(crate) fn is_unknown<P: Protocol>(header: &P::Header, error: DecodeError) -> bool {
    error.kind() == DecodeErrorKind::UnknownMessage && !P::knows(header.id())
}

/// Counts frames with unknown ids, by the policy for them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unknown {
    pub(crate) policy: OnUnknown,
    /// Number of such frames so far.
    pub(crate) seen: u64,
    /// Offset of the last that was refused and waits to be lent.
    pub(crate) lent: Option<u64>,
}

impl Unknown {
    pub(crate) const fn new(policy: OnUnknown) -> Self {
        Self { policy, seen: 0, lent: None }
    }

    /// Counts a frame if it is an unknown one.
    ///
    /// # Errors
    /// The reason not to go on to the next frame.
    #[cfg(feature = "tokio")]
    #[cold]
    pub(crate) fn judge<H: Header, E: From<UnknownFrame>>(
        &mut self,
        miss: Miss<H, E>,
    ) -> Result<(), E> {
        match miss {
            Miss::Unknown { header, offset } => {
                self.seen += 1;
                let refuse = || UnknownFrame::new(header, offset).into();
                if self.policy == OnUnknown::Discard { Ok(()) } else { Err(refuse()) }
            }
            Miss::Error(error) => Err(error),
        }
    }
}
