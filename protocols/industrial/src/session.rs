//! The state of one side of a connection.
#![forbid(unsafe_code)]

use codec_core::{Encode, Message};
use codec_pool::{FrameWriteError, Pool, Scratch};

use crate::{
    FrameHeader, Gateway, Handle, Name, OutgoingSubscribe, OutgoingValue, OutgoingWrite, Place,
    Signatures, Subscription, Time, VERSION, WriteResult,
};

/// A cache of signatures, the next sequence number, and pooled memory for the last frame. After the
/// first frames, nothing allocates.
///
/// A frame is borrowed until the next one is made, to be sent as it is or encrypted in place. To
/// queue frames and write them out, use `FrameWriter<Gateway>` or `Connection<_, Gateway>` of
/// `codec_pool`.
///
/// ```
/// use codec_industrial::{Name, OutgoingValue, Place, Session};
/// let mut session = Session::new(&codec_pool::Pool::default());
/// let (tank, level) = (Name { number: 4, text: "Tank" }, Name { number: 5, text: "PV" });
/// let handle = session.handle(Place { domain: 1, platform: 2, engine: 3 }, tank, level);
/// let frame = session.write_now(handle, OutgoingValue::Int32(-5))?;
/// assert_eq!(frame[..8], [b'I', b'G', 1, 0, 41, 0, 0, 0]);
/// assert_eq!(session.sequence(), 1);
/// # Ok::<(), codec_pool::FrameWriteError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    signatures: Signatures,
    scratch: Scratch,
    sequence: u32,
}

impl Session {
    /// A session with memory from this pool, and a cache of 1,024 names.
    #[must_use]
    pub fn new(pool: &Pool) -> Self {
        Self::with_signatures(pool, Signatures::default())
    }

    /// A session with this cache.
    #[must_use]
    pub fn with_signatures(pool: &Pool, signatures: Signatures) -> Self {
        Self { signatures, scratch: pool.scratch(), sequence: 0 }
    }

    /// The handle of an attribute's value.
    pub fn handle(&mut self, place: Place, object: Name<'_>, attribute: Name<'_>) -> Handle {
        Handle::new(place, object, attribute, &mut self.signatures)
    }

    /// The sequence number of the next write. They start at 0, and wrap after 2^32.
    #[must_use]
    pub const fn sequence(&self) -> u32 {
        self.sequence
    }

    /// The frame of a write whose value is valid since `time`.
    ///
    /// # Errors
    /// The same as [`frame`](Self::frame).
    pub fn write(
        &mut self,
        handle: Handle,
        time: Time,
        value: OutgoingValue<'_>,
    ) -> Result<&mut [u8], FrameWriteError> {
        let write = OutgoingWrite::new(self.advance(), handle, value).at(time);
        self.frame(&write)
    }

    /// The frame of a write whose value is valid from its arrival.
    ///
    /// # Errors
    /// The same as [`frame`](Self::frame).
    pub fn write_now(
        &mut self,
        handle: Handle,
        value: OutgoingValue<'_>,
    ) -> Result<&mut [u8], FrameWriteError> {
        let write = OutgoingWrite::new(self.advance(), handle, value);
        self.frame(&write)
    }

    /// The frame that requests updates of a subscription's tags, at most one per `period`
    /// milliseconds.
    ///
    /// # Errors
    /// The same as [`frame`](Self::frame), and for more than 65,535 tags.
    pub fn subscribe(
        &mut self,
        subscription: &Subscription,
        period: u32,
    ) -> Result<&mut [u8], FrameWriteError> {
        let (subscription, handles) = (subscription.id(), subscription.handles());
        self.frame(&OutgoingSubscribe { version: VERSION, subscription, period, handles })
    }

    /// The frame of an answer to a write.
    ///
    /// # Errors
    /// The same as [`frame`](Self::frame).
    pub fn answer(&mut self, sequence: u32, status: u16) -> Result<&mut [u8], FrameWriteError> {
        self.frame(&WriteResult { sequence, status })
    }

    /// The frame of any message.
    ///
    /// # Errors
    /// [`FrameWriteError::Encode`] if the message has no encoding or is over 16 MiB,
    /// [`FrameWriteError::Pool`] if the pool has no memory.
    pub fn frame<M: Message<Id = u32> + Encode>(
        &mut self,
        message: &M,
    ) -> Result<&mut [u8], FrameWriteError> {
        type Format = <Gateway as codec_core::Protocol>::Format;
        self.scratch.frame::<Format, FrameHeader, M>(M::ID, M::FLAGS, message)
    }

    const fn advance(&mut self) -> u32 {
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        sequence
    }
}
