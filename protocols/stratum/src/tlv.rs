//! Fields that extensions append to messages (Stratum V2 specification,
//! section 3.4.3).

use codec_core::wire::{B064K, SmallBytes, Text, TooLong, Vec};
use codec_derive::{Decode, Encode};

use crate::Negotiated;

/// The extension by which a miner names the worker of each share (extension 0x0002 of
/// Stratum V2).
pub const WORKER_HASHRATE: u16 = 0x0002;

/// The field of [`WORKER_HASHRATE`] that holds a [`UserIdentity`].
const USER_IDENTITY: u8 = 0x01;

/// Name of the worker that has found a share, at most 32 bytes, UTF-8 as far as the worker
/// keeps to the specification.
pub type UserIdentity = Text<u16, 32, SmallBytes>;
/// A [`UserIdentity`], borrowed.
pub type UserIdentityRef<'de> = Text<u16, 32, &'de [u8]>;
codec_core::shared! {
    /// A [`UserIdentity`], shared.
    pub type UserIdentityShared = <UserIdentity as codec_core::Shareable>::Shared;
}

/// A field that an extension has appended to a message. All of it is little-endian, as
/// deployed implementations write it; an example in the specification shows the type
/// big-endian.
///
/// The value is kept as it was sent. It has a meaning only where both ends have agreed on the extension:
/// see [`TlvsRef::user_identity`].
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::{Tlv, UserIdentity};
/// let worker = Tlv::from(UserIdentity::try_from("w1")?);
/// assert_eq!(Sv2::to_vec(&worker)?, b"\x02\0\x01\x02\0w1");
/// let name = worker.user_identity().expect("it is one")?;
/// assert_eq!(name.as_str(), Ok("w1"));
///
/// let other = Tlv { extension_type: 9, field_type: 1, value: vec![7].try_into()? };
/// assert!(other.user_identity().is_none());
/// let long = Tlv { value: vec![b'x'; 33].try_into()?, ..worker };
/// assert!(long.user_identity().is_some_and(|name| name.is_err()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct Tlv {
    /// The extension that defines the field.
    pub extension_type: u16,
    /// The number of the field in the extension.
    pub field_type: u8,
    /// The value, encoded as the extension specifies.
    pub value: B064K,
}

/// Generates the meaning of one field, in each of its forms.
macro_rules! forms {
    ($($form:ty)*) => {$(
        impl $form {
            /// The worker that has found a share; `None` if this is another field.
            ///
            /// # Errors
            /// [`TooLong`] for over 32 bytes.
            pub fn user_identity(&self) -> Option<Result<UserIdentityRef<'_>, TooLong>> {
                let is_name = (self.extension_type, self.field_type) == (WORKER_HASHRATE, USER_IDENTITY);
                is_name.then(|| UserIdentityRef::new(self.value.as_bytes()))
            }
        }
    )*};
}

forms!(Tlv TlvRef<'_>);
codec_core::shared! { forms!(TlvShared); }

#[cfg(feature = "alloc")]
impl From<UserIdentity> for Tlv {
    fn from(name: UserIdentity) -> Self {
        let value = B064K::try_from(name.as_bytes()).unwrap_or_default(); // never over 32 bytes
        Self { extension_type: WORKER_HASHRATE, field_type: USER_IDENTITY, value }
    }
}

/// All fields that extensions have appended to a message: what follows it in its payload.
///
/// Decode it owned, or as `TlvsRef`, which allocates nothing, or `TlvsShared`, together with
/// its message: see [`WithTlvs`](crate::WithTlvs).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::{Negotiated, TlvsRef, WORKER_HASHRATE, common::Reconnect};
/// let payload = b"\0\x08\x0d\x02\0\x01\x02\0w1\x07\0\x02\x00\0";
/// let (_message, rest) = Sv2::from_slice_prefix::<Reconnect>(payload)?;
/// let tlvs: TlvsRef<'_> = Sv2::from_slice_ref(rest)?;
/// assert_eq!(tlvs.fields.len(), 2);
/// assert_eq!(tlvs.user_identity(&Negotiated::new())?, None);
///
/// let (mut client, requested) = (Negotiated::new(), [WORKER_HASHRATE]);
/// let answer = Sv2::from_slice_ref(&[7, 0, 1, 0, 2, 0])?; // to request 7: extension 2 is supported
/// client.accept(&requested, &answer).expect("it was requested");
/// let name = tlvs.user_identity(&client)?.expect("it is the first field");
/// assert_eq!(name.as_str(), Ok("w1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Tlvs {
    /// In the order in which they came, or are sent: that of the extensions' numbers.
    #[codec(tail)]
    pub fields: Vec<Tlv>,
}

/// Generates the meaning of all fields, in each of their forms.
macro_rules! all {
    ([$($impl:tt)*], $name:ty, |$tlv:ident| $value:expr) => {
        $($impl)* {
            /// The worker that has found a share, if it is named and that was agreed on: fields of
            /// other extensions are ignored, whatever is in them.
            ///
            /// # Errors
            /// [`TooLong`] for over 32 bytes (extension 0x0002).
            pub fn user_identity(&self, negotiated: &Negotiated) -> Result<Option<$name>, TooLong> {
                if !negotiated.has(WORKER_HASHRATE) {
                    return Ok(None);
                }
                let found = self.fields.iter().find(|tlv| tlv.user_identity().is_some());
                found.map(|$tlv| <$name>::new($value)).transpose()
            }
        }
    };
}

all!([impl Tlvs], UserIdentityRef<'_>, |tlv| tlv.value.as_bytes());
all!([impl<'de> TlvsRef<'de>], UserIdentityRef<'de>, |tlv| tlv.value.into_inner());
codec_core::shared! {
    all!([impl TlvsShared], UserIdentityShared, |tlv| tlv.value.into_inner());
}

#[cfg(feature = "alloc")]
impl From<UserIdentity> for Tlvs {
    fn from(name: UserIdentity) -> Self {
        Self { fields: alloc::vec![name.into()] }
    }
}
