//! Writes of tags.
#![forbid(unsafe_code)]

use codec_core::Message;
use codec_derive::{Decode, Encode};

use crate::{Handle, OutgoingValue, Time, VERSION, Value};

/// A write of a tag as it is received: 36 bytes, and the value.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1, borrow, shared, schema)]
pub struct Write {
    /// The version of the protocol: [`VERSION`].
    pub version: u16,
    /// The way in which the write is to be carried out: [`TIMESTAMPED`](Write::TIMESTAMPED), or
    /// what an application defines.
    pub flags: u16,
    /// Identifies the answer.
    pub sequence: u32,
    /// The tag.
    pub handle: Handle,
    /// Since when the value holds, where `flags` say that it is timestamped.
    pub time: Time,
    /// What.
    pub value: Value,
}

impl Write {
    /// Length of what comes before the value, in bytes.
    pub const FIXED: usize = 36;
    /// The flag of a write whose time is the value's own and not that of its arrival.
    pub const TIMESTAMPED: u16 = 1;
}

/// A write that is sent: as a [`Write`], from values where the program has them.
///
/// ```
/// use codec_core::{Bincode, Format};
/// use codec_industrial::{Handle, Name, OutgoingValue, OutgoingWrite, Place, Signatures, Time, Write};
/// let place = Place { domain: 1, platform: 2, engine: 3 };
/// let (tank, level) = (Name { number: 4, text: "Tank" }, Name { number: 5, text: "PV" });
/// let handle = Handle::new(place, tank, level, &mut Signatures::default());
/// let levels = [0.5, 0.75];
/// let write = OutgoingWrite::new(9, handle, OutgoingValue::Float32Array(&levels)).at(Time(7));
/// let bytes = Bincode::to_vec(&write)?;
/// assert_eq!(bytes.len(), Write::FIXED + 1 + 4 + 8);
/// let read: Write = Bincode::from_slice(&bytes)?;
/// assert_eq!((read.sequence, read.flags, read.time), (9, Write::TIMESTAMPED, Time(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Encode)]
pub struct OutgoingWrite<'a> {
    /// See [`Write::version`].
    pub version: u16,
    /// See [`Write::flags`].
    pub flags: u16,
    /// See [`Write::sequence`].
    pub sequence: u32,
    /// See [`Write::handle`].
    pub handle: Handle,
    /// See [`Write::time`].
    pub time: Time,
    /// See [`Write::value`].
    pub value: OutgoingValue<'a>,
}

impl<'a> OutgoingWrite<'a> {
    /// A write whose value holds from its arrival on.
    #[must_use]
    pub const fn new(sequence: u32, handle: Handle, value: OutgoingValue<'a>) -> Self {
        Self { version: VERSION, flags: 0, sequence, handle, time: Time(0), value }
    }

    /// With the time since which the value holds.
    #[must_use]
    pub const fn at(self, time: Time) -> Self {
        Self { flags: self.flags | Write::TIMESTAMPED, time, ..self }
    }
}

/// The id and the name of a [`Write`].
impl Message for OutgoingWrite<'_> {
    type Id = <Write as Message>::Id;
    const ID: Self::Id = Write::ID;
    const NAME: &'static str = Write::NAME;
}

/// The answer to a [`Write`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
#[codec(id = 2, plain, schema)]
pub struct WriteResult {
    /// The sequence number of the write.
    pub sequence: u32,
    /// The code of what went wrong, or 0.
    pub status: u16,
}
