//! Fields that extensions append to messages (Stratum V2 specification,
//! section 3.4.3).

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "bytes")]
use bytes::Bytes;
use codec_core::wire::{B064K, SmallBytes, Text};
use codec_derive::{Decode, Encode};

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
/// A [`UserIdentity`], shared.
#[cfg(feature = "bytes")]
pub type UserIdentityShared = Text<u16, 32, Bytes>;

/// A field that an extension has appended to a message. All of it is little-endian, as
/// deployed implementations write it; an example in the specification shows the type
/// big-endian.
///
/// Fields that are unknown are kept as they are. A known one that is longer than its
/// extension allows is refused, as the specification demands.
///
/// ```
/// use codec_core::{EncodeErrorKind, Format, Sv2};
/// use codec_stratum::{Tlv, TlvField, UserIdentity};
/// let worker = Tlv::from(UserIdentity::try_from("w1")?);
/// assert_eq!(Sv2::to_vec(&worker)?, b"\x02\0\x01\x02\0w1");
/// assert!(matches!(worker.field(), TlvField::UserIdentity(name) if name.as_str() == Ok("w1")));
///
/// let other = Tlv { extension_type: 9, field_type: 1, value: vec![7].try_into()? };
/// assert_eq!(other.field(), TlvField::Unknown);
/// let long = Tlv { value: vec![b'x'; 33].try_into()?, ..worker };
/// let error = Sv2::to_vec(&long).unwrap_err();
/// assert_eq!(error.kind(), EncodeErrorKind::InvalidValue);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, check = Self::within_limit)]
#[cfg_attr(feature = "bytes", codec(shared))]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct Tlv {
    /// The extension that defines the field.
    pub extension_type: u16,
    /// The number of the field in the extension.
    pub field_type: u8,
    /// The value, encoded as the extension specifies.
    pub value: B064K,
}

/// The meaning of a [`Tlv`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TlvField<'a> {
    /// The worker that has found a share.
    UserIdentity(UserIdentityRef<'a>),
    /// A field of an extension that this crate doesn't know, or one that is longer than its
    /// extension allows, which no field is that was decoded.
    Unknown,
}

fn field(extension_type: u16, field_type: u8, value: &[u8]) -> TlvField<'_> {
    match (extension_type, field_type) {
        (WORKER_HASHRATE, USER_IDENTITY) => {
            UserIdentityRef::new(value).map_or(TlvField::Unknown, TlvField::UserIdentity)
        }
        _ => TlvField::Unknown,
    }
}

macro_rules! forms {
    ($($form:ty)*) => {$(
        impl $form {
            /// The meaning of the field.
            pub fn field(&self) -> TlvField<'_> {
                field(self.extension_type, self.field_type, self.value.as_bytes())
            }

            fn within_limit(&self) -> Result<(), &'static str> {
                match (self.extension_type, self.field_type, self.value.len()) {
                    (WORKER_HASHRATE, USER_IDENTITY, 33..) => {
                        Err("user_identity has more than 32 bytes")
                    }
                    _ => Ok(()),
                }
            }
        }
    )*};
}

forms!(Tlv TlvRef<'_>);
#[cfg(feature = "bytes")]
forms!(TlvShared);

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
/// use codec_stratum::{TlvsRef, common::Reconnect};
/// let payload = b"\0\x08\x0d\x02\0\x01\x02\0w1\x07\0\x02\x00\0";
/// let (_message, rest) = Sv2::from_slice_prefix::<Reconnect>(payload)?;
/// let tlvs: TlvsRef<'_> = Sv2::from_slice_ref(rest)?;
/// assert_eq!(tlvs.fields.len(), 2);
/// let name = tlvs.user_identity().expect("it is the first field");
/// assert_eq!(name.as_str(), Ok("w1"));
/// assert!(Sv2::from_slice_ref::<TlvsRef<'_>>(&[2, 0, 1, 3, 0, b'x']).is_err());
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[cfg(feature = "alloc")]
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode)]
#[codec(borrow)]
#[cfg_attr(feature = "bytes", codec(shared))]
pub struct Tlvs {
    /// In the order in which they came, or are sent: that of the extensions' numbers.
    #[codec(tail)]
    pub fields: Vec<Tlv>,
}

/// All fields that extensions have appended to a message: what follows it in its payload.
#[cfg(not(feature = "alloc"))]
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
pub struct TlvsRef<'de> {
    /// In the order in which they came, or are sent: that of the extensions' numbers.
    #[codec(borrow, tail)]
    pub fields: codec_core::SeqRef<'de, TlvRef<'de>>,
}

#[cfg(feature = "alloc")]
impl Tlvs {
    /// The worker that has found a share, if it is named.
    pub fn user_identity(&self) -> Option<UserIdentityRef<'_>> {
        self.fields.iter().find_map(|tlv| match tlv.field() {
            TlvField::UserIdentity(name) => Some(name),
            TlvField::Unknown => None,
        })
    }
}

impl<'de> TlvsRef<'de> {
    /// The worker that has found a share, if it is named.
    pub fn user_identity(&self) -> Option<UserIdentityRef<'de>> {
        self.fields.iter().find_map(|tlv| {
            let (extension, field) = (tlv.extension_type, tlv.field_type);
            let is_name = (extension, field) == (WORKER_HASHRATE, USER_IDENTITY);
            is_name.then(|| UserIdentityRef::new(tlv.value.into_inner()).ok()).flatten()
        })
    }
}

#[cfg(feature = "bytes")]
impl TlvsShared {
    /// The worker that has found a share, if it is named.
    pub fn user_identity(&self) -> Option<UserIdentityShared> {
        self.fields.iter().find_map(|tlv| {
            let (extension, field) = (tlv.extension_type, tlv.field_type);
            let is_name = (extension, field) == (WORKER_HASHRATE, USER_IDENTITY);
            is_name.then(|| UserIdentityShared::new(tlv.value.into_inner()).ok()).flatten()
        })
    }
}

#[cfg(feature = "alloc")]
impl From<UserIdentity> for Tlvs {
    fn from(name: UserIdentity) -> Self {
        Self { fields: alloc::vec![name.into()] }
    }
}
