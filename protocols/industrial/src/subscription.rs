//! Subscriptions and their updates.
#![forbid(unsafe_code)]

use core::error::Error;
use core::fmt;

use codec_core::Message;
use codec_core::wire::{Seq064K, Vec};
use codec_derive::{Decode, Encode};

use crate::{Handle, Time, Value};

/// Asks for updates of tags, as it is received.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(id = 3, borrow, shared, schema)]
pub struct Subscribe {
    /// The version of the protocol.
    pub version: u16,
    /// The subscription, chosen by the side that asks.
    pub subscription: u32,
    /// The shortest time between two updates, in milliseconds.
    pub period: u32,
    /// The tags. The position of one, from 0, is the item of its records.
    #[codec(len = u16)]
    pub handles: Vec<Handle>,
}

/// Like a [`Subscribe`], from handles where the program has them: 65,535 at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub struct OutgoingSubscribe<'a> {
    /// See [`Subscribe::version`].
    pub version: u16,
    /// See [`Subscribe::subscription`].
    pub subscription: u32,
    /// See [`Subscribe::period`].
    pub period: u32,
    /// See [`Subscribe::handles`].
    #[codec(len = u16)]
    pub handles: &'a [Handle],
}

/// The id and the name of a [`Subscribe`].
impl Message for OutgoingSubscribe<'_> {
    type Id = <Subscribe as Message>::Id;
    const ID: Self::Id = Subscribe::ID;
    const NAME: &'static str = Subscribe::NAME;
}

/// The new state of a tag.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Record {
    /// The index of the tag in the subscription, from 0.
    pub item: u32,
    /// The code of what went wrong, or 0.
    pub status: u16,
    /// The quality of the value; 192 is good.
    pub quality: u16,
    /// Since when.
    pub time: Time,
    /// The value.
    pub value: Value,
}

/// The tags of a subscription that changed.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 4, borrow, shared, schema)]
pub struct Update {
    /// The version of the protocol.
    pub version: u16,
    /// The subscription.
    pub subscription: u32,
    /// Number of updates that came before.
    pub sequence: u64,
    /// The tags, each with its new state.
    pub records: Seq064K<Record>,
}

/// The receiver's state of a subscription.
///
/// ```
/// use codec_core::{Bincode, Format};
/// use codec_industrial::*;
/// let place = Place { domain: 1, platform: 2, engine: 3 };
/// let (tank, level) = (Name { number: 4, text: "Tank" }, Name { number: 5, text: "PV" });
/// let handle = Handle::new(place, tank, level, &mut Signatures::default());
/// let mut levels = Subscription::new(9, vec![handle]);
///
/// let record = Record { item: 0, status: 0, quality: 192, time: Time(7), value: Value::Bool(true) };
/// let records = vec![record].try_into()?;
/// let bytes = Bincode::to_vec(&Update { version: VERSION, subscription: 9, sequence: 0, records })?;
///
/// let update: UpdateRef<'_> = Bincode::from_slice_ref(&bytes)?;
/// for (tag, record) in levels.accept(&update)? {
///     assert_eq!((tag, record.value), (Some(handle), ValueRef::Bool(true)));
/// }
/// // The same once more is not the next.
/// assert!(matches!(levels.accept(&update), Err(Gap { expected: 1, found: 0 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "alloc")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    id: u32,
    handles: Vec<Handle>,
    next: u64,
}

#[cfg(feature = "alloc")]
impl Subscription {
    /// A subscription without updates so far.
    #[must_use]
    pub const fn new(id: u32, handles: Vec<Handle>) -> Self {
        Self { id, handles, next: 0 }
    }

    /// Its number.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Its tags.
    #[must_use]
    pub fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// The records of the next update, each with its tag: `None` if the subscription does not have
    /// the item. Allocates nothing.
    ///
    /// # Errors
    /// [`Gap`] if the update is not the expected one. The one after it is expected next.
    ///
    /// # Panics
    /// When the update belongs to another subscription.
    pub fn accept<'s, 'de>(
        &'s mut self,
        update: &'s UpdateRef<'de>,
    ) -> Result<impl Iterator<Item = (Option<Handle>, RecordRef<'de>)> + use<'s, 'de>, Gap> {
        assert_eq!(update.subscription, self.id, "an update of this subscription");
        let (expected, found) = (self.next, update.sequence);
        self.next = found.wrapping_add(1);
        if found != expected {
            return Err(Gap { expected, found });
        }
        let handles = &self.handles;
        Ok(update.records.iter().map(|record| {
            let item = usize::try_from(record.item).ok();
            (item.and_then(|item| handles.get(item).copied()), record)
        }))
    }
}

/// Updates were lost or duplicated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The sequence number of the expected update.
    pub expected: u64,
    /// The sequence number of the received update.
    pub found: u64,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "update {} in place of update {}", self.found, self.expected)
    }
}

impl Error for Gap {}
